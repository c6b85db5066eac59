/* What the cache of proofs keeps of a question and its answer.
 *
 * The key is the SHA-256 of the reduced automaton (its steps, with variables, locations and sites
 * by number), of the version of edgewise and of the engine that was asked for: source positions and
 * names are not part of it. The body is the verdict with what is needed to check it again. Reading
 * a body checks that it is well formed for the automaton, no more. */
#ifndef PROJECT_ENTRY_H
#define PROJECT_ENTRY_H

#include "cfa/verdict.h"
#include "project/sha256.h"
#include "util/strbuf.h"

/* `context` is the version and the engine. The automaton must have been split. */
void entry_key(const struct cfa *c, const char *context, char key[SHA256_HEX + 1]);
/* False if the verdict cannot be kept: UNKNOWN, and compiled runs that no automaton can follow,
 * because the cache could not check those as thoroughly as the engine has. */
bool entry_write(struct strbuf *body, const struct cfa *c, const struct verdict *v);
/* False, and *v is empty, if the text is not the body of an entry about this automaton. */
bool entry_read(const char *text, size_t n, const struct cfa *c, struct verdict *v);

#endif
