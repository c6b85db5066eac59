#include "fuzz/cage.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "evidence/sandbox.h"

#define DRIVER_MEMORY ((rlim_t)2 << 30)
enum {
    ABOVE = 16, /* our own descriptors, out of the way of the driver's */
    AHEAD = 3,  /* ticks that the driver need not wait for */
};

bool cage_init(struct cage *c, const char *program, uint64_t seed) {
    *c = (struct cage){.program = program, .go = -1, .tick = -1};
    int raw = memfd_create("edgewise", MFD_CLOEXEC);
    c->memory = raw < 0 ? -1 : fcntl(raw, F_DUPFD_CLOEXEC, ABOVE);
    if (raw >= 0) close(raw);
    if (c->memory < 0 || ftruncate(c->memory, sizeof *c->shared)) return false;
    c->shared = mmap(NULL, sizeof *c->shared, PROT_READ | PROT_WRITE, MAP_SHARED, c->memory, 0);
    if (c->shared == MAP_FAILED) {
        c->shared = NULL;
        return false;
    }
    c->shared->seed = seed;
    return true;
}

static bool high_pipe(int ends[2]) {
    int raw[2];
    if (pipe2(raw, O_CLOEXEC)) return false;
    for (int i = 0; i < 2; i++) {
        ends[i] = fcntl(raw[i], F_DUPFD_CLOEXEC, ABOVE);
        close(raw[i]);
    }
    return ends[0] >= 0 && ends[1] >= 0;
}

static void set_limit(int what, rlim_t n) {
    struct rlimit limit = {n, n};
    setrlimit(what, &limit);
}

/* In the child: only system calls. */
static _Noreturn void become(const struct cage *c, const text_list *words, bool confined, int go, int tick,
                             pid_t parent) {
    setsid();
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent) _exit(1);
    int nothing = open("/dev/null", O_RDWR);
    for (int fd = 0; fd < 3; fd++) dup2(nothing, fd);
    dup2(go, FUZZ_GO_FD);
    dup2(tick, FUZZ_TICK_FD);
    dup2(c->memory, FUZZ_SHARED_FD);
    static const int defaults[] = {SIGINT, SIGTERM, SIGPIPE, SIGHUP};
    for (size_t i = 0; i < sizeof defaults / sizeof *defaults; i++) signal(defaults[i], SIG_DFL);
    set_limit(RLIMIT_CORE, 0);
    set_limit(RLIMIT_AS, DRIVER_MEMORY);
    if (confined) set_limit(RLIMIT_FSIZE, 0);
    if (!confined || sandbox_confine()) execvp(words->at[0], (char *const *)words->at);
    _exit(1);
}

static bool launch(struct cage *c, int go[2], int tick[2]) {
    text_list words = {0};
    int filter;
    sandbox_command(c->program, &words, &filter);
    bool wrapped = words.n > 0;
    if (!wrapped) VEC_PUSH(&words, c->program);
    VEC_PUSH(&words, NULL);
    pid_t self = getpid();
    assert(filter < 0 || filter > FUZZ_SHARED_FD);
    c->pid = fork();
    if (c->pid == 0) become(c, &words, !wrapped, go[0], tick[1], self);
    if (filter >= 0) close(filter);
    VEC_RELEASE(&words);
    if (c->pid < 0) c->pid = 0;
    return c->pid > 0;
}

bool cage_start(struct cage *c) {
    int go[2], tick[2];
    assert(!c->pid && c->go < 0 && c->shared);
    if (!high_pipe(go)) return false;
    if (!high_pipe(tick)) {
        close(go[0]);
        close(go[1]);
        return false;
    }
    bool started = launch(c, go, tick);
    close(go[0]);
    close(tick[1]);
    c->go = go[1];
    c->tick = tick[0];
    for (int i = 0; i < AHEAD && started; i++) cage_go(c);
    return started;
}

void cage_stop(struct cage *c) {
    if (c->go >= 0) close(c->go);
    if (c->tick >= 0) close(c->tick);
    c->go = c->tick = -1;
    if (!c->pid) return;
    kill(-c->pid, SIGKILL);
    kill(c->pid, SIGKILL);
    while (waitpid(c->pid, NULL, 0) < 0 && errno == EINTR) {
    }
    c->pid = 0;
}

enum cage_news cage_wait(struct cage *c, double seconds) {
    assert(c->pid > 0 && c->tick >= 0);
    struct pollfd fd = {.fd = c->tick, .events = POLLIN};
    char byte;
    int n = poll(&fd, 1, (int)(seconds * 1000) + 1);
    if (n == 0 || (n < 0 && errno == EINTR)) return CAGE_SILENT;
    if (n > 0 && read(c->tick, &byte, 1) == 1) return CAGE_TICK;
    cage_stop(c);
    return CAGE_DEAD;
}

void cage_go(struct cage *c) {
    /* A driver that has died is found out by the next cage_wait. */
    struct sigaction ignore = {.sa_handler = SIG_IGN}, before;
    sigaction(SIGPIPE, &ignore, &before);
    ssize_t n = write(c->go, "g", 1);
    (void)n;
    sigaction(SIGPIPE, &before, NULL);
}

void cage_release(struct cage *c) {
    cage_stop(c);
    if (c->shared) munmap(c->shared, sizeof *c->shared);
    if (c->memory >= 0) close(c->memory);
    c->shared = NULL;
}
