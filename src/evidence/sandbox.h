/* The cage of the program under test. A seccomp filter lets through the few system calls that a C program
 * needs to compute and to write to the pipes that it was given: no socket, no opening for writing, no new
 * process. Where bubblewrap is installed and works, the program in addition sees an empty file system but
 * for the system's libraries, in namespaces of its own. */
#ifndef EVIDENCE_SANDBOX_H
#define EVIDENCE_SANDBOX_H

#include <stdbool.h>

#include "util/options.h"

/* Is there a cage on this machine at all? Without one the program is not run. */
bool sandbox_available(void);
/* "bubblewrap and seccomp" or "seccomp". */
const char *sandbox_name(void);
/* The words that start `program` in bubblewrap, NULL-terminated, appended to *words; nothing if bubblewrap does
 * not work here: process.confined alone then does it. *filter_fd is to be closed after the start. */
void sandbox_command(const char *program, text_list *words, int *filter_fd);
/* In the child, before exec: installs the filter. Only system calls. */
bool sandbox_confine(void);

#endif
