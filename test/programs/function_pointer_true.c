// expect: TRUE
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);
#define CHECK(c) do { if (!(c)) reach_error(); } while (0)
static int add(int a, int b) { return a + b; }
static int sub(int a, int b) { return a - b; }
static int (*table[2])(int, int) = {add, sub};
static int apply(int (*f)(int, int), int a, int b) { return f ? f(a, b) : 0; }
int main(void) {
    int x = __VERIFIER_nondet_int(), i = __VERIFIER_nondet_int() & 1;
    int r = apply(table[i], x, 1);
    CHECK(r == x + 1 || r == x - 1);
    CHECK(apply(add, 2, 3) == 5 && apply(0, 1, 1) == 0);
    CHECK(table[0] != table[1] && table[1] == sub);
}
