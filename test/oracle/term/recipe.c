#include "recipe.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "util/bits.h"
#include "util/strbuf.h"

/* ---- random values ---- */

static u128 random_bits(struct rng *g, uint32_t w) {
    u128 ones = bits_mask(w), any = u128_of(rng_next(g), rng_next(g)) & ones;
    switch (rng_below(g, 12)) {
    case 8: return (ones << rng_below(g, w)) & ones;
    case 9: return (((u128)1 << rng_below(g, w)) + rng_below(g, 3) - 1) & ones;
    case 0: return 0;
    case 1: return 1 & ones;
    case 2: return ones;
    case 3: return (u128)1 << (w - 1);
    case 4: return ones >> 1;
    case 5: return (u128)1 << rng_below(g, w);
    case 6: return ones >> rng_below(g, w);
    case 7: return rng_below(g, 2 * w + 2) & ones;
    default: return any;
    }
}

static u128 random_float(struct rng *g, sort s) {
    uint32_t e = sort_exponent(s), f = sort_significand(s) - 1;
    u128 exponent = rng_below(g, 2) ? random_bits(g, e) : bits_mask(e - 1) + rng_below(g, 8) - 3;
    u128 x = (u128)rng_below(g, 2) << (e + f) | bits_cut(exponent, e) << f | random_bits(g, f);
    bool nan = bits_cut(x >> f, e) == bits_mask(e) && bits_cut(x, f);
    return nan ? bits_mask(e) << f | (u128)1 << (f - 1) : x;
}

value value_random(struct rng *g, sort s) {
    u128 x = 0;
    value v;
    switch (sort_kind_of(s)) {
    case SORT_BOOL: x = rng_below(g, 2); break;
    case SORT_BV: x = random_bits(g, sort_width(s)); break;
    case SORT_INT: x = (u128)((i128)rng_below(g, 41) - 20); break;
    case SORT_FLOAT: x = random_float(g, s); break;
    case SORT_ARRAY:
        v = array_value_const(value_random(g, sort_element(s)));
        for (uint32_t i = rng_below(g, 4); i--;)
            v = array_value_store(v, value_random(g, sort_index(s)), value_random(g, sort_element(s)));
        return v;
    }
    return (value){u128_low(x), u128_high(x)};
}

/* ---- random recipes ---- */

struct cook {
    struct recipe *r;
    struct rng *g;
    const struct menu *menu;
    uint32_t width; /* the usual one */
    sort array, real;
};

static uint32_t push(struct cook *k, struct step s) {
    assert(k->r->n < RECIPE_MAX);
    k->r->at[k->r->n] = s;
    return k->r->n++;
}

static uint32_t leaf(struct cook *k, sort s) {
    bool array = sort_kind_of(s) == SORT_ARRAY;
    if (!array && rng_below(k->g, 5) < 2)
        return push(k, (struct step){.op = OP_CONST, .s = s, .constant = value_random(k->g, s)});
    return push(k, (struct step){.op = OP_VAR, .s = s, .p0 = rng_below(k->g, 3)});
}

/* An earlier step of this sort, recent ones rather than old ones, or a new leaf. */
static uint32_t pick(struct cook *k, sort s) {
    uint32_t found = UINT32_MAX, seen = 0;
    if (rng_below(k->g, 4) == 0) return leaf(k, s);
    if (k->r->n && k->r->at[k->r->n - 1].s == s && rng_below(k->g, 3) == 0) return k->r->n - 1;
    for (uint32_t i = k->r->n; i--;) {
        if (k->r->at[i].s != s) continue;
        seen++;
        if (found == UINT32_MAX || rng_below(k->g, seen < 5 ? 2 : seen) == 0) found = i;
        if (seen > 2 && rng_below(k->g, 3) == 0) break;
    }
    return found == UINT32_MAX ? leaf(k, s) : found;
}

/* The other operand: a constant often, because that is where the rules are. */
static uint32_t pick_other(struct cook *k, sort s) {
    if (rng_below(k->g, 5) < 2)
        return push(k, (struct step){.op = OP_CONST, .s = s, .constant = value_random(k->g, s)});
    return pick(k, s);
}

