// expect: FALSE
// Only the last floats below 1 exceed the bound: the boxes close in on them.
extern float __VERIFIER_nondet_float(void);
extern void abort(void);
extern void reach_error(void);

int main(void) {
    float x = __VERIFIER_nondet_float();
    if (!(x >= 0.0f && x < 1.0f)) abort();
    float r = 1.0f + 0.5f * x - 0.125f * x * x + 0.0625f * x * x * x;
    if (!(r < 1.437499f)) reach_error();
    return 0;
}
