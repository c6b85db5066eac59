/* Recording of the query stream that an engine asks, and its replay on a backend alone, so that a solver
 * can be measured on real IC3 queries. The format is SMT-LIB (declare, assert, check-sat-assuming) with a
 * line `;; solver N` when the stream switches to another instance and `;; answer sat|unsat` after each
 * query; any SMT-LIB solver can read the part of one instance. */
#ifndef SMT_RECORD_H
#define SMT_RECORD_H

#include <stdbool.h>
#include <stdio.h>

#include "smt/solver.h"
#include "util/fail.h"

struct replay_result {
    uint64_t queries, differences; /* differences: answers other than those recorded */
    double seconds; /* inside solver_check and solver_assert */
    uint64_t peak_memory;
};

bool record_start(const char *path, struct error *e); /* all solvers made from now on record */
void record_stop(void);
bool replay_file(const char *path, int kind, struct replay_result *r, struct error *e);

#endif
