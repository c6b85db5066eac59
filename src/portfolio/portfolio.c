/* The portfolio: engines in processes of their own (job.h) that share the cores fairly.
 *
 * There are more engines than cores, and nobody knows which one a program needs. Each row below has a share;
 * the engines that have run least in proportion to theirs run next, the others are frozen. A slice is short
 * in the beginning, when most programs are decided, and grows with the time spent. An engine is forked when
 * its first turn comes, so what comes late sees all facts that were supplied by then: lemmas found by one job
 * are known to every job that starts after it. On one core the rows take turns in the order of the table.
 *
 * A verdict counts when its evidence holds (src/evidence, with the other solver); then the others are killed.
 * One whose evidence does not hold is dropped with a note, and the search goes on.
 *
 * With one core and fixed seed the schedule depends on the clock alone; each engine by itself is
 * deterministic. */
#include "portfolio/portfolio.h"

#include <assert.h>
#include <poll.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>

#include "bmc/bmc.h"
#include "evidence/bounded.h"
#include "evidence/evidence.h"
#include "fuzz/fuzz.h"
#include "ic3cfa/ic3cfa.h"
#include "lemmas/lemmas.h"
#include "portfolio/cells.h"
#include "portfolio/job.h"
#include "regions/regions.h"
#include "util/clock.h"
#include "util/log.h"
#include "util/options.h"

enum message { MESSAGE_FACTS = 1, MESSAGE_VERDICT };
/* After the suppliers' first pass; after the second, if that brought anything new. */
enum when { AT_ONCE, WITH_LEMMAS, WITH_CASES };

#define LEMMA_SECONDS 30.0 /* a pass of the suppliers, at most; mostly they are done much earlier */
#define TRIM_SECONDS 5.0
#define FUZZ_TRUST 3     /* hits in vain that are let pass */
#define FUZZ_DELAY 0.5   /* seconds of other work before the program is compiled for execution */
#define FUZZ_STALE 5     /* after so many seconds without a new input ... */
#define FUZZ_YIELD 0.2   /* ... this part of the share is left */
#define CONFIRM_SHARE 8  /* a job that has a verdict and checks it has so many times its share */
#define FIRST_SLICE 0.1  /* seconds */
#define SLICE_SHARE 0.05 /* of the time spent */

/* NULL if the evidence of a verdict holds. */
static char *contradiction(struct cfa *c, const struct verdict *v, bool *unsure) {
    *unsure = false;
    /* Draws were followed on the unreduced automaton, or several compiled programs have confirmed them. */
    if (v->kind == VERDICT_FALSE) return v->trace_kind == TRACE_STEPS ? evidence_check_trace(c, v) : NULL;
    return options.check ? evidence_check_proof(c, v, evidence_other_solver(), unsure) : NULL;
}

/* Drops what the proof does not need, with our own solver, which is quick, before the other one has to check
 * it. */
static void trim(struct cfa *c, struct verdict *v) {
    if (v->kind != VERDICT_TRUE || v->proof != PROOF_INVARIANT || !options.check) return;
    evidence_minimize_invariant(c, &v->invariant, evidence_own_solver(), TRIM_SECONDS);
}

/* A verdict whose evidence does not hold is none. */
static void confirm(struct cfa *c, struct verdict *v) {
    bool unsure;
    if (v->kind == VERDICT_UNKNOWN) return;
    stats.confirming = 1;
    trim(c, v);
    char *wrong = contradiction(c, v, &unsure);
    stats.confirming = 0;
    if (!wrong) {
        v->checked = options.check;
        return;
    }
    verbose("the evidence is %s: %s", unsure ? "not confirmed" : "WRONG", wrong);
    verdict_clear(v);
    verdict_unknown(v, "%s: %s",
                    unsure ? "the evidence could not be confirmed" : "internal: the evidence is wrong",
                    wrong);
    free(wrong);
}

static void tell_verdict(struct cfa *c, struct verdict *v, struct wire *message) {
    confirm(c, v);
    wire_put_u64(message, MESSAGE_VERDICT);
    wire_put_stats(message);
    wire_put_verdict(message, c, v);
}

static void run_bmc(struct cfa *c, const struct facts *known, struct wire *message) {
    struct verdict v = {0};
    bmc_prove(c, known, &v);
    tell_verdict(c, &v, message);
}

static void run_kind(struct cfa *c, const struct facts *known, struct wire *message) {
    struct verdict v = {0};
    kind_prove(c, known, &v);
    tell_verdict(c, &v, message);
}

static void run_ic3(struct cfa *c, const struct facts *known, struct wire *message) {
    struct verdict v = {0};
    ic3cfa_prove(c, known, &v);
    tell_verdict(c, &v, message);
}

