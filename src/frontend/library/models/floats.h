/* One text for float and double. F: the type, U: its bits, S: a name with its suffix, ONES: the
 * largest exponent field. scalbn multiplies by powers of two that are exact; towards the subnormal
 * numbers it keeps 53 (24) bits in hand until the last step, so that the result is rounded once.
 * None calls another by its name: a program may have a function of that name of its own. */
static U S(bits_of)(F x) {
    union {
        F f;
        U u;
    } v = {x};
    return v.u;
}
static F S(from_bits)(U u) {
    union {
        U u;
        F f;
    } v = {u};
    return v.f;
}
static F S(power)(int n) { return S(from_bits)((U)(n + BIAS) << FRACTION); }
static int S(field)(F x) { return (int)(S(bits_of)(x) >> FRACTION & ONES); }
M F S(nextafter)(F x, F y) {
    SETS_ERRNO;
    if (x != x || y != y) return x + y;
    if (x == y) return y;
    if (x == 0) return y > 0 ? S(from_bits)(1) : -S(from_bits)(1);
    return S(from_bits)((x < y) == (x > 0) ? S(bits_of)(x) + 1 : S(bits_of)(x) - 1);
}
static F S(scaled)(F x, int n) {
    if (n > BIAS) {
        x *= S(power)(BIAS);
        n -= BIAS;
    }
    if (n > BIAS) {
        x *= S(power)(BIAS);
        n -= BIAS;
    }
    if (n < 1 - BIAS) {
        x *= S(power)(2 + FRACTION - BIAS);
        n += BIAS - 2 - FRACTION;
    }
    if (n < 1 - BIAS) {
        x *= S(power)(2 + FRACTION - BIAS);
        n += BIAS - 2 - FRACTION;
    }
    return x * S(power)(n > BIAS ? BIAS : n < 1 - BIAS ? 1 - BIAS : n);
}
M F S(scalbn)(F x, int n) {
    SETS_ERRNO;
    return S(scaled)(x, n);
}
M F S(ldexp)(F x, int n) {
    SETS_ERRNO;
    return S(scaled)(x, n);
}
static F S(parts)(F x, int *n) {
    int small = x != 0 && S(field)(x) == 0;
    if (small) x *= S(power)(FRACTION + 1);
    *n = 0;
    if (x == 0 || S(field)(x) == ONES) return x;
    *n = S(field)(x) - BIAS + 1 - (small ? FRACTION + 1 : 0);
    return S(from_bits)((S(bits_of)(x) & ~((U)ONES << FRACTION)) | (U)(BIAS - 1) << FRACTION);
}
M F S(frexp)(F x, int *n) { return S(parts)(x, n); }
static int S(exponent)(F x) {
    int n;
    if (x == 0 || x != x) return -2147483647 - 1;
    if (S(field)(x) == ONES) return 2147483647;
    S(parts)(x, &n);
    return n - 1;
}
M int S(ilogb)(F x) {
    SETS_ERRNO;
    return S(exponent)(x);
}
M F S(logb)(F x) {
    SETS_ERRNO;
    return x == 0 ? -1 / (x * x) : S(field)(x) == ONES ? x * x : (F)S(exponent)(x);
}
static F S(nan_unless_finite)(F x) { return x - x; }
static F S(between)(F low, F high) {
    F y = S(any)();
    if (!(y >= low && y <= high)) __builtin_unreachable();
    return y;
}
M F S(sin)(F x) {
    SETS_ERRNO;
    return x - x == 0 ? S(between)(-1, 1) : S(nan_unless_finite)(x);
}
M F S(cos)(F x) {
    SETS_ERRNO;
    return x - x == 0 ? S(between)(-1, 1) : S(nan_unless_finite)(x);
}
M F S(tanh)(F x) {
    SETS_ERRNO;
    return x != x ? x : S(between)(-1, 1);
}
M F S(exp)(F x) {
    SETS_ERRNO;
    return x != x ? x : S(between)(0, (F)__builtin_inf());
}
