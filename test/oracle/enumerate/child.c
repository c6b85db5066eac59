#include "child.h"

#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "util/fail.h"

enum { WAITING = 20 };

static bool read_all(int fd, void *to, size_t n) {
    size_t have = 0;
    for (ssize_t got; have < n && (got = read(fd, (char *)to + have, n - have)) > 0;) have += (size_t)got;
    return have == n;
}

/* CPU seconds, so that a busy machine makes no findings; wall time stops only what waits for
 * ever. */
static void limit(uint32_t seconds) {
    struct rlimit cpu = {seconds, seconds};
    setrlimit(RLIMIT_CPU, &cpu);
    alarm(WAITING * seconds);
}

static bool out_of_time(int status) {
    return WIFSIGNALED(status) &&
           (WTERMSIG(status) == SIGALRM || WTERMSIG(status) == SIGXCPU || WTERMSIG(status) == SIGKILL);
}

void judge_apart(const struct cfa *c, const struct oracle_engine *e, const struct switches *how,
                 uint32_t seconds, struct judgement *j) {
    int fds[2], status;
    fflush(NULL);
    if (pipe(fds)) fail_environment("no pipe");
    pid_t pid = fork();
    if (pid < 0) fail_environment("no fork");
    if (!pid) {
        close(fds[0]);
        limit(seconds);
        judge(c, e, how, j);
        _exit(write(fds[1], j, sizeof *j) == (ssize_t)sizeof *j ? 0 : 1);
    }
    close(fds[1]);
    bool whole = read_all(fds[0], j, sizeof *j);
    close(fds[0]);
    waitpid(pid, &status, 0);
    if (whole && WIFEXITED(status) && !WEXITSTATUS(status)) return;
    *j = (struct judgement){.outcome = DISAGREES};
    if (out_of_time(status)) snprintf(j->message, sizeof j->message, "still running after %u s", seconds);
    else if (WIFSIGNALED(status))
        snprintf(j->message, sizeof j->message, "crashed: %s", strsignal(WTERMSIG(status)));
    else snprintf(j->message, sizeof j->message, "ended with exit code %d", WEXITSTATUS(status));
}
