/* The front of the solver: dispatch, counting, recording, moving to Z3, and comparing two backends.
 *
 * The front keeps the facts of its instance, so that an instance can move to Z3 when the native
 * backend meets a theory that it does not decide, and so that a difference between two backends can
 * be written down as one SMT-LIB file that shows it. */
#include "smt/solver.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "smt/boxes/boxes.h"
#include "smt/equalities.h"
#include "smt/linear/linear.h"
#include "smt/native/facts.h"
#include "smt/products.h"
#include "smt/boxes/interval.h"
#include "smt/record.h"
#include "smt/script.h"
#include "system/output.h"
#include "util/clock.h"
#include "util/fail.h"
#include "util/options.h"
#include "util/seconds.h"
#include "util/stats.h"

struct solver {
    const struct solver_backend *backend, *other; /* other: the second of --solver=both, or NULL */
    void *state, *other_state;
    struct fact_list facts;
    uint32_t record; /* 0: not recorded */
    double limit;
    enum answer last;  /* UNKNOWN as soon as anything is asserted */
    VEC(bool) in_core; /* of the last check */
    const char *why;   /* an explanation of our own, or NULL */
    bool floats;       /* some fact mentions one */
    bool products;     /* some fact multiplies unknowns */
    bool checking;     /* in the role of one that checks proofs */
    bool by_words;     /* the last check was answered by equalities or by algebra, with the core */
    bool by_boxes;     /* the last check was answered by intervals, with `point` as its model */
    struct model point;
};

struct solver *solver_new(void) { return solver_new_kind(options.solver, SOLVER_FINDS); }

struct solver *solver_new_kind(int kind, enum solver_role role) {
    struct solver *s = MEM_NEW(struct solver);
    s->backend = kind == SOLVER_Z3 ? &smt_z3 : kind == SOLVER_SMTLIB ? &smt_pipe : &smt_native;
    s->state = s->backend->create();
    s->checking = role == SOLVER_CHECKS;
    if (kind == SOLVER_BOTH) {
        s->other = &smt_z3;
        s->other_state = s->other->create();
    }
    s->record = record_new_solver();
    return s;
}

void solver_free(struct solver *s) {
    if (!s) return;
    s->backend->destroy(s->state);
    if (s->other) s->other->destroy(s->other_state);
    record_end_solver(s->record);
    fact_list_release(&s->facts);
    VEC_RELEASE(&s->in_core);
    model_release(&s->point);
    free(s);
}

/* ---- facts ---- */

static void move_to_z3(struct solver *s) {
    void *state = s->other ? s->other_state : smt_z3.create();
    if (!s->other) {
        for (uint32_t i = 0; i < s->facts.all.n; i++)
            if (s->facts.all.at[i] != TERM_NONE) smt_z3.assert_term(state, TERM_NONE, s->facts.all.at[i]);
        for (uint32_t i = 0; i < s->facts.retired.capacity; i++)
            if (s->facts.retired.used[i]) smt_z3.retire(state, (term)s->facts.retired.keys[i]);
    }
    s->backend->destroy(s->state);
    s->backend = &smt_z3;
    s->state = state;
    s->other = NULL;
    s->other_state = NULL;
}

static void require_support(struct solver *s, term t) {
    if (!s->backend->supports(t)) move_to_z3(s);
}

/* activation => t */
static void add_fact(struct solver *s, term activation, term t) {
    assert(sort_kind_of(term_sort(t)) == SORT_BOOL);
    term whole = activation == TERM_NONE ? t : term_or(term_not(activation), t);
    s->last = ANSWER_UNKNOWN;
    record_assert(s->record, activation, whole);
    if (whole == term_true()) return;
    double start = timer_start();
    require_support(s, t);
    fact_list_add(&s->facts, whole);
    s->floats |= term_has_floats(whole);
    s->products = s->products || (!s->checking && equalities_wanted(t));
    s->backend->assert_term(s->state, activation, t);
    if (s->other) s->other->assert_term(s->other_state, activation, t);
    timer_stop(TIMER_SOLVER, start);
}

void solver_assert(struct solver *s, term t) { add_fact(s, TERM_NONE, t); }

void solver_assert_if(struct solver *s, term activation, term t) {
    assert(sort_kind_of(term_sort(t)) == SORT_BOOL);
    assert(term_is_var(activation));
    add_fact(s, activation, t);
}

void solver_retire(struct solver *s, term activation) {
    s->last = ANSWER_UNKNOWN;
    record_retire(s->record, activation);
    fact_list_retire(&s->facts, activation);
    double start = timer_start();
    s->backend->retire(s->state, activation);
    if (s->other) s->other->retire(s->other_state, activation);
    timer_stop(TIMER_SOLVER, start);
}

/* ---- two backends ---- */

