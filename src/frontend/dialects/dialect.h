/* Names that a program uses without declaring them, although only a verifier knows them. */
#ifndef FRONTEND_DIALECTS_DIALECT_H
#define FRONTEND_DIALECTS_DIALECT_H

#include <stdbool.h>

#include "util/strbuf.h"

/* What was found missing in one file so far. */
struct dialect {
    /* Declarations to be put in front of the file, a line each. */
    struct strbuf header;
    /* Does the file include a header of ours that it does not have? */
    bool overlay;
};

/* Reads clang's messages about a file and adds what our vocabularies have of what is missing. True
 * if there is something new, so that compiling again is worth while. */
bool dialect_learn(struct dialect *d, const char *messages);
/* Writes the header and the overlay below the temporary folder and tells system/companion.h. */
void dialect_apply(const struct dialect *d, const char *file);
void dialect_release(struct dialect *d);

#endif
