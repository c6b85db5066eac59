// expect: TRUE
// A call as an argument of a call: rows of the result are lines (x + 1, x + 2, 2x + 3), the last one is a table.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static int grow(int row, int x) {
    if (row == 0) return x + 1;
    if (x == 0) return grow(row - 1, 1);
    return grow(row - 1, grow(row, x - 1));
}

int main(void) {
    int row = __VERIFIER_nondet_int(), x = __VERIFIER_nondet_int();
    if (row < 0 || row > 3 || x < 0 || x > 20) return 0;
    if (grow(row, x) <= x) reach_error();
    return 0;
}
