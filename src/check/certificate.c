/* --certificate: the proof as SMT-LIB that any solver can check; every check-sat must answer unsat.
 *
 * For an invariant I: one script per step s from l to l', I(l) & guard & !wp(s, I(l')), separated
 * by (reset).
 *
 * For a bounded or k-inductive proof: an unrolling with a program counter, pc@i, over copies x@i of
 * the variables. One transition is the disjunction of the steps that can be taken i steps after the
 * start:
 *     T(i) = OR_s  pc@i = from & guard@i & pc@(i+1) = to & AND_x x@(i+1) = (update of x)@i. */
#include "check/bounded.h"
#include "check/check.h"
#include "check/instances.h"

#include "check/check.h"
#include "check/scribe.h"
#include "smt/equalities.h"

/* ---- scripts ---- */

/* A script of its own that claims that the formulas contradict each other. */
static void print_claim(struct strbuf *b, const term_vec *formulas) {
    struct int_map declared = {0};
    strbuf_printf(b, "(reset)\n(set-logic %s)\n", smt_logic(formulas));
    for (uint32_t i = 0; i < formulas->n; i++) smt_assert(b, formulas->at[i], &declared);
    strbuf_text(b, "(check-sat)\n");
    int_map_release(&declared);
}

/* ---- invariants ---- */

static void print_place(struct strbuf *b, const struct cfa *c, const char *what, uint32_t step) {
    const struct cfa_step *s = &c->steps.at[step];
    strbuf_printf(b, "; %s: step %u from location %u (", what, step, s->from);
    cfa_print_pos(b, c, c->locs.at[s->from].pos);
    strbuf_printf(b, ") to %u\n", s->to);
}

/* Products are compared by substitution: an equation that two of the formulas amount to is an
 * obligation of its own, and then one side stands for the other (invariant.c,
 * refuted_by_equations). */
static void print_equations(struct strbuf *b, term_vec *formulas) {
    term_vec equations = {0};
    bool products = false;
    for (uint32_t i = 0; i < formulas->n && !products; i++) products = equalities_wanted(formulas->at[i]);
    if (products) equalities_suggest(formulas, &equations);
    for (uint32_t i = 0; i < equations.n; i++) {
        VEC_PUSH(formulas, term_not(equations.at[i]));
        strbuf_text(b, "; an equation that the next obligation uses\n");
        print_claim(b, formulas);
        formulas->n--;
        equalities_substitute(formulas, equations.at[i]);
    }
    VEC_RELEASE(&equations);
}

/* I(l) & guard & !wp(s, I(l')); for lE, I(l) & guard. Facts about all ghosts come with their
 * instances where the step reads. */
static void print_step(struct strbuf *b, struct cfa *c, const struct facts *inv, uint32_t index,
                       bool exclude_error) {
    struct cfa_step *s = &c->steps.at[index];
    const term_vec *target = &inv->at[s->to];
    bool to_error = exclude_error && s->to == c->lE;
    term claim = to_error ? term_true() : term_not(cfa_wp(s, term_and_n(target->at, target->n)));
    if (claim == term_false()) return; /* nothing is claimed at the target */
    term_vec formulas = {0};
    for (uint32_t i = 0; i < inv->at[s->from].n; i++) VEC_PUSH(&formulas, inv->at[s->from].at[i]);
    for (uint32_t i = 0; i < s->guard.n; i++) VEC_PUSH(&formulas, s->guard.at[i]);
    VEC_PUSH(&formulas, claim);
    if (!exclude_error) evidence_instances(c, &formulas, &inv->at[s->from], &formulas);
    print_equations(b, &formulas);
    print_place(b, c, to_error ? "exclusion of the error" : "consecution", index);
    print_claim(b, &formulas);
    VEC_RELEASE(&formulas);
}

