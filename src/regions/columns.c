/* Which expressions are followed, and how finely.
 *
 * Columns. Every variable, and every sum that an equality compares with a constant (token - local
 * in token = local + 2), closed under what assignments make of such sums. A column with a single
 * region says nothing and goes.
 *
 * Regions. A constant that the program compares a column with cuts its values where the answer
 * changes; one that it assigns gets a region of its own. An assignment x := y + k carries the cuts
 * of y to x and back, so that copies tell apart what their origins do; within the least and
 * greatest constant of the column, so that x := x + 1 counts from one constant to the other and no
 * further, and only if they all fit. Cuts that do not fit into MDD_SIZE regions are left out: that
 * costs precision, never soundness, since images are computed for whatever regions there are. */
#include "regions/columns.h"

#include <assert.h>
#include <stdlib.h>

#include "regions/mdd.h"

enum { MAX_SUMS = 32, MAX_CUTS = MDD_SIZE - 2, MAX_LEAVES = 64 };

/* ---- columns ---- */

static uint32_t add_column(struct columns *k, term t, bool sum) {
    bool added;
    uint64_t *slot = int_map_put(&k->index, t, &added);
    if (added) {
        *slot = k->at.n + 1;
        VEC_PUSH(&k->at, (struct column){.t = t, .sum = sum, .least = INT64_MAX, .greatest = INT64_MIN});
    }
    return (uint32_t)*slot - 1;
}

/* t without its constant summand, which goes to *offset. */
static term without_constant(term t, uint64_t *offset) {
    *offset = 0;
    if (term_op_of(t) == OP_BV_NOT) { /* -1 - a */
        *offset = term_value(term_bv_not(term_bv(term_width(t), 0))).lo;
        return term_bv_neg(term_arg(t, 0));
    }
    if (term_op_of(t) != OP_BV_ADD || !term_is_const(term_arg(t, 0))) return t;
    *offset = term_value(term_arg(t, 0)).lo;
    return term_bv_sub(t, term_arg(t, 0));
}

bool columns_match(const struct columns *k, term t, uint32_t *column, bool *negated, uint64_t *offset) {
    *negated = false;
    *offset = 0;
    const uint64_t *slot = int_map_get(&k->index, t);
    if (!slot && range_sort(term_sort(t)) && sort_kind_of(term_sort(t)) == SORT_BV && !term_is_const(t)) {
        enum term_op op = term_op_of(t);
        if (op != OP_BV_ADD && op != OP_BV_NOT && op != OP_BV_MUL) return false;
        term rest = without_constant(t, offset);
        slot = int_map_get(&k->index, rest);
        if (!slot) {
            slot = int_map_get(&k->index, term_bv_neg(rest));
            *negated = true;
        }
    }
    if (slot) *column = (uint32_t)*slot - 1;
    return slot != NULL;
}

static bool linear(term t) {
    if (term_is_var(t)) return true;
    bool is_product = term_op_of(t) == OP_BV_MUL && term_is_const(term_arg(t, 0));
    if (is_product) return term_arity(t) == 2 && term_is_var(term_arg(t, 1));
    if (term_op_of(t) != OP_BV_ADD) return false;
    for (uint32_t i = 0; i < term_arity(t); i++)
        if (!term_is_const(term_arg(t, i)) &&
            !(term_op_of(term_arg(t, i)) != OP_BV_ADD && linear(term_arg(t, i))))
            return false;
    return true;
}

/* Follows the sum t without its constant, if there is room. */
static void add_sum(struct columns *k, term t, uint32_t *sums) {
    uint32_t column;
    bool negated;
    uint64_t offset;
    if (*sums >= MAX_SUMS || !linear(t) || columns_match(k, t, &column, &negated, &offset)) return;
    add_column(k, without_constant(t, &offset), true);
    ++*sums;
}

/* The sums that equalities in t compare. */
static void add_sums_of(struct columns *k, term t, uint32_t *sums, struct int_map *seen) {
    term_vec subterms = {0};
    term_subterms_unseen(t, seen, &subterms);
    for (uint32_t i = 0; i < subterms.n; i++) {
        term a = subterms.at[i];
        if (term_op_of(a) != OP_EQ || sort_kind_of(term_sort(term_arg(a, 0))) != SORT_BV) continue;
        if (range_sort(term_sort(term_arg(a, 0))))
            add_sum(k, term_bv_sub(term_arg(a, 0), term_arg(a, 1)), sums);
    }
    VEC_RELEASE(&subterms);
}

