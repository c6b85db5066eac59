/* The members of a structure, as its definition in the text says them. */
#ifndef FRONTEND_SOURCE_MEMBERS_H
#define FRONTEND_SOURCE_MEMBERS_H

#include "frontend/source/formals.h"

/* The pointers among the members of the structure that `p` leads to; none if the text does not
 * define it, or says it in a way that is not understood (several declarators in one
 * declaration). */
void members_read(formal_list *list, const struct tokens *t, const struct formal *p);

#endif
