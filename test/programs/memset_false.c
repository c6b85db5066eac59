// expect: FALSE
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);
#define CHECK(c) do { if (!(c)) reach_error(); } while (0)
void *memset(void *, int, unsigned long);
int main(void) {
    int a[20];
    memset(a, 0, sizeof a);
    unsigned i = __VERIFIER_nondet_uint();
    __VERIFIER_assume(i < 20);
    a[i] = 1;
    CHECK(a[13] == 0);
}
