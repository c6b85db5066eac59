/* What suppliers see and make.
 *
 * A workshop holds what is known about the program before anything is guessed: samples, columns
 * (terms that are worth relating) and atoms (conditions of the program) per location, and the
 * constants that bounds may use. A class is a set of states at one location that a supplier
 * describes: all of them, or those in which a condition holds; its lemmas have the form
 * `when => fact`.
 *
 * A candidate belongs to a group of its supplier and class. When a state is met that violates one,
 * the supplier may replace the whole group by weaker facts that hold in the state (the affine hull
 * with one more point, a bound at the next constant, a set with one more value); without `weaken`
 * the candidate is dropped. Weakening must end: every chain of replacements in a group is finite
 * and short. */
#ifndef LEMMAS_SUPPLIER_H
#define LEMMAS_SUPPLIER_H

#include "cfa/verdict.h"
#include "lemmas/places.h"
#include "lemmas/sample.h"
#include "util/bits.h"
#include "util/budget.h"

/* From the cheap to the costly; what one kept is known in the next (lemmas.c). */
enum pass {
    PASS_EQUALITIES,
    PASS_PRODUCTS,
    PASS_EXTENTS,
    PASS_LINEAR,
    PASS_SIMPLE,
    PASS_BY_LOCATION,
    PASS_BY_CASES
};

struct lemma_class {
    loc at;
    term when;          /* true: all states */
    bool claims_only;   /* the program's claims about elements, and nothing else */
    VEC(uint32_t) rows; /* the samples in the class */
    /* rows.n times the location's columns; there only while suppliers propose */
    uint64_t *matrix;
};

struct workshop {
    struct cfa *c;
    struct runner r;
    struct samples samples;
    /* per location: bit-vectors of at most 64 bits; live variables first */
    term_vec *columns;
    term_vec *atoms;              /* per location: Bool terms over live variables */
    bool *steady;                 /* per variable: only steps from l0 assign it */
    VEC(uint64_t) thresholds[65]; /* by width: sorted */
    VEC(struct lemma_class) classes;
    const struct facts *known; /* before this pass */
    /* Of an automaton that follows cells; empty for all others. */
    const struct places *places;
    bool products;        /* some column multiplies or divides unknowns */
    bool equalities_only; /* by place, and of nothing else; then flags make no classes */
    bool equal_products;  /* equalities of products of variables hold in all samples */
    /* Term -> does it multiply or divide unknowns (workshop.c). */
    struct int_map hardness;
    /* Of the pass at hand. */
    struct budget budget;
};

struct candidate {
    term fact; /* with the class's condition */
    uint32_t class, group;
    uint32_t supplier; /* index into suppliers[] */
    bool alive;
    bool hard; /* multiplies or divides unknowns */
};

struct pool {
    struct workshop *w;
    VEC(struct candidate) all;
    VEC(uint32_t) * at;    /* per location: indices into all */
    struct int_map *facts; /* per location: fact -> index of its last candidate */
    void **states;         /* of the suppliers */
    enum pass pass;        /* the one under way */
};

/* `places` must outlive it. */
void workshop_init(struct workshop *w, struct cfa *c, const struct places *places, uint64_t seed);
void workshop_release(struct workshop *w);
/* Lemmas by place: classes are where ghosts lie, also classes without samples; suppliers speak of
 * cells only; runs leave out the steps that have instances, because an element that is read is not
 * arbitrary. */
static inline bool workshop_by_place(const struct workshop *w) { return w->places->all.n > 0; }
/* Samples, then fills columns, atoms and thresholds. */
void workshop_prepare(struct workshop *w, const struct facts *known, const struct budget *b);
/* The classes of the whole locations; those of conditions as well if `split` (classes.c). */
void workshop_classes(struct workshop *w, bool split);
void classes_clear(struct workshop *w);

void pool_init(struct pool *p, struct workshop *w);
void pool_release(struct pool *p);
/* For asserts: the candidates at a location are of its classes, each fact leads to its candidate,
 * and no fact is alive twice at a location. */
bool pool_check(const struct pool *p);
/* Adds when => fact for the class unless it is trivial or there already. */
void pool_add(struct pool *p, uint32_t class, uint32_t supplier, uint32_t group, term fact);

struct supplier {
    const char *name, *help;
    enum pass from;                      /* the first pass that it takes part in */
    void *(*create)(struct workshop *w); /* NULL: no state */
    void (*destroy)(void *state);
    /* Candidates that hold in all samples of the class. */
    void (*propose)(void *state, struct pool *p, uint32_t class, uint32_t self);
    /* Replacements for a group that were violated by the state in w->r.sheet; NULL: drop. */
    void (*weaken)(void *state, struct pool *p, uint32_t class, uint32_t group, uint32_t self);
};

extern const struct supplier *const suppliers[]; /* the table, in lemmas.c */

extern const struct supplier supplier_affine, supplier_bounds, supplier_bits, supplier_values, supplier_pairs,
    supplier_guarded, supplier_atoms, supplier_cases, supplier_sums, supplier_ratios, supplier_extents,
    supplier_nothing;

/* Is there a check of an access to an object whose size is not a constant (extents.c)? */
bool extents_matter(const struct workshop *w);

/* All suppliers propose for the class; one without samples gets `false` until a state is met
 * (nothing.c). */
void propose_class(struct pool *p, uint32_t class);

/* Appends the columns of equalities about cells (monomials.c), so few that this many states tell
 * what holds from what fits by chance. */
enum { MONOMIALS_MAX = 56 };
void monomials_choose(const struct workshop *w, loc l, uint32_t width, uint32_t states, term_vec *columns);

/* Fills the class's matrix; the caller frees it. */
void class_tabulate(struct workshop *w, struct lemma_class *k);
static inline uint64_t class_value(const struct workshop *w, const struct lemma_class *k, uint32_t row,
                                   uint32_t column) {
    return k->matrix[(size_t)row * w->columns[k->at].n + column];
}
static inline uint64_t sheet_u64(struct workshop *w, term t) { return sheet_value(&w->r.sheet, t).lo; }

#endif