static void run_regions(struct cfa *c, const struct facts *known, struct wire *message) {
    (void)known;
    struct verdict v = {0};
    regions_prove(c, &v);
    tell_verdict(c, &v, message);
}

static void run_cells(struct cfa *c, const struct facts *known, struct wire *message) {
    (void)known;
    struct verdict v = {0};
    cells_prove(c, &v);
    tell_verdict(c, &v, message);
}

/* What may be executed; the same for all jobs of a portfolio. */
static const struct fuzz_task *executable;

static void run_fuzz(struct cfa *c, const struct facts *known, struct wire *message) {
    (void)known;
    struct verdict v = {0};
    fuzz_prove(executable, c, &v);
    tell_verdict(c, &v, message);
}

static void supply(struct cfa *c, const struct facts *known, bool by_cases, struct wire *message) {
    struct facts supplied;
    facts_copy(&supplied, known);
    double left = options.timeout > 0 ? 0.3 * (options.timeout - clock_wall()) : LEMMA_SECONDS;
    lemmas_supply_pass(c, &supplied, by_cases, left < LEMMA_SECONDS ? left : LEMMA_SECONDS);
    wire_put_u64(message, MESSAGE_FACTS);
    wire_put_stats(message);
    wire_put_facts(message, &supplied);
}

static void run_lemmas(struct cfa *c, const struct facts *known, struct wire *message) {
    supply(c, known, false, message);
}

static void run_cases(struct cfa *c, const struct facts *known, struct wire *message) {
    supply(c, known, true, message);
}

struct row {
    const char *name;   /* as verdict.engine */
    const char *engine; /* as --engine and --without know it; NULL: see --lemmas */
    job_work *work;
    enum when when;
    double share;
    double
        patience; /* seconds after which its share shrinks, 0: never. Bounded search finds what it finds early */
};
static const struct row rows[] = {
    {"bmc", "bmc", run_bmc, AT_ONCE, 1, 6},
    {"lemmas", NULL, run_lemmas, AT_ONCE, 1.5, 0},
    {"ic3cfa", "ic3cfa", run_ic3, AT_ONCE, 1, 0},
    {"k-induction", "kind", run_kind, WITH_LEMMAS, 0.7, 4},
    {"ic3cfa with lemmas", "ic3cfa", run_ic3, WITH_LEMMAS, 1.5, 0},
    {"lemmas by cases", NULL, run_cases, WITH_LEMMAS, 1, 0},
    {"k-induction by cases", "kind", run_kind, WITH_CASES, 0.7, 4},
    {"ic3cfa with lemmas by cases", "ic3cfa", run_ic3, WITH_CASES, 1, 0},
    {"execution", "fuzz", run_fuzz, AT_ONCE, 0.7, 6},
    {"cells of arrays", "cells", run_cells, AT_ONCE, 1.5, 0},
    {"regions", "regions", run_regions, AT_ONCE, 1.5, 5},
};
enum {
    ROWS = sizeof rows / sizeof *rows,
    LEMMAS_ROW = 1,
    CASES_ROW = 5,
    FUZZ_ROW = 8,
    CELLS_ROW = 9,
    REGIONS_ROW = 10
};

struct portfolio {
    struct cfa *c;
    struct verdict *v;
    struct facts known;
    double start;
    struct job jobs[ROWS];
    uint32_t cores;
    enum when phase; /* rows up to this may run */
    bool news;       /* the last suppliers added facts */
    bool decided;
    uint64_t bound;
    char *reasons; /* why the others know nothing */
};

/* ---- what jobs say ---- */

static void add_reason(struct portfolio *p, const char *name, const char *reason) {
    char *more = mem_printf("%s%s%s: %s", p->reasons ? p->reasons : "", p->reasons ? "; " : "", name,
                            reason ? reason : "gave up");
    free(p->reasons);
    p->reasons = more;
}

static void hear_verdict(struct portfolio *p, struct wire *w, const char *name) {
    struct verdict v = {.engine = name};
    struct stats counters;
    double timers[TIMER_COUNT];
    wire_get_stats(w, &counters, timers);
    wire_get_verdict(w, p->c, &v);
    if (!w->broken && v.bound > p->bound) p->bound = v.bound;
    if (w->broken) {
        add_reason(p, name, "its message is damaged");
    } else if (v.kind == VERDICT_UNKNOWN) {
        /* That a program cannot be run, or runs without an error, or is not about regions, explains nothing. */
        if (strcmp(name, rows[FUZZ_ROW].name) && strcmp(name, rows[REGIONS_ROW].name))
            add_reason(p, name, v.reason);
        else verbose("%s: %s", name, v.reason);
    } else {
        p->decided = true;
        verdict_clear(p->v);
        *p->v = v;
        stats_adopt(&counters, timers);
        return;
    }
    verdict_clear(&v);
}