/* ---- what assignments do to columns ---- */

/* The value of a column after the assignments of a command. */
static term value_after(const struct cfa_cmd *a, term column) {
    struct subst s = {0};
    for (uint32_t i = 0; i < a->n; i++) subst_set(&s, a->assigns[i].var, a->assigns[i].value);
    term after = subst_apply(&s, column);
    subst_release(&s);
    return after;
}

static bool assigns_to(const struct cfa_cmd *a, term column) {
    for (uint32_t i = 0; i < a->n; i++)
        if (term_mentions(column, a->assigns[i].var)) return true;
    return false;
}

/* The leaves of a tree of ITE. */
static void leaves_of(term t, term_vec *leaves) {
    term_vec waiting = {0};
    VEC_PUSH(&waiting, t);
    while (waiting.n && leaves->n < MAX_LEAVES) {
        term a = VEC_POP(&waiting);
        if (term_op_of(a) == OP_ITE) {
            VEC_PUSH(&waiting, term_arg(a, 1));
            VEC_PUSH(&waiting, term_arg(a, 2));
        } else {
            VEC_PUSH(leaves, a);
        }
    }
    VEC_RELEASE(&waiting);
}

struct transfer { /* to := from + offset */
    uint32_t from, to;
    uint64_t offset;
};
typedef VEC(struct transfer) transfer_vec;

/* ---- cuts ---- */

static uint64_t mask_of(term t) { return range_bits(term_sort(t), -1); }

/* False if it is there already, or there is no room. */
static bool add_cut(struct column *a, uint64_t cut) {
    cut &= mask_of(a->t);
    assert(a->cuts.n <= MAX_CUTS);
    uint32_t i = 0;
    while (i < a->cuts.n && a->cuts.at[i] < cut) i++;
    if (!cut || (i < a->cuts.n && a->cuts.at[i] == cut) || a->cuts.n >= MAX_CUTS) return false;
    VEC_PUSH(&a->cuts, cut);
    for (uint32_t j = a->cuts.n - 1; j > i; j--) a->cuts.at[j] = a->cuts.at[j - 1];
    a->cuts.at[i] = cut;
    assert((!i || a->cuts.at[i - 1] < cut) && (i + 1 == a->cuts.n || cut < a->cuts.at[i + 1]));
    return true;
}

static void note_constant(struct column *a, uint64_t bits) {
    struct range v = range_of(term_sort(a->t), bits & mask_of(a->t));
    if (v.lo < a->least) a->least = v.lo;
    if (v.lo > a->greatest) a->greatest = v.lo;
}

static void add_constant(struct column *a, uint64_t bits) {
    note_constant(a, bits);
    add_cut(a, bits);
    add_cut(a, bits + 1);
}

/* t is compared with c: the column inside t is cut where t passes from c-1 to c or from c to
 * c+1. */
static void compare(struct columns *k, term t, uint64_t c, bool below, bool above) {
    while (term_op_of(t) == OP_BV_ZEXT || term_op_of(t) == OP_BV_SEXT) t = term_arg(t, 0);
    uint32_t column;
    bool negated;
    uint64_t offset;
    if (!columns_match(k, t, &column, &negated, &offset)) return;
    struct column *a = &k->at.at[column];
    uint64_t at = negated ? offset - c : c - offset;
    note_constant(a, at);
    if (negated ? above : below) add_cut(a, at);
    if (negated ? below : above) add_cut(a, at + 1);
    if (offset) add_cut(a, negated ? offset - (mask_of(t) / 2) : mask_of(t) / 2 + 1 - offset);
}

