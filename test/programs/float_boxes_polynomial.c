// expect: TRUE
// A bound on a polynomial of floats: millions of gates when bit-blasted, a few boxes by intervals.
extern float __VERIFIER_nondet_float(void);
extern void abort(void);
extern void reach_error(void);

static float cosine(float x) { return 1.0f - x * x / 2.0f + x * x * x * x / 24.0f; }

int main(void) {
    float x = __VERIFIER_nondet_float();
    if (!(x > -1.0f && x < 1.0f)) abort();
    float y = x - cosine(x) / 2.0f;
    float z = y - cosine(y) / 2.0f;
    if (!(z < 0.5f)) reach_error();
    return 0;
}
