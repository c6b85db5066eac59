/* TRUE by contracts of recursive functions (frontend/contracts.h).
 *
 * The automaton of the pieces is asked for an error, first without the program itself. A counterexample is a run of one
 * function: the arguments and the result that it draws violate some clauses, which are dropped. When there is no
 * counterexample left, the contracts hold; then the program joins the pieces, and what the engines say of all of them together is
 * the verdict, if that is TRUE. It is judged like any other: its proof is checked on this automaton.
 *
 * Each round starts from the source again, for some hundredths of a second. All of it together has a share of the time. */
#include "frontend/contracts.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cfa/reduce.h"
#include "cli/cli.h"
#include "cli/job.h"
#include "util/clock.h"
#include "util/log.h"
#include "util/rng.h"

#define MOST_SECONDS 20.0
#define SHARE 0.3 /* of the time that is left */
#define SAMPLE_SECONDS 1.0

enum { ROUNDS = 60, REPLAY_EDGES = 1000000, SAMPLES = 300, SAMPLE_DEPTH = 40, SAMPLE_EDGES = 100000 };

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

struct drawn {
    const struct contracts *k;
    uint32_t contract; /* UINT32_MAX: none yet */
    bool seen[CONTRACT_PARAMETERS + 1];
    uint64_t values[CONTRACT_PARAMETERS + 1];
};

static void note_input(void *context, const struct cfa *c, uint32_t site, value v) {
    struct drawn *d = context;
    unsigned contract, number;
    const char *name = c->sites.at[site].name;
    if (!name || sscanf(name, CONTRACT_SITE, &contract, &number) != 2 || contract >= d->k->of.n) return;
    if (number > d->k->of.at[contract].parameters) return;
    d->contract = contract;
    d->values[number] = v.lo;
    d->seen[number] = true;
}

/* The run of the counterexample, followed on the automaton as translated. */
static bool follow(struct attempt *a, struct drawn *d) {
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
    struct drawn d = {.k = &a->k, .contract = UINT32_MAX};
    if (!follow(a, &d)) return false;
    struct contract *c = &a->k.of.at[d.contract];
    for (uint32_t i = 0; i <= c->parameters; i++)
        if (!d.seen[i]) return false; /* the error is another one, before the end */
    return contract_weaken(c, d.values) > 0;
}

/* ---- samples ---- */

struct sampling {
    const struct contracts *k;
    struct rng random;
    uint32_t contract;
    bool returned;
    uint64_t values[CONTRACT_PARAMETERS + 1];
};

/* Arguments are constants of the program or near them, or small. */
static uint64_t any_argument(struct sampling *s) {
    int64_t near = (int64_t)rng_below(&s->random, 5) - 2, small = (int64_t)rng_below(&s->random, 24) - 4;
    return (uint64_t)(rng_below(&s->random, 2) && s->k->constants.n
                          ? s->k->constants.at[rng_below(&s->random, s->k->constants.n)] + near
                          : small);
}

static value sample_input(void *context, const struct cfa *c, uint32_t site) {
    struct sampling *s = context;
    const char *name = c->sites.at[site].name;
    unsigned contract, number;
    if (name && !strcmp(name, CONTRACT_CHOICE)) return value_of(s->contract + 1);
    if (!name || sscanf(name, CONTRACT_SITE, &contract, &number) != 2 || number >= CONTRACT_PARAMETERS)
        return value_of(0);
    uint32_t width = s->k->of.at[contract].width[number];
    return value_of(s->values[number] & (width == 64 ? UINT64_MAX : (UINT64_C(1) << width) - 1));
}

static void sample_drawn(void *context, const struct cfa *c, uint32_t site, value v) {
    struct sampling *s = context;
    const char *name = c->sites.at[site].name;
    unsigned contract, number;
    (void)v;
    if (!name || sscanf(name, CONTRACT_SITE, &contract, &number) != 2 || number < CONTRACT_BITS) return;
    if (number == CONTRACT_RETURNED) s->returned = true;
    else s->values[s->k->of.at[contract].parameters] |= UINT64_C(1) << (number - CONTRACT_BITS);
}

/* Runs each function some hundred times and drops what does not hold then. A run that does not return says nothing. */
static bool learn_from_samples(struct attempt *a) {
    a->k.sampling = true;
    a->program.recursion = SAMPLE_DEPTH;
    struct error e = {0};
    struct cfa *c = frontend_translate(&a->program, &e);
    error_release(&e);
    a->k.sampling = false;
    a->program.recursion = FIRST_RECURSION;
    if (!c) return false;
    struct sampling s = {.k = &a->k, .random = {1}};
    struct cfa_index by_edge;
    cfa_index_edges(c, &by_edge);
    struct cfa_machine *machine = cfa_machine_new(c);
    struct cfa_world world = {
        .context = &s, .input = sample_input, .at_draw = sample_drawn, .max_edges = SAMPLE_EDGES};
    double end = clock_wall() + SAMPLE_SECONDS;
    for (uint32_t i = 0; i < SAMPLES * a->k.of.n && clock_wall() < end && !stop_requested(); i++) {
        s.contract = i % a->k.of.n;
        struct contract *t = &a->k.of.at[s.contract];
        for (uint32_t j = 0; j < t->parameters; j++) s.values[j] = any_argument(&s);
        s.values[t->parameters] = 0;
        s.returned = false;
        struct cfa_run run = {0};
        cfa_machine_run(machine, &by_edge, &world, &run);
        if (s.returned) contract_weaken(t, s.values);
        model_release(&run.state);
    }
    cfa_machine_free(machine);
    cfa_index_release(&by_edge);
    cfa_free(c);
    return true;
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

/* True if the pieces and the program are safe. */
static bool rounds(struct attempt *a) {
    if (!learn_from_samples(a) || !a->k.of.n) return false;
    for (uint32_t i = 0; i < ROUNDS && !stop_requested(); i++) {
        forget(a);
        for (uint32_t k = 0; k < a->k.of.n; k++) contract_focus(&a->k.of.at[k]);
        if (!translate_pieces(a)) return false;
        engine_prove(a->reduced, &(struct fuzz_task){0}, &a->verdict);
        if (a->verdict.kind == VERDICT_TRUE && a->k.with_main) return true;
        if (a->verdict.kind == VERDICT_TRUE) a->k.with_main = true;
        else if (a->verdict.kind == VERDICT_UNKNOWN || a->k.with_main || !weaken(a)) return false;
    }
    return false;
}

/* Is there recursion that is no loop? */
static bool unfolds(const struct cfa *c) {
    for (uint32_t i = 0; i < c->cuts.n; i++)
        if (c->cuts.at[i].deeper) return true;
    return false;
}

bool contracts_prove(struct job *j) {
    if (options.recursion > 0 || !options.contracts || options.engine != ENGINE_PORTFOLIO || !j->recursive)
        return false;
    struct attempt a = {.program = j->program};
    a.program.contracts = &a.k;
    a.program.is_recursive = NULL;
    a.k.as_written = !unfolds(j->unreduced);
    double now = clock_wall(), limit = options.timeout,
           left = limit > 0 ? SHARE * (limit - now) : MOST_SECONDS;
    double most = a.k.as_written ? MOST_SECONDS / 2 : MOST_SECONDS; /* loops are what engines are good at */
    options.timeout = now + (left < most ? left : most);            /* engines look at it */
    verbose("contracts of recursive functions: trying");
    bool safe = rounds(&a);
    options.timeout = limit;
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
