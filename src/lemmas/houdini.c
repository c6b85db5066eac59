/* Houdini (Flanagan and Leino, FME 2001) on the automaton, with weakening.
 *
 * For a step s : l -> l' the query is
 *
 *     known(l) & candidates(l) & guard(s) & OR of !wp(s, c') over the candidates c' of l'
 *
 * where the candidates of l are assumed lazily: those that a model violates are added, and few are
 * ever needed. A fact about a cell of an array holds for all ghosts, so its instances at the other
 * indices that the step reads are assumed as well (places.h).
 *
 * A model is a state at l that satisfies all that is believed there, and a successor that violates
 * some of what is believed at l': these are dropped or weakened (supplier.h) so that the successor
 * satisfies what remains. Hence it is itself a state from which nothing may fail: executing the
 * program from it (and from the state at l) with random inputs finds more violations without the
 * solver, and one model often ends hundreds of candidates.
 *
 * At the fixpoint all queries are unsatisfiable. Facts at l0 are none (every value is possible
 * there), so a step from l0 checks initiation. A query that the solver gives up on is asked again
 * for each of its candidates alone; one that it still gives up on is dropped. */
#include "lemmas/houdini.h"

#include <assert.h>
#include <stdlib.h>

#include "smt/boxes/interval.h"
#include "smt/equalities.h"
#include "util/clock.h"
#include "util/log.h"
#include "util/seconds.h"

/* What a query assumes at the source of its step: a candidate or, beyond them, a known fact; as it
 * is, or its instance of this number. */
struct belief {
    uint32_t fact, instance;
};
enum { KNOWN_FACTS = INT32_MAX };
#define AS_IT_IS UINT32_MAX

enum { CHUNK = 32 }; /* targets of one query: more make it harder, fewer make more queries */

struct filter {
    struct pool *p;
    struct workshop *w;
    const struct facts *known;
    struct int_map *known_here;  /* per location: the same as a set */
    struct solver **solvers;     /* per source location */
    bool *dirty;                 /* per step: its query may be satisfiable */
    VEC(struct belief) * active; /* per step: what its queries assume of its source */
    term_vec *elsewhere;         /* per step: the inputs of its instances */
    value *scratch;              /* a state */
    double spare;                /* seconds for second tries */
    bool insist;                 /* the query at hand is one */
    uint32_t easy;               /* so many of the targets are linear; they come first */
    VEC(uint32_t) targets;       /* candidates of the query at hand */
};

/* In the first passes, queries about what is linear leave out what is known of products, and guards
 * with products: a model would have to satisfy them, which is a search over all bits, and i <= n
 * does not need them. What does need them gets its chance in the passes after. */
static bool is_linear_pass(const struct filter *f) {
    return (f->p->pass == PASS_LINEAR || f->p->pass == PASS_EQUALITIES) && !workshop_by_place(f->w);
}

static bool is_assumed(const struct filter *f, term fact) {
    return !is_linear_pass(f) || !equalities_wanted(fact);
}

static struct solver *solver_of(struct filter *f, loc l) {
    assert(l < f->w->c->locs.n);
    if (f->solvers[l]) return f->solvers[l];
    struct solver *s = f->solvers[l] = solver_new();
    for (uint32_t i = 0; i < f->known->at[l].n; i++)
        if (is_assumed(f, f->known->at[l].at[i])) solver_assert(s, f->known->at[l].at[i]);
    return s;
}

/* ---- states that end candidates ---- */

static void touch(struct filter *f, loc l, bool replaced) {
    assert(l < f->w->c->locs.n);
    struct cfa_index *index = &f->w->r.index;
    for (uint32_t i = 0; i < index->out[l].n; i++) f->dirty[index->out[l].at[i]] = true;
    for (uint32_t i = 0; replaced && i < index->in[l].n; i++) f->dirty[index->in[l].at[i]] = true;
}

static void kill_group(struct filter *f, loc l, const struct candidate *of) {
    uint32_t supplier = of->supplier, class = of->class, group = of->group;
    for (uint32_t i = 0; i < f->p->at[l].n; i++) {
        struct candidate *c = &f->p->all.at[f->p->at[l].at[i]];
        if (c->supplier == supplier && c->class == class && c->group == group) c->alive = false;
    }
}

