// expect: FALSE [options: --rules=sv-comp --check=assert --abstraction=always]
/* The error is in a call that is not over, seven deep, after calls that are over have stored. */
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
static int depth, over;
static int walk(int n) {
    depth++;
    if (depth == 7 && over == 2) reach_error();
    if (n > 0 && depth < 9) {
        if (n & 1) walk(0);
        walk(n / 2);
    } else {
        over++;
    }
    depth--;
    return n;
}
int main(void) {
    walk(__VERIFIER_nondet_int());
    return 0;
}
