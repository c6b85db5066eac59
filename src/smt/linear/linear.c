/* The question as cases of literals.
 *
 * Literals are taken from the conjunction, clauses are shortened by what is known to be false, and
 * what is left of them are cases, as are inequations, x < y or y < x. Reads of one array that
 * cannot be equal are at different indices:
 *
 *     a[n - 1] = 0,  a[i] != 0       so that i != n - 1, and with i <= n - 1, i <= n - 2
 *
 * Each case is refuted by ranges and elimination, or the question is given up. */
#include "smt/linear/linear.h"

#include <stdlib.h>

#include "term/subst.h"
#include "util/hash.h"
#include "util/mem.h"

enum {
    MAX_LITERALS = 300,
    MAX_CASES = 160, /* leaves of all case distinctions together */
    MAX_DEPTH = 4,
    MAX_READS = 16
};

struct split {
    term clause; /* a disjunction, or the negation of an equation */
    linear_why why;
};
struct question {
    linear_literals literals;
    VEC(struct split) splits;
    struct int_map known; /* literal -> index into literals and 1 */
    bool contradiction;   /* false is among the literals, or both of two that are opposite */
    linear_why why;
    uint32_t cases; /* that may still be looked at */
};

static linear_why bit(uint32_t i) { return (linear_why)1 << (i < 63 ? i : 63); }

/* ---- literals ---- */

static void contradict(struct question *q, linear_why why) {
    if (!q->contradiction) q->why = why;
    q->contradiction = true;
}

static void add(struct question *q, term t, linear_why why) {
    term_vec parts = {0};
    term_conjuncts(t, &parts);
    for (uint32_t i = 0; i < parts.n; i++) {
        bool added;
        uint64_t *opposite = int_map_get(&q->known, term_not(parts.at[i]));
        if (parts.at[i] == term_false()) contradict(q, why);
        if (opposite) contradict(q, why | q->literals.at[*opposite - 1].why);
        uint64_t *at = int_map_put(&q->known, parts.at[i], &added);
        if (!added) continue;
        VEC_PUSH(&q->literals, (struct linear_literal){parts.at[i], why});
        *at = q->literals.n;
    }
    VEC_RELEASE(&parts);
}

/* The clause without what is known to be false; its one literal is added, if there is one only.
 * True if it says nothing any more. */
static bool shorten(struct question *q, struct split *s) {
    term_vec left = {0};
    bool holds = false;
    for (uint32_t i = 0; i < term_arity(s->clause) && !holds; i++) {
        term d = term_arg(s->clause, i);
        uint64_t *opposite = int_map_get(&q->known, term_not(d));
        holds = int_map_get(&q->known, d) != NULL;
        if (opposite) s->why |= q->literals.at[*opposite - 1].why;
        else VEC_PUSH(&left, d);
    }
    bool done = holds || left.n <= 1;
    if (!holds && left.n == 1) add(q, left.at[0], s->why);
    if (!holds && left.n == 0) contradict(q, s->why);
    if (!done) s->clause = term_or_n(left.at, left.n);
    VEC_RELEASE(&left);
    return done;
}

static bool is_clause(term t) { return term_op_of(t) == OP_OR; }

static bool is_inequation(term t) {
    if (term_op_of(t) != OP_NOT || term_op_of(term_arg(t, 0)) != OP_EQ) return false;
    term a = term_arg(term_arg(t, 0), 0);
    return sort_kind_of(term_sort(a)) == SORT_BV && term_width(a) <= 64;
}

/* Unit propagation; what stays a disjunction is in q->splits. */
static void propagate(struct question *q) {
    bool *done = mem_zero(MAX_LITERALS + 1, sizeof *done);
    for (bool again = true; again && !q->contradiction && q->literals.n <= MAX_LITERALS;) {
        again = false;
        for (uint32_t i = 0; i < q->literals.n && i < MAX_LITERALS; i++) {
            struct split s = {q->literals.at[i].t, q->literals.at[i].why};
            if (done[i] || !is_clause(s.clause)) continue;
            uint32_t before = q->literals.n;
            done[i] = shorten(q, &s);
            again |= q->literals.n > before;
        }
    }
    VEC_CLEAR(&q->splits);
    for (uint32_t i = 0; i < q->literals.n && i < MAX_LITERALS; i++) {
        struct split s = {q->literals.at[i].t, q->literals.at[i].why};
        if (is_clause(s.clause) && !done[i] && !shorten(q, &s)) VEC_PUSH(&q->splits, s);
        if (is_inequation(s.clause)) VEC_PUSH(&q->splits, s);
    }
    free(done);
}

/* ---- reads ---- */

/* What a literal says of one read: equal to a constant, or not. */
struct read {
    term read, constant;
    bool equal;
    linear_why why;
};

static bool as_read(const struct linear_literal *l, struct read *r) {
    term t = l->t;
    r->equal = term_op_of(t) != OP_NOT;
    if (!r->equal) t = term_arg(t, 0);
    if (term_op_of(t) != OP_EQ || !term_is_const(term_arg(t, 0))) return false;
    r->read = term_arg(t, 1);
    r->constant = term_arg(t, 0);
    r->why = l->why;
    return term_op_of(r->read) == OP_SELECT;
}

