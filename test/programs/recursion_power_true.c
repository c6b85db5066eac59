// expect: TRUE
// Moves of the towers of Hanoi, counted in a global variable, against their formula by recursion: both are 2^n - 1.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static int moves;

static void move(int n, int from, int to, int over) {
    if (n == 0) return;
    move(n - 1, from, over, to);
    moves++;
    move(n - 1, over, to, from);
}

static int formula(int n) { return n == 1 ? 1 : 2 * formula(n - 1) + 1; }

int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n < 1 || n > 31) return 0;
    moves = 0;
    move(n, 1, 3, 2);
    if (moves != formula(n)) reach_error();
    return 0;
}
