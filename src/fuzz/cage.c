#include "fuzz/cage.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "system/sandbox.h"
#include "system/spawn.h"
#include "util/options.h"

#define DRIVER_MEMORY ((uint64_t)2 << 30)
enum { AHEAD = 3 }; /* ticks that the driver need not wait for */

bool cage_init(struct cage *c, const char *program, uint64_t seed) {
    *c = (struct cage){.program = program, .go = -1, .tick = -1};
    c->memory = memfd_create("edgewise", MFD_CLOEXEC);
    if (c->memory < 0 || ftruncate(c->memory, sizeof *c->shared)) return false;
    c->shared = mmap(NULL, sizeof *c->shared, PROT_READ | PROT_WRITE, MAP_SHARED, c->memory, 0);
    if (c->shared == MAP_FAILED) {
        c->shared = NULL;
        return false;
    }
    c->shared->seed = seed;
    return true;
}

/* In bubblewrap if that works, else in our own cage. Descriptors are numbered as the driver expects
 * them (shared.h). */
static bool launch(struct cage *c, int go, int tick) {
    static const char *const nothing[] = {NULL};
    text_list words = {0};
    struct sandbox cage = {.rules = -1};
    int filter = sandbox_wrap(c->program, FUZZ_SHARED_FD + 1, &words);
    bool wrapped = filter >= 0;
    assert(FUZZ_GO_FD == 3 && FUZZ_TICK_FD == 4 && FUZZ_SHARED_FD == 5 && wrapped == (words.n > 0));
    if (!wrapped) VEC_PUSH(&words, c->program);
    VEC_PUSH(&words, NULL);
    struct spawn s = {.argv = words.at,
                      .environment = nothing,
                      .folder = "/",
                      .fds = {-1, -1, -1, go, tick, c->memory, filter},
                      .n_fds = FUZZ_SHARED_FD + 1 + wrapped,
                      .sandbox = wrapped ? NULL : &cage,
                      .address_space = DRIVER_MEMORY,
                      .writes_nothing = true};
    bool caged = options.execute && (wrapped || sandbox_for_program(&cage, c->program));
    c->pid = caged ? spawn_start(&s) : -1;
    sandbox_release(&cage);
    if (filter >= 0) close(filter);
    VEC_RELEASE(&words);
    if (c->pid < 0) c->pid = 0;
    return c->pid > 0;
}

bool cage_start(struct cage *c) {
    int go[2], tick[2];
    assert(!c->pid && c->go < 0 && c->shared);
    if (pipe2(go, O_CLOEXEC)) return false;
    if (pipe2(tick, O_CLOEXEC)) {
        close(go[0]);
        close(go[1]);
        return false;
    }
    bool started = launch(c, go[0], tick[1]);
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
    spawn_kill(c->pid);
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
