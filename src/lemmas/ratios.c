/* What grows at most so many times as fast as a counter: x <= c * y and c * y <= x.
 *
 *     for (i = 0; i < n; i++) a[i] = i % 3;
 *     for (i = 0; i < n; i++) sum += a[i];           sum <= 2 * i, because 0 <= a[k] <= 2
 *
 * So it is for counts of what a loop meets (c = 1), sums of elements between two constants, and
 * whatever adds such a sum per round. y is a variable to which some step adds a constant, x one
 * that some step changes by what it was. Each fact comes as it is, and for rounds after the first
 * only (y <= 0 or ..), because a first round may be what sets x. A state that violates x <= c * y
 * moves c to the least number that fits; from 8 on, to a constant of the program, so that this
 * ends. Both are compared as signed numbers of the wider one's width. */
#include <assert.h>
#include <stdlib.h>

#include "lemmas/supplier.h"

enum { SMALL = 8, LARGE = 1 << 20, MAX_RATIOS = 24 };

/* A group of its class. */
struct ratio {
    uint32_t class;
    term x, y; /* of one width */
    bool above, after_first;
};

struct ratio_list {
    VEC(struct ratio) all;
};

static void *ratios_create(struct workshop *w) {
    (void)w;
    return MEM_NEW(struct ratio_list);
}

static void ratios_destroy(void *state) {
    struct ratio_list *r = state;
    VEC_RELEASE(&r->all);
    free(r);
}

/* ---- the factor ---- */

static int64_t divide_down(int64_t a, int64_t b) {
    assert(b > 0);
    return a / b - (a % b < 0);
}

static int64_t divide_up(int64_t a, int64_t b) {
    assert(b > 0);
    return a / b + (a % b > 0);
}

/* The factor that x and y need, or the one so far if that does; false if none helps. */
static bool factor_for(const struct ratio *r, int64_t x, int64_t y, bool *some, int64_t *factor) {
    if (y <= 0) return r->after_first || (y == 0 && (r->above ? x <= 0 : x >= 0));
    int64_t needed = r->above ? divide_up(x, y) : divide_down(x, y);
    if (!*some || (r->above ? needed > *factor : needed < *factor)) *factor = needed;
    *some = true;
    return true;
}

/* From 8 on, the next constant of the program. */
static bool settle_factor(const struct workshop *w, bool above, int64_t *factor) {
    if (*factor >= -SMALL && *factor <= SMALL) return true;
    int64_t best = 0;
    bool found = false;
    for (uint32_t i = 0; i < w->r.constants.n; i++) {
        int64_t c = (int64_t)w->r.constants.at[i].lo;
        if (above ? c < *factor : c > *factor) continue;
        if (!found || (above ? c < best : c > best)) best = c;
        found = true;
    }
    *factor = best;
    return found && best > -LARGE && best < LARGE;
}

static void add_fact(struct pool *p, uint32_t self, uint32_t group, const struct ratio *r, int64_t factor) {
    uint32_t width = term_width(r->x);
    if (!settle_factor(p->w, r->above, &factor)) return;
    term times = term_bv_mul(term_bv(width, (uint64_t)factor & bits_mask64(width)), r->y);
    term fact = r->above ? term_sle(r->x, times) : term_sle(times, r->x);
    if (r->after_first) fact = term_or(term_sle(r->y, term_bv(width, 0)), fact);
    pool_add(p, r->class, self, group, fact);
}

/* ---- proposing ---- */

static int64_t signed_value(struct workshop *w, term t) {
    return bits_signed64(sheet_u64(w, t), term_width(t));
}

/* One that holds in all samples, if there is a factor. */
static void propose_ratio(struct ratio_list *list, struct pool *p, uint32_t self, struct ratio r) {
    struct workshop *w = p->w;
    const struct lemma_class *k = &w->classes.at[r.class];
    bool some = false, good = true;
    int64_t factor = 0;
    for (uint32_t i = 0; i < k->rows.n && good; i++) {
        runner_load(&w->r, sample(&w->samples, k->at, k->rows.at[i]));
        good = factor_for(&r, signed_value(w, r.x), signed_value(w, r.y), &some, &factor);
    }
    if (!good) return;
    VEC_PUSH(&list->all, r);
    add_fact(p, self, list->all.n - 1, &r, factor);
}

/* Does some step add a constant to the variable (a counter), or change it by what it was? */
static bool is_changed(const struct cfa *c, term var, bool by_constant) {
    for (uint32_t i = 0; i < c->steps.n; i++)
        for (uint32_t j = 0; j < c->steps.at[i].updates.n; j++) {
            const struct cfa_assign *a = &c->steps.at[i].updates.at[j];
            if (a->var != var || a->value == var || !term_mentions(a->value, var)) continue;
            if (!by_constant || term_is_const(term_bv_sub(a->value, var))) return true;
        }
    return false;
}

static void ratios_propose(void *state, struct pool *p, uint32_t class, uint32_t self) {
    struct ratio_list *list = state;
    struct workshop *w = p->w;
    const struct lemma_class *k = &w->classes.at[class];
    const term_vec *columns = &w->columns[k->at];
    uint32_t before = list->all.n;
    if (k->when != term_true()) return;
    for (uint32_t i = 0; i < columns->n; i++)
        for (uint32_t j = 0; j < columns->n && list->all.n < before + MAX_RATIOS; j++) {
            term x = columns->at[i], y = columns->at[j];
            if (i == j || !term_is_var(x) || !term_is_var(y) || term_width(x) < 8 || term_width(y) < 8)
                continue;
            if (!is_changed(w->c, y, true) || !is_changed(w->c, x, false)) continue;
            uint32_t width = term_width(x) > term_width(y) ? term_width(x) : term_width(y);
            for (uint32_t way = 0; way < 4; way++)
                propose_ratio(
                    list, p, self,
                    (struct ratio){class, term_sext(x, width), term_sext(y, width), way & 1, way >> 1});
        }
}

static void ratios_weaken(void *state, struct pool *p, uint32_t class, uint32_t group, uint32_t self) {
    struct ratio_list *list = state;
    assert(group < list->all.n && list->all.at[group].class == class);
    (void)class;
    struct ratio r = list->all.at[group];
    bool some = false;
    int64_t factor = 0;
    if (factor_for(&r, signed_value(p->w, r.x), signed_value(p->w, r.y), &some, &factor) && some)
        add_fact(p, self, group, &r, factor);
}

const struct supplier supplier_ratios = {
    "ratios",     "x <= c * y for a counter y", PASS_SIMPLE, ratios_create, ratios_destroy, ratios_propose,
    ratios_weaken};
