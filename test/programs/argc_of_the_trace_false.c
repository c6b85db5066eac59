// expect: FALSE [options: --check=standard]
/* The compiled program is given as many arguments as the trace says. */
int main(int argc, char **argv) {
    int a[4] = {0};
    if (argc < 3) return argv != 0;
    return a[argc > 6 ? argc : 0];
}
