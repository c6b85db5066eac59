/* The lines of source files, read once each. Files that cannot be read have no lines. */
#ifndef REPLAY_SOURCE_H
#define REPLAY_SOURCE_H

#include <stdint.h>

#include "util/strbuf.h"

/* Line 1.. of a file without its end-of-line; "" if there is none. */
const char *source_line(const char *file, uint32_t line);
int source_has_line(const char *file, uint32_t line);
/* The same without blanks around it, a fresh string of at most `limit` bytes (cut with "..."). */
char *source_text(const char *file, uint32_t line, uint32_t limit);
/* The position of the loop keyword (for, while, do) that belongs to a loop whose head was compiled
 * to this position: the last one at or before it, within the same few lines. False if there is none
 * in sight. */
int source_loop_keyword(const char *file, uint32_t line, uint32_t column, uint32_t *at_line,
                        uint32_t *at_column);
/* The position of the keyword (if, while, for) of the statement whose condition was compiled to
 * this position: a keyword that stands there, or the last one before it whose parentheses are still
 * open there. */
int source_branch_keyword(const char *file, uint32_t line, uint32_t column, uint32_t *at_line,
                          uint32_t *at_column);
/* Appends the condition of the if, while or for at the place, with single blanks. False if it
 * cannot be found. */
int source_condition(const char *file, uint32_t line, uint32_t column, struct strbuf *b);
/* Appends argument k (from 1) of the call of the function at the place. */
int source_argument(const char *file, uint32_t line, uint32_t column, const char *function, uint32_t k,
                    struct strbuf *b);
/* The name of a file as it was given, by which an editor finds it; of a long path, what is behind
 * the last slash. */
const char *source_short_name(const char *path);
/* The expression that a check at the place is about, as far as it stands on one line; the line if
 * the column is not known. A fresh string of at most `limit` bytes, empty if there is no source. */
enum { SOURCE_EXPRESSION = 60 }; /* what a table has room for */
char *source_expression(const char *file, uint32_t line, uint32_t column, uint32_t limit);
void source_release(void);

#endif