/* Two operands in either order. */
static void pick_two(struct cook *k, sort s, uint32_t *a, uint32_t *b) {
    *a = pick(k, s), *b = pick_other(k, s);
    if (rng_below(k->g, 2)) {
        uint32_t t = *a;
        *a = *b, *b = t;
    }
}

static sort some_bv(struct cook *k) {
    for (uint32_t tries = 4; tries--;) {
        uint32_t i = rng_below(k->g, k->r->n + 1);
        if (i < k->r->n && sort_kind_of(k->r->at[i].s) == SORT_BV) return k->r->at[i].s;
    }
    return sort_bv(k->width);
}

static uint32_t apply(struct cook *k, uint32_t op, sort s, uint32_t n, uint32_t a, uint32_t b, uint32_t c) {
    return push(k, (struct step){.op = op, .s = s, .n = n, .args = {a, b, c, 0}});
}

static void step_bool(struct cook *k) {
    uint32_t a = pick(k, sort_bool()), b = pick(k, sort_bool()), c = pick(k, sort_bool());
    switch (rng_below(k->g, 7)) {
    case 0: apply(k, OP_NOT, sort_bool(), 1, a, 0, 0); break;
    case 1: apply(k, OP_AND, sort_bool(), 2 + rng_below(k->g, 2), a, b, c); break;
    case 2: apply(k, OP_OR, sort_bool(), 2 + rng_below(k->g, 2), a, b, c); break;
    case 3: apply(k, OP_EQ, sort_bool(), 2, a, b, 0); break;
    case 4: apply(k, OP_ITE, sort_bool(), 3, a, b, c); break;
    case 5: apply(k, RECIPE_IMPLIES, sort_bool(), 2, a, b, 0); break;
    default: apply(k, RECIPE_BOOL_TO_BV, sort_bv(k->width), 1, a, 0, 0); break;
    }
}

static void step_relation(struct cook *k) {
    static const uint32_t ops[] = {OP_EQ, OP_EQ, OP_BV_ULT, OP_BV_ULE, OP_BV_SLT, OP_BV_SLE};
    sort s = k->r->n && rng_below(k->g, 2) ? k->r->at[k->r->n - 1].s : some_bv(k);
    if (sort_kind_of(s) != SORT_BV) s = some_bv(k);
    uint32_t a, b;
    pick_two(k, s, &a, &b);
    apply(k, ops[rng_below(k->g, 6)], sort_bool(), 2, a, b, 0);
}

static void step_bv(struct cook *k) {
    static const uint32_t ops[] = {OP_BV_ADD,  OP_BV_ADD,  OP_BV_MUL,  OP_BV_UDIV, OP_BV_UREM, OP_BV_SDIV,
                                   OP_BV_SREM, OP_BV_AND,  OP_BV_OR,   OP_BV_XOR,  OP_BV_SHL,  OP_BV_LSHR,
                                   OP_BV_ASHR, RECIPE_SUB, RECIPE_SUB, RECIPE_NEG, OP_BV_NOT};
    uint32_t op = ops[rng_below(k->g, sizeof ops / sizeof *ops)];
    sort s = some_bv(k);
    uint32_t a, b;
    pick_two(k, s, &a, &b);
    apply(k, op, s, op == RECIPE_NEG || op == OP_BV_NOT ? 1 : 2, a, b, 0);
}

static void step_slice(struct cook *k) {
    sort s = some_bv(k);
    uint32_t a = pick(k, s), w = sort_width(s), room = w < k->menu->max_width ? k->menu->max_width - w : 0;
    uint32_t low = rng_below(k->g, 2) ? 0 : rng_below(k->g, w), high = low + rng_below(k->g, w - low);
    switch (rng_below(k->g, 4)) {
    case 0:
        apply(k, OP_BV_EXTRACT, sort_bv(high - low + 1), 1, a, 0, 0);
        k->r->at[k->r->n - 1].p0 = high;
        k->r->at[k->r->n - 1].p1 = low;
        break;
    case 1: {
        sort t = some_bv(k);
        uint32_t b = pick(k, t);
        if (w + sort_width(t) <= k->menu->max_width)
            apply(k, OP_BV_CONCAT, sort_bv(w + sort_width(t)), 2, a, b, 0);
        break;
    }
    default:
        apply(k, rng_below(k->g, 2) ? OP_BV_ZEXT : OP_BV_SEXT,
              sort_bv(w + (room ? rng_below(k->g, room + 1) : 0)), 1, a, 0, 0);
    }
}

