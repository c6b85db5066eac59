#include "evidence/process.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "evidence/sandbox.h"
#include "util/clock.h"

enum { OUTPUT_KEPT = 64 * 1024, OUTPUT_LIMIT = 16 << 20, TOKEN_KEPT = 64 * 1024, EXEC_FAILED = 126 };
#define WAITING 4.0 /* wall time for each second of CPU time */

static void set_limit(int what, rlim_t n) {
    struct rlimit limit = {n, n};
    setrlimit(what, &limit);
}

/* In the child: only system calls, since other threads of the parent may have held locks. */
static _Noreturn void become(const struct process *p, int output, int token) {
    setsid();
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    int nothing = open("/dev/null", O_RDONLY);
    dup2(nothing, STDIN_FILENO);
    dup2(output, STDOUT_FILENO);
    dup2(output, STDERR_FILENO);
    dup2(token, TOKEN_FD);
    signal(SIGINT, SIG_DFL);
    signal(SIGTERM, SIG_DFL);
    signal(SIGPIPE, SIG_DFL);
    set_limit(RLIMIT_CORE, 0);
    set_limit(RLIMIT_CPU, (rlim_t)p->seconds);
    if (p->memory) set_limit(RLIMIT_AS, (rlim_t)p->memory);
    if (p->confined) set_limit(RLIMIT_FSIZE, 0);
    if (!p->confined || sandbox_confine()) execvp(p->argv[0], (char *const *)p->argv);
    _exit(EXEC_FAILED);
}

static volatile sig_atomic_t running; /* the child that is being waited for; 0: none */

void process_kill_running(void) {
    if (running > 0) kill(-(pid_t)running, SIGKILL);
}

static void kill_group(pid_t child) {
    kill(-child, SIGKILL);
    kill(child, SIGKILL);
}

/* Appends what can be read, up to a limit; false at the end of the stream. */
static bool drain(int fd, struct strbuf *to, size_t kept, size_t *total) {
    char block[4096];
    ssize_t n = read(fd, block, sizeof block);
    if (n < 0) return errno == EINTR || errno == EAGAIN;
    *total += (size_t)n;
    if (to->n < kept) strbuf_bytes(to, block, (size_t)n);
    return n > 0;
}

/* Reads both pipes until the child closed them, or until something forbids to wait longer. */
static void listen_to(struct process *p, pid_t child, int output, int token) {
    struct pollfd fds[2] = {{.fd = output, .events = POLLIN}, {.fd = token, .events = POLLIN}};
    struct strbuf *to[2] = {&p->output, &p->token};
    const size_t kept[2] = {OUTPUT_KEPT, TOKEN_KEPT};
    size_t total = 0;
    double deadline = clock_wall() + WAITING * p->seconds;
    while (fds[0].fd >= 0 || fds[1].fd >= 0) {
        if (clock_wall() > deadline || stop_requested() || total > OUTPUT_LIMIT) {
            p->timed_out = true;
            kill_group(child);
            return;
        }
        if (poll(fds, 2, 50) <= 0) continue;
        for (int i = 0; i < 2; i++)
            if (fds[i].revents && !drain(fds[i].fd, to[i], kept[i], &total)) fds[i].fd = -1;
    }
}

/* Killed by the limit of CPU time? Inside bubblewrap a signal is an exit code of 128 and its number, and what the program has
 * used is not known; but it has taken at least as long. */
static bool out_of_cpu_time(const struct process *p, double started) {
    const int by_signal[] = {SIGKILL, SIGXCPU};
    bool killed = false;
    for (int i = 0; i < 2; i++) killed |= p->signal == by_signal[i] || p->exit_code == 128 + by_signal[i];
    return killed && clock_wall() - started > p->seconds / 2;
}

static void reap(struct process *p, pid_t child, double started) {
    int status = 0;
    double deadline = clock_wall() + WAITING * p->seconds;
    pid_t ended;
    while ((ended = waitpid(child, &status, WNOHANG)) == 0 || (ended < 0 && errno == EINTR)) {
        if (clock_wall() > deadline || stop_requested()) {
            p->timed_out = true;
            kill_group(child);
        }
        usleep(1000);
    }
    kill(-child, SIGKILL); /* whatever the child left behind */
    p->exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    p->signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
    if (out_of_cpu_time(p, started)) p->timed_out = true;
}

/* Pipe ends that are above TOKEN_FD, so that dup2 in the child does not overwrite one of them. */
static bool high_pipe(int ends[2]) {
    int raw[2];
    if (pipe2(raw, O_CLOEXEC)) return false;
    for (int i = 0; i < 2; i++) {
        ends[i] = fcntl(raw[i], F_DUPFD_CLOEXEC, TOKEN_FD + 1);
        close(raw[i]);
    }
    return ends[0] >= 0 && ends[1] >= 0;
}

bool process_run(struct process *p) {
    int output[2], token[2];
    if (!high_pipe(output)) return false;
    if (!high_pipe(token)) {
        close(output[0]);
        close(output[1]);
        return false;
    }
    double started = clock_wall();
    pid_t child = fork();
    if (child == 0) become(p, output[1], token[1]);
    close(output[1]);
    close(token[1]);
    if (child > 0) {
        running = child;
        listen_to(p, child, output[0], token[0]);
        reap(p, child, started);
        running = 0;
    }
    close(output[0]);
    close(token[0]);
    p->started = child > 0 && p->exit_code != EXEC_FAILED;
    return p->started;
}

void process_release(struct process *p) {
    strbuf_release(&p->output);
    strbuf_release(&p->token);
}