static void cut_at_comparisons(struct columns *k, term t, struct int_map *seen) {
    term_vec subterms = {0};
    term_subterms_unseen(t, seen, &subterms);
    for (uint32_t i = 0; i < subterms.n; i++) {
        term a = subterms.at[i];
        if (term_arity(a) != 2 || !range_sort(term_sort(term_arg(a, 0)))) continue;
        term left = term_arg(a, 0), right = term_arg(a, 1);
        switch (term_op_of(a)) {
        case OP_EQ:
            if (sort_kind_of(term_sort(left)) != SORT_BV) break;
            if (term_is_const(left)) compare(k, right, term_value(left).lo, true, true);
            else compare(k, term_bv_sub(left, right), 0, true, true);
            break;
        case OP_BV_ULE:
        case OP_BV_SLE:
            if (term_is_const(left)) compare(k, right, term_value(left).lo, true, false);
            if (term_is_const(right)) compare(k, left, term_value(right).lo, false, true);
            break;
        default: break;
        }
    }
    VEC_RELEASE(&subterms);
}

/* ---- collecting ---- */

static void collect_sums(struct columns *k, const struct cfa *c) {
    struct int_map seen = {0};
    uint32_t sums = 0;
    for (cmd i = 0; i < c->cmds.n; i++) {
        const struct cfa_cmd *a = &c->cmds.at[i];
        if (a->kind == CMD_ASSUME) add_sums_of(k, a->cond, &sums, &seen);
        for (uint32_t j = 0; a->kind == CMD_ASSIGN && j < a->n; j++)
            add_sums_of(k, a->assigns[j].value, &sums, &seen);
    }
    int_map_release(&seen);
    /* The loop sees the columns that it adds; MAX_SUMS ends it. */
    for (uint32_t j = 0; j < k->at.n; j++)
        for (cmd i = 0; k->at.at[j].sum && i < c->cmds.n; i++) {
            const struct cfa_cmd *a = &c->cmds.at[i];
            if (a->kind == CMD_ASSIGN && assigns_to(a, k->at.at[j].t))
                add_sum(k, value_after(a, k->at.at[j].t), &sums);
        }
}

/* Constants and transfers of one assignment to one column. */
static void collect_values(struct columns *k, uint32_t to, term assigned, transfer_vec *transfers) {
    assert(to < k->at.n && term_sort(assigned) == term_sort(k->at.at[to].t));
    term_vec leaves = {0};
    leaves_of(assigned, &leaves);
    for (uint32_t i = 0; i < leaves.n; i++) {
        struct transfer t = {.to = to};
        bool negated;
        if (term_is_const(leaves.at[i])) add_constant(&k->at.at[to], term_value(leaves.at[i]).lo);
        else if (columns_match(k, leaves.at[i], &t.from, &negated, &t.offset) && !negated)
            VEC_PUSH(transfers, t);
    }
    VEC_RELEASE(&leaves);
}

static void collect_cuts(struct columns *k, const struct cfa *c, transfer_vec *transfers) {
    struct int_map seen = {0};
    for (cmd i = 0; i < c->cmds.n; i++) {
        const struct cfa_cmd *a = &c->cmds.at[i];
        if (a->kind == CMD_ASSUME) cut_at_comparisons(k, a->cond, &seen);
        if (a->kind != CMD_ASSIGN) continue;
        for (uint32_t j = 0; j < a->n; j++) {
            cut_at_comparisons(k, a->assigns[j].value, &seen);
            uint32_t to = (uint32_t)*int_map_get(&k->index, a->assigns[j].var) - 1;
            if (range_sort(term_sort(a->assigns[j].var)))
                collect_values(k, to, a->assigns[j].value, transfers);
        }
        for (uint32_t j = 0; j < k->at.n; j++)
            if (k->at.at[j].sum && assigns_to(a, k->at.at[j].t))
                collect_values(k, j, value_after(a, k->at.at[j].t), transfers);
    }
    int_map_release(&seen);
}

/* Cuts of one column that lie among the constants of the other, shifted by the offset. */
static bool carry(struct column *to, const struct column *from, uint64_t offset) {
    bool changed = false;
    for (uint32_t i = 0; i < from->cuts.n; i++) {
        struct range v = range_of(term_sort(to->t), (from->cuts.at[i] + offset) & mask_of(to->t));
        bool inside = v.lo >= to->least && v.lo - 1 <= to->greatest;
        if (inside && add_cut(to, range_bits(term_sort(to->t), v.lo))) {
            changed = true;
            i = UINT32_MAX; /* `from` may be `to` */
        }
    }
    return changed;
}

