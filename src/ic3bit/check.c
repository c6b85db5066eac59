/* The independent check of a witness circuit, with CaDiCaL.
 *
 * With B the witness's bad literal, b the model's, C the constraints, x' the next state of x under
 * inputs i, all of these must be unsatisfiable:
 *   initiation    I(x) & C(x,i) & B(x,i)
 *   consecution   C(x,i) & -B(x,i) & C(x',i') & B(x',i')
 *   safety        C(x,i) & -B(x,i) & b(x,i)
 * together with: the witness has the inputs, latches, gates and constraints of the model, and only
 * adds gates. */
#include "ic3bit/evidence.h"

#include <stdlib.h>

#include "util/clock.h"

enum { BATCH = 32 };
typedef VEC(int) int_vec;

struct witness_unrolling {
    const struct aiger *m; /* the witness */
    struct sat *sat;
    /* by time and variable: the solver's literal of the positive variable, 0 if not made yet */
    int *var[2];
    literal_vec stack;
    int true_literal;
};

static bool same_literals(const literal_vec *a, const literal_vec *b) {
    return a->n == b->n && (!a->n || !memcmp(a->at, b->at, a->n * sizeof *a->at));
}

static bool extends(const struct aiger *m, const struct aiger *w) {
    if (w->inputs != m->inputs || w->latches.n != m->latches.n || w->ands.n < m->ands.n) return false;
    for (uint32_t i = 0; i < m->latches.n; i++)
        if (w->latches.at[i].next != m->latches.at[i].next ||
            w->latches.at[i].reset != m->latches.at[i].reset)
            return false;
    for (uint32_t i = 0; i < m->ands.n; i++)
        if (w->ands.at[i].a != m->ands.at[i].a || w->ands.at[i].b != m->ands.at[i].b) return false;
    return same_literals(&m->constraints, &w->constraints);
}

static int made(const struct witness_unrolling *u, int time, uint32_t lit) {
    int v = u->var[time][lit / 2];
    return lit & 1 ? -v : v;
}

/* Makes the operands first; false if some are still missing (they are on the stack then). */
static bool make(struct witness_unrolling *u, int time, uint32_t v) {
    const struct aiger *m = u->m;
    uint32_t first_latch = 1 + m->inputs, first_and = first_latch + m->latches.n;
    if (v < first_latch || (v < first_and && time == 0)) {
        u->var[time][v] = sat_fresh(u->sat);
        return true;
    }
    /* a latch at time 1 is its next state at time 0, which unrolling_init has made */
    if (v < first_and) {
        uint32_t next = m->latches.at[v - first_latch].next;
        assert(u->var[0][next / 2]);
        u->var[1][v] = made(u, 0, next);
        return true;
    }
    uint32_t a = m->ands.at[v - first_and].a, b = m->ands.at[v - first_and].b;
    uint32_t depth = u->stack.n;
    if (!u->var[time][a / 2]) VEC_PUSH(&u->stack, a / 2);
    if (!u->var[time][b / 2]) VEC_PUSH(&u->stack, b / 2);
    if (u->stack.n > depth) return false;
    int x = sat_fresh(u->sat), p = made(u, time, a), q = made(u, time, b);
    sat_binary(u->sat, -x, p);
    sat_binary(u->sat, -x, q);
    sat_ternary(u->sat, x, -p, -q);
    u->var[time][v] = x;
    return true;
}

static int literal(struct witness_unrolling *u, int time, uint32_t lit) {
    assert(!u->stack.n);
    if (!u->var[time][lit / 2]) VEC_PUSH(&u->stack, lit / 2);
    while (u->stack.n) {
        uint32_t v = VEC_LAST(&u->stack);
        if (u->var[time][v] || make(u, time, v)) (void)VEC_POP(&u->stack);
    }
    return made(u, time, lit);
}

static void unrolling_init(struct witness_unrolling *u, const struct aiger *w, bool two) {
    *u = (struct witness_unrolling){.m = w, .sat = sat_new(&sat_cadical)};
    u->true_literal = sat_fresh(u->sat);
    sat_unit(u->sat, u->true_literal);
    for (int t = 0; t < 2; t++) {
        u->var[t] = mem_zero(aiger_variables(w), sizeof *u->var[t]);
        u->var[t][0] = -u->true_literal;
    }
    for (uint32_t i = 0; two && i < w->latches.n; i++) literal(u, 0, w->latches.at[i].next);
}

static void unrolling_release(struct witness_unrolling *u) {
    sat_free(u->sat);
    free(u->var[0]);
    free(u->var[1]);
    VEC_RELEASE(&u->stack);
}

