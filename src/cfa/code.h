/* Terms compiled to flat code over a file of registers: one instruction per distinct subterm, in
 * topological order. Variables and constants have registers for the life of the code; each use site
 * has its own for intermediate results, so that compiled pieces do not disturb each other. */
#ifndef CFA_CODE_H
#define CFA_CODE_H

#include "cfa/pass.h"

struct instruction {
    term t;           /* the operator is that of this term */
    uint32_t to;      /* register */
    uint32_t n, args; /* operands: code.args.at[args .. args+n) are registers */
};

/* Instructions begin .. end-1 compute what was asked for. */
struct piece {
    uint32_t begin, end;
};

struct code {
    VEC(struct instruction) instructions;
    VEC(uint32_t) args;
    VEC(value) registers;
    struct int_map leaves; /* variable or constant -> register */
    struct int_map local;  /* subterm -> register, within one use site */
    term_vec stack, order;
    uint32_t max_args;
    VEC(value) gathered;
};

/* The register of a variable; a new one holds 0. */
uint32_t code_variable(struct code *k, term var);
/* Starts a use site: what is compiled until the next call shares subterms. */
void code_begin(struct code *k);
/* The register that holds t once the instructions from here on have run. */
uint32_t code_term(struct code *k, term t);
void code_run(struct code *k, struct piece p);
void code_release(struct code *k);

#endif
