/* Execution as an engine.
 *
 * Symbolic engines pay for every iteration of a loop; a processor does not. An error behind 2^28
 * rounds of a loop without inputs is found by running the program once, one that needs a sequence
 * of inputs often by running it a million times. The engine compiles the program with a driver
 * (driver/driver.c) that searches for inputs by coverage, and lets that run in the sandbox.
 *
 * A hit counts after it was followed on the unreduced automaton, or, if that is too long or ends at
 * a cut of a recursion, after several builds of the program have confirmed it (confirm.h). What the
 * driver finds without being confirmed (it may rest on undefined behaviour) is dropped, and the
 * search goes on. */
#include "fuzz/fuzz.h"

#include <assert.h>
#include <stdlib.h>

#include "replay/harness.h"
#include "system/executions.h"
#include "system/companion.h"
#include "system/sandbox.h"
#include "fuzz/build.h"
#include "fuzz/cage.h"
#include "fuzz/confirm.h"
#include "fuzz/fill.h"
#include "util/clock.h"
#include "util/log.h"
#include "util/seconds.h"
#include "util/stats.h"

/* Once several long hits were in vain, only short ones are worth a look. */
enum { FOLLOW_EDGES = 3000000, FOLLOW_FEWER = 100000, MAX_DROPPED = 300, MAX_DEATHS = 200, MAX_BUILDS = 3 };
enum { LONGEST_RUN = 1000, PATIENCE = 20 }; /* ticks */

struct fuzz {
    const struct fuzz_task *task;
    struct build build;
    struct cage cage;
    const struct budget *budget;
    struct verdict *v;
    uint32_t dropped, deaths;
    uint32_t builds;     /* hits that were tried on several compiled programs: that takes seconds */
    uint64_t executions; /* when they were last looked at ... */
    uint32_t silence;    /* ... and the ticks since they have grown */
    bool over;
};

bool fuzz_possible(const struct fuzz_task *task) {
    return task->subject && task->unreduced && options.replay && options.execute && sandbox_available() &&
           !companion_unbuildable();
}

/* ---- inputs ---- */

/* The sites of uninitialized variables and unknown functions whose value matters: those that the
 * reductions have left over. An automaton with these sites and nothing else. */
static struct cfa *drawn_sites(const struct cfa *unreduced, const struct cfa *reduced) {
    struct cfa *c = cfa_new();
    assert(unreduced->sites.n <= reduced->sites.n);
    bool *used = mem_zero(reduced->sites.n + 1, sizeof *used);
    for (uint32_t i = 0; i < reduced->steps.n; i++)
        for (uint32_t k = 0; k < reduced->steps.at[i].inputs.n; k++)
            used[reduced->sites.at[reduced->steps.at[i].inputs.at[k].site].same_as] = true;
    for (uint32_t i = 0; i < unreduced->sites.n; i++) {
        const struct cfa_site *s = &unreduced->sites.at[i];
        bool wanted = s->kind == SITE_UNINIT || s->kind == SITE_UNKNOWN;
        if (!wanted || !used[reduced->sites.at[i].same_as]) continue;
        cfa_add_site(c, s->kind, s->name, s->sort, s->is_signed, s->pos);
        if (fill_is_possible(s)) VEC_LAST(&c->sites).memory = s->memory;
    }
    free(used);
    return c;
}

/* ---- hits ---- */

static bool is_recursion_cut(const struct cfa *c, loc at) {
    for (uint32_t i = 0; i < c->cuts.n; i++)
        if (c->cuts.at[i].at == at) return c->cuts.at[i].deeper;
    return false;
}

static void found(struct fuzz *f, enum trace_kind kind, const input_log *log, struct src_pos target) {
    assert(!f->over && kind != TRACE_STEPS);
    f->v->kind = VERDICT_FALSE;
    f->v->trace_kind = kind;
    f->v->target = target;
    for (uint32_t i = 0; i < log->n; i++)
        VEC_PUSH(&f->v->draws, (struct verdict_draw){log->at[i].site, log->at[i].value});
    f->over = true;
}

/* So many hits in vain are let pass before a hit is no longer a reason to run before the others. */
enum { TRUSTED_HITS = 3 };

/* How hopeful the search is: the error was reached, or there is nothing new. */
static void ask_for_share(const struct fuzz *f, bool hit) {
    const struct fuzz_shared *s = f->cage.shared;
    double stale = (double)(s->ticks - s->news_tick) * FUZZ_TICK * 1e-6;
    bool first = hit && f->dropped < TRUSTED_HITS;
    budget_ask(f->budget, first                         ? PORTFOLIO_FIRST_WEIGHT
                          : stale >= FUZZ_STALE_SECONDS ? FUZZ_STALE_WEIGHT
                                                        : 1);
}

/* A hit that nothing confirms: the driver may go on. */
static void drop(struct fuzz *f, const char *why) {
    verbose("execution: a hit after %llu runs is dropped: %s", (unsigned long long)f->cage.shared->executions,
            why);
    stats.fuzz_dropped++;
    if (++f->dropped < MAX_DROPPED) return;
    verdict_unknown(f->v, "what execution finds cannot be confirmed: %s", why);
    f->over = true;
}

/* The automaton agrees with the driver; the compiled program must too, as it is asked for in the
 * end. */
