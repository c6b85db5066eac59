/* Unit propagation over sets of values.
 *
 * Engines that follow values and regions prove event loops with thousands of lemmas, clauses over
 * comparisons of variables with constants; along ten thousand steps most obligations are then
 * matters of looking, and a solver takes minutes for them. Here every variable has a set of values
 * that are left (sets.h), at first all. A clause none of whose literals can be true with what is
 * left is a contradiction; where a single literal can, the values that make it false go. When that
 * ends, the literals of a shortest clause are cases.
 *
 * A term that is compared with constants and is no variable (x % 15 in x % 15 + 248 <= 277) has a
 * set like a variable, so that several comparisons of it come together. What is left for it is what
 * spans (spans.h) give it on the values that are left for its variable, interval by interval; and
 * an interval on which it can have none of its values goes. Other literals (x <= y) are evaluated
 * with spans.
 *
 * Sets and spans are supersets, so a literal that is found to be false is false, and a
 * contradiction is one. Limits: CASES cases; clauses among variables (x <= y) are only seen through
 * bounds. */
#include "check/refuter.h"

#include <stdlib.h>

#include "check/spans.h"
#include "term/subst.h"

enum {
    CASES = 200,
    ROUNDS = 1000, /* of propagation; far more than sets need to come to an end */
    DEEP = 64,
    MANY = 50 /* literals of a clause: no cases */,
    CERTAIN = 1000
};
#define NO_FACT UINT32_MAX

void refuter_init(struct refuter *r) { *r = (struct refuter){0}; }

void refuter_release(struct refuter *r) {
    int_map_release(&r->index);
    int_map_release(&r->entry_of);
    VEC_RELEASE(&r->vars);
    VEC_RELEASE(&r->changes);
    VEC_RELEASE(&r->literals);
    VEC_RELEASE(&r->clauses);
    VEC_RELEASE(&r->entries);
    VEC_RELEASE(&r->query);
    VEC_RELEASE(&r->owner);
    VEC_RELEASE(&r->derived);
}

/* ---- from terms to clauses ---- */

static uint32_t var_of(struct refuter *r, term t) {
    bool added;
    uint64_t *slot = int_map_put(&r->index, t, &added);
    if (added) {
        struct refuter_var v = {.t = t, .base = UINT32_MAX};
        if (set_sort(term_sort(t))) v.domain = set_between(0, set_greatest(term_sort(t)));
        VEC_PUSH(&r->vars, v);
        *slot = r->vars.n;
    }
    return (uint32_t)*slot - 1;
}

/* u in a comparison of u or u + k with a constant; of several connected ones, the first. */
static term compared_term(term t) {
    for (uint32_t i = 0;
         i < DEEP && (term_op_of(t) == OP_NOT || term_op_of(t) == OP_AND || term_op_of(t) == OP_OR); i++)
        t = term_arg(t, 0);
    if (term_arity(t) != 2 || sort_kind_of(term_sort(term_arg(t, 0))) != SORT_BV) return TERM_NONE;
    term u = term_arg(t, term_is_const(term_arg(t, 0)));
    bool shift = term_op_of(u) == OP_BV_ADD && term_arity(u) == 2 && term_is_const(term_arg(u, 0));
    return shift ? term_arg(u, 1) : u;
}

/* A literal about a derived term, if it is one; its only variable, if it has one, is `base`. */
static void derive_literal(struct refuter *r, struct refuter_literal *a, uint32_t base) {
    term u = compared_term(a->t);
    if (u == TERM_NONE || term_is_const(u) || !span_sort(term_sort(u))) return;
    a->by_set = set_of_term(a->t, a->side, u, &a->set);
    if (!a->by_set) return;
    a->var = var_of(r, u);
    struct refuter_var *v = &r->vars.at[a->var];
    v->derived = !term_is_var(u);
    v->base = v->derived ? base : UINT32_MAX;
}

static void add_literal(struct refuter *r, term t, bool side) {
    struct refuter_literal a = {.t = t, .side = side, .var = UINT32_MAX};
    term_vec vars = {0};
    term_free_vars(t, &vars);
    for (uint32_t i = 0; i < vars.n; i++) var_of(r, vars.at[i]);
    if (vars.n == 1 && set_sort(term_sort(vars.at[0]))) {
        a.var = var_of(r, vars.at[0]);
        a.by_set = set_of_term(t, side, vars.at[0], &a.set);
    }
    if (!a.by_set) derive_literal(r, &a, a.var);
    VEC_RELEASE(&vars);
    VEC_PUSH(&r->literals, a);
}

