/* What one does with terms: substitution, free variables, evaluation, printing. Each is linear in
 * the number of distinct subterms and none recurses on their depth. */
#ifndef TERM_SUBST_H
#define TERM_SUBST_H

#include <stdio.h>

#include "term/term.h"
#include "util/hash.h"

/* A simultaneous substitution of variables by terms. Results are remembered as long as it is not
 * changed, so substituting in many terms that share structure costs their union. */
struct subst {
    struct int_map map;  /* variable -> term */
    struct int_map done; /* term asked for -> result */
    uint64_t version;    /* names the results of inner terms; 0 after subst_set: none */
};

void subst_set(struct subst *s, term var, term by);
term subst_get(const struct subst *s, term var); /* TERM_NONE if not set */
term subst_apply(struct subst *s, term t);
void subst_free_vars(const struct subst *s,
                     term_vec *vars); /* of the terms that it puts in; as term_free_vars */
void subst_clear(struct subst *s);
void subst_release(struct subst *s);

/* The term with every subterm that is a key of `by` replaced by its value; results are added to
 * `by`. For terms of some size only: it recurses. */
term term_replace(struct int_map *by, term t);

/* An equal term in which choices use what their conditions say (choices.c). *done maps terms to
 * such terms, of earlier calls too. */
term term_resolve_choices(struct int_map *done, term t);

/* Appends the variables of t to *vars, each once, and not those that *vars holds already. */
void term_free_vars(term t, term_vec *vars);
/* Appends the distinct subterms of t, t among them, in the order of their handles: arguments before
 * terms. */
void term_subterms(term t, term_vec *subterms);
/* Appends those that are not in *seen, terms before arguments, and puts them there. */
void term_subterms_unseen(term t, struct int_map *seen, term_vec *subterms);
/* Adds the indices at which t reads arrays, each once, and sorts *indices by handle. */
void term_indices_read(term t, term_vec *indices);
/* Does the operator of t multiply two unknowns or divide by one? What is linear is quick to
 * decide. */
bool term_is_nonlinear(term t);
bool term_mentions(term t, term var);
uint32_t term_size(term t); /* distinct subterms */
/* Are there more distinct subterms than this? Takes time for as many at most. */
bool term_is_larger(term t, uint32_t size);
/* Has it a subterm with this operator? */
bool term_has(term t, enum term_op op);
/* Appends the literals of a conjunction: the arguments of AND, or t itself; nothing for TRUE. */
void term_conjuncts(term t, term_vec *literals);
/* All variables primed. */
term term_primed(term t);

/* An assignment of values to variables, and evaluation under it. Variables without a value are 0
 * (false, 0, +0.0, the array that is 0 everywhere), which is why `unset` counts them. */
struct model {
    struct int_map index; /* variable -> index into values */
    VEC(value) values;
    uint64_t version; /* names the results that term_eval remembers; 0 after model_set: none */
    uint32_t unset;   /* times that term_eval met a variable without a value */
};

void model_set(struct model *m, term var, value v);
bool model_get(const struct model *m, term var, value *v);
value term_eval(struct model *m, term t);
bool term_holds(struct model *m, term t); /* for Bool terms */
void model_clear(struct model *m);
void model_release(struct model *m);
/* The value of an operator on values; sorts are those of t and its arguments. The one place that
 * knows what operators mean: term_eval, constant folding and compiled evaluation all use it. */
value term_apply_op(term t, const value *args);
bool value_equal(sort s, value a, value b); /* equality of values of a sort, of arrays by content */

/* SMT-LIB text. Shared subterms are bound by let, so the text is linear in the DAG. */
void term_print(struct strbuf *b, term t);
void sort_print(struct strbuf *b, sort s);
void term_print_symbol(struct strbuf *b, const char *name); /* quoted with | | where needed */
char *term_text(term t);                                    /* a fresh string */
/* A value as an SMT-LIB constant of the sort. */
void value_print(struct strbuf *b, sort s, value v);
/* As C: infix, names as they are, casts where signedness matters; false if it cannot be said in
 * C. */
bool term_print_c(struct strbuf *b, term t, const char *(*name_of)(void *context, term var), void *context);
/* The same with what C knows of the variables. */
enum c_kind { C_UNKNOWN, C_SIGNED, C_UNSIGNED, C_POINTER };
struct term_words {
    const char *(*name_of)(void *context, term var);
    /* Their types, as far as they are known: fewer casts. Of an array, the type of its elements. A
     * variable that is no bit-vector of its type's width is C_UNKNOWN to the printer, whatever is
     * said. NULL: no type is known. */
    enum c_kind (*kind_of)(void *context, term var);
    /* The name of a constant that the variable may have; NULL if it has none. NULL: there are
     * none. */
    const char *(*constant_of)(void *context, term var, uint64_t bits);
    void *context;
};
bool term_print_c_words(struct strbuf *b, term t, const struct term_words *words);

#endif
