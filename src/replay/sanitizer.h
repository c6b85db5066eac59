/* AddressSanitizer as the judge of checks that the memory model places (cfa_check.of_memory). */
#ifndef REPLAY_SANITIZER_H
#define REPLAY_SANITIZER_H

#include "cfa/cfa.h"
#include "util/strbuf.h"

/* What the compiler is told, when compiling and when linking. */
#define SANITIZER_FLAGS                                                                                      \
    "-fsanitize=address", "-fsanitize-address-use-after-return=always", "-fno-omit-frame-pointer",           \
        "-fno-pie", "-no-pie"

/* Can the sanitizer see a failure of this class? */
bool sanitizer_sees(enum check_class class);
/* The part of the harness that says what the sanitizer reports, on the descriptor that takes the
 * token. */
void sanitizer_print(struct strbuf *b);
/* Is the report, as the harness wrote it, about this check: its kind and its line? *note is a fresh
 * string that says what was reported. */
bool sanitizer_confirms(const struct cfa *c, const struct cfa_check *check, const char *program,
                        const char *report, char **note);

#endif
