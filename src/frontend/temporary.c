/* The process's one temporary directory. Removal has to work from a signal handler, so it allocates
 * nothing: it reads the directory with the raw system call and unlinks entry by entry (one level deep,
 * which is all that we ever make). A compiler whose engine was killed a moment ago may still be at it: then the directory
 * is not empty yet again, and removal is tried until the compiler is gone, too. A forked engine must not take the directory away from its parent:
 * only the process that made it removes it. */
#include "frontend/frontend.h"

#include <assert.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { REMOVE_TRIES = 100 }; /* a second in all */

static char dir_name[4096]; /* "" before the first call */
static pid_t owner;

const char *temporary_dir(void) {
    if (dir_name[0]) return dir_name;
    const char *base = getenv("TMPDIR");
    if (!base || !*base) base = "/tmp";
    int n = snprintf(dir_name, sizeof dir_name, "%s/edgewise-XXXXXX", base);
    if (n < 0 || (size_t)n >= sizeof dir_name) {
        dir_name[0] = 0;
        fail_environment("the name of the temporary directory is too long");
    }
    if (!mkdtemp(dir_name)) {
        int why = errno;
        dir_name[0] = 0;
        fail_environment("cannot make a temporary directory in %s: %s", base, strerror(why));
    }
    owner = getpid();
    atexit(temporary_remove);
    fail_at_exit(temporary_remove);
    return dir_name;
}

/* Unlinks everything in the open directory; restarts reading after a batch, since unlinking while
 * reading may skip entries. */
static void empty_directory(int dir) {
    _Alignas(struct dirent64) char batch[4096];
    for (;;) {
        bool removed = false;
        ssize_t n = getdents64(dir, batch, sizeof batch);
        if (n <= 0) return;
        for (ssize_t at = 0; at < n;) {
            struct dirent64 *entry = (struct dirent64 *)(batch + at);
            if (strcmp(entry->d_name, ".") && strcmp(entry->d_name, ".."))
                removed |= unlinkat(dir, entry->d_name, 0) == 0;
            at += entry->d_reclen;
        }
        if (removed) lseek(dir, 0, SEEK_SET);
    }
}

static bool remove_once(void) {
    int dir = open(dir_name, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (dir >= 0) {
        empty_directory(dir);
        close(dir);
    }
    return rmdir(dir_name) == 0 || (errno != ENOTEMPTY && errno != EEXIST);
}

void temporary_remove(void) {
    if (!dir_name[0] || owner != getpid()) return;
    int saved = errno;
    for (int tries = 0; tries < REMOVE_TRIES && !remove_once(); tries++)
        nanosleep(&(struct timespec){.tv_nsec = 10000000}, NULL);
    dir_name[0] = 0;
    errno = saved;
}
