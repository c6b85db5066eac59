// expect: FALSE options: --rules=sv-comp
/* What such a function returns is arbitrary. */
extern void reach_error(void);
#define CHECK(c) do { if (!(c)) reach_error(); } while (0)
extern struct ops { int (*read)(int); } *get_ops(void);
int main(void) { CHECK(get_ops()->read(3) >= 0); }
