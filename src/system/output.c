#include "system/output.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

#include "util/mem.h"

enum { MOST_LINKS = 16 };

static bool cannot(struct error *e, const char *path) {
    error_set(e, path, 0, 0, "cannot be written: %s", strerror(errno));
    return false;
}

static bool is_stdout(const char *path) { return !strcmp(path, "-"); }

/* Is there something that must be written to as it is, because renaming over it would replace
 * it? */
static bool is_special(const char *path) {
    struct stat st;
    return !stat(path, &st) && !S_ISREG(st.st_mode);
}

/* Where a chain of symbolic links leads to, whether that exists or not; a fresh string. */
static char *followed(const char *path) {
    char *at = mem_strdup(path), link[PATH_MAX];
    for (int i = 0; i < MOST_LINKS; i++) {
        ssize_t n = readlink(at, link, sizeof link);
        if (n <= 0 || n == sizeof link) return at;
        const char *slash = strrchr(at, '/');
        int folder = link[0] == '/' || !slash ? 0 : (int)(slash - at + 1);
        char *next = mem_printf("%.*s%.*s", folder, at, (int)n, link);
        free(at);
        at = next;
    }
    return at;
}

/* ---- writing ---- */

static bool write_all(int fd, const struct strbuf *text) {
    for (size_t at = 0; at < text->n;) {
        ssize_t n = write(fd, text->text + at, text->n - at);
        if (n < 0 && errno == EINTR) continue;
        if (n <= 0) return false;
        at += (size_t)n;
    }
    return true;
}

static bool write_and_close(int fd, const struct strbuf *text) {
    if (fd < 0) return false;
    bool good = write_all(fd, text);
    int why = errno;
    if (close(fd) && good) return false;
    if (!good) errno = why;
    return good;
}

/* An open new file beside `path`; *name is its name, fresh. */
static int open_beside(const char *path, char **name) {
    uint64_t random = 0;
    if (getrandom(&random, sizeof random, 0) != sizeof random) random = (uint64_t)getpid();
    *name = mem_printf("%s.edgewise-%016" PRIx64, path, random);
    return open(*name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0666);
}

static bool write_beside(const char *path, const struct strbuf *text) {
    char *name;
    int fd = open_beside(path, &name);
    bool good = write_and_close(fd, text) && !rename(name, path);
    int why = errno;
    if (!good && fd >= 0) unlink(name);
    free(name);
    errno = why;
    return good;
}

bool output_write(const char *path, const struct strbuf *text, struct error *e) {
    bool good;
    if (is_stdout(path)) {
        good = !fflush(stdout) && write_all(STDOUT_FILENO, text);
    } else if (is_special(path)) {
        good = write_and_close(open(path, O_WRONLY | O_CLOEXEC | O_NOCTTY), text);
    } else {
        char *target = followed(path);
        good = write_beside(target, text);
        int why = errno;
        free(target);
        errno = why;
    }
    return good || cannot(e, path);
}

char *output_fault_report(const struct strbuf *text) {
    static const char end[] = ".txt";
    const char *folder = getenv("TMPDIR");
    char *path = options.bug_report
                     ? mem_strdup(options.bug_report)
                     : mem_printf("%s/edgewise-bug-XXXXXX%s", folder && *folder ? folder : "/tmp", end);
    int fd = options.bug_report ? open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600)
                                : mkostemps(path, (int)strlen(end), O_CLOEXEC);
    if (write_and_close(fd, text)) return path;
    if (fd >= 0) unlink(path);
    free(path);
    return NULL;
}

/* ---- before the work ---- */

static bool same_file(const char *a, const char *b) {
    struct stat first, second;
    if (!strcmp(a, b)) return true;
    return !stat(a, &first) && !stat(b, &second) && first.st_dev == second.st_dev &&
           first.st_ino == second.st_ino;
}

static bool is_writable(const char *path, struct error *e) {
    struct stat st;
    if (!stat(path, &st) && S_ISDIR(st.st_mode)) {
        errno = EISDIR;
        return cannot(e, path);
    }
    if (is_special(path)) return !access(path, W_OK) || cannot(e, path);
    char *target = followed(path), *name;
    int fd = open_beside(target, &name);
    bool good = fd >= 0 || cannot(e, path);
    if (fd >= 0) {
        close(fd);
        unlink(name);
    }
    free(name);
    free(target);
    return good;
}

static bool check_target(const text_list *targets, uint32_t index, const text_list *inputs, struct error *e) {
    const char *path = targets->at[index];
    if (is_stdout(path)) return true;
    for (uint32_t i = 0; i < inputs->n; i++)
        if (same_file(path, inputs->at[i])) {
            error_set(e, path, 0, 0, "is an input and would be overwritten");
            return false;
        }
    for (uint32_t i = 0; i < index; i++)
        if (same_file(path, targets->at[i]) && !is_special(path)) {
            error_set(e, path, 0, 0, "is the target of two outputs");
            return false;
        }
    return is_writable(path, e);
}

bool output_check(const text_list *targets, const text_list *inputs, struct error *e) {
    assert(!e->set);
    for (uint32_t i = 0; i < targets->n; i++)
        if (!check_target(targets, i, inputs, e)) return false;
    return true;
}

bool output_remove(const text_list *targets, struct error *e) {
    for (uint32_t i = 0; i < targets->n; i++) {
        if (is_stdout(targets->at[i]) || is_special(targets->at[i])) continue;
        char *target = followed(targets->at[i]);
        if (unlink(target) && errno != ENOENT) cannot(e, targets->at[i]);
        free(target);
    }
    return !e->set;
}