/* What one job proved is known to all that start later. */
static void hear_facts(struct portfolio *p, struct wire *w, const char *name) {
    struct facts supplied;
    struct stats counters;
    double timers[TIMER_COUNT];
    facts_init(&supplied, p->c->locs.n);
    wire_get_stats(w, &counters, timers);
    wire_get_facts(w, &supplied);
    if (!w->broken) {
        stats_adopt(&counters, timers);
        verbose("%s: %u facts", name, facts_count(&supplied));
        if (facts_count(&supplied) != facts_count(&p->known)) p->news = true;
        facts_release(&p->known);
        p->known = supplied;
    } else {
        facts_release(&supplied);
    }
}

/* Opens the next phase. */
static void suppliers_ended(struct portfolio *p, uint32_t i) {
    if (i == LEMMAS_ROW) p->phase = WITH_LEMMAS;
    if (i == CASES_ROW && p->news) p->phase = WITH_CASES;
}

static void hear(struct portfolio *p, uint32_t i) {
    struct job *j = &p->jobs[i];
    struct wire w = {.in = j->received.text, .n = j->received.n, .base = j->base};
    uint64_t kind = j->received.n ? wire_get_u64(&w) : 0;
    verbose("%s: done after %.2f s", rows[i].name, job_seconds(j));
    p->news = false;
    if (kind == MESSAGE_FACTS) {
        hear_facts(p, &w, rows[i].name);
    } else if (kind == MESSAGE_VERDICT) {
        hear_verdict(p, &w, rows[i].name);
    } else {
        add_reason(p, rows[i].name, "its process died");
    }
    wire_release(&w);
    suppliers_ended(p, i);
}

/* ---- scheduling ---- */

static bool may_run(const struct portfolio *p, uint32_t i) {
    if (p->jobs[i].state == JOB_DONE) return false;
    if (rows[i].when > p->phase) return false;
    if (i == FUZZ_ROW && clock_wall() - p->start < FUZZ_DELAY) return false;
    /* Without a new fact the second IC3 would be the first again. */
    return !(rows[i].work == run_ic3 && rows[i].when == WITH_LEMMAS && !facts_count(&p->known));
}

/* The least is next: the time used over the share, which is share / (1 + t / patience) after t seconds. */
static double urgency(const struct portfolio *p, uint32_t i) {
    const struct job *j = &p->jobs[i];
    /* An execution has reached the error and is confirming that: nothing is closer to a verdict. */
    bool hit = i == FUZZ_ROW && j->live && j->live->fuzz_hits > j->live->fuzz_dropped &&
               j->live->fuzz_dropped < FUZZ_TRUST;
    if (hit) return -1;
    double t = job_seconds(j), used = rows[i].patience > 0 ? t + t * t / (2 * rows[i].patience) : t;
    bool stale = i == FUZZ_ROW && j->live && j->live->fuzz_stale >= FUZZ_STALE;
    bool confirming = j->live && j->live->confirming;
    return used / (rows[i].share * (stale ? FUZZ_YIELD : confirming ? CONFIRM_SHARE : 1));
}

static void run_job(struct portfolio *p, uint32_t i) {
    struct job *j = &p->jobs[i];
    uint64_t memory = (uint64_t)(options.memory * 1048576 / 2);
    if (j->state == JOB_FROZEN) {
        job_thaw(j);
    } else if (j->state == JOB_WAITING && !job_start(j, rows[i].work, p->c, &p->known, memory)) {
        j->state = JOB_DONE;
        add_reason(p, rows[i].name, "no process could be started");
        suppliers_ended(p, i);
    }
}

/* Lets the `cores` most urgent jobs run and freezes the others; false if there is none. */
static bool schedule(struct portfolio *p) {
    bool chosen[ROWS] = {false};
    uint32_t n = 0;
    for (; n < p->cores; n++) {
        uint32_t best = ROWS;
        for (uint32_t i = 0; i < ROWS; i++)
            if (!chosen[i] && may_run(p, i) && (best == ROWS || urgency(p, i) < urgency(p, best))) best = i;
        if (best == ROWS) break;
        chosen[best] = true;
    }
    for (uint32_t i = 0; i < ROWS; i++)
        if (!chosen[i] && p->jobs[i].state == JOB_RUNNING) job_freeze(&p->jobs[i]);
    for (uint32_t i = 0; i < ROWS; i++)
        if (chosen[i]) run_job(p, i);
    return n > 0;
}