/* t, if it is `side`, as a disjunction. */
static void add_literals(struct refuter *r, term t, bool side, uint32_t depth) {
    enum term_op op = term_op_of(t);
    if (op == OP_NOT && depth < DEEP) {
        add_literals(r, term_arg(t, 0), !side, depth + 1);
    } else if (op == (side ? OP_OR : OP_AND) && depth < DEEP) {
        for (uint32_t i = 0; i < term_arity(t); i++) add_literals(r, term_arg(t, i), side, depth + 1);
    } else if (term_is_const(t)) {
        if ((t == term_true()) == side) add_literal(r, t, side); /* a false literal is none */
    } else {
        add_literal(r, t, side);
    }
}

/* x in S1 or x in S2: x in the union. So "y = 1 => x = 3 or x = 4" has two literals. */
static void join_literals(struct refuter *r, uint32_t first) {
    uint32_t n = first;
    for (uint32_t i = first; i < r->literals.n; i++) {
        struct refuter_literal a = r->literals.at[i];
        uint32_t j = first;
        while (j < n && !(a.by_set && r->literals.at[j].by_set && r->literals.at[j].var == a.var)) j++;
        if (j < n) r->literals.at[j].set = set_join(&r->literals.at[j].set, &a.set);
        else r->literals.at[n++] = a;
    }
    r->literals.n = n;
}

/* t, if it is `side`, as a conjunction of clauses. */
static void add_clauses(struct refuter *r, term t, bool side, uint32_t depth) {
    enum term_op op = term_op_of(t);
    if (op == OP_NOT && depth < DEEP) {
        add_clauses(r, term_arg(t, 0), !side, depth + 1);
        return;
    }
    if (op == (side ? OP_AND : OP_OR) && depth < DEEP) {
        for (uint32_t i = 0; i < term_arity(t); i++) add_clauses(r, term_arg(t, i), side, depth + 1);
        return;
    }
    struct refuter_clause k = {.first = r->literals.n};
    add_literals(r, t, side, depth);
    join_literals(r, k.first);
    assert(r->literals.n >= k.first);
    k.n = r->literals.n - k.first;
    VEC_PUSH(&r->clauses, k);
}

static bool is_derived(const struct refuter *r, const struct refuter_literal *a) {
    return a->by_set && r->vars.at[a->var].derived;
}

static struct refuter_entry make_entry(struct refuter *r, term t) {
    uint32_t literals = r->literals.n;
    struct refuter_entry e = {.first = r->clauses.n};
    add_clauses(r, t, true, 0);
    e.n = r->clauses.n - e.first;
    for (uint32_t i = literals; i < r->literals.n; i++) e.derived |= is_derived(r, &r->literals.at[i]);
    return e;
}

static struct refuter_entry entry_of(struct refuter *r, term t) {
    bool added;
    uint64_t *slot = int_map_put(&r->entry_of, t, &added);
    if (added) {
        *slot = r->entries.n;
        VEC_PUSH(&r->entries, make_entry(r, t));
    }
    assert(*slot < r->entries.n);
    return r->entries.at[*slot];
}

/* ---- what is left ---- */

static bool restrict_to(struct refuter *r, uint32_t var, const struct value_set *to) {
    assert(var < r->vars.n && set_check(to));
    struct value_set *domain = &r->vars.at[var].domain, left = set_meet(domain, to);
    if (set_equal(&left, domain)) return false;
    assert(set_within(&left, domain));
    VEC_PUSH(&r->changes, (struct refuter_change){var, *domain});
    *domain = left;
    return true;
}

static void undo(struct refuter *r, uint32_t mark) {
    assert(mark <= r->changes.n);
    while (r->changes.n > mark) {
        struct refuter_change c = VEC_POP(&r->changes);
        r->vars.at[c.var].domain = c.before;
    }
}

/* While a term is evaluated: one variable may be confined to a piece of its domain. */
struct confined {
    const struct refuter *r;
    uint32_t var;
    struct value_piece piece;
};

/* A piece in signed order; one that holds both the greatest and the least number is everything
 * between them. */
static struct span span_of_piece(sort s, struct value_piece p) {
    if (sort_kind_of(s) == SORT_BOOL) return (struct span){p.lo, p.hi};
    i128 lo = bits_signed(p.lo, sort_width(s)), hi = bits_signed(p.hi, sort_width(s));
    return lo <= hi ? (struct span){lo, hi} : span_all(s);
}