/* Can the reads not be of one element? */
static bool differ(const struct read *a, const struct read *b) {
    if (term_arg(a->read, 0) != term_arg(b->read, 0) || !(a->equal || b->equal)) return false;
    return a->equal && b->equal ? a->constant != b->constant : a->constant == b->constant;
}

static void add_indices(struct question *q) {
    struct read reads[MAX_READS];
    uint32_t n = 0;
    for (uint32_t i = 0; i < q->literals.n && n < MAX_READS; i++) n += as_read(&q->literals.at[i], &reads[n]);
    for (uint32_t i = 0; i < n; i++)
        for (uint32_t j = 0; j < i; j++)
            if (differ(&reads[i], &reads[j]))
                add(q, term_not(term_eq(term_arg(reads[i].read, 1), term_arg(reads[j].read, 1))),
                    reads[i].why | reads[j].why);
}

/* ---- cases ---- */

static void question_release(struct question *q) {
    VEC_RELEASE(&q->literals);
    VEC_RELEASE(&q->splits);
    int_map_release(&q->known);
}

static bool refute(const linear_literals *literals, uint32_t depth, uint32_t *cases, linear_why *why);

/* All literals, and `t` in the place of what it is a case of. */
static bool refute_case(const struct question *q, const struct split *s, term t, uint32_t depth,
                        uint32_t *cases, linear_why *why) {
    linear_literals all = {0};
    VEC_PUSH(&all, (struct linear_literal){t, s->why});
    for (uint32_t i = 0; i < q->literals.n; i++) VEC_PUSH(&all, q->literals.at[i]);
    bool refuted = refute(&all, depth + 1, cases, why);
    VEC_RELEASE(&all);
    return refuted;
}

static bool refute_split(const struct question *q, const struct split *s, uint32_t depth, uint32_t *cases,
                         linear_why *why) {
    if (is_inequation(s->clause)) {
        term a = term_arg(term_arg(s->clause, 0), 0), b = term_arg(term_arg(s->clause, 0), 1);
        return refute_case(q, s, term_ult(a, b), depth, cases, why) &&
               refute_case(q, s, term_ult(b, a), depth, cases, why);
    }
    for (uint32_t i = 0; i < term_arity(s->clause); i++)
        if (!refute_case(q, s, term_arg(s->clause, i), depth, cases, why)) return false;
    return true;
}

/* Ranges, then elimination, then the cases of one clause after the other. *why gets more
 * reasons. */
static bool refute(const linear_literals *literals, uint32_t depth, uint32_t *cases, linear_why *why) {
    struct question q = {0};
    if (*cases == 0) return false;
    --*cases;
    for (uint32_t i = 0; i < literals->n; i++) add(&q, literals->at[i].t, literals->at[i].why);
    propagate(&q);
    add_indices(&q);
    propagate(&q);
    linear_why reasons = q.why;
    bool refuted = q.contradiction;
    if (!refuted && q.literals.n <= MAX_LITERALS) {
        linear_rows rows = {0};
        refuted = linear_translate(&q.literals, &rows, &reasons) || linear_eliminate(&rows, &reasons);
        VEC_RELEASE(&rows);
    }
    if (refuted) *why |= reasons;
    for (uint32_t i = 0; !refuted && depth < MAX_DEPTH && i < q.splits.n && *cases; i++) {
        reasons = 0;
        refuted = refute_split(&q, &q.splits.at[i], depth, cases, &reasons);
        if (refuted) *why |= reasons | q.splits.at[i].why;
    }
    question_release(&q);
    return refuted;
}

/* A comparison of sums: what is worth the time. */
static bool compares_sums(term t) {
    term_vec parts = {0};
    bool found = false;
    term_subterms(t, &parts);
    for (uint32_t i = 0; i < parts.n && !found; i++) {
        enum term_op op = term_op_of(parts.at[i]);
        bool order = op == OP_BV_ULE || op == OP_BV_ULT || op == OP_BV_SLE || op == OP_BV_SLT;
        for (uint32_t k = 0; order && k < 2; k++) found |= term_op_of(term_arg(parts.at[i], k)) == OP_BV_ADD;
    }
    VEC_RELEASE(&parts);
    return found;
}

bool linear_refute(const term_vec *facts, const term *assumptions, uint32_t n, bool *in_core) {
    linear_literals literals = {0};
    bool sums = false;
    for (uint32_t i = 0; i < n; i++) {
        VEC_PUSH(&literals, (struct linear_literal){assumptions[i], bit(i)});
        sums = sums || compares_sums(assumptions[i]);
    }
    for (uint32_t i = 0; i < facts->n && literals.n <= MAX_LITERALS; i++) {
        if (facts->at[i] == TERM_NONE) continue;
        VEC_PUSH(&literals, (struct linear_literal){facts->at[i], 0});
        sums = sums || compares_sums(facts->at[i]);
    }
    uint32_t cases = MAX_CASES;
    linear_why why = 0;
    bool refuted = sums && literals.n <= MAX_LITERALS && refute(&literals, 0, &cases, &why);
    for (uint32_t i = 0; refuted && i < n; i++) in_core[i] = why & bit(i);
    VEC_RELEASE(&literals);
    return refuted;
}
