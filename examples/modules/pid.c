/* A PID controller in fixed point, 8 fractional bits. Inputs come from a 12-bit converter; the integral is limited, so
 * that no product leaves 32 bits. The seeded bug takes the measured value as it comes. */
extern int __VERIFIER_nondet_int(void);

enum { SCALE = 256, FULL = 4095, LIMIT = 100000, OUTPUT = 1000 };

struct pid {
    int kp, ki, kd; /* gains, times SCALE, 0 to 1024 */
    int integral, last;
};

static int clamp(int v, int low, int high) { return v < low ? low : v > high ? high : v; }

static int pid_step(struct pid *p, int wanted, int measured) {
    int error = wanted - measured;
    int change = error - p->last;
    p->last = error;
    p->integral = clamp(p->integral + error, -LIMIT, LIMIT);
    int sum = p->kp * error + p->ki * p->integral + p->kd * change;
    return clamp(sum / SCALE, -OUTPUT, OUTPUT);
}

static int converter(void) { return clamp(__VERIFIER_nondet_int(), 0, FULL); }

static int measure(void) {
#ifdef SEEDED_BUG
    return __VERIFIER_nondet_int();
#else
    return converter();
#endif
}

int main(void) {
    struct pid p = {512, 40, 128, 0, 0};
    int out = 0;
    while (__VERIFIER_nondet_int()) out = pid_step(&p, converter(), measure());
    return out;
}
