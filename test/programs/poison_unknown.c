// expect: UNKNOWN
/* No value is right for a shift by the width of the type that the compiler folded away. */
extern void reach_error(void);
int main(void) {
    int x = 1 << 32, y = (int)1e10;
    if (x == 77 || y == 78) reach_error();
    return 0;
}
