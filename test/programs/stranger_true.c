// expect: TRUE options: --rules=sv-comp
/* A pointer that nobody here has set is one to a function without a body, which changes no memory by these rules. */
extern void reach_error(void);
#define CHECK(c) do { if (!(c)) reach_error(); } while (0)
extern struct ops { int (*read)(int); } *get_ops(void);
static int own(int x) { return x; }
int (*mine)(int) = own;
int g;
int main(void) {
    g = 1;
    get_ops()->read(3);
    CHECK(g == 1);
    CHECK(mine(4) == 4);
}