/* A supplier that weakens a fact must come to one that the state satisfies; if it has not after so
 * many tries for one state, its facts end without replacement. */
enum { WEAKEN_AT_MOST = 256 };

/* Ends candidate i, which the state in the evaluator violates; true if something took its place. */
static bool end_candidate(struct filter *f, loc l, uint32_t i, bool weaken) {
    assert(i < f->p->all.n && f->p->all.at[i].alive);
    struct candidate c = f->p->all.at[i];
    uint32_t before = f->p->all.n;
    const struct supplier *s = suppliers[c.supplier];
    f->p->all.at[i].alive = false;
    if (!s->weaken || !weaken) return false;
    kill_group(f, l, &c);
    s->weaken(f->p->states[c.supplier], f->p, c.class, c.group, c.supplier);
    return f->p->all.n > before;
}

static void forget_dead(struct pool *p, loc l) {
    uint32_t kept = 0;
    for (uint32_t i = 0; i < p->at[l].n; i++)
        if (p->all.at[p->at[l].at[i]].alive) p->at[l].at[kept++] = p->at[l].at[i];
    p->at[l].n = kept;
}

/* Makes everything that is believed at l true in the state; false if it was true before. */
static bool absorb(struct filter *f, loc l, const value *state) {
    assert(l < f->w->c->locs.n);
    bool changed = false, replaced = false;
    uint32_t tries = 0, limit = WEAKEN_AT_MOST + f->p->at[l].n;
    runner_load(&f->w->r, state);
    /* replacements are appended and looked at as well */
    for (uint32_t i = 0; i < f->p->at[l].n; i++) {
        uint32_t c = f->p->at[l].at[i];
        if (!f->p->all.at[c].alive || sheet_holds(&f->w->r.sheet, f->p->all.at[c].fact)) continue;
        changed = true;
        replaced |= end_candidate(f, l, c, tries++ < limit);
    }
    if (!changed) return false;
    forget_dead(f->p, l);
    touch(f, l, replaced);
    return true;
}

static bool known_holds(struct filter *f, loc l, const value *state) {
    runner_load(&f->w->r, state);
    for (uint32_t i = 0; i < f->known->at[l].n; i++)
        if (!sheet_holds(&f->w->r.sheet, f->known->at[l].at[i])) return false;
    return true;
}

/* Runs on from a state in which everything believed at l holds. Known facts are inductive, so they
 * stay true.
 */
static void follow(struct filter *f, loc l, const value *state, uint32_t length) {
    uint32_t barren = 0;
    memcpy(f->scratch, state, f->w->samples.n_vars * sizeof *state);
    for (uint32_t i = 0; i < length && barren < 12; i++) {
        l = runner_step(&f->w->r, l, f->scratch, false);
        if (l == LOC_NONE || l == f->w->c->lE) return;
        barren = absorb(f, l, f->scratch) ? 0 : barren + 1;
    }
}

/* ---- queries ---- */

static bool is_known(const struct filter *f, loc l, term fact) {
    return int_map_get(&f->known_here[l], fact);
}

/* wp(s, fact) is trivially implied when it is believed, or known, at the source. */
static bool implied_syntactically(const struct filter *f, loc l, term wp) {
    if (wp == term_true() || is_known(f, l, wp)) return true;
    uint64_t *i = int_map_get(&f->p->facts[l], wp);
    return i && f->p->all.at[*i].alive;
}

static void collect_targets(struct filter *f, struct cfa_step *s) {
    VEC_CLEAR(&f->targets);
    f->easy = 0;
    for (uint32_t i = 0; i < f->p->at[s->to].n; i++) {
        uint32_t c = f->p->at[s->to].at[i];
        if (!f->p->all.at[c].alive || is_known(f, s->to, f->p->all.at[c].fact)) continue;
        if (implied_syntactically(f, s->from, cfa_wp(s, f->p->all.at[c].fact))) continue;
        VEC_PUSH(&f->targets, c);
        if (!f->p->all.at[c].hard) { /* the hard ones last */
            f->targets.at[f->targets.n - 1] = f->targets.at[f->easy];
            f->targets.at[f->easy++] = c;
        }
    }
}

