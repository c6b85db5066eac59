/* SMT-LIB text for solver sessions: what the recorder and the reports of differences share. */
#ifndef SMT_SCRIPT_H
#define SMT_SCRIPT_H

#include <stdio.h>

#include "smt/native/facts.h"

/* Declares the variables of t that are not yet keys of `declared`. */
void script_declare(FILE *f, term t, struct int_map *declared);
void script_term(FILE *f, term t);
/* A complete script: all live facts and all assumptions asserted, then check-sat. */
void script_query(FILE *f, const struct fact_list *facts, const term *assumptions, uint32_t n);

#endif
