#include <assert.h>
extern int __VERIFIER_nondet_int(void);
enum color { RED, GREEN = 5, BLUE };
struct point { int x, y; };
struct shape { struct point at; enum color c; double weight; const char *name; };
static void move(struct shape *s, int dx) { s->at.x += dx; if (dx < 0) s->c = BLUE; }
int main(void) {
    struct shape s = { {1, 2}, RED, 2.5, "box" };
    int d = __VERIFIER_nondet_int();
    if (d > 100 || d < -100) return 0;
    move(&s, d);
    s.at.y = s.at.x * 2;
    assert(!(s.c == BLUE && s.at.y == -14));
    return 0;
}
