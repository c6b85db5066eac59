/* The state of reading one file; shared by the files of this folder. */
#ifndef HORN_BUILD_H
#define HORN_BUILD_H

#include "horn/horn.h"
#include "horn/edge.h"
#include "smt/reader.h"

struct horn_predicate {
    char *name;
    VEC(sort) sorts;
    loc at; /* LOC_NONE: no clause has mentioned it */
};

/* P(args), as a Boolean variable that stands for it in a formula. */
struct horn_atom {
    uint32_t predicate;
    term_vec args;
};

/* A state variable of a transition system. */
struct horn_state {
    term now, next;
};

struct horn_builder {
    struct horn_system *s;
    struct reader r;
    struct error *e;
    const char *path;
    VEC(struct horn_predicate) predicates;
    VEC(struct horn_atom) atoms;
    struct int_map atom_of; /* variable -> index into atoms */
    VEC(struct horn_edge) edges;
    /* declared without arguments: variables of a transition system, or predicates of clauses */
    term_vec declared;
    VEC(struct horn_state) states;
    term init, trans;
    term_vec properties;      /* those that are asked for */
    uint32_t splits;          /* of clauses, by disjunctions of atoms */
    bool has_assert, has_vmt; /* what was met */
};

/* Remembers the first reason. */
void horn_give_up(struct horn_builder *b, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* clause.c: an (assert ...) whose formula is this node. */
void horn_assert(struct horn_builder *b, uint32_t node);
/* The Boolean variable of an application; TERM_NONE if the arguments do not fit. */
term horn_apply(struct horn_builder *b, uint32_t predicate, const term *args, uint32_t n);

/* vmt.c: the edges of a transition system. */
void horn_transition_edges(struct horn_builder *b);

#endif
