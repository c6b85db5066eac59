// expect: TRUE [options: --32]
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);
#define CHECK(c) do { if (!(c)) reach_error(); } while (0)
struct big { int a[6]; };
static int sum(struct big b, int n) {
    b.a[0]++;
    return n == 0 ? b.a[0] + b.a[5] : sum(b, n - 1);
}
int main(void) {
    struct big b = {{1, 2, 3, 4, 5, 6}};
    int r = sum(b, 2);
    CHECK(r == 10 && b.a[0] == 1);
}
