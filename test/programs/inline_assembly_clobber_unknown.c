// expect: UNKNOWN
/* A global may be changed by what clobbers memory. */
extern void reach_error(void);
#define CHECK(c) do { if (!(c)) reach_error(); } while (0)
int g;
int main(void) {
    g = 1;
    __asm__ volatile("cpuid" : : "a"(0) : "ebx", "ecx", "edx", "memory");
    CHECK(g == 1);
}
