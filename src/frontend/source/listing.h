/* The functions that a file defines itself, static ones too, with their parameters. */
#ifndef FRONTEND_SOURCE_LISTING_H
#define FRONTEND_SOURCE_LISTING_H

#include "frontend/source/tokens.h"

/* A line per function whose body stands in the file itself and not in a header, in the order of the
 * text: its name, and behind a tab each parameter's kind, name and declaration, parted by ':'.
 * Kinds: e leads to elements, p is another pointer, i an integer, o anything else; ... is o. */
void listing_print(const struct tokens *t, struct strbuf *out);

#endif
