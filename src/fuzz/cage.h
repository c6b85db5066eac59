/* The driver as a process in the sandbox: started, listened to, restarted when it dies, ended.
 *
 * The driver stops a few ticks after the last call of cage_go, so whoever stops calling stops the
 * driver: an engine that the portfolio has frozen needs nothing else. When the engine dies, the
 * driver's pipe is closed and it ends; the kernel kills it besides (PR_SET_PDEATHSIG, and
 * bubblewrap's own). */
#ifndef FUZZ_CAGE_H
#define FUZZ_CAGE_H

#include <stdbool.h>
#include <sys/types.h>

#include "fuzz/shared.h"

struct cage {
    const char *program;
    struct fuzz_shared *shared;
    int memory;   /* file descriptor of the shared block */
    int go, tick; /* our ends of the pipes */
    pid_t pid;    /* 0: no driver */
};

enum cage_news { CAGE_TICK, CAGE_DEAD, CAGE_SILENT };

/* False if the memory cannot be had. */
bool cage_init(struct cage *c, const char *program, uint64_t seed);
/* Starts the driver; false if that is not possible. */
bool cage_start(struct cage *c);
/* Waits for a tick; CAGE_DEAD if the driver has ended (it may be started again). */
enum cage_news cage_wait(struct cage *c, double seconds);
void cage_go(struct cage *c);
void cage_stop(struct cage *c);    /* ends the driver; it may be started again */
void cage_release(struct cage *c); /* ends it for good */

#endif
