// expect: FALSE [options: --check=memory]
/* The sanitizer needs the bounds of the stack to see this, and for them the program's map. */
static int *f(int x) {
    int y = x;
    int *p = &y;
    return p;
}
int main(void) {
    int *p = f(3);
    return *p != 3;
}