/* Seconds for a query: all targets may turn out to be too hard, and then there must be time for the
 * others. The hard ones, which are few and come last, may take what is left. */
static double patience(const struct filter *f, uint32_t first, term violation) {
    uint32_t alike = first < f->easy ? f->easy : f->targets.n - f->easy;
    double share = budget_left(&f->w->budget) / (2 + 2 * alike);
    double most = term_has_floats(violation) ? HOUDINI_FLOAT_SECONDS : HOUDINI_QUERY_SECONDS;
    if (f->insist) return f->spare < most ? f->spare : most;
    return share < HOUDINI_LEAST_SECONDS ? HOUDINI_LEAST_SECONDS : share > most ? most : share;
}

static uint32_t instances_of(const struct filter *f, uint32_t step) {
    return f->w->places->instances ? f->w->places->instances[step].n : 0;
}

/* TRUE if the candidate is no longer believed. */
static term belief_term(const struct filter *f, uint32_t step, struct belief b) {
    assert(step < f->w->c->steps.n);
    assert(b.instance == AS_IT_IS || b.instance < instances_of(f, step));
    loc from = f->w->c->steps.at[step].from;
    uint32_t n = f->p->all.n;
    term fact;
    if (b.fact >= KNOWN_FACTS) fact = f->known->at[from].at[b.fact - KNOWN_FACTS];
    else fact = b.fact < n && f->p->all.at[b.fact].alive ? f->p->all.at[b.fact].fact : term_true();
    return b.instance == AS_IT_IS ? fact : subst_apply(&f->w->places->instances[step].at[b.instance], fact);
}

/* known(l) & active(s) & guard(s) & some of the targets first .. last-1 violated */
static enum answer ask(struct filter *f, uint32_t step, uint32_t first, uint32_t last) {
    assert(first < last && last <= f->targets.n);
    struct cfa_step *s = &f->w->c->steps.at[step];
    term_vec query = {0}, violated = {0};
    for (uint32_t i = first; i < last; i++)
        VEC_PUSH(&violated, term_not(cfa_wp(s, f->p->all.at[f->targets.at[i]].fact)));
    VEC_PUSH(&query, term_or_n(violated.at, violated.n));
    for (uint32_t i = 0; i < s->guard.n; i++)
        if (is_assumed(f, s->guard.at[i])) VEC_PUSH(&query, s->guard.at[i]);
    for (uint32_t i = 0; i < f->active[step].n; i++)
        VEC_PUSH(&query, belief_term(f, step, f->active[step].at[i]));
    struct solver *solver = solver_of(f, s->from);
    solver_set_limit(solver, patience(f, first, query.at[0]));
    enum answer a = solver_check(solver, query.at, query.n);
    VEC_RELEASE(&query);
    VEC_RELEASE(&violated);
    return a;
}

static void read_state(struct filter *f, struct solver *solver, value *state) {
    const struct cfa *c = f->w->c;
    for (uint32_t i = 0; i < c->vars.n; i++) state[i] = solver_value(solver, c->vars.at[i].var);
}

enum { AT_ONCE = 6 };

/* Believes it from now on if the state in the evaluator says otherwise. */
static uint32_t activate_if_violated(struct filter *f, uint32_t step, uint32_t fact, uint32_t instance) {
    struct belief b = {fact, instance};
    if (sheet_holds(&f->w->r.sheet, belief_term(f, step, b))) return 0;
    VEC_PUSH(&f->active[step], b);
    return 1;
}

/* The same for the instances of what is believed and known at the source. */
static uint32_t activate_instances(struct filter *f, uint32_t step) {
    loc from = f->w->c->steps.at[step].from;
    struct solver *solver = f->solvers[from];
    uint32_t n = 0;
    for (uint32_t i = 0; i < f->elsewhere[step].n; i++)
        sheet_set(&f->w->r.sheet, f->elsewhere[step].at[i], solver_value(solver, f->elsewhere[step].at[i]));
    for (uint32_t k = 0; k < instances_of(f, step); k++) {
        for (uint32_t i = 0; i < f->known->at[from].n && n < AT_ONCE; i++)
            n += activate_if_violated(f, step, KNOWN_FACTS + i, k);
        for (uint32_t i = 0; i < f->p->at[from].n && n < AT_ONCE; i++)
            n += activate_if_violated(f, step, f->p->at[from].at[i], k);
    }
    return n;
}