static void step_ite(struct cook *k) {
    sort s = some_bv(k);
    if (k->menu->arrays && rng_below(k->g, 6) == 0) s = k->array;
    if (k->menu->floats && rng_below(k->g, 3) == 0) s = k->real;
    if (k->menu->ints && rng_below(k->g, 3) == 0) s = sort_int();
    uint32_t c = pick(k, sort_bool()), a = pick(k, s), b = pick(k, s);
    if (sort_kind_of(s) != SORT_ARRAY && rng_below(k->g, 3) == 0) pick_two(k, s, &a, &b);
    /* Nested choices that share a branch or the condition. */
    const struct step *inner = &k->r->at[a];
    if (inner->op == OP_ITE && rng_below(k->g, 2)) {
        b = inner->args[1 + rng_below(k->g, 2)];
        if (rng_below(k->g, 4) == 0) c = inner->args[0];
    }
    if (rng_below(k->g, 2)) apply(k, OP_ITE, s, 3, c, a, b);
    else apply(k, OP_ITE, s, 3, c, b, a);
}

static void step_array(struct cook *k) {
    sort s = k->array;
    uint32_t a = pick(k, s), b = pick(k, s), i = pick(k, sort_index(s)), v = pick(k, sort_element(s));
    switch (rng_below(k->g, 6)) {
    case 0: apply(k, OP_CONST_ARRAY, s, 1, v, 0, 0); break;
    case 1: apply(k, OP_EQ, sort_bool(), 2, a, b, 0); break;
    case 2:
    case 3: apply(k, OP_STORE, s, 3, a, i, v); break;
    default: apply(k, OP_SELECT, sort_element(s), 2, a, i, 0); break;
    }
}

/* Products only of leaves and constants, so that 128 bits suffice. */
static void step_int(struct cook *k) {
    sort s = sort_int();
    uint32_t a = pick(k, s), b = pick(k, s);
    switch (rng_below(k->g, 8)) {
    case 0:
        a = leaf(k, s), b = leaf(k, s);
        apply(k, OP_INT_MUL, s, 2, a, b, 0);
        break;
    case 1: apply(k, OP_INT_ADD, s, 2, a, b, 0); break;
    case 2: apply(k, RECIPE_INT_SUB, s, 2, a, b, 0); break;
    case 3: apply(k, OP_INT_LT, sort_bool(), 2, a, b, 0); break;
    case 4: apply(k, OP_INT_LE, sort_bool(), 2, a, b, 0); break;
    case 5: apply(k, OP_EQ, sort_bool(), 2, a, b, 0); break;
    default: { /* a divisor that is not 0 */
        int64_t d = (int64_t)rng_below(k->g, 10) + 1;
        if (rng_below(k->g, 2)) d = -d;
        b = push(k, (struct step){.op = OP_CONST, .s = s, .constant = {(uint64_t)d, d < 0 ? UINT64_MAX : 0}});
        apply(k, rng_below(k->g, 2) ? OP_INT_DIV : OP_INT_MOD, s, 2, a, b, 0);
    }
    }
}

static uint32_t float_const(struct cook *k, int power) {
    uint32_t f = sort_significand(k->real) - 1;
    u128 bias = bits_mask(sort_exponent(k->real) - 1), x = power < 0 ? 0 : (bias + (u128)power) << f;
    return push(k, (struct step){.op = OP_CONST, .s = k->real, .constant = {u128_low(x), u128_high(x)}});
}

/* if c then 0.0 else a: cuts off what SMT-LIB leaves open. */
static uint32_t unless(struct cook *k, uint32_t c, uint32_t a) {
    return apply(k, OP_ITE, k->real, 3, c, float_const(k, -1), a);
}

