/* IC3SMT: the straightforward lifting of IC3 to software that FMCAD15 compares with (its section
 * IV; Cimatti and Griggio 2012): the program counter is a variable of the state and there is one
 * transition relation.
 *
 * We build that system as an automaton of three locations, l0 -> L -> lE with one self-loop at L,
 * and run the same engine on it, so that only the representation of control differs:
 *     l0 -> L   pc := l0
 *     L  -> L   one step: an input `choice` selects a step e of the program;
 *               guard  \/_e (choice = e & pc = from(e) & guard(e)),
 *               x := ite(choice = e, update(e,x), ...), pc := to(e)
 *     L  -> lE  pc = lE
 * The choice is an input like any other: a predecessor fixes it by the solver's model, which is how
 * IC3SMT gets its pre-images. The invariant comes back as F(L) with pc replaced by each location,
 * the trace by its choices. */
#include "ic3cfa/ic3cfa.h"

#include <stdlib.h>

#include "cfa/reduce.h"

enum { AT_L0, AT_LE, AT_LOOP };

struct lifting {
    struct cfa *program, *lifted;
    term pc, choice;
    uint32_t loop_step; /* index of the self-loop in lifted->steps */
};

static term number(term like, uint32_t n) { return term_bv(term_width(like), n); }

static void step_init(struct cfa_step *s, loc from, loc to) {
    *s = (struct cfa_step){.from = from, .to = to};
}

static int by_var(const void *a, const void *b) {
    term x = ((const struct cfa_assign *)a)->var, y = ((const struct cfa_assign *)b)->var;
    return x < y ? -1 : x > y;
}

/* Puts the step into normal form: conjuncts of the guard, updates in order, the substitution for
 * wp. */
static void step_finish(struct cfa *c, struct cfa_step *s) {
    term_vec guard = {0};
    for (uint32_t i = 0; i < s->guard.n; i++) term_conjuncts(s->guard.at[i], &guard);
    VEC_RELEASE(&s->guard);
    s->guard = guard;
    terms_sort(s->guard.at, s->guard.n);
    if (s->updates.n) qsort(s->updates.at, s->updates.n, sizeof *s->updates.at, by_var);
    for (uint32_t i = 0; i < s->updates.n; i++)
        subst_set(&s->wp, s->updates.at[i].var, s->updates.at[i].value);
    VEC_PUSH(&c->steps, *s);
}

static void add_entry_and_exit(struct lifting *x) {
    struct cfa_step s;
    step_init(&s, AT_L0, AT_LOOP);
    VEC_PUSH(&s.updates, (struct cfa_assign){x->pc, number(x->pc, x->program->l0)});
    step_finish(x->lifted, &s);
    step_init(&s, AT_LOOP, AT_LE);
    VEC_PUSH(&s.guard, term_eq(x->pc, number(x->pc, x->program->lE)));
    step_finish(x->lifted, &s);
}

/* choice = e & pc = from(e) & guard(e) */
static term selected(struct lifting *x, uint32_t e) {
    const struct cfa_step *s = &x->program->steps.at[e];
    term all = term_and(term_eq(x->choice, number(x->choice, e)), term_eq(x->pc, number(x->pc, s->from)));
    return term_and(all, term_and_n(s->guard.at, s->guard.n));
}

