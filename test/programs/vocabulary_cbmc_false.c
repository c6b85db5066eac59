// expect: FALSE
// Nothing is declared; CBMC knows the words.
int main() {
    __CPROVER_size_t n = nondet_int();
    __CPROVER_assume(n > 4 && n < 9);
    __CPROVER_assert(n != 7, "seven");
}
