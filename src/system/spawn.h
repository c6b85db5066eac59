/* A child process from fork to exec, for compilers and for the program under test.
 *
 * The child gets exactly what *s names: its descriptors are numbered 0, 1, 2, ... in the order of
 * `fds` and every other descriptor is closed, its environment is `environment` and nothing of ours,
 * its limits are set before it runs, and it dies with the thread that started it. */
#ifndef SYSTEM_SPAWN_H
#define SYSTEM_SPAWN_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "system/sandbox.h"

enum { SPAWN_FDS = 8, SPAWN_FAILED = 126 /* exit code of a child that could not become the program */ };

struct spawn {
    /* NULL-terminated; argv[0] is looked up in our own PATH. */
    const char *const *argv;
    /* NULL-terminated "NAME=value". */
    const char *const *environment;
    /* The working directory; NULL is ours. */
    const char *folder;
    /* Descriptors of ours that become 0, 1, ... of the child; -1 is /dev/null. */
    int fds[SPAWN_FDS];
    uint32_t n_fds;
    /* What the child enters before exec; NULL: nothing. */
    const struct sandbox *sandbox;
    /* Limits; 0 is none. */
    uint64_t cpu_seconds, address_space;
    /* No byte may be written to a file; pipes are not files. */
    bool writes_nothing;
};

/* The child's process number, which is also its session's; -1 if there is none. */
pid_t spawn_start(const struct spawn *s);
/* Ends the child and its session. */
void spawn_kill(pid_t child);

#endif
