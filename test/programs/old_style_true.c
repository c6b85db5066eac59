// expect: TRUE
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);
#define CHECK(c) do { if (!(c)) reach_error(); } while (0)
int twice(x) int x; { return 2 * x; }
int (*hidden)() = (int (*)())twice;
main() {
    CHECK(twice(4) == 8);
    CHECK(hidden(5) == 10);
    return 0;
}
