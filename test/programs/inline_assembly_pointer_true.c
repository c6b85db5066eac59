// expect: TRUE
/* An empty text hands its input on: the compiler is to forget where a pointer came from, we are not. */
extern void reach_error(void);
#define CHECK(c) do { if (!(c)) reach_error(); } while (0)
int a, b;
int main(void) {
    int *p = &a, *q;
    __asm__("" : "=r"(q) : "0"(p));
    *q = 7;
    CHECK(a == 7 && b == 0);
}
