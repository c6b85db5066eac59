// expect: FALSE
/* The assembly may hand on the address that it is given, also through memory: the write hits a. */
extern void reach_error(void);
#define CHECK(c) do { if (!(c)) reach_error(); } while (0)
static int a;
int main(void) {
    int *p = &a, *q;
    __asm__("lea (%1),%0" : "=r"(q) : "r"(p));
    a = 1;
    *q = 7;
    CHECK(a == 1);
}
