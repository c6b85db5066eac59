/* The live line on a terminal, and the same for programs (--progress-file): a thread looks five
 * times a second.
 *
 *     ring.c: 3 of 12 checks decided, proving: IC3 at frame 5 with 120 lemmas; 12 s, at most 888 s left
 *
 * The counters are plain integers that the engine writes without a lock; a torn read would show a
 * wrong number for 200 ms. "At most" is the time limit: when a proof will be found, nobody
 * knows. */
#include "cli/cli.h"

#include <inttypes.h>
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
#include "util/progress.h"
#include "util/stats.h"
#include "util/strbuf.h"

enum { PERIOD_MICROSECONDS = 200000, DEFAULT_COLUMNS = 80 };

static pthread_t thread;
static bool running, on_terminal;
static atomic_bool stopping;
static const char *subject;
static FILE *lines; /* of --progress-file */

static int columns(void) {
    struct winsize size;
    if (ioctl(STDERR_FILENO, TIOCGWINSZ, &size) || !size.ws_col) return DEFAULT_COLUMNS;
    return size.ws_col;
}

/* What the counters say of the engine that they are of. */
static void describe_work(struct strbuf *b) {
    if (stats.frames)
        strbuf_printf(b, " at frame %" PRIu64 " with %" PRIu64 " lemmas", stats.frames, stats.lemmas);
    else if (stats.bmc_depth) strbuf_printf(b, " at depth %" PRIu64, stats.bmc_depth);
    else if (stats.regions_images) strbuf_printf(b, " at image %" PRIu64, stats.regions_images);
    else if (stats.fuzz_executions) strbuf_printf(b, " after %" PRIu64 " runs", stats.fuzz_executions);
    else if (stats.supplied) strbuf_printf(b, " with %" PRIu64 " candidates", stats.supplied);
    else if (stats.queries) strbuf_printf(b, " after %" PRIu64 " queries", stats.queries);
}

static void draw(void) {
    struct strbuf b = {0};
    uint32_t all, decided = progress_decided(&all);
    double left = options.timeout - clock_wall();
    strbuf_printf(&b, "%s: ", subject);
    if (all) strbuf_printf(&b, "%u of %u checks decided, ", decided, all);
    strbuf_text(&b, progress_phase_now());
    if (progress_leader() && !strcmp(progress_phase_now(), "proving")) {
        strbuf_printf(&b, ": %s", progress_leader());
        describe_work(&b);
    }
    strbuf_printf(&b, "; %.0f s", clock_wall());
    if (options.timeout > 0) strbuf_printf(&b, ", at most %.0f s left", left > 0 ? left : 0);
    fprintf(stderr, "\r\033[K%.*s", columns() - 1, b.text);
    fflush(stderr);
    strbuf_release(&b);
}

/* One object per line. The texts are our own, without quotes. */
static void write_line(void) {
    uint32_t all, decided = progress_decided(&all);
    const char *leader = progress_leader();
    fprintf(lines,
            "{\"seconds\": %.2f, \"limit\": %.0f, \"phase\": \"%s\", \"engine\": \"%s\", \"decided\": %u, "
            "\"checks\": %u, \"frames\": %" PRIu64 ", \"lemmas\": %" PRIu64 ", \"obligations\": %" PRIu64
            ", \"depth\": %" PRIu64 ", \"queries\": %" PRIu64 ", \"memory_bytes\": %" PRIu64 "}\n",
            clock_wall(), options.timeout, progress_phase_now(), leader ? leader : "", decided, all,
            stats.frames, stats.lemmas, stats.obligations, stats.bmc_depth, stats.queries, memory_now());
    fflush(lines);
}

static void *run(void *unused) {
    (void)unused;
    double drawn = clock_wall();
    while (!atomic_load(&stopping)) {
        usleep(PERIOD_MICROSECONDS / 4);
        if (clock_wall() - drawn < (double)PERIOD_MICROSECONDS * 1e-6) continue;
        if (on_terminal) draw();
        if (lines) write_line();
        drawn = clock_wall();
    }
    if (on_terminal) fputs("\r\033[K", stderr);
    fflush(stderr);
    return NULL;
}

static bool is_wanted_on_terminal(void) {
    const char *terminal = getenv("TERM");
    bool wanted = options.progress && !options.quiet && !options.json && !options.verbose;
    return wanted && isatty(STDERR_FILENO) && terminal && strcmp(terminal, "dumb");
}

bool status_start(const char *name, struct error *e) {
    on_terminal = is_wanted_on_terminal();
    if (options.progress_file) lines = fopen(options.progress_file, "we");
    if (options.progress_file && !lines) {
        error_set(e, options.progress_file, 0, 0, "cannot be written");
        return false;
    }
    if (!on_terminal && !lines) return true;
    subject = name;
    if (lines) write_line();
    sigset_t all, old;
    sigfillset(&all);
    pthread_sigmask(SIG_BLOCK, &all, &old);
    running = !pthread_create(&thread, NULL, run, NULL);
    pthread_sigmask(SIG_SETMASK, &old, NULL);
    return true;
}

void status_phase(const char *what) { progress_phase(what); }

void status_stop(void) {
    if (running) {
        atomic_store(&stopping, true);
        pthread_join(thread, NULL);
    }
    running = false;
    if (lines) fclose(lines);
    lines = NULL;
}
