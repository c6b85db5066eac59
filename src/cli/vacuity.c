/* TRUE that says nothing. Two cases are told apart:
 *
 *   nothing can fail   there is no check in the code that the entry function may reach, or the
 *                      compiler has found its condition to be constant.
 *   vacuous            no execution comes to a check: assumptions contradict each other, or
 *                      executions end before, as they do at a division by zero, at exit() or in a
 *                      loop without an end:
 *
 *                          __VERIFIER_assume(x > 5);
 *                          __VERIFIER_assume(x < 3);
 *                          assert(x == 7);
 *
 * A check is where an edge leaves for a location from which all paths fail. The second question is
 * put to bounded search on the automaton in which passing a check, whether it holds or not, is the
 * error. Reachable checks are mostly found at once; "no path is left, none came to a check" is the
 * proof of vacuity. Anything else, and what takes longer than a moment, is no warning: a warning is
 * never wrong, a missing one says nothing. */
#include <stdlib.h>

#include "bmc/bmc.h"
#include "cfa/reduce.h"
#include "cli/job.h"
#include "util/budget.h"
#include "util/clock.h"
#include "util/log.h"
#include "util/seconds.h"
#include "util/stats.h"

enum { DEPTH = 50, MOST_EDGES = 20000 /* reducing larger automata takes longer than a moment */ };

/* Locations from which every edge leads to lE or to another such location; lE itself. */
static uint8_t *doomed_locations(const struct cfa *c, const struct cfa_index *by_edge) {
    uint8_t *doomed = mem_zero(c->locs.n, 1);
    /* edges that do not lead to a doomed location yet */
    uint32_t *left = mem_zero(c->locs.n, sizeof *left);
    VEC(loc) waiting = {0};
    for (loc l = 0; l < c->locs.n; l++) left[l] = by_edge->out[l].n;
    doomed[c->lE] = 1;
    VEC_PUSH(&waiting, c->lE);
    while (waiting.n) {
        loc l = VEC_POP(&waiting);
        for (uint32_t i = 0; i < by_edge->in[l].n; i++) {
            loc from = c->edges.at[by_edge->in[l].at[i]].from;
            assert(left[from] > 0);
            if (--left[from] || doomed[from]) continue;
            doomed[from] = 1;
            VEC_PUSH(&waiting, from);
        }
    }
    VEC_RELEASE(&waiting);
    free(left);
    return doomed;
}

/* A copy in which every edge that leaves a check leads to lE. */
static struct cfa *aim_at_checks(const struct cfa *c) {
    struct cfa *to = cfa_copy(c);
    struct cfa_index by_edge;
    cfa_index_edges(c, &by_edge);
    uint8_t *doomed = doomed_locations(c, &by_edge), *check = mem_zero(to->locs.n, 1);
    for (uint32_t i = 0; i < c->edges.n; i++)
        if (doomed[c->edges.at[i].to]) check[c->edges.at[i].from] = 1;
    for (uint32_t i = 0; i < to->edges.n; i++)
        if (check[to->edges.at[i].from]) to->edges.at[i].to = to->lE;
    free(doomed);
    free(check);
    cfa_index_release(&by_edge);
    return to;
}

/* Has bounded search left no path, and none came to a check? */
static bool explored_in_vain(const struct cfa *c) {
    struct stats before = stats; /* what is counted here is not the proof's */
    struct cfa *aimed = cfa_reduce(aim_at_checks(c));
    struct verdict v = {0};
    struct budget b = budget_wall(JUDGE_VACUITY_SECONDS);
    bmc_prove_within(aimed, NULL, &b, DEPTH, &v);
    bool vacuous = v.kind == VERDICT_TRUE;
    verdict_clear(&v);
    cfa_free(aimed);
    stats = before;
    return vacuous;
}

/* Checks that the translation has decided are no edges any more. */
static bool leads_to_checks(const struct cfa *c) {
    for (uint32_t i = 0; i < c->edges.n; i++)
        if (c->edges.at[i].to == c->lE) return true;
    return false;
}

/* If the translation has met no check and decided nothing, then all code before the checks was
 * translated, and it ends. */
static bool is_vacuous(const struct cfa *c) {
    if (c->cuts.n || c->edges.n > MOST_EDGES) return false;
    return leads_to_checks(c) ? explored_in_vain(c) : !c->decided;
}

static void warn(struct job *j, char *text) {
    VEC_PUSH(&j->warnings, text);
    warning("%s", text);
}

/* Executions may end before every check because an access that C leaves undefined is taken not to
 * happen:
 *
 *     int *p = 0;
 *     assert(*p == 1);
 *
 * A TRUE that is vacuous, with checks that the translation has not decided, and rests on that says
 * that all executions are undefined, if anything, so it is not said. */
static bool rests_on_undefined(struct job *j) {
    if (j->program.rules.sv_comp || !leads_to_checks(j->unreduced)) return false;
    if (!cfa_ledger_count(j->unreduced, LEDGER_VALID_ACCESS)) return false;
    verdict_clear(&j->verdict);
    verdict_unknown(&j->verdict,
                    "no execution comes to a check, perhaps because of an invalid access to memory");
    return true;
}

void vacuity_check(struct job *j) {
    if (j->verdict.kind != VERDICT_TRUE || stop_requested()) return;
    /* the automaton is of the pieces, whose executions are not the program's */
    if (j->contracts) return;
    const struct cfa *c = j->unreduced;
    if (!c->has_check && !leads_to_checks(c) && !c->cuts.n)
        warn(j, mem_printf(
                    "nothing can fail: the code that %s can reach holds no check (an assertion, a call of an "
                    "error function) that could fail",
                    j->program.entry));
    else if (is_vacuous(c) && !rests_on_undefined(j))
        warn(j,
             mem_strdup(
                 "vacuous: no execution comes to a check, because assumptions contradict each other or all "
                 "executions end before (division by zero, exit, an endless loop)"));
}
