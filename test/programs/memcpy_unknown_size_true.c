// expect: TRUE
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);
#define CHECK(c) do { if (!(c)) reach_error(); } while (0)
void *memcpy(void *, const void *, unsigned long);
int main(void) {
    char a[4] = {1, 2, 3, 4}, b[4] = {0};
    unsigned n = __VERIFIER_nondet_uint();
    __VERIFIER_assume(n <= 3);
    memcpy(b, a, n);
    CHECK(b[3] == 0 && (n < 2 || b[1] == 2));
}
