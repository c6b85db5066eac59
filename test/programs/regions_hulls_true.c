// expect: TRUE [options: --engine=regions]
/* Values stay below some bound because the arithmetic contracts, and nothing wraps around because they do: no constant of
 * the program says where the bound is, and one cut per value would be too many. */
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
    int x = 100, y = -70;
    while (1) {
        int event = __VERIFIER_nondet_int();
        if (event == 1 && x > 20) x = x * 9 / 10 + 61;
        else if (event == 2 && x > 20) x = x * 14 / 15 + 37;
        else if (event == 3 && x > 30) x = x * 19 / 20 + 23;
        else if (event == 4 && y <= -43) y = y * 10 / 11 - 53;
        else if (event == 5 && x > 25) x = x * 29 / 30 + 17;
        else if (event == 6 && x > 35) x = x * 39 / 40 + 11;
        else if (event == 7 && y <= -63) y = y * 12 / 13 - 47;
        else if (event == 8 && y <= -53) y = y * 31 / 33 - 31;
        else if (event == 9 && x > 30) y = x % 300 - 1000;
        if (x < 0 || y > -10) reach_error();
    }
}