static void constrain(struct witness_unrolling *u, int time) {
    for (uint32_t i = 0; i < u->m->constraints.n; i++)
        sat_unit(u->sat, literal(u, time, u->m->constraints.at[i]));
}

static enum check_result answer(enum sat_result r) {
    return r == SAT_UNSAT ? CHECK_HOLDS : r == SAT_SAT ? CHECK_FAILS : CHECK_STOPPED;
}

static enum check_result unsatisfiable(struct witness_unrolling *u) {
    enum check_result r = answer(sat_solve(u->sat));
    unrolling_release(u);
    return r;
}

/* The operands of the conjunction that a literal is, down to everything that is not an AND. */
static void conjuncts(const struct aiger *w, uint32_t lit, literal_vec *out) {
    literal_vec stack = {0};
    uint32_t first = aiger_variables(w) - w->ands.n;
    VEC_PUSH(&stack, lit);
    while (stack.n) {
        uint32_t l = VEC_POP(&stack);
        if (l & 1 || l / 2 < first) {
            VEC_PUSH(out, l);
            continue;
        }
        VEC_PUSH(&stack, w->ands.at[l / 2 - first].a);
        VEC_PUSH(&stack, w->ands.at[l / 2 - first].b);
    }
    VEC_RELEASE(&stack);
}

/* I(x) & C(x,i) & B(x,i) */
static enum check_result initiation(const struct aiger *w, uint32_t bad) {
    struct witness_unrolling u;
    unrolling_init(&u, w, false);
    for (uint32_t i = 0; i < w->latches.n; i++) {
        uint32_t reset = w->latches.at[i].reset;
        if (reset != RESET_ANY) sat_unit(u.sat, literal(&u, 0, aiger_latch(w, i) ^ (reset == RESET_0)));
    }
    constrain(&u, 0);
    sat_unit(u.sat, literal(&u, 0, bad));
    return unsatisfiable(&u);
}

/* C(x,i) & -B(x,i) & C(x',i') & B(x',i'), a few conjuncts of -B at a time: some easy questions
 * instead of one that is hard or thousands that are trivial */
static enum check_result consecution(const struct aiger *w, uint32_t bad) {
    struct witness_unrolling u;
    literal_vec goals = {0};
    enum check_result r = CHECK_HOLDS;
    unrolling_init(&u, w, true);
    constrain(&u, 0);
    sat_unit(u.sat, -literal(&u, 0, bad));
    constrain(&u, 1);
    conjuncts(w, bad ^ 1, &goals);
    for (uint32_t i = 0; r == CHECK_HOLDS && i < goals.n; i += BATCH) {
        uint32_t end = i + BATCH < goals.n ? i + BATCH : goals.n;
        int some = sat_fresh(u.sat); /* some goal of the batch fails */
        int_vec clause = {0};
        for (uint32_t k = i; k < end; k++) VEC_PUSH(&clause, -literal(&u, 1, goals.at[k]));
        VEC_PUSH(&clause, -some);
        sat_clause(u.sat, clause.at, clause.n);
        VEC_RELEASE(&clause);
        sat_assume(u.sat, some);
        /* C(x,i) & -B(x,i) & C(x',i') & (-g1(x',i') | ... | -gn(x',i')) */
        r = answer(sat_solve(u.sat));
        sat_unit(u.sat, -some);
    }
    VEC_RELEASE(&goals);
    unrolling_release(&u);
    return r;
}

/* C(x,i) & -B(x,i) & b(x,i) */
static enum check_result safety(const struct aiger *w, uint32_t bad, uint32_t original_bad) {
    struct witness_unrolling u;
    unrolling_init(&u, w, false);
    constrain(&u, 0);
    sat_unit(u.sat, -literal(&u, 0, bad));
    sat_unit(u.sat, literal(&u, 0, original_bad));
    return unsatisfiable(&u);
}

enum check_result witness_check(const struct aiger *m, const struct aiger *w, uint32_t property,
                                const char **why) {
    const literal_vec *before = aiger_properties(m), *after = aiger_properties(w);
    *why = "the witness circuit does not extend the model";
    if (!extends(m, w) || before->n != after->n || property >= before->n) return CHECK_FAILS;
    uint32_t bad = after->at[property];
    *why = "the invariant does not exclude the bad states";
    enum check_result r = safety(w, bad, before->at[property]);
    if (r != CHECK_HOLDS) return r;
    *why = "the invariant does not hold initially";
    r = initiation(w, bad);
    if (r != CHECK_HOLDS) return r;
    *why = "the invariant is not inductive";
    return consecution(w, bad);
}
