// expect: UNKNOWN options: --entry=f
/* Two pointers from a caller that are the same lead to the same object. That needs the numbers of
 * their addresses, because one of them may be any that the caller knows; it is not decided yet, and
 * must never be FALSE. */
extern void reach_error(void);
int g;
void f(int *p, int *q) {
    if (!p || !q) return;
    *p = 5;
    *q = 6;
    if (p == q && *p != 6) reach_error();
}
