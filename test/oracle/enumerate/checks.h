/* Several checks in one automaton, against enumeration. */
#ifndef ENUMERATE_CHECKS_H
#define ENUMERATE_CHECKS_H

#include <stdbool.h>
#include <stddef.h>

#include "cfa/cfa.h"

/* Gives the edges into lE to three checks. Do the checks that the sweep sees pass hold, and its
 * facts, and does some check fail alone if and only if the error is reachable? False with a
 * message. */
bool judge_checks(const struct cfa *c, char *message, size_t n);

#endif
