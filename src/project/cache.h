/* The cache of proofs (--cache): a question that was answered before is not put to the engines
 * again.
 *
 * A hit is a suggestion, as an engine's verdict is. It is rechecked here before anybody sees it
 * (the proof by src/check on the reduced automaton, the trace by the evaluator), and what the
 * command line does with verdicts of engines it then does with this one: the proof on the unreduced
 * automaton, the run of the compiled program. An entry that is stale, damaged or forged therefore
 * costs time and never a wrong verdict. */
#ifndef PROJECT_CACHE_H
#define PROJECT_CACHE_H

#include "cfa/verdict.h"
#include "util/budget.h"
#include "util/fail.h"

/* By --cache and --no-cache; without them all functions below do nothing. False with *e set if the
 * folder cannot be used. */
bool cache_open(const char *version, struct error *e);
void cache_close(void);

/* The verdict of an earlier run on the same automaton, which was split; `unreduced` may be NULL,
 * then draws are no hit. */
bool cache_find(struct cfa *c, const struct cfa *unreduced, const struct budget *b, struct verdict *v);
/* After a miss: what was proved of earlier versions of the automaton's functions
 * (project/earlier.h). Candidates only. */
void cache_suggest(const struct cfa *c, struct facts *candidates);
/* Keeps a verdict that has been confirmed. */
void cache_keep(const struct cfa *c, const struct verdict *v);
/* What cache_find said about this automaton was of no use: it is a miss for the rest of this
 * process. */
void cache_refuse(const struct cfa *c);

/* The folder of --cache, or with "auto" and by default $XDG_CACHE_HOME/edgewise: absolute, a fresh
 * string. */
char *cache_folder_name(void);
/* Makes it if it is not there; false with *e set. */
bool cache_make_folder(struct error *e);

/* `edgewise cache stat|clear|verify`; prints to stdout. The exit code. */
int cache_main(const char *verb, struct error *e);

#endif
