/* Where within their regions the values of columns lie.
 *
 * The last region of a column that is compared with 277 is everything above, and what x + 500141
 * gives from there is anything, because it may wrap around. But all that the program ever puts
 * there may lie below 600000: its arithmetic leads from region to region, and only the open ends
 * spoil that. So reachability is run once more with a hull per region, the least and the greatest
 * value that an assignment has put there, and terms are evaluated on hulls instead of regions. At
 * first hulls are empty and lead nowhere; they grow with the states that are reached, and when they
 * no longer do, their ends become cuts. Hulls that keep growing are widened (Cousot and Cousot
 * 1977): doubled, and in the end the whole region.
 *
 * One hull serves all locations and all states, so this is coarse, but it takes few rounds and few
 * cuts. Nothing rests on it: the cuts are a guess, and the reachability that uses them does not
 * know about hulls. */
#include <assert.h>
#include <stdlib.h>

#include "regions/form.h"
#include "regions/reach.h"
#include "util/clock.h"
#include "util/log.h"

enum {
    PASSES = 200,
    GROWS = 12 /* times, then it is doubled */,
    DOUBLES = 40 /* times, then it is the region */
};
#define COMBINATIONS 512.0

struct hulls {
    bool grown; /* in this pass */
};

static bool has_hulls(const struct column *k) { return !k->sum && sort_kind_of(term_sort(k->t)) == SORT_BV; }

/* ---- growing ---- */

static void grow_to(struct hulls *h, struct region *r, uint64_t least, uint64_t most) {
    if (!r->unseen && r->least <= least && most <= r->most) return;
    assert(r->lo <= least && least <= most && most <= r->hi);
    h->grown = true;
    if (r->unseen) {
        r->unseen = false;
        r->least = least;
        r->most = most;
        return;
    }
    uint64_t more = r->grown++ < GROWS ? 0 : r->grown < GROWS + DOUBLES ? r->most - r->least + 1 : UINT64_MAX;
    if (least < r->least) r->least = least - r->lo < more ? r->lo : least - more;
    if (most > r->most) r->most = r->hi - most < more ? r->hi : most + more;
    assert(r->lo <= r->least && r->least <= r->most && r->most <= r->hi);
}

static void grow_fully(struct hulls *h, struct column *k) {
    for (uint32_t i = 0; has_hulls(k) && i < k->regions.n; i++)
        grow_to(h, &k->regions.at[i], k->regions.at[i].lo, k->regions.at[i].hi);
}

/* The column gets values within v. */
static void grow_by(struct hulls *h, struct column *k, struct range v) {
    sort s = term_sort(k->t);
    for (uint32_t i = 0; i < k->regions.n; i++) {
        struct region *r = &k->regions.at[i];
        struct range b = range_shifted(s, r->lo, r->hi, false, 0);
        if (b.lo > v.hi || v.lo > b.hi) continue;
        grow_to(h, r, range_bits(s, v.lo > b.lo ? v.lo : b.lo), range_bits(s, v.hi < b.hi ? v.hi : b.hi));
    }
}

/* All values that the form has on the states of S, region by region. */
static void grow_on(struct abstract *a, struct form *f, uint32_t i, uint32_t *regions, mdd S,
                    struct column *target) {
    if (S == MDD_NONE) return;
    if (i == f->columns.n) {
        if (!form_unseen(f, regions)) grow_by(a->context, target, form_range(f, regions));
        return;
    }
    const struct column *k = &a->columns.at.at[f->columns.at[i]];
    for (regions[i] = 0; regions[i] < k->regions.n; regions[i]++)
        grow_on(a, f, i + 1, regions,
                mdd_and(&a->table, S, mdd_literal(&a->table, k->level, 1ull << regions[i])), target);
}

static void note_value(struct abstract *a, mdd S, struct column *target, term assigned) {
    struct form f;
    form_init(&f, &a->columns, assigned);
    uint32_t *regions = mem_zero(f.columns.n + 1, sizeof *regions);
    if (f.combinations <= COMBINATIONS) grow_on(a, &f, 0, regions, S, target);
    else grow_fully(a->context, target);
    free(regions);
    form_release(&f);
}

static struct column *column_of(struct abstract *a, term var) {
    const uint64_t *slot = int_map_get(&a->columns.index, var);
    struct column *k = slot ? &a->columns.at.at[*slot - 1] : NULL;
    return k && has_hulls(k) ? k : NULL;
}

static void note_command(struct abstract *a, mdd S, cmd command) {
    const struct cfa_cmd *k = &a->c->cmds.at[command];
    struct column *target;
    if (k->kind == CMD_HAVOC && k->var != TERM_NONE && (target = column_of(a, k->var)))
        grow_fully(a->context, target);
    for (uint32_t i = 0; k->kind == CMD_ASSIGN && i < k->n; i++)
        if ((target = column_of(a, k->assigns[i].var))) note_value(a, S, target, k->assigns[i].value);
}

/* ---- reachability on hulls ---- */

/* What is live at the start may have any value there. */
static void forget_values(struct reach *r) {
    for (uint32_t i = 0; i < r->a.columns.at.n; i++) {
        struct column *k = &r->a.columns.at.at[i];
        bool any = !has_hulls(k) || reach_column_live(r, k, r->c->l0);
        for (uint32_t j = 0; j < k->regions.n && !any; j++) k->regions.at[j].unseen = true;
    }
}

static void run(struct reach *r, struct hulls *h) {
    r->past_error = true;
    r->a.on_command = note_command;
    r->a.context = h;
    forget_values(r);
    for (uint32_t i = 0; i < PASSES && !stop_requested() && !r->a.table.full; i++) {
        h->grown = false;
        reach_run(r);
        if (!h->grown) return;
        abstract_forget(&r->a);
        reach_again(r);
    }
}

/* ---- cuts ---- */

static bool add_cut(struct grain *grain, const struct column *k, uint64_t at) {
    for (uint32_t i = 0; i < grain->cuts.n; i++)
        if (grain->cuts.at[i].column == k->t && grain->cuts.at[i].at == at) return false;
    VEC_PUSH(&grain->cuts, (struct extra_cut){k->t, at});
    return true;
}

/* Does it reach to the end of all numbers? */
static bool open_ended(const struct column *k, const struct region *r) {
    struct range b = range_shifted(term_sort(k->t), r->lo, r->hi, false, 0), any = range_any(term_sort(k->t));
    return b.lo == any.lo || b.hi == any.hi;
}

static bool cut_at_hulls(const struct columns *all, bool only_open, struct grain *grain) {
    bool some = false;
    for (uint32_t i = 0; i < all->at.n; i++) {
        const struct column *k = &all->at.at[i];
        for (uint32_t j = 0; has_hulls(k) && j < k->regions.n; j++) {
            const struct region *r = &k->regions.at[j];
            if (r->unseen || (only_open && !open_ended(k, r))) continue;
            if (r->least > r->lo && add_cut(grain, k, r->least)) some = true;
            if (r->most < r->hi && add_cut(grain, k, r->most + 1)) some = true;
        }
    }
    return some;
}

bool reach_hulls(struct cfa *c, struct grain *grain, uint64_t limit) {
    struct reach r;
    struct hulls h = {0};
    uint32_t before = grain->cuts.n;
    reach_init(&r, c, grain, limit);
    run(&r, &h);
    bool some =
        !h.grown && (cut_at_hulls(&r.a.columns, true, grain) || cut_at_hulls(&r.a.columns, false, grain));
    verbose("regions: hulls of values, %u cuts", grain->cuts.n - before);
    reach_release(&r);
    return some;
}
