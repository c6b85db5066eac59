/* Memory whose contents nobody set: the compiled program's objects (allocated, arrays, aggregates)
 * get the bytes that the counterexample wants, right after they come to life. Contents may be
 * addresses, which are others in the compiled program, so a run that fails with such bytes says
 * nothing against the counterexample. */
#ifndef REPLAY_CONTENTS_H
#define REPLAY_CONTENTS_H

#include "cfa/cfa.h"
#include "replay/replay.h"

struct contents {
    struct int_map wanted; /* place_key of the objects that the automaton speaks of */
    struct int_map set;    /* of those that the program fills */
    /* within one function: hash of a pointer's name -> place of its alloca */
    struct int_map variable;
};
void contents_init(struct contents *k, const struct cfa *c);
void contents_release(struct contents *k);
/* After a line of LLVM's text was copied: a call that fills the object which it brought to life.
 * `places` maps the number of a !DILocation to its place_key. */
void contents_add(struct contents *k, const struct int_map *places, const char *line, size_t n,
                  struct strbuf *out);
/* May this value, in memory, be an address? Compiled with -DEDGEWISE_ROOM, such values are the
 * address of some memory. */
bool contents_may_be_address(const struct cfa_site *site, value v);
void contents_declare(const struct contents *k, bool m32, struct strbuf *out);
/* C text that puts the value of the site into `object` of `size` bytes, by means of these
 * macros. */
void contents_print(struct strbuf *b, const struct cfa_site *site, value v);
void contents_macros(struct strbuf *out);
/* C functions that fill the objects of *k with the values of the log. */
void contents_define(const struct contents *k, const struct cfa *c, const input_log *log, struct strbuf *out);

#endif
