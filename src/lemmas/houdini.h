/* The filter that every candidate has to pass: what it keeps is inductive, together with what was
 * known. */
#ifndef LEMMAS_HOUDINI_H
#define LEMMAS_HOUDINI_H

#include "lemmas/supplier.h"

/* Drops and weakens candidates until, for every step l -> l', the known facts and the candidates
 * alive at l imply those at l' afterwards. False if the deadline came first: then nothing may be
 * kept. */
bool houdini_filter(struct pool *p, const struct facts *known);

#endif