/* x := x + k makes more values than there is room for. */
static bool endless(const struct columns *k, const struct transfer *t) {
    const struct column *a = &k->at.at[t->to];
    if (t->from != t->to || a->least >= a->greatest) return false;
    struct range step = range_of(term_sort(a->t), t->offset);
    double size = (double)(step.lo < 0 ? -step.lo : step.lo);
    return ((double)a->greatest - (double)a->least) / (size > 1 ? size : 1) > MAX_CUTS / 2;
}

/* Constants reach over transfers as well; but what a column adds to itself has no end. */
static bool carry_constants(struct columns *k, const struct transfer *t) {
    assert(t->to < k->at.n && t->from < k->at.n);
    struct column *to = &k->at.at[t->to], *from = &k->at.at[t->from];
    if (from == to || t->offset) return false;
    struct column before = *to, *both[] = {to, from};
    struct column before_from = *from;
    for (int i = 0; i < 2; i++) {
        if (both[1 - i]->least < both[i]->least) both[i]->least = both[1 - i]->least;
        if (both[1 - i]->greatest > both[i]->greatest) both[i]->greatest = both[1 - i]->greatest;
    }
    return before.least != to->least || before.greatest != to->greatest || before_from.least != from->least ||
           before_from.greatest != from->greatest;
}

/* Is it a sum with a constant, for which one of the columns has no room? */
static bool too_wide(const struct columns *k, const struct transfer *t) {
    return t->offset && (k->at.at[t->to].narrow || k->at.at[t->from].narrow);
}

static void carry_cuts(struct columns *k, const transfer_vec *transfers) {
    bool changed = true;
    while (changed) {
        changed = false;
        for (uint32_t i = 0; i < transfers->n; i++) {
            const struct transfer *t = &transfers->at[i];
            if (endless(k, t) || too_wide(k, t)) continue;
            if (carry_constants(k, t)) changed = true;
            if (carry(&k->at.at[t->to], &k->at.at[t->from], t->offset)) changed = true;
            if (carry(&k->at.at[t->from], &k->at.at[t->to], 0 - t->offset)) changed = true;
        }
    }
}

static void forget_cuts(struct columns *k) {
    for (uint32_t i = 0; i < k->at.n; i++) {
        struct column *a = &k->at.at[i];
        VEC_CLEAR(&a->cuts);
        a->least = INT64_MAX;
        a->greatest = INT64_MIN;
    }
}

/* The columns that are full now and were not when there were `own` cuts become narrow. */
static bool find_narrow(struct columns *k, const uint32_t *own) {
    bool found = false;
    for (uint32_t i = 0; i < k->at.n; i++) {
        struct column *a = &k->at.at[i];
        if (a->narrow || a->cuts.n < MAX_CUTS || own[i] >= MAX_CUTS) continue;
        a->narrow = found = true;
    }
    return found;
}

/* Sums with constants may make more cuts than there is room for. A column without room for all of
 * them gets none: any choice would be worse than that of hulls and paths, which need the room. */
static void choose_cuts(struct columns *k, const struct cfa *c) {
    uint32_t *own = mem_zero(k->at.n + 1, sizeof *own);
    transfer_vec transfers = {0};
    do {
        forget_cuts(k);
        VEC_CLEAR(&transfers);
        collect_cuts(k, c, &transfers);
        for (uint32_t i = 0; i < k->at.n; i++) own[i] = k->at.at[i].cuts.n;
        carry_cuts(k, &transfers);
    } while (find_narrow(k, own));
    VEC_RELEASE(&transfers);
    free(own);
}

/* ---- regions ---- */

static void make_regions(struct column *a) {
    assert(a->cuts.n < MDD_SIZE);
    uint64_t from = 0, sign = mask_of(a->t) / 2 + 1;
    if (sort_kind_of(term_sort(a->t)) == SORT_BOOL) {
        add_cut(a, 1);
    } else if (a->cuts.n) {
        a->cuts.n = a->cuts.n < MAX_CUTS ? a->cuts.n : MAX_CUTS - 1;
        add_cut(a, sign);
    }
    for (uint32_t i = 0; i <= a->cuts.n; i++) {
        uint64_t next = i < a->cuts.n ? a->cuts.at[i] : 0;
        uint64_t last = (next - 1) & mask_of(a->t);
        VEC_PUSH(&a->regions, (struct region){.lo = from, .hi = last, .least = from, .most = last});
        from = next;
    }
}

