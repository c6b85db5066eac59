/* The portfolio: engines in processes of their own (worker.h) that share the cores fairly.
 *
 * There are more engines than cores, and nobody knows which one a program needs. Each row of the
 * table (engine.h) has a share; the engines that have run least in proportion to theirs run next,
 * the others are frozen. A slice is short in the beginning, when most programs are decided, and
 * grows with the time spent. An engine is forked when its first turn comes, so what comes late sees
 * all facts that were supplied by then: lemmas found by one job are known to every job that starts
 * after it. On one core the rows take turns in the order of the table.
 *
 * A verdict counts when its evidence holds (src/check, with the other solver); then the others are
 * killed. One whose evidence does not hold is dropped with a note, and the search goes on. How
 * hopeful an engine is, it says itself: the weight of its budget multiplies its share.
 *
 * With one core and fixed seed the schedule depends on the clock alone; each engine by itself is
 * deterministic. */
#include "portfolio/portfolio.h"

#include <assert.h>
#include <poll.h>
#include <sched.h>
#include <stdlib.h>

#include "check/bounded.h"
#include "check/check.h"
#include "portfolio/worker.h"
#include "replay/replay.h"
#include "util/clock.h"
#include "util/log.h"
#include "util/options.h"
#include "util/progress.h"
#include "util/seconds.h"

enum message { MESSAGE_FACTS = 1, MESSAGE_VERDICT };
enum { MOST_ROWS = 32 };

struct portfolio {
    const struct engine_row *rows;
    uint32_t n;
    struct engine_task task;
    struct verdict *v;
    struct facts known;
    double start;
    struct worker workers[MOST_ROWS];
    uint32_t cores;
    /* Rows up to this phase may run. */
    enum engine_phase phase;
    /* The last suppliers added facts. */
    bool news;
    bool decided;
    uint64_t bound;
    /* Why the others know nothing; owned. */
    char *reasons;
};

/* ---- the child ---- */

/* NULL if the evidence of a verdict holds. */
static char *contradiction(struct cfa *c, const struct verdict *v, bool *unsure) {
    *unsure = false;
    /* Draws were followed on the unreduced automaton, or several compiled programs have confirmed
     * them. */
    if (v->kind == VERDICT_FALSE) return v->trace_kind == TRACE_STEPS ? replay_check_trace(c, v) : NULL;
    return options.recheck ? evidence_check_proof(c, v, check_other_solver(), unsure) : NULL;
}

/* Drops what the proof does not need, with our own solver, which is quick, before the other one has
 * to check it. */
static void trim(struct cfa *c, struct verdict *v) {
    if (v->kind != VERDICT_TRUE || v->proof != PROOF_INVARIANT || !options.recheck) return;
    struct budget b = budget_cpu(PORTFOLIO_TRIM_SECONDS);
    check_minimize_invariant(c, &v->invariant, check_own_solver(), &b);
}

/* A verdict whose evidence does not hold is none. */
static void confirm(const struct engine_task *t, struct verdict *v) {
    bool unsure;
    if (v->kind == VERDICT_UNKNOWN) return;
    budget_ask(&t->budget, PORTFOLIO_CONFIRM_WEIGHT);
    trim(t->c, v);
    char *wrong = contradiction(t->c, v, &unsure);
    if (!wrong) {
        v->checked = options.recheck;
        return;
    }
    verbose("the evidence is %s: %s", unsure ? "not confirmed" : "WRONG", wrong);
    verdict_clear(v);
    verdict_unknown(v, "%s: %s",
                    unsure ? "the evidence could not be confirmed" : "internal: the evidence is wrong",
                    wrong);
    free(wrong);
}

static void tell_verdict(const struct engine *e, const struct engine_task *t, struct wire *message) {
    struct verdict v = {0};
    e->prove(t, &v);
    confirm(t, &v);
    wire_put_u64(message, MESSAGE_VERDICT);
    wire_put_stats(message);
    wire_put_verdict(message, t->c, &v);
}