_Noreturn static void report_difference(struct solver *s, const term *assumptions, uint32_t n,
                                        const char *what) {
    struct strbuf text = {0};
    FILE *f = open_memstream(&text.text, &text.n);
    if (f) script_query(f, &s->facts, assumptions, n);
    char *path = f && !fclose(f) ? output_fault_report(&text) : NULL;
    if (!path) fail_internal("native and z3 differ (%s), and the query cannot be written", what);
    fail_internal("native and z3 differ: %s; the query is in %s", what, path);
}

/* All facts and assumptions hold in the first backend's model. */
static bool model_holds(struct solver *s, const term *assumptions, uint32_t n) {
    struct model m = {0};
    bool ok = true;
    for (uint32_t i = 0; i < s->facts.all.n; i++)
        if (s->facts.all.at[i] != TERM_NONE) solver_model(s, s->facts.all.at[i], &m);
    for (uint32_t i = 0; i < n; i++) solver_model(s, assumptions[i], &m);
    for (uint32_t i = 0; ok && i < s->facts.all.n; i++)
        if (s->facts.all.at[i] != TERM_NONE) ok = term_holds(&m, s->facts.all.at[i]);
    for (uint32_t i = 0; ok && i < n; i++) ok = term_holds(&m, assumptions[i]);
    model_release(&m);
    return ok;
}

static bool core_suffices(struct solver *s, const term *assumptions, uint32_t n) {
    term_vec core = {0};
    for (uint32_t i = 0; i < n; i++)
        if (s->in_core.at[i]) VEC_PUSH(&core, assumptions[i]);
    enum answer a = s->other->check(s->other_state, core.at, core.n, s->limit);
    VEC_RELEASE(&core);
    return a != ANSWER_SAT;
}

/* Asks the other backend the same; whatever it can contradict, it does. */
static enum answer compare(struct solver *s, const term *assumptions, uint32_t n, enum answer a) {
    enum answer b = s->other->check(s->other_state, assumptions, n, s->limit);
    if (a != ANSWER_UNKNOWN && b != ANSWER_UNKNOWN && a != b)
        report_difference(s, assumptions, n,
                          a == ANSWER_SAT ? "native says sat, z3 unsat" : "native says unsat, z3 sat");
    s->last = a;
    if (a == ANSWER_SAT && !model_holds(s, assumptions, n))
        report_difference(s, assumptions, n, "the model of native is none");
    if (a == ANSWER_UNSAT && !core_suffices(s, assumptions, n))
        report_difference(s, assumptions, n, "the core of native is none");
    return a;
}

/* ---- queries ---- */

static void count_answer(enum answer a, double start) {
    stats.queries++;
    timer_stop(TIMER_SOLVER, start);
    if (a == ANSWER_SAT) {
        stats.queries_sat++;
        timer_stop(TIMER_SOLVER_SAT, start);
    } else if (a == ANSWER_UNSAT) {
        stats.queries_unsat++;
        timer_stop(TIMER_SOLVER_UNSAT, start);
    } else {
        stats.queries_unknown++;
    }
}

/* Leaves out of the core, which is refuted, one assumption after the other. */
static void shrink_core(struct solver *s, const term *assumptions, uint32_t n) {
    term_vec core = {0};
    for (uint32_t i = 0; i < n; i++) VEC_PUSH(&core, assumptions[i]);
    for (uint32_t i = 0; i < n; i++) {
        core.at[i] = term_true();
        s->in_core.at[i] = !equalities_refute(&s->facts, core.at, n);
        if (s->in_core.at[i]) core.at[i] = assumptions[i];
    }
    VEC_RELEASE(&core);
}

/* Is the question about products? Proofs are checked without help for those. */
static bool about_products(const struct solver *s, const term *assumptions, uint32_t n) {
    bool products = s->products;
    for (uint32_t i = 0; i < n && !products && !s->checking; i++)
        products = equalities_wanted(assumptions[i]);
    return products;
}

/* Do equalities alone show that there is no model? */
static bool refuted_by_words(struct solver *s, const term *assumptions, uint32_t n) {
    if (!equalities_refute(&s->facts, assumptions, n)) return false;
    shrink_core(s, assumptions, n);
    stats.word_answers++;
    s->by_words = true;
    return true;
}

/* Bits decide what has a model, and algebra what has none, but nobody knows which it is: they take
 * turns, each time for longer. */
static enum answer ask_about_products(struct solver *s, const term *assumptions, uint32_t n) {
    if (refuted_by_words(s, assumptions, n)) return ANSWER_UNSAT;
    double limit = s->limit > 0 ? s->limit : PRODUCTS_SECONDS;
    double first = PRODUCTS_BITS_SECONDS < limit ? PRODUCTS_BITS_SECONDS : limit;
    for (double turn = first; turn <= limit; turn *= PRODUCTS_TURN_FACTOR) {
        bool last = turn * PRODUCTS_TURN_FACTOR > limit;
        enum answer a = s->backend->check(s->state, assumptions, n, turn);
        if (a != ANSWER_UNKNOWN || stop_requested()) return a;
        double words = last ? limit : turn * PRODUCTS_TURN_FACTOR;
        if (products_refute(&s->facts.all, assumptions, n, words, s->in_core.at, NULL)) {
            stats.word_answers++;
            s->by_words = true;
            return ANSWER_UNSAT;
        }
    }
    if (n) memset(s->in_core.at, 0, n * sizeof *s->in_core.at);
    return s->limit > 0 && s->limit <= first ? ANSWER_UNKNOWN
                                             : s->backend->check(s->state, assumptions, n, s->limit);
}

