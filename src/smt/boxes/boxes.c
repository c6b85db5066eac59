#include "smt/boxes/boxes.h"

#include "smt/boxes/cover.h"
#include "smt/boxes/interval.h"
#include "util/clock.h"
#include "util/seconds.h"
#include "util/stats.h"

enum { MOST_BOXES = 1000000, FEW_BOXES = 64 };

bool boxes_wanted = true;
static double spent, others_spent; /* seconds, since the process started */

void boxes_failed(double seconds) { others_spent += seconds; }

/* ---- the facts that matter ---- */

static void mark_bools(struct int_map *relevant, term t) {
    term_vec vars = {0};
    term_free_vars(t, &vars);
    for (uint32_t i = 0; i < vars.n; i++)
        if (term_sort(vars.at[i]) == sort_bool()) int_map_put(relevant, vars.at[i], NULL);
    VEC_RELEASE(&vars);
}

/* A clause with a negative literal that nothing else mentions is satisfied by that. */
static bool is_idle(const struct int_map *relevant, term t) {
    if (term_op_of(t) != OP_OR) return false;
    for (uint32_t i = 0; i < term_arity(t); i++) {
        term a = term_arg(t, i);
        if (term_op_of(a) == OP_NOT && term_is_var(term_arg(a, 0)) && !int_map_get(relevant, term_arg(a, 0)))
            return true;
    }
    return false;
}

static void live_facts(const struct fact_list *facts, const term *assumptions, uint32_t n, term_vec *live) {
    struct int_map relevant = {0}, taken = {0};
    for (uint32_t i = 0; i < n; i++) mark_bools(&relevant, assumptions[i]);
    for (bool again = true; again;) {
        again = false;
        for (uint32_t i = 0; i < facts->all.n; i++) {
            term t = facts->all.at[i];
            if (t == TERM_NONE || int_map_get(&taken, i) || is_idle(&relevant, t)) continue;
            int_map_put(&taken, i, NULL);
            mark_bools(&relevant, t);
            VEC_PUSH(live, t);
            again = true;
        }
    }
    int_map_release(&relevant);
    int_map_release(&taken);
}

static bool all_hold(const struct fact_list *facts, struct model *m) {
    for (uint32_t i = 0; i < facts->all.n; i++)
        if (facts->all.at[i] != TERM_NONE && !term_holds(m, facts->all.at[i])) return false;
    return true;
}

/* ---- the question ---- */

/* The core is all of the assumptions. */
static enum answer refute(term_vec *live, const term *assumptions, uint32_t n, uint64_t boxes, double seconds,
                          bool *in_core) {
    for (uint32_t i = 0; i < n; i++) VEC_PUSH(live, assumptions[i]);
    if (!cover_refutes(live->at, live->n, boxes, seconds)) return ANSWER_UNKNOWN;
    for (uint32_t i = 0; i < n; i++) in_core[i] = true;
    return ANSWER_UNSAT;
}

enum answer boxes_check(bool checking, const struct fact_list *facts, const term *assumptions, uint32_t n,
                        double seconds, bool *in_core, struct model *m) {
    double start = clock_cpu(), allowance = checking ? BOXES_CHECK_SECONDS : BOXES_SECONDS;
    double rest = allowance + others_spent - spent;
    uint64_t boxes = rest > 0 ? MOST_BOXES : FEW_BOXES;
    if (rest <= 0 || (seconds > 0 && seconds / 2 < rest)) rest = seconds > 0 ? seconds / 2 : allowance;
    term_vec live = {0};
    live_facts(facts, assumptions, n, &live);
    enum answer a = checking ? refute(&live, assumptions, n, boxes, rest, in_core)
                             : interval_decide(live.at, live.n, assumptions, n, boxes, rest, in_core, m);
    if (a == ANSWER_SAT && !all_hold(facts, m)) a = ANSWER_UNKNOWN;
    VEC_RELEASE(&live);
    spent += clock_cpu() - start;
    stats.box_queries++;
    stats.box_answers += a != ANSWER_UNKNOWN;
    stats.box_checks += checking && a != ANSWER_UNKNOWN;
    return a;
}