static void tell_facts(const struct engine *e, const struct engine_task *t, struct wire *message) {
    struct facts supplied;
    facts_copy(&supplied, t->known);
    e->supply(t, &supplied);
    wire_put_u64(message, MESSAGE_FACTS);
    wire_put_stats(message);
    wire_put_facts(message, &supplied);
}

struct worker_assignment {
    const struct engine *engine;
    const struct engine_task *task;
};

static void work(const void *context, const struct budget *b, struct wire *message) {
    const struct worker_assignment *a = context;
    struct engine_task t = *a->task;
    t.budget = *b;
    assert(!a->engine->prove != !a->engine->supply);
    if (a->engine->supply) tell_facts(a->engine, &t, message);
    else tell_verdict(a->engine, &t, message);
}

/* ---- what workers say ---- */

static void add_reason(struct portfolio *p, const char *name, const char *reason) {
    char *more = mem_printf("%s%s%s: %s", p->reasons ? p->reasons : "", p->reasons ? "; " : "", name,
                            reason ? reason : "gave up");
    free(p->reasons);
    p->reasons = more;
}

static void hear_verdict(struct portfolio *p, struct wire *w, const struct engine_row *row) {
    struct verdict v = {.engine = row->label};
    struct stats counters;
    double timers[TIMER_COUNT];
    wire_get_stats(w, &counters, timers);
    wire_get_verdict(w, p->task.c, &v);
    if (!w->broken) progress_engine(row->label, worker_seconds(&p->workers[row - p->rows]), &counters);
    progress_outcome(row->label, w->broken || v.kind == VERDICT_UNKNOWN ? "gave up" : "decided");
    if (!w->broken && v.bound > p->bound) p->bound = v.bound;
    if (w->broken) {
        add_reason(p, row->label, "its message is damaged");
    } else if (v.kind == VERDICT_UNKNOWN) {
        if (row->engine->discreet) verbose("%s: %s", row->label, v.reason);
        else add_reason(p, row->label, v.reason);
    } else {
        p->decided = true;
        verdict_clear(p->v);
        *p->v = v;
        stats_adopt(&counters, timers);
        return;
    }
    verdict_clear(&v);
}

/* What one worker proved is known to all that start later. */
static void hear_facts(struct portfolio *p, struct wire *w, const char *name, double seconds) {
    struct facts supplied;
    struct stats counters;
    double timers[TIMER_COUNT];
    facts_init(&supplied, p->task.c->locs.n);
    wire_get_stats(w, &counters, timers);
    wire_get_facts(w, &supplied);
    if (!w->broken) {
        stats_adopt(&counters, timers);
        progress_engine(name, seconds, &counters);
        progress_outcome(name, facts_count(&supplied) ? "supplied facts" : "found no facts");
        verbose("%s: %u facts", name, facts_count(&supplied));
        if (facts_count(&supplied) != facts_count(&p->known)) p->news = true;
        facts_release(&p->known);
        p->known = supplied;
    } else {
        facts_release(&supplied);
    }
}

/* Opens the next phase if suppliers were at work. */
static void row_ended(struct portfolio *p, uint32_t i) {
    assert(i < p->n);
    const struct engine *e = p->rows[i].engine;
    if (e->supply && (p->news || !e->by_news) && p->phase < e->opens) p->phase = e->opens;
}

static void hear(struct portfolio *p, uint32_t i) {
    assert(i < p->n);
    const struct worker *done = &p->workers[i];
    const char *label = p->rows[i].label;
    struct wire w = {.in = done->received.text, .n = done->received.n, .base = done->base};
    uint64_t kind = done->received.n ? wire_get_u64(&w) : 0;
    verbose("%s: done after %.2f s", label, worker_seconds(done));
    p->news = false;
    if (kind == MESSAGE_FACTS) {
        hear_facts(p, &w, label, worker_seconds(done));
    } else if (kind == MESSAGE_VERDICT) {
        hear_verdict(p, &w, &p->rows[i]);
    } else {
        add_reason(p, label, "its process died");
    }
    wire_release(&w);
    row_ended(p, i);
}

/* ---- scheduling ---- */