/* The status line shows the counters of the engine that has run longest. */
static void show_progress(struct portfolio *p) {
    const struct job *longest = NULL;
    for (uint32_t i = 0; i < ROWS; i++)
        if (p->jobs[i].state == JOB_RUNNING && (!longest || job_seconds(&p->jobs[i]) > job_seconds(longest)))
            longest = &p->jobs[i];
    if (longest && longest->live->queries) stats = *longest->live;
}

/* A frozen job may have said its last word just before. */
static bool may_speak(const struct job *j) { return j->state == JOB_RUNNING || j->state == JOB_FROZEN; }

/* Waits until a job says something or the slice is over. */
static void wait_for_news(struct portfolio *p, double seconds) {
    struct pollfd fds[ROWS];
    nfds_t n = 0;
    for (uint32_t i = 0; i < ROWS; i++)
        if (may_speak(&p->jobs[i])) fds[n++] = (struct pollfd){.fd = p->jobs[i].pipe, .events = POLLIN};
    poll(fds, n, (int)(seconds * 1000) + 1);
}

/* True if a job ended. */
static bool listen_to_all(struct portfolio *p) {
    bool news = false;
    for (uint32_t i = 0; i < ROWS && !p->decided; i++)
        if (may_speak(&p->jobs[i]) && job_poll(&p->jobs[i])) {
            hear(p, i);
            news = true;
        }
    return news;
}

static void run(struct portfolio *p) {
    p->start = clock_wall();
    while (!p->decided && !stop_requested() && schedule(p)) {
        double now = clock_wall(), share = SLICE_SHARE * (now - p->start);
        double end = now + (share > FIRST_SLICE ? share : FIRST_SLICE);
        while (!p->decided && !stop_requested() && clock_wall() < end) {
            double left = end - clock_wall();
            wait_for_news(p, left < 0.1 ? left : 0.1);
            if (listen_to_all(p)) break;
            show_progress(p);
        }
    }
}

/* The children see the deadline a little earlier than we do: their last words tell the bound. */
static void hear_last_words(struct portfolio *p) {
    if (p->decided || stop_requested() != STOP_TIMEOUT) return;
    for (uint32_t i = 0; i < ROWS; i++)
        if (may_speak(&p->jobs[i]) && job_poll(&p->jobs[i])) hear(p, i);
}

/* Past the jobs' deadline, all that they say is that time is up, whatever they were at. */
static enum stop_reason stopped(void) {
    if (!stop_requested() && job_deadline() > 0 && clock_wall() >= job_deadline()) return STOP_TIMEOUT;
    return stop_requested();
}

static uint32_t count_cores(void) {
    if (options.jobs >= 1) return (uint32_t)options.jobs;
    cpu_set_t set;
    if (sched_getaffinity(0, sizeof set, &set)) return 1;
    int n = CPU_COUNT(&set);
    return n > 0 ? (uint32_t)n : 1;
}

void portfolio_prove(struct cfa *c, const struct fuzz_task *task, struct verdict *v) {
    struct portfolio p = {
        .c = c, .v = v, .cores = count_cores(), .phase = options.lemmas ? AT_ONCE : WITH_LEMMAS};
    if (!options.lemmas) p.jobs[LEMMAS_ROW].state = p.jobs[CASES_ROW].state = JOB_DONE;
    executable = task;
    if (!fuzz_possible(task)) p.jobs[FUZZ_ROW].state = JOB_DONE;
    if (!cells_possible(c)) p.jobs[CELLS_ROW].state = JOB_DONE;
    for (uint32_t i = 0; i < ROWS; i++) {
        p.jobs[i].name = rows[i].name;
        if (rows[i].engine && options_without(rows[i].engine)) p.jobs[i].state = JOB_DONE;
    }
    facts_init(&p.known, c->locs.n);
    run(&p);
    hear_last_words(&p);
    for (uint32_t i = 0; i < ROWS; i++) job_end(&p.jobs[i]);
    if (!p.decided) {
        v->bound = p.bound;
        enum stop_reason why = stopped();
        if (why) verdict_unknown(v, "%s", stop_text(why));
        else verdict_unknown(v, "%s", p.reasons ? p.reasons : "no engine could run");
    }
    free(p.reasons);
    facts_release(&p.known);
}

const char *portfolio_engine_name(uint32_t i) {
    for (uint32_t row = 0; row < ROWS; row++)
        if (rows[row].engine && i-- == 0) return rows[row].engine;
    return NULL;
}
