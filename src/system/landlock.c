/* Debian 12's headers know the interface's first two versions; what later kernels add is written
 * out here. */
#include "system/landlock.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/landlock.h>
#include <stdint.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { VERSION_REFER = 2, VERSION_TRUNCATE = 3, VERSION_NETWORK = 4, VERSION_SCOPES = 6 };
enum { ACCESS_TRUNCATE = 1 << 14, NETWORK_BIND_CONNECT = 3, SCOPE_SOCKETS_SIGNALS = 3 };
enum { SIZE_FILES = 8, SIZE_NETWORK = 16, SIZE_SCOPES = 24 };

/* The kernel's struct landlock_ruleset_attr as of version 6; older kernels get the front part of
 * it. */
struct ruleset {
    uint64_t files, network, scoped;
};

static const uint64_t reading_files = LANDLOCK_ACCESS_FS_EXECUTE | LANDLOCK_ACCESS_FS_READ_FILE,
                      reading_folders = LANDLOCK_ACCESS_FS_READ_DIR,
                      writing_folders = LANDLOCK_ACCESS_FS_REMOVE_DIR | LANDLOCK_ACCESS_FS_REMOVE_FILE |
                                        LANDLOCK_ACCESS_FS_MAKE_CHAR | LANDLOCK_ACCESS_FS_MAKE_DIR |
                                        LANDLOCK_ACCESS_FS_MAKE_REG | LANDLOCK_ACCESS_FS_MAKE_SOCK |
                                        LANDLOCK_ACCESS_FS_MAKE_FIFO | LANDLOCK_ACCESS_FS_MAKE_BLOCK |
                                        LANDLOCK_ACCESS_FS_MAKE_SYM;

int landlock_version(void) {
    long version = syscall(SYS_landlock_create_ruleset, NULL, 0, LANDLOCK_CREATE_RULESET_VERSION);
    return version > 0 ? (int)version : 0;
}

static uint64_t bits_of(int kinds, bool folder) {
    int version = landlock_version();
    uint64_t bits = 0;
    if (kinds & LANDLOCK_READING) bits |= reading_files | (folder ? reading_folders : 0);
    if (!(kinds & LANDLOCK_WRITING)) return bits;
    bits |= LANDLOCK_ACCESS_FS_WRITE_FILE | (folder ? writing_folders : 0);
    if (version >= VERSION_REFER && folder) bits |= LANDLOCK_ACCESS_FS_REFER;
    if (version >= VERSION_TRUNCATE) bits |= ACCESS_TRUNCATE;
    return bits;
}

int landlock_forbid(int kinds) {
    int version = landlock_version();
    assert(kinds);
    if (!version) return -1;
    struct ruleset r = {.files = bits_of(kinds, true)};
    if (version >= VERSION_NETWORK) r.network = NETWORK_BIND_CONNECT;
    if (version >= VERSION_SCOPES) r.scoped = SCOPE_SOCKETS_SIGNALS;
    size_t size = version >= VERSION_SCOPES    ? SIZE_SCOPES
                  : version >= VERSION_NETWORK ? SIZE_NETWORK
                                               : SIZE_FILES;
    int rules = (int)syscall(SYS_landlock_create_ruleset, &r, size, 0);
    if (rules >= 0) fcntl(rules, F_SETFD, FD_CLOEXEC);
    return rules;
}

bool landlock_allow(int rules, const char *path, int kinds) {
    struct stat st;
    int at = open(path, O_PATH | O_CLOEXEC);
    if (at < 0) return errno == ENOENT || errno == ENOTDIR;
    bool good = !fstat(at, &st);
    struct landlock_path_beneath_attr rule = {.allowed_access = bits_of(kinds, good && S_ISDIR(st.st_mode)),
                                              .parent_fd = at};
    good = good && !syscall(SYS_landlock_add_rule, rules, LANDLOCK_RULE_PATH_BENEATH, &rule, 0);
    close(at);
    return good;
}

bool landlock_enter(int rules) {
    return !prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) && !syscall(SYS_landlock_restrict_self, rules, 0);
}
