#include <assert.h>
#include <string.h>
extern char __VERIFIER_nondet_char(void);
struct message {
    char tag;
    const char *text;
    _Bool urgent;
};
static void fill(struct message *m, char c) {
    m->tag = c;
    m->text = c == 'x' ? "ab\n" : "";
    m->urgent = 1;
}
int main(void) {
    struct message m;
    fill(&m, __VERIFIER_nondet_char());
    const char *end = m.text + 1;
    assert(m.tag != 'x' || *end == 'c');
    return 0;
}
