/* Changes to the user's program, in LLVM's text form, that let a counterexample drive it. */
#ifndef REPLAY_INSTRUMENT_H
#define REPLAY_INSTRUMENT_H

#include "replay/branches.h"
#include "replay/contents.h"
#include "system/subject.h"
#include "replay/replay.h"
#include "replay/world.h"
#include "util/hash.h"

/* The module with a call of edgewise_reached at the entry of every error function, and with
 * uninitialized scalar locals taking their value from a function edgewise_uninit_LINE_COLUMN: the
 * positions of these locals are added to *set (place_key), with *probes at branches, with calls
 * that set the *contents of memory, and with the values that the *world gives (each may be NULL,
 * *set as well). The text must come from clang with -g and -ftrivial-auto-var-init=zero. */
void instrument_module(const struct subject *s, const struct cfa *c, const char *text, struct int_map *set,
                       struct probes *probes, struct contents *contents, struct world *world,
                       struct strbuf *out);
/* may a site of this sort take its value from such a function? */
bool instrument_is_scalar(sort s);
/* A C file that defines the functions of all places in *set with the values of the log. */
void instrument_values(const struct cfa *c, const input_log *log, const struct int_map *set,
                       struct strbuf *out);
#endif