static uint32_t plain_zero(struct cook *k, uint32_t a) {
    return unless(k, apply(k, OP_FP_IS_ZERO, sort_bool(), 1, a, 0, 0), a);
}

static void step_conversion(struct cook *k, uint32_t a) {
    uint32_t w = 1 + rng_below(k->g, 64), most = (uint32_t)bits_mask(sort_exponent(k->real) - 1), abs;
    switch (rng_below(k->g, 5)) {
    case 0: apply(k, OP_FP_FROM_BITS, k->real, 1, pick(k, sort_bv(sort_width(k->real))), 0, 0); break;
    case 1:
        a = unless(k, apply(k, OP_FP_IS_NAN, sort_bool(), 1, a, 0, 0), a);
        apply(k, OP_FP_TO_BITS, sort_bv(sort_width(k->real)), 1, a, 0, 0);
        break;
    case 2:
        apply(k, rng_below(k->g, 2) ? OP_FP_FROM_SBV : OP_FP_FROM_UBV, k->real, 1, pick(k, some_bv(k)), 0, 0);
        break;
    case 3: {
        static const uint8_t formats[][2] = {{8, 24}, {11, 53}, {5, 11}, {15, 64}, {15, 113}};
        const uint8_t *f = formats[rng_below(k->g, 5)];
        a = apply(k, OP_FP_FROM_FP, sort_float(f[0], f[1]), 1, a, 0, 0);
        apply(k, OP_FP_FROM_FP, k->real, 1, a, 0, 0);
        break;
    }
    default: { /* |a| < 2^(w-1) */
        bool is_signed = rng_below(k->g, 2);
        abs = apply(k, OP_FP_ABS, k->real, 1, a, 0, 0);
        uint32_t bound = float_const(k, (int)(w - 1 < most ? w - 1 : most));
        uint32_t in = apply(k, OP_FP_LT, sort_bool(), 2, abs, bound, 0),
                 out = apply(k, OP_NOT, sort_bool(), 1, in, 0, 0);
        a = unless(k, out, is_signed ? a : abs);
        apply(k, is_signed ? OP_FP_TO_SBV : OP_FP_TO_UBV, sort_bv(w), 1, a, 0, 0);
    }
    }
}

static void step_float(struct cook *k) {
    sort s = k->real;
    uint32_t a = pick(k, s), b = pick(k, s), c = pick(k, s);
    uint32_t op = OP_FP_ADD + rng_below(k->g, OP_FP_IS_NEG - OP_FP_ADD + 1);
    if (rng_below(k->g, 4) == 0) {
        step_conversion(k, a);
        return;
    }
    if (op == OP_FP_MIN || op == OP_FP_MAX) a = plain_zero(k, a), b = plain_zero(k, b);
    bool two = op <= OP_FP_REM || (op >= OP_FP_MIN && op <= OP_FP_EQ);
    apply(k, op, op >= OP_FP_LT ? sort_bool() : s, op == OP_FP_FMA ? 3 : two ? 2 : 1, a, b, c);
}

static uint32_t constant(struct cook *k, sort s, uint64_t n) {
    return push(k, (struct step){.op = OP_CONST, .s = s, .constant = value_of(n)});
}

/* What C programs do to words, which chance alone seldom makes: bytes put together, fields taken
 * out, truth values computed with, linear equations. */
