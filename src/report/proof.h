/* A proof as people and other tools see it: the facts of each location with its source position, in
 * SMT-LIB and, where it can be said, as a C expression over variables that are in scope there. */
#ifndef REPORT_PROOF_H
#define REPORT_PROOF_H

#include "cfa/verdict.h"

struct proof_fact {
    loc at;
    struct src_pos pos; /* of the location */
    bool loop_head;
    uint32_t keyword_line, keyword_column; /* of the loop's keyword in the source; 0: not found */
    const char *c;                         /* NULL if C cannot say it */
    const char *smt;
};

struct proof {
    const struct cfa *c; /* the reduced automaton */
    VEC(struct proof_fact) facts;
    uint32_t lemmas;     /* as many as the engine found; the facts say them with fewer words */
    bool bounded;        /* no invariant: all paths were explored */
    uint32_t loop_heads; /* locations with at least one fact that are loop heads */
    VEC(char *) texts;   /* owned: those of the facts, which often are the same at many locations */
};

/* Without the unreduced automaton (NULL), lemmas are counted and nothing is told. */
void proof_init(struct proof *p, const struct cfa *reduced, const struct cfa *unreduced,
                const struct facts *invariant);
void proof_release(struct proof *p);
/* --show-invariant: a block per location, C where possible. */
void proof_print(struct strbuf *b, const struct proof *p);
/* --suggest: the facts at loops that C has words for, as clauses of the loop. */
void proof_suggest(struct strbuf *b, const struct proof *p);

#endif
