#include "checks.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "cfa/reduce.h"
#include "explore.h"
#include "sweep/sweep.h"

enum { CHECKS = 3, MAX_BITS = 9, MAX_VARIABLES = 32 };

/* The edges into lE belong to the checks in turns. */
static void number_checks(struct cfa *c) {
    uint32_t n = 0;
    for (uint32_t i = 0; i < CHECKS; i++) cfa_add_check(c, CHECK_OVERFLOW, (struct src_pos){.line = i + 1});
    for (uint32_t i = 0; i < c->edges.n; i++)
        if (c->edges.at[i].to == c->lE) c->edges.at[i].check = n++ % CHECKS + 1;
}

/* Is the error reachable if only the edges of this check are there? */
static bool can_fail(const struct cfa *c, uint32_t check) {
    bool open[CHECKS] = {false};
    struct cfa *alone = cfa_copy(c);
    struct space s;
    open[check] = true;
    cfa_close_checks(alone, open);
    explore_edges(alone, &s);
    bool fails = space_reached(&s, alone->lE) != NEVER;
    space_release(&s);
    cfa_free(alone);
    return fails;
}

static bool holds(const struct cfa *c, const term_vec *facts, uint32_t state) {
    value values[MAX_VARIABLES];
    state_unpack(c, state, values);
    for (uint32_t i = 0; i < facts->n; i++)
        if (!evaluate(c, facts->at[i], values, NULL, NULL).lo) return false;
    return true;
}

/* The sweep's facts in the states that are reached. */
static void judge_facts(const struct cfa *c, const struct sweep *sweep, char *message, size_t n) {
    struct facts facts;
    struct space s;
    if (!explore_steps(c, &s, MAX_BITS)) return;
    facts_init(&facts, c->locs.n);
    sweep_facts(sweep, c, &facts);
    for (loc l = 0; l < c->locs.n; l++)
        for (uint32_t state = 0; facts.at[l].n && state < space_states(&s); state++)
            if (space_level(&s, l, state) != NEVER && !holds(c, &facts.at[l], state))
                snprintf(message, n, "the sweep's facts at l%u do not hold in the reachable state %u", l,
                         state);
    facts_release(&facts);
    space_release(&s);
}

bool judge_checks(const struct cfa *c, char *message, size_t n) {
    struct cfa *whole = cfa_copy(c);
    struct sweep sweep = {0};
    struct budget b = budget_wall(5);
    bool any = false;
    struct space s;
    message[0] = 0;
    number_checks(whole);
    struct cfa *split = cfa_copy(whole);
    cfa_split(split, 10);
    sweep_run(split, &b, &sweep);
    for (uint32_t i = 0; i < CHECKS; i++) {
        bool fails = can_fail(whole, i);
        any |= fails;
        if (fails && sweep.done && sweep.passed[i])
            snprintf(message, n, "the sweep sees check %u pass, but it fails", i);
    }
    if (sweep.done) judge_facts(split, &sweep, message, n);
    explore_edges(c, &s);
    if (any != (space_reached(&s, c->lE) != NEVER))
        snprintf(message, n, "the checks alone fail otherwise than together");
    space_release(&s);
    sweep_release(&sweep);
    cfa_free(split);
    cfa_free(whole);
    return !message[0];
}
