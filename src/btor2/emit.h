/* Models as text for other tools: an automaton as BTOR2, a BTOR2 model as C. */
#ifndef BTOR2_EMIT_H
#define BTOR2_EMIT_H

#include "btor2/model.h"
#include "cfa/cfa.h"

/* --emit=btor2: an automaton with steps as a transition system. False with *e set if it has floats
 * or unbounded integers. */
bool btor2_print_cfa(struct strbuf *b, const struct cfa *c, struct error *e);
/* --emit=c: a model as a C program whose reach_error() is called when the property is violated.
 * False with *e set if it has words of more than 64 bits. */
bool btor2_print_c(struct strbuf *b, const struct btor2_model *m, uint32_t property, struct error *e);

#endif
