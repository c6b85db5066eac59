/* Evidence: every verdict is rechecked here by code that shares nothing with the engines but terms and
 * the automaton, and handed to the user in standard forms. See README.md for the map of the files. */
#ifndef EVIDENCE_EVIDENCE_H
#define EVIDENCE_EVIDENCE_H

#include "cfa/verdict.h"
#include "util/fail.h"
#include "util/options.h"

/* What the verdict is about; the strings belong to the caller. */
struct subject {
    text_list files;
    text_list error_functions; /* calling one of them is the error */
    const char *entry;
    const char *property; /* "CHECK( init(main()), LTL(G ! call(reach_error())) )" */
    const char *version;  /* of edgewise */
    const char *temp_dir; /* for what is compiled; removed by its owner */
    bool m32;
};

/* TRUE: initiation, consecution along every step, exclusion of lE, decided by fresh solvers of `kind`
 * (SOLVER_*). NULL if the invariant holds, else a fresh string that says what fails. "cannot say" (a limit)
 * is a failure too, with *unsure set. */
char *evidence_check_invariant(struct cfa *c, const struct facts *invariant, int kind, bool *unsure);
/* Initiation and consecution only. */
char *evidence_check_inductive(struct cfa *c, const struct facts *invariant, int kind, bool *unsure);
/* The same for facts about all values of their ghosts: variables that are not the automaton's (forall.c). */
char *evidence_check_for_all_ghosts(struct cfa *c, const struct facts *invariant, int kind, bool *unsure);
/* More lemmas than anybody reads: to drop some of them takes longer than to check them all. */
enum { MANY_LEMMAS = 3000 };
/* Drops the facts that the proof does not need; leaves all of them when they are more than that or it takes longer than `seconds`. */
void evidence_minimize_invariant(struct cfa *c, struct facts *invariant, int kind, double seconds);
void evidence_minimize_for_all_ghosts(struct cfa *c, struct facts *invariant, int kind, double seconds);
/* The kind of solver that checks what --solver found, and the kind that found it. */
int evidence_other_solver(void);
int evidence_own_solver(void);
const char *evidence_solver_name(int kind);
/* Who has confirmed what was asked so far: that solver, and intervals where they had to help with floats or, on the reduced
 * automaton, where the refuter has seen obligations. */
const char *evidence_checked_by(bool on_reduced);

/* FALSE: the trace evaluated step by step on the reduced automaton. NULL if it leads to lE. */
char *evidence_check_trace(struct cfa *c, const struct verdict *v);

/* Writes text to a file of the user; "-" is stdout. False with *e set if that fails. */
bool evidence_write(const char *path, const struct strbuf *text, struct error *e);

#endif
