// expect: UNKNOWN
/* No instruction that is known: its output is arbitrary, and the compiled program does not fail. */
extern void reach_error(void);
#define CHECK(c) do { if (!(c)) reach_error(); } while (0)
int main(void) {
    long x = 1, y;
    __asm__("lea 1(%1),%0" : "=r"(y) : "r"(x));
    CHECK(y == 2);
}
