/* The table of what the oracle runs: one row per engine and setting, and one per preset of the
 * papers. */
#ifndef ENUMERATE_ENGINES_H
#define ENUMERATE_ENGINES_H

#include "cfa/verdict.h"

typedef void prover(struct cfa *c, const struct facts *known, struct verdict *v);

struct oracle_engine {
    const char *name;
    prover *prove;
    const char *settings; /* options as in util/options_presets.h */
    bool always;          /* runs on every automaton; the others take turns */
    /* its frames are those of the automaton: lemmas at level i can be checked */
    bool frames;
    bool suppliers; /* gets the lemma suppliers' facts, which are checked too */
};

extern const struct oracle_engine engines[];
extern const uint32_t n_engines;

/* Every combination of the switches of MERTENS (reuse, skipping, pushing, termination), with
 * generalization and without: they take turns, one on each automaton. */
extern const struct oracle_engine switch_rows[];
extern const uint32_t n_switch_rows;

/* Resets the options and applies a row's settings. */
void engine_configure(const struct oracle_engine *e);

#endif
