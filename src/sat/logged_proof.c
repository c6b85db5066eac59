/* Interpolants from resolution chains, by McMillan's rules ("Interpolation and SAT-based model
 * checking", CAV 2003): a clause of A contributes its shared literals, a clause of B nothing
 * (true); resolution on a variable that only A knows is a disjunction, any other one a conjunction.
 * Only what the empty clause depends on is turned into gates. */
#include "sat/logged_internal.h"

#include <stdlib.h>

/* The clauses that the empty one depends on; antecedents are older than what is derived from
 * them. */
static uint8_t *needed_clauses(const struct logged *s) {
    uint8_t *needed = mem_zero(s->clauses.n, 1);
    needed[s->empty] = 1;
    for (uint32_t i = s->empty + 1; i-- > 0;) {
        const struct logged_clause *c = &s->clauses.at[i];
        for (uint32_t k = 0; needed[i] && k < c->chain_n; k++) needed[s->links.at[c->chain + k].clause] = 1;
    }
    return needed;
}

struct logged *logged_trimmed(const struct logged *s) {
    struct logged *t = logged_new();
    uint8_t *needed = needed_clauses(s);
    for (uint32_t v = 1; v < s->vars.n; v++) {
        logged_part(t, s->vars.at[v].part);
        logged_fresh(t);
    }
    VEC(int) clause = {0};
    for (uint32_t i = 0; i < s->clauses.n; i++) {
        if (!needed[i] || s->clauses.at[i].derived) continue;
        const uint32_t *lits = logged_lits(s, i);
        VEC_CLEAR(&clause);
        for (uint32_t k = 0; k < s->clauses.at[i].n; k++)
            VEC_PUSH(&clause, lits[k] & 1 ? -(int)(lits[k] / 2) : (int)(lits[k] / 2));
        logged_part(t, s->clauses.at[i].part);
        logged_clause(t, clause.at, clause.n);
    }
    VEC_RELEASE(&clause);
    free(needed);
    return t;
}

/* A clause that was given. */
static uint32_t given(const struct logged *s, const struct logged_formulas *f, uint32_t clause,
                      const uint32_t *shared) {
    if (s->clauses.at[clause].part == PART_B) return f->yes;
    uint32_t any = f->no;
    for (uint32_t i = 0; i < s->clauses.at[clause].n; i++) {
        uint32_t lit = logged_lits(s, clause)[i], its = shared[lit / 2];
        if (its == NONE_SHARED) continue;
        any = f->disjunction(f->context, any, lit & 1 ? f->negation(f->context, its) : its);
    }
    return any;
}

static uint32_t chained(const struct logged *s, const struct logged_formulas *f, uint32_t clause,
                        const uint32_t *shared, const uint32_t *partial) {
    const struct logged_antecedent *links = s->links.at + s->clauses.at[clause].chain;
    uint32_t p = partial[links[0].clause];
    for (uint32_t k = 1; k < s->clauses.at[clause].chain_n; k++) {
        uint32_t pivot = links[k].pivot, q = partial[links[k].clause];
        bool local = shared[pivot] == NONE_SHARED && s->vars.at[pivot].part == PART_A;
        p = local ? f->disjunction(f->context, p, q) : f->conjunction(f->context, p, q);
    }
    return p;
}

uint32_t logged_interpolant(const struct logged *s, const struct logged_formulas *f, const uint32_t *shared) {
    assert(s->empty != NO_CLAUSE);
    uint8_t *needed = needed_clauses(s);
    uint32_t *partial = mem_zero(s->clauses.n, sizeof *partial);
    for (uint32_t i = 0; i <= s->empty; i++) {
        if (!needed[i]) continue;
        partial[i] = s->clauses.at[i].derived ? chained(s, f, i, shared, partial) : given(s, f, i, shared);
    }
    uint32_t result = partial[s->empty];
    free(needed);
    free(partial);
    return result;
}
