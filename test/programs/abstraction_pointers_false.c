// expect: FALSE [options: --rules=sv-comp --check=assert --abstraction=always]
/* The variable is changed by a pointer that the abstraction does not follow, in a loop in which nothing
 * else matters, by a function that is called by a pointer: its value there is any. */
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
static int state, other;
static int set(int *where, int n) {
    for (int i = 0; i < n; i++) (*where)++;
    return n;
}
static int (*const table[2])(int *, int) = {set, 0};
struct pair {
    int *first, *second;
};
int main(void) {
    struct pair p = {&other, &state};
    int n = __VERIFIER_nondet_int();
    if (n < 0 || n > 4) return 0;
    table[0](p.second, n);
    if (state == 3) reach_error();
    return 0;
}
