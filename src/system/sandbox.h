/* The cages of the program under test and of the compilers.
 *
 * The program under test is hostile. A seccomp filter (made by libseccomp) lets through the few
 * system calls that a C program needs to compute and to write to the pipes that it was given; any
 * other call ends the process, because a program that goes on after a refused call does what no
 * real execution does. What files it can read is limited to the system's libraries and itself: by
 * bubblewrap where that is installed and works, else by landlock, else by nothing, and then
 * sandbox_gaps says so.
 *
 * Compilers are not hostile, but what they read may be. They get no network, and where the kernel
 * has landlock they write to the folder for temporary files only. With --confine they read below
 * that folder and the system's folders only. */
#ifndef SYSTEM_SANDBOX_H
#define SYSTEM_SANDBOX_H

#include <stdbool.h>
#include <stddef.h>

#include "util/fail.h"
#include "util/options.h"

struct sock_filter;

/* What a child enters before exec; made by the parent. */
struct sandbox {
    /* The filter's instructions, owned. Where one compares with the child's own process number, a
     * placeholder stands. */
    struct sock_filter *filter;
    size_t n;
    /* Rules of landlock, or -1; owned. */
    int rules;
    bool reads_own_map; /* /proc/self/maps, beyond what the rules allow */
};

/* Is there a cage for programs on this machine at all? Without one the program is not run. */
bool sandbox_available(void);
/* "bubblewrap and seccomp", "landlock and seccomp" or "seccomp". */
const char *sandbox_name(void);
/* What the cages leave open on this machine, as a clause ("the program under test can read the
 * user's files, ..."), for the list of assumptions; NULL: nothing. */
const char *sandbox_gaps(void);

/* The cage of the program. False, and nothing to release, if there is none. */
bool sandbox_for_program(struct sandbox *s, const char *program);
/* The cage of a compiler, which may write below `folder`. False only if --confine cannot be
 * kept. */
bool sandbox_for_compiler(struct sandbox *s, const char *folder);
void sandbox_release(struct sandbox *s);
/* In the child, before exec. Only system calls. */
bool sandbox_enter(const struct sandbox *s);

/* The words that start `program` in bubblewrap, which reads its filter from descriptor `number`,
 * appended to *words; the result is the descriptor to hand over and to close after the start. -1,
 * and no words, if bubblewrap does not work here. */
int sandbox_wrap(const char *program, int number, text_list *words);

/* --confine: may a file that a program or a task names be read? Always, without the option. */
bool sandbox_may_read(const char *path);
/* --confine: false with *e set if the folder does not exist or the kernel cannot enforce it. */
bool sandbox_check_confine(struct error *e);

#endif
