/* Constrained Horn clauses (SMT-LIB, logic HORN) and transition systems (VMT) as automata.
 *
 * Both are read from a file that may be anybody's: what is not well-formed is an error with its
 * line, what is well-formed and more than an automaton can say is "not supported", with a
 * reason. */
#ifndef HORN_HORN_H
#define HORN_HORN_H

#include "cfa/cfa.h"
#include "util/fail.h"

/* A system, unreduced: lE is reachable iff the clauses are unsatisfiable, or a property of the
 * transition system fails. */
struct horn_system {
    struct cfa *cfa;
    bool is_vmt;
    /* By location: the predicate that it stands for, NULL for others; owned. */
    VEC(char *) predicates;
    /* By location: the variables that are its arguments. */
    VEC(term_vec) arguments;
    /* Why there is no automaton, or NULL; owned. */
    char *unsupported;
};

/* Does the file begin with a command of SMT-LIB? */
bool horn_is_system(const char *path);
/* False with *e set. A property is the number of a VMT file's :invar-property; negative: all. */
bool horn_read(struct horn_system *s, const char *path, double property, struct error *e);
void horn_release(struct horn_system *s);

#endif
