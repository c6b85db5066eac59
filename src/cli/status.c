/* The live status line: a thread that reads the counters five times a second. The counters are plain
 * integers that the engine writes without a lock; a torn read would show a wrong number for 200 ms. */
#include "cli/cli.h"

#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "util/clock.h"
#include "util/mem.h"
#include "util/options.h"
#include "util/stats.h"

enum { PERIOD_MICROSECONDS = 200000, DEFAULT_COLUMNS = 80 };

static pthread_t thread;
static bool running;
static atomic_bool stopping;
static const char *subject;
static _Atomic(const char *) phase = "";

static int columns(void) {
    struct winsize size;
    if (ioctl(STDERR_FILENO, TIOCGWINSZ, &size) || !size.ws_col) return DEFAULT_COLUMNS;
    return size.ws_col;
}

static void draw(double per_second) {
    char *line = mem_printf("%s: %s  k %llu  %llu obligations  %llu lemmas  %.0f queries/s  %llu MB  %.1f s",
                            subject, atomic_load(&phase), (unsigned long long)stats.frames,
                            (unsigned long long)stats.obligations, (unsigned long long)stats.lemmas,
                            per_second, (unsigned long long)(memory_now() >> 20), clock_wall());
    fprintf(stderr, "\r\033[K%.*s", columns() - 1, line);
    fflush(stderr);
    free(line);
}

static void *run(void *unused) {
    (void)unused;
    uint64_t before = stats.queries;
    double drawn = clock_wall();
    while (!atomic_load(&stopping)) {
        usleep(PERIOD_MICROSECONDS / 4);
        double now = clock_wall();
        if (now - drawn < (double)PERIOD_MICROSECONDS * 1e-6) continue;
        uint64_t queries = stats.queries;
        /* The counters may be another engine's by now, which has asked less. */
        draw(queries > before ? (double)(queries - before) / (now - drawn) : 0);
        before = queries;
        drawn = now;
    }
    fputs("\r\033[K", stderr);
    fflush(stderr);
    return NULL;
}

void status_start(const char *name) {
    const char *terminal = getenv("TERM");
    bool wanted = options.progress && !options.quiet && !options.json && !options.verbose;
    if (!wanted || !isatty(STDERR_FILENO) || !terminal || !strcmp(terminal, "dumb")) return;
    subject = name;
    sigset_t all, old;
    sigfillset(&all);
    pthread_sigmask(SIG_BLOCK, &all, &old);
    running = !pthread_create(&thread, NULL, run, NULL);
    pthread_sigmask(SIG_SETMASK, &old, NULL);
}

void status_phase(const char *what) { atomic_store(&phase, what); }

void status_stop(void) {
    if (!running) return;
    atomic_store(&stopping, true);
    pthread_join(thread, NULL);
    running = false;
}
