// expect: TRUE
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);
#define CHECK(c) do { if (!(c)) reach_error(); } while (0)
void *memcpy(void *, const void *, unsigned long);
void *memmove(void *, const void *, unsigned long);
void *memset(void *, int, unsigned long);
int main(void) {
    int a[4] = {1, 2, 3, 4}, b[4];
    memcpy(b, a, sizeof a);
    CHECK(b[0] == 1 && b[3] == 4);
    memmove(a + 1, a, 3 * sizeof *a);
    CHECK(a[0] == 1 && a[1] == 1 && a[2] == 2 && a[3] == 3);
    memset(a, 0xff, 8);
    CHECK(a[0] == -1 && a[1] == -1 && a[2] == 2);
}
