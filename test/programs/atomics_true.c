// expect: TRUE
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);
#define CHECK(c) do { if (!(c)) reach_error(); } while (0)
int x = 5;
int main(void) {
    int old = __sync_fetch_and_add(&x, 3);
    CHECK(old == 5 && x == 8);
    CHECK(__sync_bool_compare_and_swap(&x, 8, 1) && x == 1);
    __sync_synchronize();
}
