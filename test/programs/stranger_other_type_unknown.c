// expect: UNKNOWN options: --rules=sv-comp
/* The pointer may also hold a function of the program that has another type, and calling that is a cut. */
extern void reach_error(void);
#define CHECK(c) do { if (!(c)) reach_error(); } while (0)
extern struct ops { int (*read)(int); } *get_ops(void);
extern int __VERIFIER_nondet_int(void);
int g;
static void other(long a, long b) { g = (int)(a + b); }
int main(void) {
    int (*f)(int) = __VERIFIER_nondet_int() ? (int (*)(int))other : get_ops()->read;
    f(3);
    CHECK(g == 0);
}
