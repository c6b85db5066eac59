/* A preprocessed text without what only verifiers understand, and with what they need. */
#ifndef FRONTEND_SOURCE_REWRITE_H
#define FRONTEND_SOURCE_REWRITE_H

#include "frontend/frontend.h"

/* What the rewriting of a program's files has found, over all of them. */
struct rewriting {
    /* Functions that are held to their contracts; owned. */
    text_list enforced;
    /* Functions whose contracts stand in for them; owned. */
    text_list replaced;
    /* The function without parameters that calls the entry function; owned; NULL: the entry
     * function has no parameters. */
    char *entry;
    /* The targets of the assigns clauses of `enforced`, as one text; owned, NULL: none. */
    char *assigned;
    /* Pointers among its arguments lead to objects that were made for them. */
    bool objects;
};

/* The text rewritten, a fresh string; NULL if there is nothing to rewrite. Lines keep their
 * numbers. */
char *rewrite_text(const char *text, const struct program *p, struct rewriting *r);
void rewrite_release(struct rewriting *r);

#endif
