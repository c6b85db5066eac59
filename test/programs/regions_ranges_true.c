// expect: TRUE [options: --engine=regions]
/* No constant of the program says that x stays below 400: the ranges of its assignments do. */
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
    int x = 320, y = 0;
    while (1) {
        int event = __VERIFIER_nondet_int();
        if (event == 1) x = x % 90 + 300;
        else if (event == 2 && x > 250) y = x / 2 - 140;
        if (y > 100) reach_error();
    }
}
