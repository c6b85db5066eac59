/* Is what an engine says true? Everything is decided by enumeration. */
#ifndef ENUMERATE_JUDGE_H
#define ENUMERATE_JUDGE_H

#include "engines.h"
#include "explore.h"

enum outcome { AGREES, UNDECIDED, DISAGREES };

struct judgement {
    enum outcome outcome;
    uint64_t lemmas;        /* checked against the states reachable within their level */
    bool invariant_checked; /* or another proof, or a trace */
    bool suggested;         /* a termination criterion of MERTENS fired ... */
    bool rashly;            /* ... and would have been wrong: the error is reachable */
    char message[400];
};

/* How an automaton is reduced before an engine sees it. */
struct switches {
    bool propagate, slice, dead, bisim;
    int lbe;
    double lbe_paths;
};

/* Runs the engine on a reduced copy of c and judges verdict, proof or trace, lemmas and bound. The
 * automaton must not have been split. */
void judge(const struct cfa *c, const struct oracle_engine *e, const struct switches *how,
           struct judgement *j);

#endif
