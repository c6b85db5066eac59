/* Which files a child may touch, enforced by the kernel (landlock, Linux 5.13 and later).
 *
 * A set of rules is made in the parent, where memory may be allocated, and entered in the child,
 * where only system calls are allowed. What a set does not handle stays as it is; what it handles
 * is forbidden but for the rules. */
#ifndef SYSTEM_LANDLOCK_H
#define SYSTEM_LANDLOCK_H

#include <stdbool.h>

enum landlock_access {
    /* Opening for reading, listing, executing. */
    LANDLOCK_READING = 1,
    /* Writing, making, removing, renaming. */
    LANDLOCK_WRITING = 2,
};

/* The version of the kernel's interface; 0: there is none. */
int landlock_version(void);
/* A descriptor of a set that forbids the given kinds of access (a sum of enum landlock_access); -1
 * if that fails. */
int landlock_forbid(int kinds);
/* Allows kinds of access to a file, or to everything below a folder; a path that does not exist is
 * passed over. */
bool landlock_allow(int rules, const char *path, int kinds);
/* In the child. For ever, and for all of its own children. */
bool landlock_enter(int rules);

#endif