static struct span span_in_domain(const void *context, term var) {
    const struct confined *c = context;
    uint32_t v = (uint32_t)*int_map_get(&c->r->index, var) - 1;
    sort s = term_sort(var);
    if (v == c->var) return span_of_piece(s, c->piece);
    const struct value_set *d = &c->r->vars.at[v].domain;
    if (!d->n) return span_all(s);
    struct span all = span_of_piece(s, d->at[0]);
    for (uint32_t i = 1; i < d->n; i++) {
        struct span b = span_of_piece(s, d->at[i]);
        all.lo = b.lo < all.lo ? b.lo : all.lo;
        all.hi = b.hi > all.hi ? b.hi : all.hi;
    }
    return all;
}

static bool can_be(const struct refuter *r, const struct refuter_literal *a, uint32_t var,
                   struct value_piece p) {
    struct confined c = {r, var, p};
    struct span v = span_of_term(a->t, span_in_domain, &c);
    return a->side ? v.hi == 1 : v.lo == 0;
}

/* The next part of a domain, cut where the sign changes: pieces by `i`, halves by `upper`. False at
 * the end. */
static bool next_part(const struct refuter_var *v, uint32_t *i, bool *upper, struct value_piece *part) {
    if (*i >= v->domain.n) return false;
    uint64_t half = set_greatest(term_sort(v->t)) / 2;
    *part = v->domain.at[*i];
    bool both = part->lo <= half && part->hi > half;
    if (both && *upper) part->lo = half + 1;
    else if (both) part->hi = half;
    *i += !both || *upper;
    *upper = both && !*upper;
    return true;
}

/* The parts of the variable's domain in which the literal can be true. */
static struct value_set pieces_for(const struct refuter *r, const struct refuter_literal *a) {
    assert(a->var < r->vars.n && !a->by_set);
    struct value_set left = {0};
    struct value_piece part;
    bool upper = false;
    for (uint32_t i = 0; next_part(&r->vars.at[a->var], &i, &upper, &part);) {
        struct value_set one = set_between(part.lo, part.hi);
        if (can_be(r, a, a->var, part)) left = set_join(&left, &one);
    }
    return left;
}

/* ---- derived terms ---- */

/* Signed values as unsigned ones. */
static struct value_set set_of_span(struct span v, sort s) {
    uint64_t greatest = set_greatest(s), lo = (uint64_t)v.lo & greatest, hi = (uint64_t)v.hi & greatest;
    if (lo <= hi) return set_between(lo, hi); /* both of one sign */
    struct value_set positive = set_between(0, hi), negative = set_between(lo, greatest);
    return set_join(&positive, &negative);
}

/* The values that a derived term can have while variable `var` is in the piece. */
static struct value_set derived_values(const struct refuter *r, term t, uint32_t var, struct value_piece p) {
    struct confined c = {r, var, p};
    return set_of_span(span_of_term(t, span_in_domain, &c), term_sort(t));
}

/* Brings a derived term and its variable together; true if that tells something new. */
static bool synchronize(struct refuter *r, uint32_t derived) {
    const struct refuter_var *v = &r->vars.at[derived];
    assert(v->derived && (v->base == UINT32_MAX || !r->vars.at[v->base].derived));
    struct value_set values = {0}, left = {0};
    if (v->base == UINT32_MAX) {
        values = derived_values(r, v->t, UINT32_MAX, (struct value_piece){0, 0});
        return restrict_to(r, derived, &values);
    }
    struct value_piece part;
    bool upper = false;
    for (uint32_t i = 0; next_part(&r->vars.at[v->base], &i, &upper, &part);) {
        struct value_set here = derived_values(r, v->t, v->base, part), one = set_between(part.lo, part.hi);
        if (set_disjoint(&here, &v->domain)) continue;
        values = set_join(&values, &here);
        left = set_join(&left, &one);
    }
    bool less = restrict_to(r, v->base, &left);
    return restrict_to(r, derived, &values) || less;
}

/* True if a derived term has no value left. */
static bool synchronize_all(struct refuter *r, bool *changed) {
    for (uint32_t i = 0; i < r->derived.n; i++) {
        *changed |= synchronize(r, r->derived.at[i]);
        if (!r->vars.at[r->derived.at[i]].domain.n) return true;
    }
    return false;
}

/* ---- literals ---- */

static bool possible(const struct refuter *r, const struct refuter_literal *a) {
    if (a->by_set) return !set_disjoint(&r->vars.at[a->var].domain, &a->set);
    if (a->var != UINT32_MAX) return pieces_for(r, a).n > 0;
    return can_be(r, a, UINT32_MAX, (struct value_piece){0, 0});
}

static bool certain(const struct refuter *r, const struct refuter_literal *a) {
    return a->by_set && set_within(&r->vars.at[a->var].domain, &a->set);
}