static void print_invariant(struct strbuf *b, struct cfa *c, const struct facts *inv, bool exclude_error) {
    term start = term_and_n(inv->at[c->l0].at, inv->at[c->l0].n);
    if (start != term_true()) {
        term_vec formulas = {0};
        VEC_PUSH(&formulas, term_not(start));
        strbuf_text(b, "; initiation\n");
        print_claim(b, &formulas);
        VEC_RELEASE(&formulas);
    }
    for (uint32_t i = 0; i < c->steps.n; i++) print_step(b, c, inv, i, exclude_error);
}

/* I(l) at the indices that the step reads & guard(s), for every step into lE */
static void print_forall_exclusion(struct strbuf *b, struct cfa *c, const struct facts *inv) {
    for (uint32_t i = 0; i < c->steps.n; i++) {
        const struct cfa_step *s = &c->steps.at[i];
        if (s->to != c->lE) continue;
        term_vec formulas = {0};
        for (uint32_t j = 0; j < inv->at[s->from].n; j++) VEC_PUSH(&formulas, inv->at[s->from].at[j]);
        evidence_instances(c, &s->guard, &inv->at[s->from], &formulas);
        for (uint32_t j = 0; j < s->guard.n; j++) VEC_PUSH(&formulas, s->guard.at[j]);
        strbuf_printf(b, "; exclusion, with the indices that are read: step %u from location %u\n", i,
                      s->from);
        print_claim(b, &formulas);
        VEC_RELEASE(&formulas);
    }
}

/* ---- unrollings ---- */

struct unrolling {
    struct cfa *c;
    struct strbuf *b;
    struct int_map declared;
    const char *tag; /* keeps the copies of two unrollings apart */
    bool *now;       /* locations where control can be at the present depth */
    uint32_t pc_width;
};

static term copy_of(const struct unrolling *u, term var, uint64_t depth) {
    char *name = mem_printf("%s@%s%llu", term_name(var), u->tag, (unsigned long long)depth);
    term t = term_var(name, term_sort(var));
    free(name);
    return t;
}

static term pc_at(const struct unrolling *u, uint64_t depth, loc l) {
    char *name = mem_printf("pc@%s%llu", u->tag, (unsigned long long)depth);
    term pc = term_var(name, sort_bv(u->pc_width));
    free(name);
    return term_eq(pc, term_bv(u->pc_width, l));
}

/* t over the copies of depth i; inputs are copied as well. */
static void copies(const struct unrolling *u, struct subst *s, uint64_t depth, const struct cfa_step *step) {
    for (uint32_t i = 0; i < u->c->vars.n; i++)
        subst_set(s, u->c->vars.at[i].var, copy_of(u, u->c->vars.at[i].var, depth));
    for (uint32_t i = 0; step && i < step->inputs.n; i++)
        subst_set(s, step->inputs.at[i].var, copy_of(u, step->inputs.at[i].var, depth));
}

static term step_formula(const struct unrolling *u, const struct cfa_step *s, uint64_t depth) {
    struct subst now = {0};
    term_vec parts = {0};
    copies(u, &now, depth, s);
    VEC_PUSH(&parts, pc_at(u, depth, s->from));
    VEC_PUSH(&parts, pc_at(u, depth + 1, s->to));
    for (uint32_t i = 0; i < s->guard.n; i++) VEC_PUSH(&parts, subst_apply(&now, s->guard.at[i]));
    for (uint32_t i = 0; i < u->c->vars.n; i++) {
        term var = u->c->vars.at[i].var, new = var;
        for (uint32_t j = 0; j < s->updates.n; j++)
            if (s->updates.at[j].var == var) new = s->updates.at[j].value;
        VEC_PUSH(&parts, term_eq(copy_of(u, var, depth + 1), subst_apply(&now, new)));
    }
    term all = term_and_n(parts.at, parts.n);
    VEC_RELEASE(&parts);
    subst_release(&now);
    return all;
}

/* T(depth), and moves `now` on. */
static void print_transition(struct unrolling *u, uint64_t depth) {
    bool *next = mem_zero(u->c->locs.n, sizeof *next);
    term_vec cases = {0};
    for (uint32_t i = 0; i < u->c->steps.n; i++) {
        const struct cfa_step *s = &u->c->steps.at[i];
        if (!u->now[s->from]) continue;
        next[s->to] = true;
        VEC_PUSH(&cases, step_formula(u, s, depth));
    }
    smt_assert(u->b, term_or_n(cases.at, cases.n), &u->declared);
    VEC_RELEASE(&cases);
    free(u->now);
    u->now = next;
}

