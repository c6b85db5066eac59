/* Removal has to work from a signal handler, so it allocates nothing: it reads folders with the raw
 * system call and unlinks entry by entry. A compiler whose engine was killed a moment ago may still
 * be at it: then the folder is not empty yet again, and removal is tried until the compiler is
 * gone, too. A forked engine must not take the folder away from its parent: only the process that
 * made it removes it.
 *
 * A folder of a run that was killed is known by its name: it holds the number of the process and
 * the time at which that started, and no such process is alive. That alone would be wrong where
 * processes in other containers use the same folder, so a run also keeps a lock on its folder,
 * which the kernel drops when the run ends in whatever way. */
#include "system/temporary.h"

#include <assert.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "util/fail.h"
#include "util/mem.h"

enum { REMOVE_TRIES = 100 /* a second in all */, DEEPEST = 8 };

static char dir_name[4096]; /* "" before the first call */
static int dir_lock = -1;
static pid_t owner;

/* ---- removing ---- */

static void empty_folder(int dir, int depth);

static bool remove_entry(int dir, const char *name, int depth) {
    if (!strcmp(name, ".") || !strcmp(name, "..")) return false;
    if (unlinkat(dir, name, 0) == 0) return true;
    if (errno != EISDIR && errno != EPERM) return false;
    int below = depth < DEEPEST ? openat(dir, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC) : -1;
    if (below < 0) return false;
    empty_folder(below, depth + 1);
    close(below);
    return unlinkat(dir, name, AT_REMOVEDIR) == 0;
}

/* Unlinks everything in the open folder; restarts reading after a batch, since unlinking while
 * reading may skip entries. */
static void empty_folder(int dir, int depth) {
    _Alignas(struct dirent64) char batch[2048];
    for (;;) {
        bool removed = false;
        ssize_t n = getdents64(dir, batch, sizeof batch);
        if (n <= 0) return;
        for (ssize_t at = 0; at < n;) {
            struct dirent64 *entry = (struct dirent64 *)(batch + at);
            removed |= remove_entry(dir, entry->d_name, depth);
            at += entry->d_reclen;
        }
        if (removed) lseek(dir, 0, SEEK_SET);
    }
}

static bool remove_once(void) {
    int dir = open(dir_name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    if (dir >= 0) {
        empty_folder(dir, 0);
        close(dir);
    }
    return rmdir(dir_name) == 0 || (errno != ENOTEMPTY && errno != EEXIST);
}

void temporary_remove(void) {
    if (!dir_name[0] || owner != getpid()) return;
    int saved = errno;
    for (int tries = 0; tries < REMOVE_TRIES && !remove_once(); tries++)
        nanosleep(&(struct timespec){.tv_nsec = 10000000}, NULL);
    if (dir_lock >= 0) close(dir_lock);
    dir_lock = -1;
    dir_name[0] = 0;
    errno = saved;
}

/* ---- what killed runs have left ---- */

/* When a process started, in the kernel's ticks; 0 if there is no such process. */
static unsigned long long start_of(long pid) {
    char path[64], text[1024];
    snprintf(path, sizeof path, "/proc/%ld/stat", pid);
    FILE *f = fopen(path, "re");
    size_t n = f ? fread(text, 1, sizeof text - 1, f) : 0;
    if (f) fclose(f);
    text[n] = 0;
    const char *at = strrchr(text, ')'); /* the name before it may hold anything */
    for (int field = 2; at && field < 22; field++) at = strchr(at + 1, ' ');
    return at ? strtoull(at, NULL, 10) : 0;
}

/* "edgewise-PID-START-XXXXXX" of a process that is not there any more? */
static bool is_left_over(const char *name) {
    long pid;
    unsigned long long start;
    char rest[8];
    int end = 0;
    if (sscanf(name, "edgewise-%ld-%llu-%7[A-Za-z0-9]%n", &pid, &start, rest, &end) != 3 || name[end] ||
        pid <= 0)
        return false;
    return start_of(pid) != start;
}

static void remove_left_over(int base, const char *name) {
    struct stat st;
    int dir = openat(base, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    if (dir < 0) return;
    if (!fstat(dir, &st) && st.st_uid == geteuid() && !flock(dir, LOCK_EX | LOCK_NB)) {
        empty_folder(dir, 0);
        unlinkat(base, name, AT_REMOVEDIR);
    }
    close(dir);
}

static void remove_left_overs(const char *base) {
    DIR *d = opendir(base);
    if (!d) return;
    for (struct dirent *entry; (entry = readdir(d));)
        if (is_left_over(entry->d_name)) remove_left_over(dirfd(d), entry->d_name);
    closedir(d);
}

/* ---- making ---- */

/* Absolute, because compilers run in the folder itself, and because "@x" or "-x" would be more than
 * a name to them. */
static char *base_folder(void) {
    const char *asked = getenv("TMPDIR");
    if (!asked || !*asked) asked = "/tmp";
    char *base = realpath(asked, NULL);
    if (!base) fail_environment("cannot make a temporary directory in %s: %s", asked, strerror(errno));
    return base;
}

const char *temporary_dir(void) {
    if (dir_name[0]) return dir_name;
    char *base = base_folder();
    int n = snprintf(dir_name, sizeof dir_name, "%s/edgewise-%ld-%llu-XXXXXX", base, (long)getpid(),
                     start_of(getpid()));
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
    dir_lock = open(dir_name, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (dir_lock >= 0) flock(dir_lock, LOCK_EX | LOCK_NB);
    atexit(temporary_remove);
    fail_at_exit(temporary_remove);
    remove_left_overs(base);
    free(base);
    assert(dir_name[0] == '/');
    return dir_name;
}

const char *const *temporary_environment(void) {
    static char folder[sizeof dir_name + 16], home[sizeof dir_name + 16], path[4096];
    static const char *const variables[] = {path, folder, home, "LC_ALL=C", NULL};
    const char *ours = getenv("PATH");
    snprintf(path, sizeof path, "PATH=%s", ours ? ours : "/usr/bin:/bin");
    snprintf(folder, sizeof folder, "TMPDIR=%s", temporary_dir());
    snprintf(home, sizeof home, "HOME=%s", temporary_dir());
    return variables;
}
