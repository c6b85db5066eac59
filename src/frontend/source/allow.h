/* Comments that allow checks to fail at one place:
 *
 *     h = 31 * h + *s; // edgewise: allow(overflow) a hash may wrap
 *
 * speaks of its line; a comment that stands alone speaks of the line below it. Classes are those of
 * --check, separated by commas. */
#ifndef FRONTEND_SOURCE_ALLOW_H
#define FRONTEND_SOURCE_ALLOW_H

#include "cfa/checks.h"

/* "overflow: a hash may wrap" if a comment allows the class at this line; else NULL. The file is
 * read when it is asked for first; a comment with an unknown class, or without a reason, is warned
 * about then. The text lives until allow_forget. */
const char *allow_reason(const char *file, uint32_t line, enum check_class class);
void allow_forget(void);

#endif