/* After SAT: activates some of what is believed at the source and the model violates; false if it
 * violates nothing. */
static bool activate(struct filter *f, uint32_t step) {
    loc from = f->w->c->steps.at[step].from;
    uint32_t n = 0;
    read_state(f, solver_of(f, from), f->scratch);
    runner_load(&f->w->r, f->scratch);
    for (uint32_t hard = 0; hard <= 1 && !n; hard++)
        for (uint32_t i = 0; i < f->p->at[from].n && n < AT_ONCE; i++)
            if (f->p->all.at[f->p->at[from].at[i]].hard == hard)
                n += activate_if_violated(f, step, f->p->at[from].at[i], AS_IT_IS);
    return n > 0 || activate_instances(f, step) > 0;
}

/* ask, with the candidates of the source assumed only as far as models show that they are
 * needed. */
static enum answer ask_lazily(struct filter *f, uint32_t step, uint32_t first, uint32_t last) {
    assert(first < last && last <= f->targets.n);
    uint32_t kept = 0;
    for (uint32_t i = 0; i < f->active[step].n; i++)
        if (belief_term(f, step, f->active[step].at[i]) != term_true())
            f->active[step].at[kept++] = f->active[step].at[i];
    f->active[step].n = kept;
    for (;;) {
        enum answer a = ask(f, step, first, last);
        if (a != ANSWER_SAT || !activate(f, step)) return a;
        if (budget_over(&f->w->budget)) return ANSWER_UNKNOWN;
    }
}

/* The model's state at the source, and its successor; both end candidates, and what runs from them
 * does. True if something changed at the target. */
static bool learn_from_model(struct filter *f, uint32_t step) {
    struct workshop *w = f->w;
    struct cfa_step *s = &w->c->steps.at[step];
    struct solver *solver = solver_of(f, s->from);
    value *state = mem_zero(w->c->vars.n + 1, sizeof *state),
          *next = mem_zero(w->c->vars.n + 1, sizeof *next);
    read_state(f, solver, state);
    runner_load(&w->r, state);
    for (uint32_t i = 0; i < s->inputs.n; i++)
        sheet_set(&w->r.sheet, s->inputs.at[i].var, solver_value(solver, s->inputs.at[i].var));
    runner_apply(&w->r, step, state, next);
    bool changed = absorb(f, s->to, next);
    if (changed && known_holds(f, s->to, next)) {
        for (int i = 0; i < 3; i++) follow(f, s->to, next, 40);
        for (int i = 0; i < 3 && s->from != w->c->l0; i++) follow(f, s->from, state, 20);
    }
    free(state);
    free(next);
    return changed;
}

static void drop_target(struct filter *f, struct cfa_step *s, uint32_t i) {
    assert(i < f->targets.n);
    f->p->all.at[f->targets.at[i]].alive = false;
    forget_dead(f->p, s->to);
    touch(f, s->to, false);
}

/* A single target that the solver gave up on, perhaps because there are many others: once more,
 * with what time there is for that. */
static enum answer ask_again(struct filter *f, uint32_t step, uint32_t target) {
    assert(target < f->targets.n);
    if (f->spare < 0.05) return ANSWER_UNKNOWN;
    double start = clock_cpu();
    f->insist = true;
    enum answer a = ask_lazily(f, step, target, target + 1);
    f->insist = false;
    f->spare -= clock_cpu() - start;
    return a;
}

/* The query on a range of the targets, one by one when the solver gives up. Returns true when the
 * targets are no longer those that were collected. */
