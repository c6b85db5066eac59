// expect: TRUE
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);
#define CHECK(c) do { if (!(c)) reach_error(); } while (0)
void *realloc(void *, unsigned long);
int main(void) {
    int *p = 0;
    for (int i = 0; i < 3; i++) {
        p = realloc(p, (i + 1) * sizeof(int));
        p[i] = i * i + 2;
    }
    CHECK(p[0] == 2 && p[1] == 3 && p[2] == 6);
    p = realloc(p, 1);
    CHECK(*(char *)p == 2);
}
