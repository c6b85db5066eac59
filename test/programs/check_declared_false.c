// expect: FALSE
// Declared without a body.
extern void __VERIFIER_assert(int condition);
extern int __VERIFIER_nondet_int(void);
int main(void) {
    __VERIFIER_assert(__VERIFIER_nondet_int() != 3);
    return 0;
}
