#include "project/pool.h"

#include <assert.h>
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "project/result.h"
#include "project/run.h"
#include "util/clock.h"
#include "util/mem.h"

enum { BAR = 24, REFRESH_MILLISECONDS = 100 };

struct pool_slot {
    pid_t child; /* 0: free */
    uint32_t job;
    double since;
};

struct pool_state {
    const struct plan *plan;
    const char *run;
    const struct last *last;
    /* Jobs without a result, the longest first; `next` are started. */
    VEC(uint32_t) open;
    uint32_t next;
    VEC(struct pool_slot) slots;
    uint32_t counts[RESULT_KINDS], done;
    bool first, decided, live;
    double begun;
};

static volatile sig_atomic_t interrupted;
static void on_signal(int number) { interrupted = number; }

/* ---- the order ---- */

static const struct pool_state *sorting;

/* A job that nobody has seen may be long: it comes first. */
static double expected(const struct pool_state *p, uint32_t job) {
    double seconds = last_seconds(p->last, p->plan->jobs.at[job].name);
    return seconds < 0 ? 1e9 : seconds;
}

static int by_length(const void *a, const void *b) {
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    double s = expected(sorting, x), t = expected(sorting, y);
    return s != t ? (s > t ? -1 : 1) : x < y ? -1 : x > y;
}

static void find_open(struct pool_state *p) {
    for (uint32_t i = 0; i < p->plan->jobs.n; i++)
        if (!result_exists(p->run, &p->plan->jobs.at[i])) VEC_PUSH(&p->open, i);
    p->done = p->plan->jobs.n - p->open.n;
    sorting = p;
    if (p->open.n) qsort(p->open.at, p->open.n, sizeof *p->open.at, by_length);
}

/* ---- the live line ---- */

/* By the last run's times where they are known, else by the average so far. */
static double seconds_left(const struct pool_state *p) {
    double known = 0, unknown = 0;
    for (uint32_t i = p->next; i < p->open.n; i++) {
        double s = last_seconds(p->last, p->plan->jobs.at[p->open.at[i]].name);
        if (s >= 0) known += s;
        else unknown++;
    }
    uint32_t here = p->done - (p->plan->jobs.n - p->open.n);
    double each = here ? (clock_wall() - p->begun) * p->slots.n / here : 0;
    return (known + unknown * each) / p->slots.n;
}

static const struct pool_slot *longest(const struct pool_state *p) {
    const struct pool_slot *best = NULL;
    for (uint32_t i = 0; i < p->slots.n; i++)
        if (p->slots.at[i].child && (!best || p->slots.at[i].since < best->since)) best = &p->slots.at[i];
    return best;
}

static void show(const struct pool_state *p) {
    if (!p->live) return;
    char bar[BAR + 1];
    uint32_t all = p->plan->jobs.n, full = p->done * BAR / all;
    double left = seconds_left(p);
    const struct pool_slot *slow = longest(p);
    memset(bar, '#', full);
    memset(bar + full, '.', BAR - full);
    bar[BAR] = 0;
    fprintf(stderr, "\r\033[K[%s] %u/%u  TRUE %u  FALSE %u  UNKNOWN %u", bar, p->done, all,
            p->counts[RESULT_TRUE], p->counts[RESULT_FALSE], p->counts[RESULT_UNKNOWN]);
    if (p->counts[RESULT_ERROR]) fprintf(stderr, "  ERROR %u", p->counts[RESULT_ERROR]);
    if (left >= 1) fprintf(stderr, "  %d:%02d left", (int)left / 60, (int)left % 60);
    if (slow)
        fprintf(stderr, "  longest: %.40s %.0f s", p->plan->jobs.at[slow->job].name,
                clock_wall() - slow->since);
    fflush(stderr);
}

static void wipe(const struct pool_state *p) {
    if (p->live) fputs("\r\033[K", stderr);
}

/* ---- work ---- */

static void start(struct pool_state *p, struct pool_slot *s) {
    s->job = p->open.at[p->next++];
    s->since = clock_wall();
    fflush(stdout);
    s->child = fork();
    if (s->child < 0) fail_environment("cannot start a process: %s", strerror(errno));
    if (s->child) return;
    setpgid(0, 0); /* Ctrl-C on the terminal is ours to tell */
    _exit(run_job(&p->plan->jobs.at[s->job], p->run) ? 0 : 1);
}

static void count(struct pool_state *p, uint32_t job) {
    struct result_record r = result_read(p->run, &p->plan->jobs.at[job]);
    p->counts[r.kind]++;
    if (r.kind != RESULT_NONE) p->done++;
    if (r.kind == RESULT_TRUE || r.kind == RESULT_FALSE) p->decided = p->first;
    result_release(&r);
}

static void count_old(struct pool_state *p) {
    uint32_t before = p->done;
    for (uint32_t i = 0; i < p->plan->jobs.n; i++)
        if (result_exists(p->run, &p->plan->jobs.at[i])) count(p, i);
    p->done = before;
    p->counts[RESULT_NONE] = 0;
}

/* Did a job end? */
static bool reap(struct pool_state *p) {
    bool some = false;
    for (uint32_t i = 0; i < p->slots.n; i++) {
        struct pool_slot *s = &p->slots.at[i];
        int status;
        if (!s->child || waitpid(s->child, &status, WNOHANG) <= 0) continue;
        s->child = 0;
        count(p, s->job);
        some = true;
    }
    return some;
}

static bool busy(const struct pool_state *p) {
    for (uint32_t i = 0; i < p->slots.n; i++)
        if (p->slots.at[i].child) return true;
    return false;
}

static void end_all(struct pool_state *p) {
    for (uint32_t i = 0; i < p->slots.n; i++)
        if (p->slots.at[i].child) kill(p->slots.at[i].child, SIGTERM);
    for (uint32_t i = 0; i < p->slots.n; i++)
        while (p->slots.at[i].child && waitpid(p->slots.at[i].child, NULL, 0) < 0 && errno == EINTR) {
        }
}

static void work(struct pool_state *p) {
    while (!interrupted && !p->decided && (p->next < p->open.n || busy(p))) {
        for (uint32_t i = 0; i < p->slots.n && p->next < p->open.n; i++)
            if (!p->slots.at[i].child) start(p, &p->slots.at[i]);
        if (!reap(p)) nanosleep(&(struct timespec){.tv_nsec = 5000000}, NULL);
        static double shown;
        if (clock_wall() - shown < 1e-3 * REFRESH_MILLISECONDS) continue;
        shown = clock_wall();
        show(p);
    }
}

bool pool_run(const struct plan *plan, const char *run, const struct last *last, uint32_t processes,
              bool first) {
    struct pool_state p = {.plan = plan, .run = run, .last = last, .first = first, .begun = clock_wall()};
    struct sigaction act = {.sa_handler = on_signal}, old_int, old_term;
    assert(processes > 0);
    p.live = isatty(STDERR_FILENO) && options.progress && !options.quiet;
    find_open(&p);
    count_old(&p);
    for (uint32_t i = 0; i < processes; i++) VEC_PUSH(&p.slots, (struct pool_slot){0});
    sigaction(SIGINT, &act, &old_int);
    sigaction(SIGTERM, &act, &old_term);
    work(&p);
    end_all(&p);
    wipe(&p);
    sigaction(SIGINT, &old_int, NULL);
    sigaction(SIGTERM, &old_term, NULL);
    VEC_RELEASE(&p.open);
    VEC_RELEASE(&p.slots);
    return !interrupted;
}
