#include "util/clock.h"

#include <assert.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

#include "util/fail.h"
#include "util/vec.h"

/* Often enough that a limit is not missed by much, seldom enough that the watchdog costs
 * nothing. */
enum { WATCH_MICROSECONDS = 20000, HOOK_MICROSECONDS = 50000, METER_ROUNDS = 5 };

struct hook {
    void (*run)(void *);
    void *context;
};

static volatile sig_atomic_t stop_flag;
static double deadline;
static uint64_t memory_limit;
static uint64_t (*meter)(void) = memory_now;
static bool watching;
static pthread_mutex_t hooks_lock = PTHREAD_MUTEX_INITIALIZER;
static VEC(struct hook) hooks;
static double last_resort_after;
static void (*last_resort)(enum stop_reason);

static double now(clockid_t id) {
    struct timespec t;
    clock_gettime(id, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static double started;

__attribute__((constructor)) static void clock_start(void) { started = now(CLOCK_MONOTONIC); }

double clock_wall(void) { return now(CLOCK_MONOTONIC) - started; }

double clock_cpu(void) { return now(CLOCK_PROCESS_CPUTIME_ID); }

uint64_t memory_now(void) {
    unsigned long size = 0, resident = 0;
    FILE *f = fopen("/proc/self/statm", "r");
    if (!f) return 0;
    if (fscanf(f, "%lu %lu", &size, &resident) != 2) resident = 0;
    fclose(f);
    return (uint64_t)resident * (uint64_t)sysconf(_SC_PAGESIZE);
}

uint64_t memory_peak(void) {
    struct rusage u;
    getrusage(RUSAGE_SELF, &u);
    return (uint64_t)u.ru_maxrss * 1024;
}

static void run_hooks(void) {
    pthread_mutex_lock(&hooks_lock);
    for (uint32_t i = 0; i < hooks.n; i++) hooks.at[i].run(hooks.at[i].context);
    pthread_mutex_unlock(&hooks_lock);
}

/* Looking at other processes takes longer than looking at this one. */
static uint64_t memory_used(unsigned round) { return round % METER_ROUNDS ? memory_now() : meter(); }

static void *watch(void *unused) {
    (void)unused;
    double stopped = -1; /* when the flag was first seen set */
    for (unsigned round = 0;; round++) {
        if (!stop_flag && deadline > 0 && clock_wall() > deadline) stop_request(STOP_TIMEOUT);
        if (!stop_flag && memory_limit && memory_used(round) > memory_limit) stop_request(STOP_MEMORY);
        if (stop_flag && stopped < 0) stopped = clock_wall();
        if (stop_flag) run_hooks();
        if (stop_flag && last_resort && clock_wall() > stopped + last_resort_after)
            last_resort((enum stop_reason)stop_flag);
        usleep(stop_flag ? HOOK_MICROSECONDS : WATCH_MICROSECONDS);
    }
    return NULL;
}

void stop_set_meter(uint64_t (*new_meter)(void)) { meter = new_meter; }

void stop_set_limits(double seconds, uint64_t bytes) {
    deadline = seconds;
    memory_limit = bytes;
    if (watching) return;
    watching = true;
    pthread_t thread;
    sigset_t all, old;
    sigfillset(&all);
    pthread_sigmask(SIG_BLOCK, &all, &old); /* signals are for the main thread */
    if (pthread_create(&thread, NULL, watch, NULL)) fail_environment("cannot start the watchdog thread");
    pthread_sigmask(SIG_SETMASK, &old, NULL);
    pthread_detach(thread);
}

void stop_set_last_resort(double seconds, void (*end)(enum stop_reason)) {
    assert(seconds > 0);
    last_resort_after = seconds;
    last_resort = end;
}

/* Threads do not survive a fork, and the lock may have been held by the one that is gone. */
void stop_after_fork(double seconds, uint64_t bytes) {
    pthread_mutex_init(&hooks_lock, NULL);
    VEC_CLEAR(&hooks);
    last_resort = NULL;
    stop_flag = STOP_NONE;
    watching = false;
    stop_set_limits(seconds, bytes);
}

void stop_request(enum stop_reason why) {
    if (!stop_flag) stop_flag = (sig_atomic_t)why;
}

enum stop_reason stop_requested(void) { return (enum stop_reason)stop_flag; }

const char *stop_text(enum stop_reason why) {
    switch (why) {
    case STOP_TIMEOUT: return "timeout";
    case STOP_MEMORY: return "out of memory";
    case STOP_INTERRUPT: return "interrupted";
    case STOP_NONE: break;
    }
    return "not stopped";
}

void stop_hook_add(void (*hook)(void *), void *context) {
    assert(hook);
    pthread_mutex_lock(&hooks_lock);
    VEC_PUSH(&hooks, ((struct hook){hook, context}));
    pthread_mutex_unlock(&hooks_lock);
}

void stop_hook_remove(void (*hook)(void *), void *context) {
    uint32_t kept = 0;
    pthread_mutex_lock(&hooks_lock);
    for (uint32_t i = 0; i < hooks.n; i++)
        if (hooks.at[i].run != hook || hooks.at[i].context != context) hooks.at[kept++] = hooks.at[i];
    hooks.n = kept;
    if (!hooks.n) VEC_RELEASE(&hooks);
    pthread_mutex_unlock(&hooks_lock);
}