static void step_idiom(struct cook *k) {
    uint32_t w = 2 + rng_below(k->g, k->menu->max_width - 1), low = rng_below(k->g, w),
             part = 1 + rng_below(k->g, w);
    sort s = sort_bv(w);
    uint32_t a = pick(k, sort_bv(part)), b = pick(k, sort_bv(1 + rng_below(k->g, part))), x = pick(k, s),
             y = pick(k, s);
    uint32_t by = rng_below(k->g, 3) ? constant(k, s, low) : constant(k, s, sort_width(k->r->at[b].s));
    switch (rng_below(k->g, 5)) {
    case 0: /* a << low | b */
        a = apply(k, rng_below(k->g, 4) ? OP_BV_ZEXT : OP_BV_SEXT, s, 1, a, 0, 0);
        b = apply(k, rng_below(k->g, 4) ? OP_BV_ZEXT : OP_BV_SEXT, s, 1, b, 0, 0);
        a = apply(k, OP_BV_SHL, s, 2, a, by, 0);
        apply(k, rng_below(k->g, 3) ? OP_BV_OR : OP_BV_XOR, s, 2, a, b, 0);
        break;
    case 1: { /* a field of a shifted word */
        a = apply(k,
                  rng_below(k->g, 2)   ? OP_BV_SHL
                  : rng_below(k->g, 2) ? OP_BV_LSHR
                                       : OP_BV_ASHR,
                  s, 2, x, by, 0);
        uint32_t bottom = rng_below(k->g, w), top = bottom + rng_below(k->g, w - bottom);
        apply(k, OP_BV_EXTRACT, sort_bv(top - bottom + 1), 1, a, 0, 0);
        k->r->at[k->r->n - 1].p0 = top;
        k->r->at[k->r->n - 1].p1 = bottom;
        break;
    }
    case 2: /* x & mask, compared */
        a = apply(k, rng_below(k->g, 2) ? OP_BV_AND : OP_BV_OR, s, 2, x, pick_other(k, s), 0);
        apply(k, rng_below(k->g, 2) ? OP_EQ : OP_BV_SLE, sort_bool(), 2, a, pick_other(k, s), 0);
        break;
    case 3: /* (b ? 1 : 0) op constant, compared */
        a = apply(k, RECIPE_BOOL_TO_BV, s, 1, pick(k, sort_bool()), 0, 0);
        a = apply(k, OP_BV_ADD + rng_below(k->g, OP_BV_XOR - OP_BV_ADD + 1), s, 2, a, pick_other(k, s), 0);
        apply(k, rng_below(k->g, 2) ? OP_EQ : OP_BV_ULT, sort_bool(), 2, a, pick_other(k, s), 0);
        break;
    default: /* c*x + d*y = e */
        a = apply(k, OP_BV_MUL, s, 2, x, pick_other(k, s), 0);
        b = apply(k, OP_BV_MUL, s, 2, pick_other(k, s), y, 0);
        a = apply(k, rng_below(k->g, 2) ? OP_BV_ADD : RECIPE_SUB, s, 2, a, b, 0);
        apply(k, OP_EQ, sort_bool(), 2, a, pick_other(k, s), 0);
    }
}

static void step_any(struct cook *k) {
    uint32_t kind = rng_below(k->g, 16);
    if (k->menu->floats && kind < 8) step_float(k);
    else if (k->menu->ints && kind < 8) step_int(k);
    else if (k->menu->arrays && kind < 5) step_array(k);
    else if (kind < 3) step_idiom(k);
    else if (kind < 8) step_bv(k);
    else if (kind < 10) step_relation(k);
    else if (kind < 12) step_slice(k);
    else if (kind < 14) step_ite(k);
    else step_bool(k);
}

void recipe_random(struct recipe *r, struct rng *g, const struct menu *menu) {
    static const uint8_t formats[][2] = {{8, 24}, {11, 53}, {5, 11}, {15, 64}, {3, 5}};
    const uint8_t *f = formats[rng_below(g, 5)];
    struct cook k = {r, g, menu, 1 + rng_below(g, menu->max_width), 0, sort_float(f[0], f[1])};
    if (rng_below(g, 2)) k.width = 1 + k.width / 2;
    if (menu->width) k.width = menu->width;
    k.array =
        sort_array(sort_bv(1 + rng_below(g, menu->max_width < 4 ? menu->max_width : 4)), sort_bv(k.width));
    r->n = 0;
    for (uint32_t i = 0; (i < menu->steps && r->n < RECIPE_MAX - 24) || !r->n; i++) step_any(&k);
    /* Arrays are looked at through an element. */
    if (sort_kind_of(r->at[r->n - 1].s) == SORT_ARRAY) {
        uint32_t a = r->n - 1, i = pick(&k, sort_index(k.array));
        apply(&k, OP_SELECT, sort_element(k.array), 2, a, i, 0);
    }
}

