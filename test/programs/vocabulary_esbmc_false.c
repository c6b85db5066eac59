// expect: FALSE
int nondet_int();
int main() {
    int n = nondet_int();
    __ESBMC_assume(n > 4);
    __ESBMC_assert(n != 7, "seven");
}
