#include "system/spawn.h"

#include <assert.h>
#include <fcntl.h>
#include <linux/close_range.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>

enum { OUT_OF_THE_WAY = 64, MOST_DESCRIPTORS = 1 << 20 };

static void set_limit(int what, rlim_t n) {
    struct rlimit limit = {n, n};
    setrlimit(what, &limit);
}

/* A limit that our own process has set for itself with --memory is not the child's. */
static void lift_limit(int what) {
    struct rlimit limit;
    if (getrlimit(what, &limit)) return;
    limit.rlim_cur = limit.rlim_max;
    setrlimit(what, &limit);
}

/* Not at once, because the rules of the sandbox are among them. Kernels before 5.11 have to be told
 * one by one. */
static bool close_others_on_exec(uint32_t first) {
    if (!close_range(first, ~0u, CLOSE_RANGE_CLOEXEC)) return true;
    struct rlimit files;
    if (getrlimit(RLIMIT_NOFILE, &files)) return false;
    for (rlim_t fd = first; fd < files.rlim_max && fd < MOST_DESCRIPTORS; fd++)
        fcntl((int)fd, F_SETFD, FD_CLOEXEC);
    return files.rlim_max <= MOST_DESCRIPTORS;
}

/* Moves the descriptors up first, because one that is still needed may have the number of another
 * one's target. */
static bool arrange_descriptors(const struct spawn *s) {
    int high[SPAWN_FDS];
    for (uint32_t i = 0; i < s->n_fds; i++) {
        int fd = s->fds[i] >= 0 ? s->fds[i] : open("/dev/null", O_RDWR | O_CLOEXEC);
        high[i] = fcntl(fd, F_DUPFD_CLOEXEC, OUT_OF_THE_WAY);
    }
    for (uint32_t i = 0; i < s->n_fds; i++)
        if (high[i] < 0 || dup2(high[i], (int)i) < 0) return false;
    return close_others_on_exec(s->n_fds);
}

static void default_signals(void) {
    static const int defaults[] = {SIGINT, SIGTERM, SIGPIPE, SIGHUP};
    sigset_t none;
    for (size_t i = 0; i < sizeof defaults / sizeof *defaults; i++) signal(defaults[i], SIG_DFL);
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
}

/* In the child: only system calls, since other threads of the parent may have held locks. */
static _Noreturn void become(const struct spawn *s, pid_t parent) {
    setsid();
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent) _exit(SPAWN_FAILED);
    default_signals();
    if ((s->folder && chdir(s->folder)) || !arrange_descriptors(s)) _exit(SPAWN_FAILED);
    lift_limit(RLIMIT_DATA);
    set_limit(RLIMIT_CORE, 0);
    if (s->cpu_seconds) set_limit(RLIMIT_CPU, (rlim_t)s->cpu_seconds);
    if (s->address_space) set_limit(RLIMIT_AS, (rlim_t)s->address_space);
    if (s->writes_nothing) set_limit(RLIMIT_FSIZE, 0);
    if (!s->sandbox || sandbox_enter(s->sandbox))
        execvpe(s->argv[0], (char *const *)s->argv, (char *const *)s->environment);
    _exit(SPAWN_FAILED);
}

pid_t spawn_start(const struct spawn *s) {
    assert(s->argv && s->argv[0] && s->environment && s->n_fds <= SPAWN_FDS);
    pid_t parent = getpid(), child = fork();
    if (child == 0) become(s, parent);
    return child;
}

void spawn_kill(pid_t child) {
    assert(child > 0);
    kill(-child, SIGKILL);
    kill(child, SIGKILL);
}
