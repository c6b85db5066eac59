/* What an engine is, and the table of all of them (engines.c).
 *
 * An engine decides whether lE is reachable, or supplies facts to those that do. It is one file in
 * engines/ and has one row in the table for each turn that it takes in the portfolio; README.md has
 * the recipe. Nothing else knows engines by name: --engine, --without and the portfolio all read
 * the table. */
#ifndef PORTFOLIO_ENGINE_H
#define PORTFOLIO_ENGINE_H

#include "cfa/verdict.h"
#include "fuzz/fuzz.h"
#include "util/budget.h"

/* What an engine works on. Nothing is owned. */
struct engine_task {
    /* After cfa_reduce. */
    struct cfa *c;
    /* Facts that are proven to hold, per location; NULL: none. */
    const struct facts *known;
    /* What may be executed; its subject is NULL if nothing may. */
    const struct fuzz_task *executable;
    struct budget budget;
};

/* The portfolio's phases: each row waits for one. */
enum engine_phase {
    PHASE_START,
    /* After the suppliers' first pass. */
    PHASE_LEMMAS,
    /* After the second, if that brought anything new. */
    PHASE_CASES,
    /* Only by --engine. */
    PHASE_ALONE
};

/* What an engine does with supplied facts. */
enum engine_facts {
    /* It has no use for them. */
    ENGINE_FACTS_UNUSED,
    /* It can use them; alone, it gets them if --lemmas is given. */
    ENGINE_FACTS_USED,
    /* It is of little use without: alone, it gets them unless --no-lemmas is given. */
    ENGINE_FACTS_NEEDED,
    /* It asks the suppliers itself. */
    ENGINE_FACTS_OWN
};

/* Exactly one of `prove` and `supply` is there. */
struct engine {
    /* As --engine and --without know it; NULL: suppliers, which --lemmas switches. */
    const char *name;
    /* What it is for, in half a sentence. */
    const char *purpose;
    /* Can it be tried on this task? NULL: always. */
    bool (*possible)(const struct engine_task *t);
    /* A verdict with its evidence, which is checked by others, or UNKNOWN with a reason. */
    void (*prove)(const struct engine_task *t, struct verdict *v);
    /* Adds facts to those of the task, of which *known is a copy. */
    void (*supply)(const struct engine_task *t, struct facts *known);
    enum engine_facts facts;
    /* Seconds of other work before its first turn. */
    double delay;
    /* Seconds after which its share shrinks; 0: never. */
    double patience;
    /* Its reason for UNKNOWN does not explain why the portfolio knows nothing. */
    bool discreet;
    /* Suppliers: the phase that begins when they are done; `by_news` only if they have brought
     * anything. */
    enum engine_phase opens;
    bool by_news;
};

/* A turn of an engine in the portfolio. */
struct engine_row {
    const struct engine *engine;
    /* As verdict.engine. */
    const char *label;
    enum engine_phase when;
    /* Of the cores, in proportion to the others. */
    double share;
    /* Without facts it would do what an earlier row does. */
    bool only_with_facts;
};

struct engine_table {
    const struct engine_row *rows;
    uint32_t n;
};
extern const struct engine_table engine_table;

/* engines/ */
extern const struct engine engine_bmc, engine_kind, engine_ic3cfa, engine_ic3smt, engine_tree_ic3,
    engine_tree_ic3_itp, engine_cells, engine_fuzz, engine_regions, engine_lemmas, engine_lemmas_by_cases,
    engine_unwind;

bool engine_is_possible(const struct engine *e, const struct engine_task *t);
/* NULL if there is none of this name. */
const struct engine *engine_find(const struct engine_table *table, const char *name);
/* One engine alone, with supplied facts as enum engine_facts says. */
void engine_prove_alone(const struct engine *e, const struct engine_task *t, struct verdict *v);
/* Does it ask the suppliers when it runs alone? */
bool engine_gets_lemmas(const struct engine *e);

#endif
