// expect: TRUE
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);
#define CHECK(c) do { if (!(c)) reach_error(); } while (0)
int side;
static int touch(void) { side++; return 1; }
int main(void) {
    int x = __VERIFIER_nondet_int();
    int r = x && touch();
    CHECK(side == (x != 0) && r == (x != 0));
    r = x || touch();
    CHECK(side == 1 && r == 1);
}
