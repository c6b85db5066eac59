#include "portfolio/worker.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "system/process.h"
#include "util/clock.h"
#include "util/fail.h"
#include "util/seconds.h"

enum { END_TRIES = 600 }; /* half a millisecond each */

/* ---- the child ---- */

/* Copies the counters to where the parent sees them. */
static void *publish(void *shared) {
    for (;;) {
        memcpy(shared, &stats, sizeof stats);
        usleep(100000);
    }
    return NULL;
}

static void start_publishing(struct stats *shared) {
    pthread_t thread;
    sigset_t all, old;
    sigfillset(&all);
    pthread_sigmask(SIG_BLOCK, &all, &old);
    if (!pthread_create(&thread, NULL, publish, shared)) pthread_detach(thread);
    pthread_sigmask(SIG_SETMASK, &old, NULL);
}

/* A compiler with children of its own, which write to the temporary directory, must not outlive
 * us. */
static void on_term(int unused) {
    (void)unused;
    process_kill_running();
    _exit(EXIT_INTERNAL);
}

/* The parent is interrupted, and asks what is known. */
static void on_finish(int unused) {
    (void)unused;
    stop_request(STOP_INTERRUPT);
}

/* The handlers of the parent print verdicts and remove its files: none of that is the child's
 * business. */
static void reset_signals(void) {
    static const int defaults[] = {SIGHUP, SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT};
    for (size_t i = 0; i < sizeof defaults / sizeof *defaults; i++) signal(defaults[i], SIG_DFL);
    signal(SIGINT, SIG_IGN); /* the parent decides */
    signal(SIGTERM, on_term);
    signal(SIGUSR1, on_finish);
    fail_at_exit(NULL);
}

static void write_all(int fd, const char *data, size_t n) {
    while (n > 0) {
        ssize_t k = write(fd, data, n);
        if (k < 0 && errno == EINTR) continue;
        if (k <= 0) return;
        data += k;
        n -= (size_t)k;
    }
}

struct budget worker_budget(const struct budget *parents) {
    struct budget b = *parents;
    assert(b.clock == BUDGET_WALL);
    if (b.deadline > 0) b.deadline -= PORTFOLIO_LAST_WORDS_SECONDS;
    return b;
}

static _Noreturn void be_the_child(const struct worker *w, worker_task *task, const void *context,
                                   struct budget b, int out, uint64_t memory, pid_t parent) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent) _exit(EXIT_INTERNAL);
    reset_signals();
    stop_after_fork(b.deadline, memory);
    start_publishing(&w->shared->live);
    b.weight = &w->shared->weight;
    struct wire message = {.base = w->base};
    task(context, &b, &message);
    write_all(out, message.out.text, message.out.n);
    _exit(0);
}

/* ---- the parent ---- */

bool worker_start(struct worker *w, worker_task *task, const void *context, const struct budget *b,
                  uint64_t memory) {
    assert(w->state == WORKER_WAITING && !w->shared);
    int ends[2];
    if (pipe(ends)) return false;
    w->shared = mmap(NULL, sizeof *w->shared, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (w->shared == MAP_FAILED) fail_environment("out of memory");
    w->shared->weight = 1;
    w->base = terms_count();
    fflush(stdout);
    fflush(stderr);
    pid_t parent = getpid();
    w->pid = fork();
    if (w->pid == 0) {
        close(ends[0]);
        be_the_child(w, task, context, worker_budget(b), ends[1], memory, parent);
    }
    close(ends[1]);
    w->pipe = ends[0];
    if (w->pid < 0) {
        close(ends[0]);
        munmap(w->shared, sizeof *w->shared);
        w->shared = NULL;
        return false;
    }
    fcntl(w->pipe, F_SETFL, O_NONBLOCK);
    fcntl(w->pipe, F_SETFD, FD_CLOEXEC);
    w->state = WORKER_RUNNING;
    w->since = clock_wall();
    return true;
}

void worker_freeze(struct worker *w) {
    assert(w->state == WORKER_RUNNING);
    kill(w->pid, SIGSTOP);
    w->run += clock_wall() - w->since;
    w->state = WORKER_FROZEN;
}

void worker_thaw(struct worker *w) {
    assert(w->state == WORKER_FROZEN);
    kill(w->pid, SIGCONT);
    w->since = clock_wall();
    w->state = WORKER_RUNNING;
}

void worker_finish(struct worker *w) {
    if (w->state != WORKER_RUNNING && w->state != WORKER_FROZEN) return;
    kill(w->pid, SIGUSR1);
    if (w->state == WORKER_FROZEN) worker_thaw(w);
}

double worker_seconds(const struct worker *w) {
    return w->state == WORKER_RUNNING ? w->run + clock_wall() - w->since : w->run;
}

double worker_weight(const struct worker *w) { return w->shared ? w->shared->weight : 1; }

static void reap(struct worker *w) {
    while (waitpid(w->pid, NULL, 0) < 0 && errno == EINTR) {
    }
    close(w->pipe);
    w->pid = 0;
}

bool worker_poll(struct worker *w) {
    char block[65536];
    if (!w->pid) return false;
    for (;;) {
        ssize_t n = read(w->pipe, block, sizeof block);
        if (n > 0) {
            strbuf_bytes(&w->received, block, (size_t)n);
        } else if (n < 0 && errno == EINTR) {
            continue;
        } else if (n < 0 && errno == EAGAIN) {
            return false;
        } else {
            break; /* the end, or an error that is as good */
        }
    }
    w->run = worker_seconds(w);
    if (w->state == WORKER_FROZEN) kill(w->pid, SIGCONT);
    reap(w);
    w->state = WORKER_DONE;
    return true;
}

static bool has_ended(const struct worker *w) {
    siginfo_t info = {0};
    return waitid(P_PID, (id_t)w->pid, &info, WEXITED | WNOHANG | WNOWAIT) || info.si_pid == w->pid;
}

/* The child ends what it has started itself (`on_term`); if it does not come to that, the kernel
 * does the rest. */
static void end_child(struct worker *w) {
    kill(w->pid, SIGTERM);
    kill(w->pid, SIGCONT);
    for (int i = 0; i < END_TRIES && !has_ended(w); i++) usleep(500);
    kill(w->pid, SIGKILL);
    reap(w);
}

void worker_end(struct worker *w) {
    if (w->pid > 0) end_child(w);
    if (w->shared) munmap(w->shared, sizeof *w->shared);
    strbuf_release(&w->received);
    w->shared = NULL;
    w->state = WORKER_DONE;
}
