// expect: TRUE
/* What clobbers memory cannot know a local variable that nobody gave it; without the clobber, globals stay as they are. */
extern void reach_error(void);
#define CHECK(c) do { if (!(c)) reach_error(); } while (0)
int g;
int main(void) {
    long x = 1, y;
    __asm__ volatile("lea 1(%1),%0" : "=r"(y) : "r"(x) : "memory");
    CHECK(x == 1);
    g = 1;
    __asm__("lea 1(%1),%0" : "=r"(y) : "r"(x));
    CHECK(g == 1);
}
