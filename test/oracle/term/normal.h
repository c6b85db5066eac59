/* The normal forms that term.h promises, checked on every subterm. */
#ifndef ORACLE_TERM_NORMAL_H
#define ORACLE_TERM_NORMAL_H

#include "term/term.h"

const char *normal_form_broken(term t); /* which rule, or NULL */

#endif
