// expect: TRUE
// The bound of y follows from two inequalities together; each alone allows more.
extern float __VERIFIER_nondet_float(void);
extern void abort(void);
extern void reach_error(void);

int main(void) {
    float x = __VERIFIER_nondet_float(), s = __VERIFIER_nondet_float(), d = __VERIFIER_nondet_float();
    if (!(s >= -129 && s <= 129) || !(x >= -128 && x <= 128) || !(d >= 0 && d <= 16)) abort();
    if (!(x - s >= d)) abort();
    float y = s + d;
    if (!(y <= 129)) reach_error();
    return 0;
}