static void column_release(struct column *a) {
    VEC_RELEASE(&a->cuts);
    VEC_RELEASE(&a->regions);
}

/* Columns that tell nothing apart go. */
static void drop_dull(struct columns *k) {
    uint32_t n = 0;
    int_map_clear(&k->index);
    for (uint32_t i = 0; i < k->at.n; i++) {
        if (k->at.at[i].regions.n < 2) {
            column_release(&k->at.at[i]);
            continue;
        }
        k->at.at[n] = k->at.at[i];
        *int_map_put(&k->index, k->at.at[n].t, NULL) = n + 1;
        n++;
    }
    k->at.n = n;
}

#ifndef NDEBUG
/* The regions cover all values in order, and none holds the greatest and the least signed
 * number. */
static bool regions_check(const struct column *a) {
    uint64_t next = 0, sign = mask_of(a->t) / 2 + 1;
    for (uint32_t i = 0; i < a->regions.n; i++) {
        const struct region *r = &a->regions.at[i];
        bool both = sort_kind_of(term_sort(a->t)) == SORT_BV && r->lo < sign && r->hi >= sign;
        if (r->lo != next || r->hi < r->lo || (both && a->cuts.n)) return false;
        next = (r->hi + 1) & mask_of(a->t);
    }
    return next == 0 && a->regions.n >= 2 && a->regions.n <= MDD_SIZE;
}

static bool columns_check(const struct columns *k) {
    for (uint32_t i = 0; i < k->at.n; i++) {
        const uint64_t *slot = int_map_get(&k->index, k->at.at[i].t);
        if (!slot || *slot != i + 1 || !regions_check(&k->at.at[i])) return false;
    }
    return true;
}
#endif

void columns_init(struct columns *k, const struct cfa *c, const struct grain *grain) {
    *k = (struct columns){0};
    for (uint32_t i = 0; i < c->vars.n; i++) add_column(k, c->vars.at[i].var, false);
    if (!grain->without_sums) collect_sums(k, c);
    choose_cuts(k, c);
    for (uint32_t i = 0; i < grain->cuts.n; i++) {
        const uint64_t *slot = int_map_get(&k->index, grain->cuts.at[i].column);
        if (slot) add_cut(&k->at.at[*slot - 1], grain->cuts.at[i].at);
    }
    for (uint32_t i = 0; i < k->at.n; i++)
        if (range_sort(term_sort(k->at.at[i].t))) make_regions(&k->at.at[i]);
    drop_dull(k);
    assert(columns_check(k));
}

void columns_release(struct columns *k) {
    for (uint32_t i = 0; i < k->at.n; i++) column_release(&k->at.at[i]);
    VEC_RELEASE(&k->at);
    int_map_release(&k->index);
}

/* ---- */

static term within(term t, uint64_t lo, uint64_t hi) {
    assert(lo <= hi);
    uint32_t width = term_width(t);
    if (lo == hi) return term_eq(term_bv(width, lo), t);
    return term_and(term_ule(term_bv(width, lo), t), term_ule(t, term_bv(width, hi)));
}

term column_term(const struct column *a, uint64_t regions) {
    assert(a->regions.n >= 2 && a->regions.n <= MDD_SIZE);
    if (sort_kind_of(term_sort(a->t)) == SORT_BOOL)
        return regions == 3   ? term_true()
               : regions == 2 ? a->t
               : regions == 1 ? term_not(a->t)
                              : term_false();
    term any = term_false();
    for (uint32_t i = 0; i < a->regions.n; i++) {
        if (!(regions >> i & 1)) continue;
        uint32_t j = i;
        while (j + 1 < a->regions.n && regions >> (j + 1) & 1) j++;
        any = term_or(any, within(a->t, a->regions.at[i].lo, a->regions.at[j].hi));
        i = j;
    }
    return any;
}
