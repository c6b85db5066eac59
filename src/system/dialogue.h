/* A program that we talk with in text: it reads commands and answers each with one expression.
 *
 * An SMT solver is such a program. An expression is an atom, a string, or a list in balanced
 * parentheses; the dialogue cuts the answers apart and knows nothing else about them. Both
 * directions have a deadline, so that a partner that hangs, dies or writes without an end costs
 * time, and nothing else.
 *
 * Invariant: after a call has failed the partner is dead, and every further call fails. */
#ifndef SYSTEM_DIALOGUE_H
#define SYSTEM_DIALOGUE_H

#include <stdbool.h>

#include "util/strbuf.h"

struct dialogue {
    /* -1: no partner. */
    int child, socket;
    /* What has come and was not yet taken. */
    struct strbuf pending;
    /* Why the last call failed, or NULL. */
    const char *why;
};

/* argv is NULL-terminated; argv[0] is looked up in PATH. The partner dies with us. */
bool dialogue_start(struct dialogue *d, char *const *argv);
bool dialogue_send(struct dialogue *d, const char *text, size_t n);
/* Waits for the next expression until the deadline (clock_wall; 0: none), or until a stop is asked
 * for. */
bool dialogue_receive(struct dialogue *d, double deadline, struct strbuf *answer);
/* Ends the partner, if there is one. */
void dialogue_end(struct dialogue *d);

#endif
