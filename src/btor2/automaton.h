/* A BTOR2 model as a control-flow automaton: the other way down, on words.
 *
 *     l0 --initial values--> head --inputs, constraints--> middle --not bad, next values--> head
 *                                                                 --bad--> lE
 *
 * The states are the automaton's variables, so that every engine for programs applies as it is. */
#ifndef BTOR2_AUTOMATON_H
#define BTOR2_AUTOMATON_H

#include "btor2/simulate.h"
#include "cfa/cfa.h"
#include "replay/replay.h"

struct btor2_automaton {
    struct cfa *cfa;
    const struct btor2_model *m;
    /* The site where an input is drawn. */
    uint32_t *input_site;
    /* The sites where a state's value is drawn: in the beginning without init, in each step without
     * next; else NO_SITE. */
    uint32_t *start_site, *step_site;
};

/* For one bad property. NULL if the model cannot be said in terms (words too wide, an initial value
 * that depends on inputs); *why is then a static text. */
struct btor2_automaton *btor2_automaton_new(const struct btor2_model *m, uint32_t property, const char **why);
void btor2_automaton_free(struct btor2_automaton *a); /* and the cfa, unless that is NULL */
/* What a run of the automaton to lE has drawn, as a run of the model. */
void btor2_automaton_run(const struct btor2_automaton *a, const input_log *used, uint64_t edges,
                         struct btor2_run *run);

#endif