static bool may_run(const struct portfolio *p, uint32_t i) {
    assert(i < p->n);
    const struct engine_row *row = &p->rows[i];
    if (p->workers[i].state == WORKER_DONE || row->when > p->phase) return false;
    if (clock_wall() - p->start < row->engine->delay) return false;
    return !row->only_with_facts || facts_count(&p->known);
}

/* The least is next: the time used over the share, which is share / (1 + t / patience) after t
 * seconds. */
static double urgency(const struct portfolio *p, uint32_t i) {
    assert(i < p->n);
    const struct engine_row *row = &p->rows[i];
    double t = worker_seconds(&p->workers[i]), patience = row->engine->patience;
    double used = patience > 0 ? t + t * t / (2 * patience) : t, weight = worker_weight(&p->workers[i]);
    assert(row->share > 0 && weight > 0);
    return weight >= PORTFOLIO_FIRST_WEIGHT ? -1 : used / (row->share * weight);
}

static void run_worker(struct portfolio *p, uint32_t i) {
    assert(i < p->n);
    struct worker *w = &p->workers[i];
    uint64_t memory = (uint64_t)(options.memory * 1048576 / 2);
    struct worker_assignment a = {p->rows[i].engine, &p->task};
    if (w->state == WORKER_FROZEN) {
        worker_thaw(w);
    } else if (w->state == WORKER_WAITING && !worker_start(w, work, &a, &p->task.budget, memory)) {
        w->state = WORKER_DONE;
        add_reason(p, p->rows[i].label, "no process could be started");
        row_ended(p, i);
    }
}

/* Lets the `cores` most urgent workers run and freezes the others; false if there is none. */
static bool schedule(struct portfolio *p) {
    bool chosen[MOST_ROWS] = {false};
    uint32_t n = 0;
    for (; n < p->cores; n++) {
        uint32_t best = p->n;
        for (uint32_t i = 0; i < p->n; i++)
            if (!chosen[i] && may_run(p, i) && (best == p->n || urgency(p, i) < urgency(p, best))) best = i;
        if (best == p->n) break;
        chosen[best] = true;
    }
    for (uint32_t i = 0; i < p->n; i++)
        if (!chosen[i] && p->workers[i].state == WORKER_RUNNING) worker_freeze(&p->workers[i]);
    for (uint32_t i = 0; i < p->n; i++)
        if (chosen[i]) run_worker(p, i);
    return n > 0;
}

/* The status line shows the counters of the worker that has run longest; the history has those of
 * all. */
static void show_progress(struct portfolio *p) {
    const struct worker *longest = NULL;
    for (uint32_t i = 0; i < p->n; i++) {
        const struct worker *w = &p->workers[i];
        if (w->state == WORKER_RUNNING && (!longest || worker_seconds(w) > worker_seconds(longest)))
            longest = w;
    }
    if (longest && longest->shared->live.queries) stats = longest->shared->live;
    if (longest) progress_lead(p->rows[longest - p->workers].label);
    for (uint32_t i = 0; i < p->n; i++)
        if (p->workers[i].state == WORKER_RUNNING && p->workers[i].shared)
            progress_engine(p->rows[i].label, worker_seconds(&p->workers[i]), &p->workers[i].shared->live);
}

/* A frozen worker may have said its last word just before. */
static bool may_speak(const struct worker *w) {
    return w->state == WORKER_RUNNING || w->state == WORKER_FROZEN;
}

/* Waits until a worker says something or the slice is over. */
static void wait_for_news(struct portfolio *p, double seconds) {
    struct pollfd fds[MOST_ROWS];
    nfds_t n = 0;
    for (uint32_t i = 0; i < p->n; i++)
        if (may_speak(&p->workers[i])) fds[n++] = (struct pollfd){.fd = p->workers[i].pipe, .events = POLLIN};
    poll(fds, n, (int)(seconds * 1000) + 1);
}

/* True if a worker ended. */
static bool listen_to_all(struct portfolio *p) {
    bool news = false;
    for (uint32_t i = 0; i < p->n && !p->decided; i++)
        if (may_speak(&p->workers[i]) && worker_poll(&p->workers[i])) {
            hear(p, i);
            news = true;
        }
    return news;
}

