// expect: TRUE
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);
#define CHECK(c) do { if (!(c)) reach_error(); } while (0)
struct in { char c; int i[3]; };
struct out { struct in a, b; long long l; };
static struct in make(int x) { struct in r = {(char)x, {x, x + 1, x + 2}}; return r; }
int main(void) {
    int x = __VERIFIER_nondet_int();
    struct out o, p;
    o.a = make(x);
    o.b = o.a;
    o.b.i[1] = 7;
    o.l = x;
    p = o;
    CHECK(p.a.i[1] == x + 1 && p.b.i[1] == 7 && p.b.i[2] == x + 2 && p.l == x && p.a.c == (char)x);
}
