/* The runtimes of clang's sanitizers as judges of checks that the memory model or the front end
 * places (cfa_check.of_memory). */
#ifndef REPLAY_SANITIZER_H
#define REPLAY_SANITIZER_H

#include "cfa/cfa.h"
#include "util/options.h"
#include "util/strbuf.h"

enum sanitizer {
    SANITIZER_NONE, /* no runtime sees a failure of the class */
    SANITIZER_ADDRESS,
    SANITIZER_MEMORY, /* values that nobody has set */
    SANITIZER_FLOATS, /* none of clang's: the processor's traps */
};

/* Which one can see a failure of this class? */
enum sanitizer sanitizer_of(enum check_class class);
const char *sanitizer_name(enum sanitizer s);
/* What the compiler is told, when compiling and when linking. */
void sanitizer_flags(text_list *words, enum sanitizer s);
/* The part of the harness that says what is reported, on the descriptor that takes the token. */
void sanitizer_print(struct strbuf *b, enum check_class class);
/* Is a report, as the harness wrote it, about this check: its kind and its line? *note is a fresh
 * string that says what was reported. */
bool sanitizer_confirms(const struct cfa *c, const struct cfa_check *check, const char *program,
                        const char *report, char **note);

#endif
