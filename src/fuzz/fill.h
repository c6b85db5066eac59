/* Memory that nobody set is an input, too: the elements of an array all get one drawn value, and
 * the first or last few values of their own. That is little to draw for arrays of any size, and
 * tells arrays, and elements of one, apart.
 *
 * A life of the object draws from the source of its site (weave.h), in this order: the value of all
 * elements; how many differ (the rest of a division by FILL_FIRST + 1), and where (fill_first); the
 * number of elements, which the driver sets; their values. The driver's edgewise_fill does the
 * same. */
#ifndef FUZZ_FILL_H
#define FUZZ_FILL_H

#include "replay/contents.h"
#include "fuzz/confirm.h"

/* Does the driver fill what the site stands for: an array with elements that can be drawn, at a
 * known place? */
bool fill_is_possible(const struct cfa_site *site);
/* The name of its source. */
char *fill_name(const struct cfa_site *site);
bool fill_is_source(const struct weave_source *source);
/* C functions edgewise_fill_LINE_COLUMN(object, size) for the places in *k; their sources are added
 * to *w. */
void fill_print(struct weave *w, const struct contents *k, struct strbuf *text);
/* What the next life of the object began with: reads the hit's draws of the source from *next
 * on. */
value fill_value(const struct hit *hit, uint32_t source, uint32_t *next);

#endif