/* The claim that the error is not reached at this depth, inside what is asserted so far. */
static void print_no_error(struct unrolling *u, uint64_t depth) {
    if (!u->now[u->c->lE]) return;
    strbuf_printf(u->b, "; the error after exactly %llu steps\n", (unsigned long long)depth);
    term error = pc_at(u, depth, u->c->lE);
    smt_declare(u->b, &error, 1, &u->declared);
    strbuf_text(u->b, "(push 1)\n");
    smt_assert(u->b, error, &u->declared);
    strbuf_text(u->b, "(check-sat)\n(pop 1)\n");
}

static void unrolling_start(struct unrolling *u, struct cfa *c, struct strbuf *b, const char *tag) {
    *u = (struct unrolling){.c = c, .b = b, .tag = tag, .pc_width = 1};
    while (c->locs.n >> u->pc_width) u->pc_width++;
    u->now = mem_zero(c->locs.n, sizeof *u->now);
    strbuf_printf(b, "(reset)\n(set-logic %s)\n", smt_logic_of_automaton(c));
}

static void unrolling_end(struct unrolling *u) {
    free(u->now);
    int_map_release(&u->declared);
}

static void print_base(struct strbuf *b, struct cfa *c, uint64_t depth, bool ends) {
    struct unrolling u;
    strbuf_text(b, "; paths from the start\n");
    unrolling_start(&u, c, b, "");
    u.now[c->l0] = true;
    smt_assert(b, pc_at(&u, 0, c->l0), &u.declared);
    for (uint64_t i = 0; i <= depth; i++) {
        print_no_error(&u, i);
        if (i < depth || ends) print_transition(&u, i);
    }
    if (ends) strbuf_printf(b, "; more than %llu steps\n(check-sat)\n", (unsigned long long)depth);
    unrolling_end(&u);
}

/* Whenever pc@depth = l, the facts of l hold. */
static void print_facts(struct unrolling *u, const struct facts *inv, uint64_t depth) {
    struct subst now = {0};
    copies(u, &now, depth, NULL);
    for (loc l = 0; l < inv->n; l++) {
        if (!inv->at[l].n || l == u->c->lE) continue;
        term fact = subst_apply(&now, term_and_n(inv->at[l].at, inv->at[l].n));
        smt_assert(u->b, term_implies(pc_at(u, depth, l), fact), &u->declared);
    }
    subst_release(&now);
}

static void print_induction(struct strbuf *b, struct cfa *c, const struct facts *inv, uint64_t depth) {
    struct unrolling u;
    strbuf_text(b, "; paths from anywhere, along which the invariant holds, to the error\n");
    unrolling_start(&u, c, b, "any");
    for (loc l = 0; l < c->locs.n; l++) u.now[l] = l != c->lE;
    for (uint64_t i = 0; i < depth; i++) {
        print_facts(&u, inv, i);
        print_transition(&u, i);
    }
    smt_assert(b, pc_at(&u, depth, c->lE), &u.declared);
    strbuf_text(b, "(check-sat)\n");
    unrolling_end(&u);
}

void certificate_print(struct strbuf *b, struct cfa *c, const struct verdict *v) {
    assert(v->kind == VERDICT_TRUE);
    switch (v->proof) {
    case PROOF_INVARIANT: print_invariant(b, c, &v->invariant, true); break;
    case PROOF_BOUNDED: print_base(b, c, v->proof_depth, true); break;
    case PROOF_K_INDUCTION:
        print_invariant(b, c, &v->invariant, false);
        print_base(b, c, v->proof_depth, false);
        print_induction(b, c, &v->invariant, v->proof_depth);
        break;
    case PROOF_FORALL:
        print_invariant(b, c, &v->invariant, false);
        print_forall_exclusion(b, c, &v->invariant);
        break;
    }
}
