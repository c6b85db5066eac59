// expect: FALSE [options: --no-replay --accept-unconfirmed]
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);
#define CHECK(c) do { if (!(c)) reach_error(); } while (0)
void *malloc(unsigned long);
void *realloc(void *, unsigned long);
int main(void) {
    int *p = malloc(4), *q = malloc(4);
    p[0] = 7;
    q[0] = 9;
    p = realloc(p, 64);
    CHECK(p[0] == 7);
    CHECK(p[12] != 1234567); /* new memory is arbitrary, not what lay behind the old block */
}