static bool runs_compiled(struct fuzz *f, const input_log *log) {
    char *note = NULL;
    bool good = harness_run(f->task->subject, f->task->unreduced, log, NULL, &note) == HARNESS_CONFIRMED;
    free(note);
    return good;
}

static void judge_hit(struct fuzz *f) {
    static const char *const ends[] = {"the replay does not reach the error",
                                       "it ends at a place that is not supported", "it is a dead end there",
                                       "it is too long"};
    struct fuzz_shared *s = f->cage.shared;
    stats.fuzz_hits++;
    ask_for_share(f, true);
    uint32_t n = s->draws < FUZZ_MAX_DRAWS ? s->draws : FUZZ_MAX_DRAWS;
    struct hit hit = {&f->build.weave, s->log, n, s->target < f->build.weave.places.n ? s->target : 0};
    input_log log = {0};
    struct src_pos target = {0};
    struct replay_end end =
        confirm_follow(f->task->unreduced, &hit, f->builds < MAX_BUILDS ? FOLLOW_EDGES : FOLLOW_FEWER, &log);
    bool cannot_follow =
        end.end == RUN_LIMIT || (end.end == RUN_CUT && is_recursion_cut(f->task->unreduced, end.at));
    if (end.end != RUN_ERROR) VEC_CLEAR(&log);
    if (end.end == RUN_ERROR && runs_compiled(f, &log)) found(f, TRACE_DRAWS, &log, target);
    else if (cannot_follow && f->builds++ < MAX_BUILDS && confirm_compiled(f->task, &hit, &log, &target))
        found(f, TRACE_COMPILED, &log, target);
    else drop(f, ends[end.end]);
    input_log_release(&log);
    s->state = FUZZ_SEARCHING;
}

/* ---- the search ---- */

static void count(const struct fuzz_shared *s) {
    if (s->executions > stats.fuzz_executions) /* the driver can write anything there */
        executions()->searched += s->executions - stats.fuzz_executions;
    stats.fuzz_executions = s->executions;
    stats.fuzz_corpus = s->entries;
    stats.fuzz_edges = s->edges;
    stats.fuzz_timeouts = s->timeouts;
    stats.fuzz_crashes = s->crashes;
    stats.fuzz_stale = (s->ticks - s->news_tick) * FUZZ_TICK / 1000000;
}

/* A run that writes where it must not may ruin the driver itself, which then does not notice the
 * time. */
static bool is_lost(struct fuzz *f) {
    const struct fuzz_shared *s = f->cage.shared;
    f->silence = s->executions == f->executions ? f->silence + 1 : 0;
    f->executions = s->executions;
    uint32_t limit = s->limit < LONGEST_RUN ? s->limit : LONGEST_RUN;
    return f->silence > limit + PATIENCE;
}

static void restart(struct fuzz *f) {
    f->silence = 0;
    if (f->cage.shared->in_run) f->cage.shared->crashes++;
    f->cage.shared->in_run = 0;
    if (++f->deaths < MAX_DEATHS && cage_start(&f->cage)) return;
    verdict_unknown(f->v, "the program keeps ending the process that runs it");
    f->over = true;
}

static void listen_to_driver(struct fuzz *f) {
    enum cage_news news = cage_wait(&f->cage, 0.1);
    count(f->cage.shared);
    ask_for_share(f, false);
    if (news == CAGE_DEAD) restart(f);
    if (news != CAGE_TICK) return;
    if (is_lost(f)) {
        cage_stop(&f->cage);
        restart(f);
        return;
    }
    if (f->cage.shared->state == FUZZ_HIT) judge_hit(f);
    if (f->over) return;
    if (f->cage.shared->state == FUZZ_EXHAUSTED) {
        verdict_unknown(f->v,
                        "the program takes no inputs, and its execution does not reach the error in time");
        f->over = true;
        return;
    }
    cage_go(&f->cage);
}

static void search(struct fuzz *f) {
    if (!cage_init(&f->cage, f->build.program, (uint64_t)options.seed) || !cage_start(&f->cage))
        verdict_unknown(f->v, "the program cannot be started in the sandbox");
    else
        while (!f->over && !stop_requested()) listen_to_driver(f);
    if (stop_requested()) verdict_unknown(f->v, "%s", stop_text(stop_requested()));
    if (f->cage.shared)
        verbose("execution: %llu runs in %.2f s of CPU time, %u inputs kept, %llu edges",
                (unsigned long long)f->cage.shared->executions,
                (double)(f->cage.shared->ticks * FUZZ_TICK) * 1e-6, f->cage.shared->entries,
                (unsigned long long)f->cage.shared->edges);
    cage_release(&f->cage);
}

void fuzz_prove(const struct fuzz_task *task, const struct cfa *reduced, const struct budget *b,
                struct verdict *v) {
    struct fuzz f = {.task = task, .budget = b, .v = v};
    v->engine = "execution";
    if (!fuzz_possible(task)) {
        verdict_unknown(v, "the program cannot be run here");
        return;
    }
    struct cfa *drawn = drawn_sites(task->unreduced, reduced);
    double start = timer_start();
    bool built = build_program(&f.build, task->subject, drawn);
    timer_stop(TIMER_FUZZ_BUILD, start);
    if (built) search(&f);
    else verdict_unknown(v, "%s", f.build.trouble);
    build_release(&f.build);
    cfa_free(drawn);
}
