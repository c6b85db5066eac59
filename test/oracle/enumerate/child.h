/* Judging in a process of its own, so that a crash or an endless loop is a finding like any
 * other. */
#ifndef ENUMERATE_CHILD_H
#define ENUMERATE_CHILD_H

#include "judge.h"

/* As judge(); a crash and more than `seconds` of CPU time count as a disagreement. */
void judge_apart(const struct cfa *c, const struct oracle_engine *e, const struct switches *how,
                 uint32_t seconds, struct judgement *j);

#endif
