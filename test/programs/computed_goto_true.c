// expect: TRUE
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);
#define CHECK(c) do { if (!(c)) reach_error(); } while (0)
int main(void) {
    static void *const table[] = {&&zero, &&one};
    int x = __VERIFIER_nondet_int() & 1, y;
    goto *table[x];
zero: y = 10; goto end;
one: y = 20;
end: CHECK(y == (x ? 20 : 10));
}
