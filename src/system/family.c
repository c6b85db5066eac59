/* Everything here reads small files below /proc with system calls only, because family_kill runs
 * inside signal handlers.
 *
 * Sums of resident memory count a page that fork has left shared once per process. That sum is
 * cheap, so it is taken first; only if it is too large, proportional sizes (smaps_rollup), which
 * share out such pages, decide. */
#include "system/family.h"

#include <assert.h>
#include <dirent.h>
#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <time.h>
#include <unistd.h>

enum { PATH_BYTES = 96, DEEPEST = 8, ROUNDS = 40, ROUND_NANOSECONDS = 5000000 };

struct walk {
    uint64_t bytes;
    /* The root itself is not counted as one of its descendants. */
    uint32_t alive;
    bool exact, killing;
};

void family_adopt(void) { prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0); }

/* ---- files below /proc ---- */

static char *append(char *to, const char *text) {
    size_t n = strlen(text);
    memcpy(to, text, n + 1);
    return to + n;
}

static char *append_number(char *to, uint64_t n) {
    char digits[24];
    int at = (int)sizeof digits - 1;
    digits[at] = 0;
    do digits[--at] = (char)('0' + n % 10);
    while (n /= 10);
    return append(to, digits + at);
}

/* /proc/PID/NAME, or /proc/PID/task/TID/NAME if tid is not 0. */
static int open_proc(pid_t pid, pid_t tid, const char *name) {
    char path[PATH_BYTES];
    char *end = append_number(append(path, "/proc/"), (uint64_t)pid);
    if (tid) end = append_number(append(end, "/task/"), (uint64_t)tid);
    append(append(end, "/"), name);
    return open(path, O_RDONLY | O_CLOEXEC);
}

/* The beginning of a file as text; false if there is none. */
static bool read_start(int fd, char *text, size_t size) {
    if (fd < 0) return false;
    ssize_t n = read(fd, text, size - 1);
    close(fd);
    text[n > 0 ? n : 0] = 0;
    return n > 0;
}

static uint64_t number_in(const char **at) {
    uint64_t n = 0;
    while (**at && (**at < '0' || **at > '9')) ++*at;
    for (; **at >= '0' && **at <= '9'; ++*at) n = 10 * n + (uint64_t)(**at - '0');
    return n;
}

/* The second number of statm, in pages. A process that has ended and waits for its parent has
 * none. */
static uint64_t resident(pid_t pid) {
    char text[256];
    const char *at = text;
    if (!read_start(open_proc(pid, 0, "statm"), text, sizeof text)) return 0;
    number_in(&at);
    return number_in(&at) * (uint64_t)sysconf(_SC_PAGESIZE);
}

static uint64_t proportional(pid_t pid) {
    char text[2048];
    if (!read_start(open_proc(pid, 0, "smaps_rollup"), text, sizeof text)) return resident(pid);
    const char *at = strstr(text, "\nPss:");
    return at ? number_in(&at) * 1024 : resident(pid);
}

/* ---- the walk ---- */

static void visit(struct walk *w, pid_t pid, int depth);

static void visit_children_of(struct walk *w, pid_t pid, pid_t tid, int depth) {
    char text[1024];
    if (!read_start(open_proc(pid, tid, "children"), text, sizeof text)) return;
    const char *at = text;
    for (uint64_t child; (child = number_in(&at)) > 0;) visit(w, (pid_t)child, depth + 1);
}

static void visit_descendants(struct walk *w, pid_t pid, int depth) {
    _Alignas(struct dirent64) char batch[1024];
    int tasks = depth < DEEPEST ? open_proc(pid, 0, "task") : -1;
    if (tasks < 0) return;
    for (ssize_t n; (n = getdents64(tasks, batch, sizeof batch)) > 0;)
        for (ssize_t at = 0; at < n;) {
            const struct dirent64 *entry = (const struct dirent64 *)(batch + at);
            const char *name = entry->d_name;
            if (name[0] != '.') visit_children_of(w, pid, (pid_t)number_in(&name), depth);
            at += entry->d_reclen;
        }
    close(tasks);
}

static void visit(struct walk *w, pid_t pid, int depth) {
    uint64_t bytes = w->exact ? proportional(pid) : resident(pid);
    w->bytes += bytes;
    if (depth > 0 && bytes > 0) w->alive++;
    visit_descendants(w, pid, depth);
    if (w->killing && depth > 0) kill(pid, SIGKILL);
}

uint64_t family_memory(pid_t root, uint64_t enough) {
    assert(root > 0);
    struct walk w = {0};
    visit(&w, root, 0);
    if (w.bytes <= enough) return w.bytes;
    w = (struct walk){.exact = true};
    visit(&w, root, 0);
    return w.bytes;
}

void family_kill(void) {
    for (int round = 0; round < ROUNDS; round++) {
        struct walk w = {.killing = true};
        visit(&w, getpid(), 0);
        if (!w.alive) return;
        nanosleep(&(struct timespec){.tv_nsec = ROUND_NANOSECONDS}, NULL);
    }
}
