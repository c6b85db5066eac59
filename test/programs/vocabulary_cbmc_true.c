// expect: TRUE
void __CPROVER_assume(__CPROVER_bool condition);
unsigned nondet_uint(void);
int main() {
    double d = 1.5;
    unsigned n = nondet_uint();
    __CPROVER_assume(n > 4 && n < 9);
    __CPROVER_cover(n == 100);
    __CPROVER_precondition(n < 10, "small");
    __CPROVER_assert(d, "not truncated to an int");
    __CPROVER_assert(!__CPROVER_isnand(d), "a number");
    return 0;
}
