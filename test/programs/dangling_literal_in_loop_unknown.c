// expect: UNKNOWN [options: --check=memory]
/* The body of a loop is a block, with braces or without. */
int main(void) {
    int n = 2;
    int *p = &n;
    while (n--) p = &(int){n};
    return *p;
}
