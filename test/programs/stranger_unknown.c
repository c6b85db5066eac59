// expect: UNKNOWN
/* By the rules of C, it may be any function that others know. */
extern void reach_error(void);
#define CHECK(c) do { if (!(c)) reach_error(); } while (0)
extern struct ops { int (*read)(int); } *get_ops(void);
int g;
int main(void) {
    g = 1;
    get_ops()->read(3);
    CHECK(g == 1);
}
