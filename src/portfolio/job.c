#include "portfolio/job.h"

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

#include "evidence/process.h"
#include "util/clock.h"
#include "util/fail.h"
#include "util/options.h"

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

/* A compiler with children of its own, which write to the temporary directory, must not outlive us. */
static void on_term(int unused) {
    (void)unused;
    process_kill_running();
    _exit(EXIT_INTERNAL);
}

/* The handlers of the parent print verdicts and remove its files: none of that is the child's business. */
static void reset_signals(void) {
    static const int defaults[] = {SIGHUP, SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT};
    for (size_t i = 0; i < sizeof defaults / sizeof *defaults; i++) signal(defaults[i], SIG_DFL);
    signal(SIGINT, SIG_IGN); /* the parent decides */
    signal(SIGTERM, on_term);
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

double job_deadline(void) { return options.timeout > 0 ? options.timeout - 0.2 : 0; }

static _Noreturn void be_the_child(const struct job *j, job_work *work, struct cfa *c,
                                   const struct facts *known, int out, uint64_t memory, pid_t parent) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent) _exit(EXIT_INTERNAL);
    reset_signals();
    stop_after_fork(job_deadline(), memory);
    start_publishing(j->live);
    struct wire message = {.base = j->base};
    work(c, known, &message);
    write_all(out, message.out.text, message.out.n);
    _exit(0);
}

/* ---- the parent ---- */

bool job_start(struct job *j, job_work *work, struct cfa *c, const struct facts *known, uint64_t memory) {
    int ends[2];
    if (pipe(ends)) return false;
    j->live = mmap(NULL, sizeof *j->live, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (j->live == MAP_FAILED) fail_environment("out of memory");
    j->base = terms_count();
    fflush(stdout);
    fflush(stderr);
    pid_t parent = getpid();
    j->pid = fork();
    if (j->pid == 0) {
        close(ends[0]);
        be_the_child(j, work, c, known, ends[1], memory, parent);
    }
    close(ends[1]);
    j->pipe = ends[0];
    if (j->pid < 0) {
        close(ends[0]);
        munmap(j->live, sizeof *j->live);
        j->live = NULL;
        return false;
    }
    fcntl(j->pipe, F_SETFL, O_NONBLOCK);
    fcntl(j->pipe, F_SETFD, FD_CLOEXEC);
    j->state = JOB_RUNNING;
    j->since = clock_wall();
    return true;
}

void job_freeze(struct job *j) {
    assert(j->state == JOB_RUNNING);
    kill(j->pid, SIGSTOP);
    j->run += clock_wall() - j->since;
    j->state = JOB_FROZEN;
}

void job_thaw(struct job *j) {
    assert(j->state == JOB_FROZEN);
    kill(j->pid, SIGCONT);
    j->since = clock_wall();
    j->state = JOB_RUNNING;
}

double job_seconds(const struct job *j) {
    return j->state == JOB_RUNNING ? j->run + clock_wall() - j->since : j->run;
}

static void reap(struct job *j) {
    while (waitpid(j->pid, NULL, 0) < 0 && errno == EINTR) {
    }
    close(j->pipe);
    j->pid = 0;
}

bool job_poll(struct job *j) {
    char block[65536];
    if (!j->pid) return false;
    for (;;) {
        ssize_t n = read(j->pipe, block, sizeof block);
        if (n > 0) {
            strbuf_bytes(&j->received, block, (size_t)n);
        } else if (n < 0 && errno == EINTR) {
            continue;
        } else if (n < 0 && errno == EAGAIN) {
            return false;
        } else {
            break; /* the end, or an error that is as good */
        }
    }
    j->run = job_seconds(j);
    if (j->state == JOB_FROZEN) kill(j->pid, SIGCONT);
    reap(j);
    j->state = JOB_DONE;
    return true;
}

static bool has_ended(const struct job *j) {
    siginfo_t info = {0};
    return waitid(P_PID, (id_t)j->pid, &info, WEXITED | WNOHANG | WNOWAIT) || info.si_pid == j->pid;
}

/* The child ends what it has started itself (`on_term`); if it does not come to that, the kernel does the rest. */
static void end_child(struct job *j) {
    kill(j->pid, SIGTERM);
    kill(j->pid, SIGCONT);
    for (int i = 0; i < END_TRIES && !has_ended(j); i++) usleep(500);
    kill(j->pid, SIGKILL);
    reap(j);
}

void job_end(struct job *j) {
    if (j->pid > 0) end_child(j);
    if (j->live) munmap(j->live, sizeof *j->live);
    strbuf_release(&j->received);
    j->live = NULL;
    j->state = JOB_DONE;
}
