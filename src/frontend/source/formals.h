/* The parameters of a function as its declaration says them. */
#ifndef FRONTEND_SOURCE_FORMALS_H
#define FRONTEND_SOURCE_FORMALS_H

#include "frontend/source/tokens.h"

struct formal {
    /* "const char * buf"; owned. */
    char *declaration;
    /* "buf"; owned; NULL: it has none. */
    char *name;
    /* A pointer to data, by its declaration; a pointer that a typedef hides is none. */
    bool pointer;
    /* It leads to elements of a basic type, of which there may be any number. */
    bool elements;
};

typedef VEC(struct formal) formal_list;

/* Those between the brackets that open at `open`. */
void formals_read(formal_list *list, const struct tokens *t, uint32_t open);
/* One more, from the text of its declaration, which is taken. */
void formals_add(formal_list *list, char *declaration);
void formals_release(formal_list *list);
/* "    const char *buf", for a parameter that may be declared as an array. */
void formals_print_variable(const struct formal *p, struct strbuf *out);
/* Have both declarations the same type? */
bool formals_alike(const struct formal *a, const struct formal *b);

#endif
