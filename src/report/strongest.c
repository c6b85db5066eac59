/* The best bounds that facts imply together, and what follows from the rest.
 *
 * tighten.c looks at one variable and one fact at a time. What several facts say together is asked
 * of a solver, in a short time:
 *
 *     count <= 9,  count == 8 || (head == 10 ? ... : count) + 1 <= 8,  (tail + count) % 8 == head
 *
 * imply count <= 8, and then the second fact follows from the two others.
 *
 * 1. For each integer variable of the facts, the largest and the smallest value that the facts
 *    allow, by halving: is there a value above the middle? The range joins the facts.
 * 2. Facts that the others imply are dropped: first long ones, then ranges that were added, then
 *    the others. The conjunction stays the same after each step.
 *
 * Limits: without an answer in time a fact stays, and a bound is not found. */
#include "report/strongest.h"

#include <assert.h>
#include <stdlib.h>

#include "smt/solver.h"
#include "util/bits.h"

enum { MAX_FACTS = 40, MAX_VARIABLES = 16, LONG_FACT = 12, MAX_SIZE = 400 };
#define QUERY_SECONDS 0.2

struct search {
    struct solver *solver;
    const struct budget *budget;
    term_vec *facts;
    term_vec added; /* ranges that no engine found */
};

/* Do the facts without the one at `leave` allow what is claimed? */
static enum answer ask(const struct search *q, uint32_t leave, term claim) {
    term_vec all = {0};
    for (uint32_t i = 0; i < q->facts->n; i++)
        if (i != leave) VEC_PUSH(&all, q->facts->at[i]);
    VEC_PUSH(&all, claim);
    bool late = budget_over(q->budget);
    /* facts & claim */
    enum answer a = late ? ANSWER_UNKNOWN : solver_check(q->solver, all.at, all.n);
    VEC_RELEASE(&all);
    return a;
}

/* ---- bounds ---- */

/* Numbers in C's order: of signed ones the smallest is 0 here. */
static uint64_t in_order(uint64_t x, uint32_t w, bool is_signed) {
    return is_signed ? x ^ (uint64_t)1 << (w - 1) : x;
}

static term beyond(term x, uint64_t bound, bool is_signed, bool upper) {
    term c = term_bv(term_width(x), in_order(bound, term_width(x), is_signed));
    if (upper) return is_signed ? term_slt(c, x) : term_ult(c, x);
    return is_signed ? term_slt(x, c) : term_ult(x, c);
}

/* The last value in one direction; false if it is the type's own, or there is no answer. Between
 * `met`, which the facts allow, and `end`, behind which none is. */
static bool find_bound(const struct search *q, term x, bool is_signed, bool upper, uint64_t met,
                       uint64_t *bound) {
    uint64_t last = bits_mask64(term_width(x)), end = upper ? last : 0;
    if (met == end || ask(q, UINT32_MAX, beyond(x, upper ? last - 1 : 1, is_signed, upper)) != ANSWER_UNSAT)
        return false;
    while (met != end) {
        uint64_t middle = upper ? met + (end - met) / 2 : met - (met - end) / 2;
        enum answer a = ask(q, UINT32_MAX, beyond(x, middle, is_signed, upper));
        if (a == ANSWER_UNKNOWN) return false;
        if (a == ANSWER_SAT) met = in_order(solver_value(q->solver, x).lo, term_width(x), is_signed);
        else end = middle;
    }
    *bound = met;
    return true;
}

static void add_range(struct search *q, term x, bool is_signed) {
    uint32_t w = term_width(x);
    if (ask(q, UINT32_MAX, term_true()) != ANSWER_SAT) return;
    uint64_t met = in_order(solver_value(q->solver, x).lo, w, is_signed), low = 0, high = bits_mask64(w);
    bool some = find_bound(q, x, is_signed, true, met, &high);
    some |= find_bound(q, x, is_signed, false, met, &low);
    if (!some) return;
    struct tighten_range r = {in_order(low, w, is_signed), in_order(high, w, is_signed)};
    term fact = tighten_range_fact(x, r, is_signed);
    for (uint32_t i = 0; i < q->facts->n; i++)
        if (q->facts->at[i] == fact) return;
    if (fact == TERM_NONE || fact == term_true()) return;
    VEC_PUSH(q->facts, fact);
    VEC_PUSH(&q->added, fact);
}

/* ---- what follows from the rest ---- */

static bool was_added(const struct search *q, term fact) {
    for (uint32_t i = 0; i < q->added.n; i++)
        if (q->added.at[i] == fact) return true;
    return false;
}

static void drop_implied(struct search *q, bool only_long, bool only_added) {
    for (uint32_t i = q->facts->n; i-- > 0;) {
        term fact = q->facts->at[i];
        if ((only_long && !term_is_larger(fact, LONG_FACT)) || (only_added && !was_added(q, fact))) continue;
        if (ask(q, i, term_not(fact)) != ANSWER_UNSAT) continue;
        for (uint32_t k = i; k + 1 < q->facts->n; k++) q->facts->at[k] = q->facts->at[k + 1];
        q->facts->n--;
    }
}

static int by_size(const void *a, const void *b) {
    uint32_t x = term_size(*(const term *)a), y = term_size(*(const term *)b);
    return x < y ? -1 : x > y;
}

static bool fits(const term_vec *facts) {
    bool good = facts->n > 0 && facts->n <= MAX_FACTS;
    for (uint32_t i = 0; i < facts->n && good; i++) good = !term_is_larger(facts->at[i], MAX_SIZE);
    return good;
}

void strongest(term_vec *facts, enum c_kind (*kind_of)(void *context, term var), void *context,
               const struct budget *b) {
    if (!fits(facts)) return;
    struct search q = {.solver = solver_new(), .budget = b, .facts = facts};
    term_vec vars = {0};
    solver_set_limit(q.solver, QUERY_SECONDS);
    for (uint32_t i = 0; i < facts->n; i++) term_free_vars(facts->at[i], &vars);
    for (uint32_t i = 0; i < vars.n && vars.n <= MAX_VARIABLES; i++) {
        bool number = sort_kind_of(term_sort(vars.at[i])) == SORT_BV && term_width(vars.at[i]) <= 64;
        enum c_kind kind = number ? kind_of(context, vars.at[i]) : C_UNKNOWN;
        if (kind == C_SIGNED || kind == C_UNSIGNED) add_range(&q, vars.at[i], kind == C_SIGNED);
    }
    if (facts->n) qsort(facts->at, facts->n, sizeof *facts->at, by_size);
    drop_implied(&q, true, false);
    drop_implied(&q, false, true);
    drop_implied(&q, false, false);
    VEC_RELEASE(&vars);
    VEC_RELEASE(&q.added);
    solver_free(q.solver);
}
