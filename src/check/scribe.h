/* A solver whose questions can be written down as they are asked: what was checked is what a
 * certificate says. */
#ifndef CHECK_SCRIBE_H
#define CHECK_SCRIBE_H

#include "cfa/cfa.h"
#include "smt/solver.h"

struct scribe {
    struct solver *solver; /* NULL: only writes */
    struct strbuf *text;   /* NULL: only asks */
    struct int_map declared;
};

/* A fresh solver of `kind`; in the text, a script of its own with this comment. */
void scribe_init(struct scribe *s, const struct cfa *c, int kind, struct strbuf *text, const char *comment);
void scribe_release(struct scribe *s);
void scribe_assert(struct scribe *s, term t);
/* Claims that the literal (a Bool variable) contradicts what was asserted. Written down only if
 * that is confirmed. */
enum answer scribe_claim(struct scribe *s, term literal, double seconds);

/* Declares the variables of the formulas that are not in *declared. */
void smt_declare(struct strbuf *b, const term *formulas, uint32_t n, struct int_map *declared);
void smt_assert(struct strbuf *b, term t, struct int_map *declared);
/* The narrowest logic: solvers are fastest without arrays, floats and integers in sight. Constant
 * tables and conversions may be left in formulas when no variable is an array or a float. */
const char *smt_logic(const term_vec *formulas);
const char *smt_logic_of_automaton(const struct cfa *c);

#endif