static bool check_range(struct filter *f, uint32_t step, uint32_t first, uint32_t last) {
    assert(first <= last && last <= f->targets.n);
    struct cfa_step *s = &f->w->c->steps.at[step];
    if (first == last) return false;
    if (budget_over(&f->w->budget)) return true;
    enum answer a = ask_lazily(f, step, first, last);
    if (a == ANSWER_UNKNOWN && last - first == 1) a = ask_again(f, step, first);
    switch (a) {
    case ANSWER_UNSAT: return false;
    case ANSWER_SAT:
        if (learn_from_model(f, step)) return true;
        break; /* a model that is none: as bad as no answer */
    case ANSWER_UNKNOWN: break;
    }
    if (last - first == 1) {
        drop_target(f, s, first);
        return true;
    }
    for (uint32_t i = first; i < last; i++)
        if (check_range(f, step, i, i + 1)) return true;
    return false;
}

/* Until the step is inductive or time is up. */
static void check_step(struct filter *f, uint32_t step) {
    assert(step < f->w->c->steps.n);
    f->dirty[step] = false;
    collect_targets(f, &f->w->c->steps.at[step]);
    for (uint32_t first = 0, last; first < f->targets.n && !f->dirty[step]; first = last) {
        last = first >= f->easy ? first + 1 : first + CHUNK < f->easy ? first + CHUNK : f->easy;
        if (check_range(f, step, first, last)) f->dirty[step] = true;
    }
}

static bool next_dirty(const struct filter *f, uint32_t *step) {
    uint32_t n = f->w->c->steps.n;
    for (uint32_t i = 0; i < n; i++) {
        *step = (*step + 1) % n;
        if (f->dirty[*step]) return true;
    }
    return false;
}

/* The inputs that the instances of a step mention and nobody else. */
static void find_elsewhere(struct filter *f, uint32_t step) {
    term_vec vars = {0};
    for (uint32_t k = 0; k < instances_of(f, step); k++)
        subst_free_vars(&f->w->places->instances[step].at[k], &vars);
    for (uint32_t i = 0; i < vars.n; i++)
        if (!cfa_has_var(f->w->c, vars.at[i])) VEC_PUSH(&f->elsewhere[step], vars.at[i]);
    VEC_RELEASE(&vars);
}

bool houdini_filter(struct pool *p, const struct facts *known) {
    struct workshop *w = p->w;
    struct filter f = {.p = p, .w = w, .known = known};
    assert(pool_check(p));
    f.solvers = mem_zero(w->c->locs.n, sizeof *f.solvers);
    f.dirty = mem_zero(w->c->steps.n + 1, sizeof *f.dirty);
    f.active = mem_zero(w->c->steps.n + 1, sizeof *f.active);
    f.elsewhere = mem_zero(w->c->steps.n + 1, sizeof *f.elsewhere);
    for (uint32_t i = 0; i < w->c->steps.n; i++) find_elsewhere(&f, i);
    f.scratch = mem_zero(w->c->vars.n + 1, sizeof *f.scratch);
    memset(f.dirty, true, w->c->steps.n);
    f.known_here = mem_zero(w->c->locs.n + 1, sizeof *f.known_here);
    for (loc l = 0; l < w->c->locs.n; l++)
        for (uint32_t i = 0; i < known->at[l].n; i++) int_map_put(&f.known_here[l], known->at[l].at[i], NULL);
    f.spare = HOUDINI_SPARE_SHARE * budget_left(&w->budget);
    bool done = false;
    for (uint32_t step = w->c->steps.n - 1; w->c->steps.n;) {
        if (!next_dirty(&f, &step)) {
            done = true;
            break;
        }
        if (budget_over(&w->budget)) break;
        do check_step(&f, step);
        while (f.dirty[step] && !budget_over(&w->budget));
    }
    for (loc l = 0; l < w->c->locs.n; l++) {
        solver_free(f.solvers[l]);
        int_map_release(&f.known_here[l]);
    }
    free(f.known_here);
    free(f.solvers);
    free(f.dirty);
    for (uint32_t i = 0; i < w->c->steps.n; i++) {
        VEC_RELEASE(&f.active[i]);
        VEC_RELEASE(&f.elsewhere[i]);
    }
    free(f.elsewhere);
    free(f.active);
    free(f.scratch);
    VEC_RELEASE(&f.targets);
    return done || !w->c->steps.n;
}
