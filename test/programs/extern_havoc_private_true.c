// expect: TRUE
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);
#define CHECK(c) do { if (!(c)) reach_error(); } while (0)
void unknown(int *);
static int own = 1;
int main(void) {
    int x = 3, y = 4;
    unknown(&x);
    CHECK(own == 1 && y == 4);
}