/* ---- printing and shrinking ---- */

void recipe_var_name(const struct step *s, char *name, size_t size) {
    snprintf(name, size, "x%u_%u", s->s, s->p0);
}

void recipe_print(const struct recipe *r) {
#define OP(name, smt) [OP_##name] = #name,
    static const char *const names[] = {
        TERM_OP_ROWS(OP)[RECIPE_SUB] = "SUB", [RECIPE_NEG] = "NEG", [RECIPE_IMPLIES] = "IMPLIES",
        [RECIPE_INT_SUB] = "INT_SUB", [RECIPE_BOOL_TO_BV] = "BOOL_TO_BV"};
#undef OP
    for (uint32_t i = 0; i < r->n; i++) {
        const struct step *s = &r->at[i];
        struct strbuf b = {0};
        sort_print(&b, s->s);
        printf("  %%%u = %s", i, names[s->op]);
        for (uint32_t k = 0; k < s->n; k++) printf(" %%%u", s->args[k]);
        if (s->op == OP_CONST) strbuf_char(&b, ' '), value_print(&b, s->s, s->constant);
        if (s->op == OP_VAR) printf(" x%u_%u", s->s, s->p0);
        if (s->op == OP_BV_EXTRACT) printf(" [%u:%u]", s->p0, s->p1);
        printf(" : %s\n", b.text);
        strbuf_release(&b);
    }
}

/* Drops the steps that the root does not need. */
static void prune(struct recipe *r) {
    bool needed[RECIPE_MAX] = {0};
    uint32_t to[RECIPE_MAX], n = 0;
    needed[r->n - 1] = true;
    for (uint32_t i = r->n; i--;)
        for (uint32_t k = 0; needed[i] && k < r->at[i].n; k++) needed[r->at[i].args[k]] = true;
    for (uint32_t i = 0; i < r->n; i++) {
        if (!needed[i]) continue;
        struct step s = r->at[i];
        for (uint32_t k = 0; k < s.n; k++) s.args[k] = to[s.args[k]];
        to[i] = n;
        r->at[n++] = s;
    }
    r->n = n;
}

static bool try_step(struct recipe *r, uint32_t i, struct step s,
                     bool (*fails)(void *, const struct recipe *), void *context) {
    struct recipe smaller = *r;
    smaller.at[i] = s;
    prune(&smaller);
    if (!fails(context, &smaller)) return false;
    *r = smaller;
    return true;
}

static bool shrink_once(struct recipe *r, bool (*fails)(void *, const struct recipe *), void *context) {
    for (uint32_t n = r->n - 1; n; n--) { /* an earlier step as root */
        struct recipe smaller = *r;
        smaller.n = n;
        prune(&smaller);
        if (sort_kind_of(smaller.at[smaller.n - 1].s) != SORT_ARRAY && fails(context, &smaller)) {
            *r = smaller;
            return true;
        }
    }
    for (uint32_t i = r->n; i--;) {
        struct step s = r->at[i];
        if (s.op == OP_CONST || (s.op == OP_VAR && sort_kind_of(s.s) == SORT_ARRAY)) continue;
        if (sort_kind_of(s.s) != SORT_ARRAY &&
            try_step(r, i, (struct step){.op = OP_CONST, .s = s.s}, fails, context))
            return true;
        if (s.op != OP_VAR &&
            try_step(r, i, (struct step){.op = OP_VAR, .s = s.s, .p0 = 7 + i}, fails, context))
            return true;
        for (uint32_t k = 0; k < s.n; k++) { /* an argument in place of the step */
            if (r->at[s.args[k]].s != s.s) continue;
            if (try_step(r, i, r->at[s.args[k]], fails, context)) return true;
        }
    }
    return false;
}

void recipe_shrink(struct recipe *r, bool (*fails)(void *context, const struct recipe *r), void *context) {
    prune(r);
    while (shrink_once(r, fails, context)) continue;
}
