// expect: TRUE
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);
#define CHECK(c) do { if (!(c)) reach_error(); } while (0)
int m[8][8];
int main(void) {
    unsigned i = __VERIFIER_nondet_uint() % 8, j = __VERIFIER_nondet_uint() % 8;
    m[i][j] = 5;
    CHECK(m[i][j] == 5);
    int *flat = &m[0][0];
    CHECK(flat[8 * i + j] == 5);
}
