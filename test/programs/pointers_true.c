// expect: TRUE
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);
#define CHECK(c) do { if (!(c)) reach_error(); } while (0)
int main(void) {
    int a[5] = {1, 2, 3, 4, 5}, *p = a, *q = a + 4, **pp = &p;
    CHECK(q - p == 4 && p < q && *(q - 1) == 4);
    (*pp)++;
    **pp = 20;
    CHECK(a[1] == 20 && p == &a[1] && p != q);
    char *c = (char *)&a[2];
    CHECK(*c == 3);
    unsigned long n = (unsigned long)p;
    CHECK(*(int *)(n + 4) == 3);
}
