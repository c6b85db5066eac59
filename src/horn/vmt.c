/* Transition systems in VMT, which is SMT-LIB with annotations:
 *
 *     (declare-fun x () Int) (declare-fun x.next () Int)
 *     (define-fun sv () Int (! x :next x.next))
 *     (define-fun i () Bool (! (= x 0) :init true))
 *     (define-fun t () Bool (! (= x.next (+ x 1)) :trans true))
 *     (define-fun p () Bool (! (>= x 0) :invar-property 0))
 *
 * One location, L, with a self-loop; what is declared and is no state is drawn anew on every edge:
 *
 *     l0 -> L    states := any values with init
 *     L  -> L    states := any values next with trans
 *     L  -> lE   not property, one edge for each */
#include "horn/build.h"

static bool is_next(const struct horn_builder *b, term v) {
    for (uint32_t i = 0; i < b->states.n; i++)
        if (b->states.at[i].next == v) return true;
    return false;
}

static bool is_state(const struct horn_builder *b, term v) {
    for (uint32_t i = 0; i < b->states.n; i++)
        if (b->states.at[i].now == v) return true;
    return false;
}

/* Fresh copies of everything declared but the states. */
static void fresh_inputs(const struct horn_builder *b, struct subst *s, struct horn_edge *e) {
    for (uint32_t i = 0; i < b->declared.n; i++) {
        term v = b->declared.at[i];
        if (is_state(b, v)) continue;
        term copy = term_fresh(term_name(v), term_sort(v));
        subst_set(s, v, copy);
        VEC_PUSH(&e->locals, copy);
    }
}

static void add_edge(struct horn_builder *b, struct horn_edge *e, struct subst *s, term formula) {
    term_conjuncts(subst_apply(s, formula), &e->constraint);
    horn_solve(e);
    VEC_PUSH(&b->edges, *e);
    subst_release(s);
}

static void initial_edge(struct horn_builder *b, loc at) {
    struct horn_edge e = {.from = b->s->cfa->l0, .to = at};
    struct subst s = {0};
    fresh_inputs(b, &s, &e);
    for (uint32_t i = 0; i < b->states.n; i++) {
        term v = b->states.at[i].now, copy = term_fresh(term_name(v), term_sort(v));
        subst_set(&s, v, copy);
        VEC_PUSH(&e.locals, copy);
        VEC_PUSH(&e.targets, v);
        VEC_PUSH(&e.values, copy);
    }
    add_edge(b, &e, &s, b->init ? b->init : term_true());
}

static void step_edge(struct horn_builder *b, loc at) {
    struct horn_edge e = {.from = at, .to = at};
    struct subst s = {0};
    fresh_inputs(b, &s, &e);
    for (uint32_t i = 0; i < b->states.n; i++) {
        VEC_PUSH(&e.targets, b->states.at[i].now);
        VEC_PUSH(&e.values, subst_get(&s, b->states.at[i].next));
    }
    add_edge(b, &e, &s, b->trans);
}

static void property_edge(struct horn_builder *b, loc at, term property) {
    struct horn_edge e = {.from = at, .to = b->s->cfa->lE};
    struct subst s = {0};
    fresh_inputs(b, &s, &e);
    add_edge(b, &e, &s, term_not(property));
}

void horn_transition_edges(struct horn_builder *b) {
    struct horn_system *s = b->s;
    loc at = cfa_add_loc(s->cfa, (struct src_pos){0});
    while (s->predicates.n <= at) {
        VEC_PUSH(&s->predicates, NULL);
        VEC_PUSH(&s->arguments, (term_vec){0});
    }
    s->predicates.at[at] = mem_strdup("state");
    for (uint32_t i = 0; i < b->states.n; i++) {
        term v = b->states.at[i].now;
        if (is_next(b, v) || cfa_has_var(s->cfa, v)) {
            error_set(b->e, b->path, 0, 0, "%s is the next value of a state, or twice a state", term_name(v));
            return;
        }
        cfa_add_var(s->cfa, v, term_name(v), true, (struct src_pos){0});
        VEC_PUSH(&s->arguments.at[at], v);
    }
    initial_edge(b, at);
    if (b->trans) step_edge(b, at);
    for (uint32_t i = 0; i < b->properties.n; i++) property_edge(b, at, b->properties.at[i]);
}
