/* This process and everything that it has started, directly or not.
 *
 * The list comes from the kernel (/proc/PID/task/TID/children). family_adopt makes orphans ours, so
 * that a compiler's own child whose parent was killed is still on it. Where the kernel has no such
 * list, only this process is known. */
#ifndef SYSTEM_FAMILY_H
#define SYSTEM_FAMILY_H

#include <stdint.h>
#include <sys/types.h>

/* From now on the orphans among our descendants become our children. */
void family_adopt(void);
/* Resident bytes of a process and its descendants; pages that several of them share count once per
 * process, unless that passes `enough`: then each page counts once altogether. */
uint64_t family_memory(pid_t root, uint64_t enough);
/* Kills all descendants of this process and waits until they are gone, at most for a fifth of a
 * second. Async-signal-safe: it allocates nothing. */
void family_kill(void);

#endif
