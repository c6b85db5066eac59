// expect: TRUE [options: --malloc=succeeds]
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);
#define CHECK(c) do { if (!(c)) reach_error(); } while (0)
void *malloc(unsigned long);
void *calloc(unsigned long, unsigned long);
void *realloc(void *, unsigned long);
int main(void) {
    int *p = malloc(4), *q = calloc(4, 4);
    CHECK(p != 0 && p != q && q[3] == 0);
    q[1] = 6;
    q = realloc(q, 32);
    CHECK(q[1] == 6);
}