/* The backend, at first for a short time only: what is easy is quickest there, and inequalities of
 * sums that bits find hard are easy for integers. */
static enum answer ask_about_sums(struct solver *s, const term *assumptions, uint32_t n) {
    bool helped = !s->checking && !(s->limit > 0 && s->limit <= LINEAR_BITS_SECONDS);
    enum answer a = s->backend->check(s->state, assumptions, n, helped ? LINEAR_BITS_SECONDS : s->limit);
    if (a != ANSWER_UNKNOWN || !helped || stop_requested()) return a;
    if (linear_refute(&s->facts.all, assumptions, n, s->in_core.at)) {
        stats.word_answers++;
        s->by_words = true;
        return ANSWER_UNSAT;
    }
    return s->backend->check(s->state, assumptions, n, s->limit);
}

/* facts & assumptions, asked of the backend(s) */
static enum answer ask_backend(struct solver *s, const term *assumptions, uint32_t n) {
    for (uint32_t i = 0; i < n; i++) {
        if (assumptions[i] == term_false()) {
            s->in_core.at[i] = true;
            return ANSWER_UNSAT;
        }
        require_support(s, assumptions[i]);
    }
    s->by_words = false;
    enum answer a = about_products(s, assumptions, n) ? ask_about_products(s, assumptions, n)
                                                      : ask_about_sums(s, assumptions, n);
    if (a == ANSWER_UNSAT && !s->by_words) s->backend->core(s->state, assumptions, n, s->in_core.at);
    if (a == ANSWER_UNKNOWN) s->why = s->backend->why_unknown(s->state);
    return a;
}

/* The same, of intervals first. */
static enum answer ask(struct solver *s, const term *assumptions, uint32_t n) {
    enum answer a = ANSWER_UNKNOWN;
    bool floats = s->floats;
    for (uint32_t i = 0; i < n && !floats; i++) floats = term_has_floats(assumptions[i]);
    floats &= boxes_wanted;
    if (floats) a = boxes_check(s->checking, &s->facts, assumptions, n, s->limit, s->in_core.at, &s->point);
    s->by_boxes = a != ANSWER_UNKNOWN;
    if (!s->by_boxes) {
        double start = clock_cpu();
        a = ask_backend(s, assumptions, n);
        if (floats) boxes_failed(clock_cpu() - start);
    }
    return s->other ? compare(s, assumptions, n, a) : a;
}

enum answer solver_check(struct solver *s, const term *assumptions, uint32_t n) {
    double start = timer_start();
    VEC_CLEAR(&s->in_core);
    VEC_RESIZE(&s->in_core, n);
    s->why = NULL;
    if (stop_requested()) {
        s->last = ANSWER_UNKNOWN;
        s->why = stop_text(stop_requested());
    } else {
        s->last = ask(s, assumptions, n);
    }
    count_answer(s->last, start);
    record_check(s->record, assumptions, n, s->last);
    return s->last;
}

void solver_set_limit(struct solver *s, double seconds) { s->limit = seconds; }

bool solver_in_core(const struct solver *s, uint32_t i) {
    assert(s->last == ANSWER_UNSAT && i < s->in_core.n);
    return s->in_core.at[i];
}

static value zero_of(sort s) {
    uint32_t depth = 0;
    while (sort_kind_of(s) == SORT_ARRAY) {
        depth++;
        s = sort_element(s);
    }
    value v = value_of(0);
    while (depth--) v = array_value_const(v);
    return v;
}

value solver_value(struct solver *s, term var) {
    assert(term_is_var(var));
    assert(s->last == ANSWER_SAT && term_is_var(var));
    value v;
    bool known = s->by_boxes ? model_get(&s->point, var, &v) : s->backend->model_value(s->state, var, &v);
    return known ? v : zero_of(term_sort(var));
}

void solver_model(struct solver *s, term t, struct model *m) {
    term_vec vars = {0};
    value v;
    term_free_vars(t, &vars);
    for (uint32_t i = 0; i < vars.n; i++)
        if (!model_get(m, vars.at[i], &v)) model_set(m, vars.at[i], solver_value(s, vars.at[i]));
    VEC_RELEASE(&vars);
}

const char *solver_why_unknown(const struct solver *s) { return s->why ? s->why : "unknown"; }

uint64_t solver_garbage(const struct solver *s) { return s->facts.garbage; }

uint64_t solver_facts(const struct solver *s) { return fact_list_live(&s->facts); }
