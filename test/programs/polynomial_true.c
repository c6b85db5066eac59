// expect: TRUE
/* Nothing that is linear proves it: 2x = y*y - y + 2. */
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
    int x = 1, y = 0;
    while (y < 1000 && __VERIFIER_nondet_int()) {
        x = x + y;
        y = y + 1;
    }
    if (x < y) reach_error();
    return 0;
}
