// expect: TRUE
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);
#define CHECK(c) do { if (!(c)) reach_error(); } while (0)
int main(void) {
    unsigned long long a = 0xffffffffffffffffULL;
    unsigned __int128 p = (unsigned __int128)a * a;
    CHECK((unsigned long long)(p >> 64) == 0xfffffffffffffffeULL && (unsigned long long)p == 1);
}
