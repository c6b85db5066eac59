/* Sorts, values and terms as a text of hexadecimal numbers, for the cache of proofs.
 *
 * Terms are written once each, arguments first; later mentions are numbers. Variables of the
 * automaton are written by their index, never by name, so that a renamed variable changes nothing;
 * others ("foreign": inputs of steps in a key, ghosts in facts about all elements) are numbered in
 * the order in which they are met.
 *
 * The text may come from a stranger. A reader that has met something that cannot be is `broken`,
 * gives harmless terms from then on, and nothing that it has read may be used. */
#ifndef PROJECT_NUMBERS_H
#define PROJECT_NUMBERS_H

#include "cfa/cfa.h"
#include "util/hash.h"
#include "util/strbuf.h"

struct numbers_writer {
    const struct cfa *c;
    struct strbuf out;
    /* Term -> its number. */
    struct int_map written;
    /* Foreign variable -> its number; `written` has them, too. */
    struct int_map foreign;
};
void numbers_put(struct numbers_writer *w, uint64_t n);
void numbers_put_sort(struct numbers_writer *w, sort s);
void numbers_put_value(struct numbers_writer *w, sort s, value v);
void numbers_put_term(struct numbers_writer *w, term t);
void numbers_writer_release(struct numbers_writer *w);

struct numbers_reader {
    const struct cfa *c;
    const char *at, *end;
    bool broken;
    term_vec terms;
    /* Fresh variables, in the order of their numbers; more than `most_foreign` are a mistake. */
    term_vec foreign;
    uint32_t most_foreign;
    /* Array sorts met: forged ones must not fill the table of sorts. */
    VEC(sort) arrays;
};
uint64_t numbers_get(struct numbers_reader *r);
/* A number below `limit`; 0 and broken otherwise. */
uint32_t numbers_get_below(struct numbers_reader *r, uint64_t limit);
/* How many things follow, of which each takes two characters at least. */
uint32_t numbers_get_count(struct numbers_reader *r);
sort numbers_get_sort(struct numbers_reader *r);
value numbers_get_value(struct numbers_reader *r, sort s);
/* The term true if the reader is broken. */
term numbers_get_term(struct numbers_reader *r);
void numbers_reader_release(struct numbers_reader *r);

#endif
