/* Child processes: a compiler, or the program under test, which is not trusted. No shell is
 * involved. */
#ifndef SYSTEM_PROCESS_H
#define SYSTEM_PROCESS_H

#include <stdbool.h>
#include <stdint.h>

#include "util/strbuf.h"

/* What the child writes to TOKEN_FD is kept apart from its output; bubblewrap reads its filter from
 * WRAP_FD. */
enum { TOKEN_FD = 3, WRAP_FD = 4 };

enum process_kind {
    /* A compiler: runs in the folder for temporary files, which is its TMPDIR, too; see
     * sandbox_for_compiler. */
    PROCESS_COMPILER,
    /* The program under test, argv[0]; no environment; see sandbox_for_program. */
    PROCESS_PROGRAM,
    /* The same in bubblewrap, which argv starts; `filter` is the descriptor of its filter or -1. */
    PROCESS_WRAPPED,
};

struct process {
    /* NULL-terminated; argv[0] is looked up in PATH. */
    const char *const *argv;
    enum process_kind kind;
    int filter;
    /* CPU time, at least 1, or four times as much wall time; then all of it is killed. */
    double seconds;
    /* Bytes of address space; 0: no limit. */
    uint64_t memory;
    /* Bytes of resident memory of the child and its children, looked at twenty times a second; 0:
     * no limit. For programs whose address space says nothing, such as those with a sanitizer. */
    uint64_t resident;

    /* What came of it. */
    bool started, timed_out, too_large;
    /* A system call that the sandbox forbids has ended it: whatever it did is no replay. */
    bool refused;
    /* -1: ended by `signal`. In bubblewrap a signal is an exit code of 128 and its number. */
    int exit_code;
    int signal;
    /* stdout and stderr, their first 64 KiB (of a compiler: the first MiB). */
    struct strbuf output;
    struct strbuf token;

    /* Between process_start and process_wait: the child (-1: none), our ends of its pipes, when it
     * began. */
    struct {
        int child, output, token;
        double since;
    } state;
};

/* Runs to the end. False if it could not be started at all. */
bool process_run(struct process *p);
/* The two halves of it: at most PROCESSES_AT_ONCE may be between them, and what is started is
 * waited for, whatever process_start says. */
enum { PROCESSES_AT_ONCE = 2 };
void process_start(struct process *p);
bool process_wait(struct process *p);
/* `work` is done once, while the next child runs: what takes time and will be needed later. */
void process_meanwhile(void (*work)(void));
/* Kills what is being waited for, with all that it has started; for a signal handler. */
void process_kill_running(void);
void process_release(struct process *p);

#endif
