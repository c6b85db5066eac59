#include "system/process.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "system/family.h"
#include "system/spawn.h"
#include "system/temporary.h"
#include "util/clock.h"
#include "util/seconds.h"

enum {
    OUTPUT_KEPT = 64 * 1024,
    MESSAGES_KEPT = 1 << 20,
    OUTPUT_LIMIT = 16 << 20,
    TOKEN_KEPT = 64 * 1024,
    POLL_MILLISECONDS = 50
};

/* The children that are being waited for; 0: none. */
static volatile sig_atomic_t running[PROCESSES_AT_ONCE];

void process_kill_running(void) {
    for (int i = 0; i < PROCESSES_AT_ONCE; i++)
        if (running[i] > 0) spawn_kill((pid_t)running[i]);
}

static void replace_running(pid_t old, pid_t new) {
    int i = 0;
    while (i < PROCESSES_AT_ONCE && running[i] != old) i++;
    assert(i < PROCESSES_AT_ONCE);
    running[i] = new;
}

static void (*meanwhile)(void);

void process_meanwhile(void (*work)(void)) { meanwhile = work; }

static void work_meanwhile(void) {
    void (*work)(void) = meanwhile;
    meanwhile = NULL;
    if (work) work();
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

/* May the child go on? If not, *p says why. */
static bool within_limits(struct process *p, pid_t child, double deadline, size_t total) {
    if (clock_wall() > deadline || stop_requested() || total > OUTPUT_LIMIT) p->timed_out = true;
    else if (p->resident && family_memory(child, p->resident) > p->resident) p->too_large = true;
    return !p->timed_out && !p->too_large;
}

/* Reads both pipes until the child closed them, or until something forbids to wait longer. */
static void listen_to(struct process *p, pid_t child, int output, int token) {
    struct pollfd fds[2] = {{.fd = output, .events = POLLIN}, {.fd = token, .events = POLLIN}};
    struct strbuf *to[2] = {&p->output, &p->token};
    const size_t kept[2] = {p->kind == PROCESS_COMPILER ? MESSAGES_KEPT : OUTPUT_KEPT, TOKEN_KEPT};
    size_t total = 0;
    double deadline = clock_wall() + PROCESS_WALL_WEIGHT * p->seconds;
    while (fds[0].fd >= 0 || fds[1].fd >= 0) {
        if (!within_limits(p, child, deadline, total)) {
            spawn_kill(child);
            return;
        }
        if (poll(fds, 2, POLL_MILLISECONDS) <= 0) continue;
        for (int i = 0; i < 2; i++)
            if (fds[i].revents && !drain(fds[i].fd, to[i], kept[i], &total)) fds[i].fd = -1;
    }
}

static bool ended_by(const struct process *p, int signal_number) {
    return p->signal == signal_number || (p->kind == PROCESS_WRAPPED && p->exit_code == 128 + signal_number);
}

/* Killed by the limit of CPU time? In bubblewrap what the program has used is not known; but it has
 * taken at least as long. */
static bool out_of_cpu_time(const struct process *p, double started) {
    bool killed = ended_by(p, SIGKILL) || ended_by(p, SIGXCPU);
    return killed && clock_wall() - started > p->seconds / 2;
}

static void reap(struct process *p, pid_t child, double started) {
    int status = 0;
    double deadline = clock_wall() + PROCESS_WALL_WEIGHT * p->seconds;
    pid_t ended;
    while ((ended = waitpid(child, &status, WNOHANG)) == 0 || (ended < 0 && errno == EINTR)) {
        if (!p->timed_out && !p->too_large && !within_limits(p, child, deadline, 0)) spawn_kill(child);
        usleep(1000);
    }
    kill(-child, SIGKILL); /* whatever the child left behind */
    p->exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    p->signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
    p->refused = p->kind != PROCESS_COMPILER && ended_by(p, SIGSYS);
    if (out_of_cpu_time(p, started)) p->timed_out = true;
}

/* Starts the child in its cage; -1 if that fails. */
static pid_t start_child(struct process *p, int output, int token) {
    static const char *const nothing[] = {NULL};
    bool compiler = p->kind == PROCESS_COMPILER;
    struct sandbox cage = {.rules = -1};
    bool caged = p->kind == PROCESS_WRAPPED ? true
                 : compiler                 ? sandbox_for_compiler(&cage, temporary_dir())
                                            : sandbox_for_program(&cage, p->argv[0]);
    if (!caged) return -1;
    cage.reads_own_map = p->kind == PROCESS_PROGRAM && p->resident > 0; /* it has a sanitizer */
    struct spawn s = {.argv = p->argv,
                      .environment = compiler ? temporary_environment() : nothing,
                      .folder = temporary_dir(),
                      .fds = {-1, output, output, token, p->filter},
                      .n_fds = p->kind == PROCESS_WRAPPED && p->filter > 0 ? WRAP_FD + 1 : TOKEN_FD + 1,
                      .sandbox = p->kind == PROCESS_WRAPPED ? NULL : &cage,
                      .cpu_seconds = (uint64_t)p->seconds,
                      .address_space = p->memory,
                      .writes_nothing = !compiler};
    pid_t child = spawn_start(&s);
    sandbox_release(&cage);
    return child;
}

void process_start(struct process *p) {
    int output[2], token[2];
    assert(p->argv && p->seconds >= 1);
    p->state.child = -1;
    if (pipe2(output, O_CLOEXEC)) return;
    if (pipe2(token, O_CLOEXEC)) {
        close(output[0]);
        close(output[1]);
        return;
    }
    p->state.since = clock_wall();
    p->state.child = start_child(p, output[1], token[1]);
    p->state.output = output[0];
    p->state.token = token[0];
    close(output[1]);
    close(token[1]);
    if (p->state.child > 0) {
        replace_running(0, p->state.child);
        work_meanwhile();
    } else {
        close(output[0]);
        close(token[0]);
    }
}

bool process_wait(struct process *p) {
    pid_t child = p->state.child;
    p->started = false;
    if (child <= 0) return false;
    listen_to(p, child, p->state.output, p->state.token);
    reap(p, child, p->state.since);
    replace_running(child, 0);
    close(p->state.output);
    close(p->state.token);
    p->started = p->exit_code != SPAWN_FAILED;
    return p->started;
}

bool process_run(struct process *p) {
    process_start(p);
    return process_wait(p);
}

void process_release(struct process *p) {
    strbuf_release(&p->output);
    strbuf_release(&p->token);
}
