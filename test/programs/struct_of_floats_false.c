// expect: FALSE
/* A part of a struct of floats that nobody wrote is arbitrary. */
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
struct two { float a, b; };
static struct two sum(struct two x) { x.a += 1; return x; }
int main(void) {
    struct two f = {0, 5};
    f.b = __VERIFIER_nondet_int() % 10;
    f = sum(f);
    if (f.a == 1 && f.b == 7) reach_error();
    return 0;
}
