// expect: TRUE options: --entry=f
/* Pointers from a caller may lead to a global variable, but not to one that nobody else knows. */
extern void reach_error(void);
int g;
static int hidden;
void f(int *p, int *q) {
    int local = 3;
    if (!p || !q) return;
    hidden = 1;
    g = 2;
    *p = 5;
    *q = 6;
    if (hidden != 1 || local != 3) reach_error();
    if (p != &g && q != &g && g != 2) reach_error();
}