/* The literal must be true; true if that tells something new. */
static bool require(struct refuter *r, const struct refuter_literal *a) {
    if (a->var == UINT32_MAX) return false;
    struct value_set left = a->by_set ? a->set : pieces_for(r, a);
    return restrict_to(r, a->var, &left);
}

/* ---- the query ---- */

/* How many literals of a clause can be true, where one with several variables, which gives no case,
 * counts as MANY; CERTAIN if one must be true. *last becomes the last one that can. */
static uint32_t count_possible(const struct refuter *r, const struct refuter_clause *k, uint32_t *last) {
    uint32_t n = 0;
    for (uint32_t i = k->first; i < k->first + k->n && n < CERTAIN; i++) {
        const struct refuter_literal *a = &r->literals.at[i];
        if (certain(r, a)) return CERTAIN;
        if (!possible(r, a)) continue;
        *last = i;
        n += a->var == UINT32_MAX ? MANY : 1;
    }
    return n;
}

static void mark(const struct refuter *r, uint32_t i, bool *used) {
    if (used && r->owner.at[i] != NO_FACT) used[r->owner.at[i]] = true;
}

/* True if there is a contradiction; otherwise *shortest is the clause with the fewest literals that
 * can be true and of which more than one can, or UINT32_MAX. */
static bool propagate(struct refuter *r, bool *used, uint32_t *shortest) {
    bool changed = true;
    for (uint32_t round = 0; changed && round < ROUNDS; round++) {
        uint32_t fewest = MANY;
        changed = false;
        *shortest = UINT32_MAX;
        if (synchronize_all(r, &changed)) return true;
        for (uint32_t i = 0; i < r->query.n; i++) {
            uint32_t last = 0, n = count_possible(r, &r->clauses.at[r->query.at[i]], &last);
            if (n == 0 || (n == 1 && require(r, &r->literals.at[last]))) {
                mark(r, i, used);
                if (n == 0) return true;
                changed = true;
            }
            if (n > 1 && n < fewest) {
                fewest = n;
                *shortest = i;
            }
        }
    }
    return false;
}

static bool contradiction(struct refuter *r, bool *used) {
    uint32_t split;
    if (propagate(r, used, &split)) return true;
    if (split == UINT32_MAX || r->cases == 0) return false;
    mark(r, split, used);
    struct refuter_clause k = r->clauses.at[r->query.at[split]];
    bool all = true;
    for (uint32_t i = k.first; i < k.first + k.n && all; i++) {
        if (!possible(r, &r->literals.at[i])) continue;
        if (r->cases == 0) return false;
        r->cases--;
        uint32_t before = r->changes.n;
        /* A case that tells nothing new would only be looked at again. */
        all = require(r, &r->literals.at[i]) && contradiction(r, used);
        undo(r, before);
    }
    return all;
}

static void note_derived(struct refuter *r, const struct refuter_clause *k) {
    for (uint32_t i = k->first; i < k->first + k->n; i++) {
        if (!is_derived(r, &r->literals.at[i])) continue;
        uint32_t var = r->literals.at[i].var, j = 0;
        while (j < r->derived.n && r->derived.at[j] != var) j++;
        if (j == r->derived.n) VEC_PUSH(&r->derived, var);
    }
}

static void add_to_query(struct refuter *r, struct refuter_entry e, uint32_t fact) {
    for (uint32_t i = 0; i < e.n; i++) {
        VEC_PUSH(&r->query, e.first + i);
        VEC_PUSH(&r->owner, fact);
        if (e.derived) note_derived(r, &r->clauses.at[e.first + i]);
    }
}

bool refuter_refutes(struct refuter *r, const term_vec *facts, const term_vec *guard, term wrong,
                     bool *used) {
    assert(!r->changes.n && r->query.n == r->owner.n);
    VEC_CLEAR(&r->query);
    VEC_CLEAR(&r->owner);
    VEC_CLEAR(&r->derived);
    for (uint32_t i = 0; i < guard->n; i++) add_to_query(r, entry_of(r, guard->at[i]), NO_FACT);
    for (uint32_t i = 0; i < facts->n; i++) add_to_query(r, entry_of(r, facts->at[i]), i);
    uint32_t literals = r->literals.n, clauses = r->clauses.n;
    add_to_query(r, make_entry(r, wrong), NO_FACT);
    r->cases = CASES;
    bool refuted = contradiction(r, used);
    undo(r, 0);
    assert(!r->changes.n && r->literals.n >= literals && r->clauses.n >= clauses);
    r->literals.n = literals;
    r->clauses.n = clauses;
    return refuted;
}
