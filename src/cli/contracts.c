/* TRUE by contracts of recursive functions (frontend/contracts/contracts.h).
 *
 * The automaton of the pieces is asked for an error, first without the program itself. A
 * counterexample is a run of one function: the arguments and the result that it draws violate some
 * clauses, which are dropped. When there is no counterexample left, the contracts hold; then the
 * program joins the pieces, and what the engines say of all of them together is the verdict, if
 * that is TRUE. It is judged like any other: its proof is checked on this automaton. Equations that
 * were seen in calls come first, alone: they are few, mostly right, and often enough.
 *
 * Each round starts from the source again, for some hundredths of a second. All of it together has
 * a share of the time. */
#include "frontend/contracts/contracts.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cfa/reduce.h"
#include "cli/cli.h"
#include "cli/job.h"
#include "util/log.h"
#include "util/seconds.h"

enum { ROUNDS = 60, REPLAY_EDGES = 1000000 };

struct attempt {
    struct contracts k;
    struct program program; /* the job's, with contracts */
    struct cfa *unreduced, *reduced;
    struct verdict verdict;
};

static void forget(struct attempt *a) {
    verdict_clear(&a->verdict);
    if (a->reduced) cfa_free(a->reduced);
    if (a->unreduced) cfa_free(a->unreduced);
    a->reduced = a->unreduced = NULL;
}

/* False if there are no pieces, or they are not all translated. */
static bool translate_pieces(struct attempt *a) {
    struct error e = {0};
    struct cfa *c = frontend_translate(&a->program, &e);
    error_release(&e);
    if (!c) return false;
    if (!a->k.of.n || c->cuts.n) {
        cfa_free(c);
        return false;
    }
    a->unreduced = cfa_copy(c);
    a->reduced = cfa_reduce(c);
    return true;
}

/* ---- counterexamples ---- */

struct contract_drawn {
    const struct contracts *k;
    uint32_t contract; /* UINT32_MAX: none yet */
    bool seen[CONTRACT_VALUES];
    uint64_t values[CONTRACT_VALUES];
};

static void note_input(void *context, const struct cfa *c, uint32_t site, value v) {
    struct contract_drawn *d = context;
    unsigned contract, number;
    const char *name = c->sites.at[site].name;
    if (!name || sscanf(name, CONTRACT_SITE, &contract, &number) != 2 || contract >= d->k->of.n) return;
    if (number >= d->k->of.at[contract].parameters + d->k->of.at[contract].results) return;
    d->contract = contract;
    d->values[number] = v.lo;
    d->seen[number] = true;
}

/* The run of the counterexample, followed on the automaton as translated. */
static bool follow(struct attempt *a, struct contract_drawn *d) {
    input_log log = {0};
    struct replay_watch watch = {.context = d, .at_input = note_input};
    replay_adopt_classes(a->unreduced, a->reduced);
    replay_log(a->reduced, &a->verdict, &log);
    struct replay_end end = replay_run(a->unreduced, &log, REPLAY_EDGES, &watch, NULL);
    input_log_release(&log);
    return end.end == RUN_ERROR && d->contract != UINT32_MAX;
}

/* Drops the clauses that the counterexample violates; false if there are none. */
static bool weaken(struct attempt *a) {
    struct contract_drawn d = {.k = &a->k, .contract = UINT32_MAX};
    if (!follow(a, &d)) return false;
    struct contract *c = &a->k.of.at[d.contract];
    for (uint32_t i = 0; i < c->parameters + c->results; i++)
        if (!d.seen[i]) return false; /* the error is another one, before the end */
    return contract_weaken(c, d.values) > 0;
}

/* ---- rounds ---- */

static void tell(const struct contracts *k) {
    for (uint32_t i = 0; i < k->of.n; i++)
        for (uint32_t j = 0; j < k->of.at[i].clauses.n; j++) {
            if (!k->of.at[i].clauses.at[j].active) continue;
            char *text = contract_text(&k->of.at[i].clauses.at[j], &k->of.at[i]);
            verbose("contract of %s: %s", k->of.at[i].function, text);
            free(text);
        }
}

/* After an answer other than TRUE: drops what the counterexample violates, or claims more than
 * equations; false if there is nothing left to do. */
static bool another_try(struct attempt *a) {
    if (a->verdict.kind == VERDICT_FALSE && !a->k.with_main && weaken(a)) return true;
    if (!a->k.equations) return false;
    a->k.equations = a->k.with_main = false;
    return true;
}

/* True if the pieces and the program are safe. */
static bool rounds(struct attempt *a, const struct budget *b) {
    for (uint32_t i = 0; i < ROUNDS && !budget_over(b); i++) {
        forget(a);
        for (uint32_t k = 0; k < a->k.of.n; k++) contract_focus(&a->k.of.at[k], a->k.equations);
        if (!translate_pieces(a)) return false;
        engine_prove(a->reduced, &(struct fuzz_task){0}, NULL, b, &a->verdict);
        verbose("contracts, round %u: %s%s: %s", i + 1, a->k.equations ? "equations" : "all clauses",
                a->k.with_main ? " and the program" : "", verdict_word(a->verdict.kind));
        if (a->verdict.kind == VERDICT_TRUE && a->k.with_main) return true;
        if (a->verdict.kind == VERDICT_TRUE) a->k.with_main = true;
        else if (!another_try(a)) return false;
    }
    return false;
}

bool contracts_prove(struct job *j) {
    if (options.recursion > 0 || !options.contracts || options.engine != ENGINE_PORTFOLIO || !j->recursive)
        return false;
    struct attempt a = {.program = j->program};
    a.program.contracts = &a.k;
    a.program.is_recursive = NULL;
    struct budget b = budget_part(&j->budget, BUDGET_WALL, CONTRACTS_SHARE, CONTRACTS_SECONDS);
    verbose("contracts of recursive functions: trying");
    bool safe = rounds(&a, &b);
    verbose("contracts of recursive functions: %s", safe ? "they suffice" : "none");
    if (safe) {
        tell(&a.k);
        j->contracts = a.k.of.n;
        cfa_free(j->reduced);
        cfa_free(j->unreduced);
        verdict_clear(&j->verdict);
        j->reduced = a.reduced, j->unreduced = a.unreduced, j->verdict = a.verdict;
        a.reduced = a.unreduced = NULL;
        a.verdict = (struct verdict){0};
    }
    forget(&a);
    contracts_release(&a.k);
    return safe;
}
