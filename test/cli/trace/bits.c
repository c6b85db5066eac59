#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);
union word { unsigned u; unsigned char b[4]; float f; };
struct flags { unsigned ready : 1; unsigned mode : 3; int level : 4; };
int main(void) {
    union word w;
    struct flags fl = {0};
    w.u = __VERIFIER_nondet_uint();
    fl.mode = w.b[0];
    fl.level = w.b[1];
    fl.ready = w.b[2] > 3;
    assert(!(fl.ready && fl.level == -3 && fl.mode == 5));
    return 0;
}
