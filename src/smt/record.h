/* Recording of the query stream that an engine asks, and its replay on a backend alone, so that a
 * solver can be measured on real IC3 queries. The format is SMT-LIB (declare, assert,
 * check-sat-assuming) with a line `;; solver N` when the stream switches to another instance,
 * `;; retire` before the negated unit of a retired activation variable, `;; if A` before a fact
 * that hangs on A, `;; end` when an instance is freed, and `;; answer sat|unsat` after each query;
 * any SMT-LIB solver can read the part of one instance. An assumption that is no literal is given a
 * name by define-fun. */
#ifndef SMT_RECORD_H
#define SMT_RECORD_H

#include <stdbool.h>
#include <stdio.h>

#include "smt/solver.h"
#include "util/fail.h"

struct replay_result {
    uint64_t queries, differences; /* differences: answers other than those recorded */
    double seconds;                /* inside solver_check and solver_assert */
    uint64_t peak_memory;
};

bool record_start(const char *path, struct error *e); /* all solvers made from now on record */
bool record_stop(void);                               /* false if something could not be written */
bool replay_file(const char *path, int kind, struct replay_result *r, struct error *e);

/* ---- what the front calls; number 0 (not recording) makes each do nothing ---- */
uint32_t record_new_solver(void);
void record_end_solver(uint32_t solver);
void record_assert(uint32_t solver, term activation,
                   term t); /* t is the whole fact, the activation literal included */
void record_retire(uint32_t solver, term activation);
void record_check(uint32_t solver, const term *assumptions, uint32_t n, enum answer a);

#endif
