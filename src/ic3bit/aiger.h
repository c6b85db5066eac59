/* An AIGER model as the file has it, only renumbered.
 *
 * Literals are 2 * variable + sign; variable 0 is the constant, literal 0 false. Whatever the
 * numbering in the file, here inputs are variables 1 .. inputs, then come the latches in the file's
 * order, then the AND gates in an order in which both operands of a gate are smaller than the gate.
 * Every literal is below 2 * (1 + inputs + latches + ands). */
#ifndef IC3BIT_AIGER_H
#define IC3BIT_AIGER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "util/fail.h"
#include "util/strbuf.h"
#include "util/vec.h"

enum { RESET_0 = 0, RESET_1 = 1, RESET_ANY = 2 };

struct aiger_latch {
    uint32_t next;  /* literal */
    uint32_t reset; /* RESET_* */
};

struct aiger_and {
    uint32_t a, b; /* literals, a >= b */
};

struct aiger_symbol {
    char kind; /* i l o b c j f, as in the file */
    uint32_t index;
    char *name;
};

typedef VEC(uint32_t) literal_vec;

struct aiger {
    uint32_t inputs;
    VEC(struct aiger_latch) latches;
    VEC(struct aiger_and) ands;
    literal_vec outputs, bads, constraints, fairness;
    VEC(literal_vec)
    justices; /* conditions that hold infinitely often in a counterexample, with those of `fairness` */
    VEC(struct aiger_symbol) symbols;
    char *comment; /* NULL or the text after "c" */
};

static inline uint32_t aiger_input(uint32_t i) { return 2 * (1 + i); }
static inline uint32_t aiger_latch(const struct aiger *m, uint32_t i) { return 2 * (1 + m->inputs + i); }
static inline uint32_t aiger_and(const struct aiger *m, uint32_t i) {
    return 2 * (1 + m->inputs + m->latches.n + i);
}
static inline uint32_t aiger_variables(const struct aiger *m) {
    return 1 + m->inputs + m->latches.n + m->ands.n;
}

/* Reads a file; NULL and *e if it cannot be read or is not a model. */
struct aiger *aiger_read(const char *path, struct error *e);
/* The same from memory; any bytes whatsoever. `name` is for messages. */
struct aiger *aiger_parse(const void *data, size_t n, const char *name, struct error *e);
void aiger_free(struct aiger *m);

/* The bad-state properties: section B, or the outputs if there are no sections B and J. */
const literal_vec *aiger_properties(const struct aiger *m);

/* In binary or (ascii) text form. */
void aiger_write(const struct aiger *m, bool ascii, struct strbuf *out);

/* For those who make models: appends a gate and returns its literal (operands in any order). */
uint32_t aiger_add_and(struct aiger *m, uint32_t a, uint32_t b);
struct aiger *aiger_copy(const struct aiger *m); /* without symbols and comment */

#endif
