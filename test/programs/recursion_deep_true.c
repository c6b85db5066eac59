// expect: TRUE
extern void reach_error(void);
static int down(int n) { return n == 0 ? 0 : 1 + down(n - 1) % 2; }
int main(void) {
    if (down(150) != 2) reach_error();
    return 0;
}