static void run(struct portfolio *p) {
    p->start = clock_wall();
    while (!p->decided && !budget_over(&p->task.budget) && schedule(p)) {
        double now = clock_wall(), slice = PORTFOLIO_SLICE_SHARE * (now - p->start);
        double end = now + (slice > PORTFOLIO_FIRST_SLICE_SECONDS ? slice : PORTFOLIO_FIRST_SLICE_SECONDS);
        while (!p->decided && !budget_over(&p->task.budget) && clock_wall() < end) {
            double left = end - clock_wall();
            wait_for_news(p, left < 0.1 ? left : 0.1);
            if (listen_to_all(p)) break;
            show_progress(p);
        }
    }
}

/* Past the workers' deadline, all that they say is that time is up, whatever they were at. */
static enum stop_reason stopped(const struct portfolio *p) {
    struct budget theirs = worker_budget(&p->task.budget);
    return !stop_requested() && budget_over(&theirs) ? STOP_TIMEOUT : stop_requested();
}

static bool any_runs(const struct portfolio *p) {
    for (uint32_t i = 0; i < p->n; i++)
        if (p->workers[i].state == WORKER_RUNNING) return true;
    return false;
}

/* Whoever presses Ctrl-C wants to know how far it went, and soon. */
static void ask_last_words(struct portfolio *p) {
    double end = clock_wall() + PORTFOLIO_INTERRUPT_SECONDS;
    for (uint32_t i = 0; i < p->n; i++) worker_finish(&p->workers[i]);
    while (!p->decided && any_runs(p) && clock_wall() < end) {
        wait_for_news(p, 0.05);
        for (uint32_t i = 0; i < p->n && !p->decided; i++)
            if (may_speak(&p->workers[i]) && worker_poll(&p->workers[i])) hear(p, i);
    }
}

/* The children see the deadline a little earlier than we do: their last words tell the bound. */
static void hear_last_words(struct portfolio *p) {
    if (!p->decided && stopped(p) == STOP_INTERRUPT) ask_last_words(p);
    if (p->decided || stopped(p) != STOP_TIMEOUT) return;
    for (uint32_t i = 0; i < p->n; i++)
        if (may_speak(&p->workers[i]) && worker_poll(&p->workers[i])) hear(p, i);
}

static uint32_t count_cores(void) {
    if (options.jobs >= 1) return (uint32_t)options.jobs;
    cpu_set_t set;
    if (sched_getaffinity(0, sizeof set, &set)) return 1;
    int n = CPU_COUNT(&set);
    return n > 0 ? (uint32_t)n : 1;
}

/* Rows that cannot run, or must not, are done from the start. */
static void strike_out(struct portfolio *p) {
    for (uint32_t i = 0; i < p->n; i++) {
        const struct engine *e = p->rows[i].engine;
        bool unwanted = e->name && options_without(e->name);
        if (!unwanted && engine_is_possible(e, &p->task)) continue;
        p->workers[i].state = WORKER_DONE;
        row_ended(p, i);
    }
}

static void conclude(struct portfolio *p) {
    if (p->decided) return;
    enum stop_reason why = stopped(p);
    p->v->bound = p->bound;
    facts_release(&p->v->held);
    facts_copy(&p->v->held, &p->known);
    if (why) verdict_unknown(p->v, "%s", stop_text(why));
    else verdict_unknown(p->v, "%s", p->reasons ? p->reasons : "no engine could run");
}

void portfolio_run(const struct engine_table *table, const struct engine_task *t, struct verdict *v) {
    struct portfolio p = {.rows = table->rows, .n = table->n, .task = *t, .v = v, .cores = count_cores()};
    assert(table->n <= MOST_ROWS);
    if (t->known) facts_copy(&p.known, t->known);
    else facts_init(&p.known, t->c->locs.n);
    p.task.known = &p.known;
    strike_out(&p);
    run(&p);
    hear_last_words(&p);
    for (uint32_t i = 0; i < p.n; i++) worker_end(&p.workers[i]);
    conclude(&p);
    free(p.reasons);
    facts_release(&p.known);
}