static void add_loop(struct lifting *x) {
    const struct cfa *p = x->program;
    struct cfa_step s;
    term_vec any = {0};
    step_init(&s, AT_LOOP, AT_LOOP);
    term next = number(x->pc, 0);
    for (uint32_t e = p->steps.n; e-- > 0;) {
        VEC_PUSH(&any, selected(x, e));
        next = term_ite(term_eq(x->choice, number(x->choice, e)), number(x->pc, p->steps.at[e].to), next);
    }
    VEC_PUSH(&s.guard, term_or_n(any.at, any.n));
    VEC_PUSH(&s.updates, (struct cfa_assign){x->pc, next});
    for (uint32_t v = 0; v < p->vars.n; v++) {
        term var = p->vars.at[v].var, after = var;
        for (uint32_t e = p->steps.n; e-- > 0;) {
            term update = subst_get(&p->steps.at[e].wp, var);
            if (update) after = term_ite(term_eq(x->choice, number(x->choice, e)), update, after);
        }
        if (after != var) VEC_PUSH(&s.updates, (struct cfa_assign){var, after});
    }
    VEC_PUSH(&s.inputs, (struct cfa_input){.var = x->choice, .site = NO_SITE});
    for (uint32_t e = 0; e < p->steps.n; e++)
        for (uint32_t j = 0; j < p->steps.at[e].inputs.n; j++)
            VEC_PUSH(&s.inputs, p->steps.at[e].inputs.at[j]);
    VEC_RELEASE(&any);
    x->loop_step = x->lifted->steps.n;
    step_finish(x->lifted, &s);
}

static uint32_t bits_for(uint32_t n) {
    uint32_t bits = 1;
    while (bits < 32 && n >> bits) bits++;
    return bits;
}

static void lift(struct lifting *x, struct cfa *c) {
    *x = (struct lifting){.program = c, .lifted = cfa_new()};
    x->pc = term_fresh("pc", sort_bv(bits_for(c->locs.n)));
    x->choice = term_fresh("choice", sort_bv(bits_for(c->steps.n)));
    cfa_add_loc(x->lifted, (struct src_pos){0});
    cfa_add_var(x->lifted, x->pc, NULL, false, (struct src_pos){0});
    for (uint32_t v = 0; v < c->vars.n; v++)
        cfa_add_var(x->lifted, c->vars.at[v].var, NULL, c->vars.at[v].is_signed, (struct src_pos){0});
    add_entry_and_exit(x);
    add_loop(x);
}

static void lower_invariant(struct lifting *x, struct verdict *lifted, struct verdict *v) {
    facts_init(&v->invariant, x->program->locs.n);
    for (loc l = 0; l < x->program->locs.n; l++) {
        struct subst at = {0};
        if (l == x->program->l0 || l == x->program->lE) continue;
        subst_set(&at, x->pc, number(x->pc, l));
        for (uint32_t j = 0; j < lifted->invariant.at[AT_LOOP].n; j++)
            facts_add(&v->invariant, l, subst_apply(&at, lifted->invariant.at[AT_LOOP].at[j]));
        subst_release(&at);
    }
}

static void lower_trace(struct lifting *x, struct verdict *lifted, struct verdict *v) {
    for (uint32_t i = 0; i < lifted->trace.n; i++) {
        struct trace_step *t = &lifted->trace.at[i], lowered = {0};
        if (t->step != x->loop_step) continue;
        uint32_t at = 1;
        lowered.step = (uint32_t)t->inputs.at[0].lo;
        for (uint32_t e = 0; e < lowered.step; e++) at += x->program->steps.at[e].inputs.n;
        for (uint32_t j = 0; j < x->program->steps.at[lowered.step].inputs.n; j++)
            VEC_PUSH(&lowered.inputs, t->inputs.at[at + j]);
        VEC_PUSH(&v->trace, lowered);
    }
    for (uint32_t i = 0; i < lifted->initial.n; i++)
        if (lifted->initial.at[i].var != x->pc) VEC_PUSH(&v->initial, lifted->initial.at[i]);
}

void ic3smt_prove(struct cfa *c, struct verdict *v) {
    struct lifting x;
    struct verdict lifted = {0};
    lift(&x, c);
    ic3cfa_prove(x.lifted, NULL, &lifted);
    v->kind = lifted.kind;
    v->engine = "ic3smt";
    v->bound = lifted.bound > 2 ? lifted.bound - 2 : 0; /* without the steps into and out of L */
    if (lifted.kind == VERDICT_TRUE) lower_invariant(&x, &lifted, v);
    if (lifted.kind == VERDICT_FALSE) lower_trace(&x, &lifted, v);
    if (lifted.kind == VERDICT_UNKNOWN) verdict_unknown(v, "%s", lifted.reason);
    verdict_clear(&lifted);
    cfa_free(x.lifted);
}
