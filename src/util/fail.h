/* Four kinds of failure are kept apart:
 *   assert(...)            our bug, checked in debug builds
 *   fail_internal(...)     our bug, checked always: exit code EXIT_INTERNAL
 *   fail_environment(...)  out of memory, a child that cannot be started: exit code EXIT_INTERNAL
 *   struct error           bad input, returned to the caller with file, line and column:
 *                          EXIT_BAD_INPUT */
#ifndef UTIL_FAIL_H
#define UTIL_FAIL_H

#include <stdbool.h>

enum exit_code {
    EXIT_SAFE = 0,
    EXIT_BAD_INPUT = 1,
    EXIT_UNKNOWN = 5,
    EXIT_INTERNAL = 6,
    EXIT_UNSAFE = 10,
};

_Noreturn void fail_internal(const char *format, ...) __attribute__((format(printf, 1, 2)));
_Noreturn void fail_environment(const char *format, ...) __attribute__((format(printf, 1, 2)));
/* For bad input that a foreign library ends the process for: EXIT_BAD_INPUT. */
_Noreturn void fail_input(const char *format, ...) __attribute__((format(printf, 1, 2)));
/* Called (once) before the process ends by one of the three above, e.g. to remove temporary
 * files. */
void fail_at_exit(void (*hook)(void));

/* An error in the user's input. `set` is false until the first error; later ones are dropped. */
struct error {
    bool set;
    char *file;       /* owned; may be NULL */
    int line, column; /* 0: none */
    char *message;    /* owned */
};

void error_set(struct error *e, const char *file, int line, int column, const char *format, ...)
    __attribute__((format(printf, 5, 6)));
/* "file:line:column: message" into a fresh string. */
char *error_text(const struct error *e);
void error_release(struct error *e);

#endif
