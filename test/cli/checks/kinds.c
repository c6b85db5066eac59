/* One function per way to fail, and its correct twin: the checks of bad_... fail, those of good_...
 * are proved. Executions end at their first failure, so main runs one of them at a time. */
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern double __VERIFIER_nondet_double(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

static int table[8];
struct packet {
    int length;
    unsigned char data[4];
};

static int bad_add(int a) { return a + 1; }
static int good_add(int a) { return a < 100 ? a + 1 : a; }
static int bad_subtract(int a) { return -2 - a; }
static int good_subtract(int a) { return a < 0 ? -2 - a : 0; }
static int bad_multiply(int a) { return a * 3; }
static int good_multiply(int a) { return a > -1000 && a < 1000 ? a * 3 : 0; }
static int bad_negate(int a) { return -a; }
static int good_negate(int a) { return a != -2147483647 - 1 ? -a : 0; }
static int bad_increment(int a) { return ++a; }
static int good_increment(short a) { return ++a; }
static int bad_long(long a) { return a - 1 < 0; }
static int good_long(int a) { return (long)a - 1 < 0; }
static int bad_quotient(int a, int b) { return b ? a / b : 0; }
static int good_quotient(int a, int b) { return b > 0 ? a / b : 0; }
static int bad_divide(unsigned a, unsigned b) { return a / b > 3; }
static int good_divide(unsigned a, unsigned b) { return a / (b | 1u) > 3; }
static int bad_remainder(unsigned a, unsigned b) { return a % b > 3; }
static int good_remainder(unsigned a, unsigned b) { return b && a % b > 3; }
static int bad_shift_amount(unsigned b) { return 1u << b > 3; }
static int good_shift_amount(unsigned b) { return 1u << (b & 31) > 3; }
static int bad_shift_sign(int b) { return 1 << (b & 31); }
static int good_shift_sign(int b) { return 1 << (b & 15); }
static int bad_shift_negative(int a) { return a << 1; }
static int good_shift_negative(int a) { return a > 0 && a < 1000 ? a << 1 : 0; }
static int bad_index(int i) { return table[i]; }
static int good_index(unsigned i) { return table[i % 8]; }
static int bad_member(struct packet *p, int i) { return i >= 0 && i <= 4 ? p->data[i] : 0; }
static int good_member(struct packet *p, int i) { return i >= 0 && i < 4 ? p->data[i] : 0; }
static int bad_float_cast(double d) { return (int)d; }
static int good_float_cast(double d) { return d > -10 && d < 10 ? (int)d : 0; }
static int bad_length(int n) {
    if (n > 5) return 0;
    char v[n];
    return sizeof v > 3;
}
static int good_length(int n) {
    if (n < 1 || n > 5) return 0;
    char v[n];
    return sizeof v > 3;
}
static int bad_unreachable(int a) {
    if (a == 7) __builtin_unreachable();
    return a;
}
static int good_unreachable(int a) {
    if (a > 7 && a < 5) __builtin_unreachable();
    return a;
}
static int bad_zeros(unsigned a) { return __builtin_ctz(a); }
static int good_zeros(unsigned a) { return a ? __builtin_ctz(a) : 32; }
static int bad_null(int *p) { return *p; }
static int good_null(int *p) { return p ? *p : 0; }
static int bad_bool(unsigned char c) { return *(_Bool *)&c; }
static int good_bool(unsigned char c) { return c < 2 ? *(_Bool *)&c : 0; }
static int bad_assert(int a) {
    extern void reach_error(void);
    if (a == 42) reach_error();
    return a;
}
static int good_assert(int a) {
    extern void reach_error(void);
    if (a * 0 == 1) reach_error();
    return a;
}

int main(void) {
    int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int(), here = 1;
    unsigned u = __VERIFIER_nondet_uint(), w = __VERIFIER_nondet_uint();
    double d = __VERIFIER_nondet_double();
    struct packet p = {1, {1, 2, 3, 4}};
    switch (__VERIFIER_nondet_int()) {
    case 0: return bad_add(a);
    case 1: return bad_subtract(a);
    case 2: return bad_multiply(a);
    case 3: return bad_negate(a);
    case 4: return bad_increment(a);
    case 5: return bad_long((long)a * 2147483648 * 2);
    case 6: return bad_quotient(a, b);
    case 7: return bad_divide(u, w);
    case 8: return bad_remainder(u, w);
    case 9: return bad_shift_amount(u);
    case 10: return bad_shift_sign(a);
    case 11: return bad_shift_negative(a);
    case 12: return bad_index(a);
    case 13: return bad_member(&p, a);
    case 14: return bad_float_cast(d);
    case 15: return bad_length(a);
    case 16: return bad_unreachable(a);
    case 17: return bad_zeros(u);
    case 18: return bad_null(a ? &here : 0);
    case 19: return bad_bool(__VERIFIER_nondet_uchar());
    case 20: return bad_assert(a);
    default:
        return good_add(a) | good_subtract(a) | good_multiply(a) | good_negate(a) | good_increment((short)a) |
               good_long(a) | good_quotient(a, b) | good_divide(u, w) | good_remainder(u, w) |
               good_shift_amount(u) | good_shift_sign(a) | good_shift_negative(a) | good_index(u) |
               good_member(&p, a) | good_float_cast(d) | good_length(a) | good_unreachable(a) |
               good_zeros(u) | good_null(a ? &here : 0) | good_bool(__VERIFIER_nondet_uchar()) |
               good_assert(a);
    }
}
