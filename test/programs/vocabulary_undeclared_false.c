// expect: FALSE
// An undeclared __VERIFIER_nondet_T is a T, and assert without a header is the standard's.
int main(void) {
    float f = __VERIFIER_nondet_float();
    __VERIFIER_assume(f > 0.25f && f < 0.75f);
    assert(f != 0.5f);
    return 0;
}
