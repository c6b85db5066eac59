/* Files that the user has asked for.
 *
 * A file is written beside its target and renamed, so that a target is either the old file, the new
 * one or absent, never half of one. Targets that are no regular files (/dev/stdout, a named pipe)
 * are written directly; a symbolic link is followed. */
#ifndef SYSTEM_OUTPUT_H
#define SYSTEM_OUTPUT_H

#include "util/fail.h"
#include "util/options.h"
#include "util/strbuf.h"

/* Before the work starts: is each target writable as far as one can tell, none of the inputs, and
 * different from the others? False with *e set if not. */
bool output_check(const text_list *targets, const text_list *inputs, struct error *e);
/* Removes what an earlier run has left under these names, because this run may not produce it. */
bool output_remove(const text_list *targets, struct error *e);
/* Writes text to a file of the user; "-" is stdout. False with *e set if that fails. */
bool output_write(const char *path, const struct strbuf *text, struct error *e);
/* A report of a fault of our own, to the file that --bug-report names or to a new one in $TMPDIR;
 * never through a symbolic link, and never over a file that is there. Its name, fresh, or NULL. */
char *output_fault_report(const struct strbuf *text);

#endif
