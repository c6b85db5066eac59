/* From files to jobs: which functions does a file define, and so where do its jobs start?
 *
 *     a file with main                    one job
 *     a file without, or --functions=all  one job per function that other files can call
 *     --functions=f,g, --entry=f          those
 *
 * times the groups of --check-groups. A file that does not compile is a job as well: its result
 * says so. */
#ifndef PROJECT_SCAN_H
#define PROJECT_SCAN_H

#include "project/plan.h"

/* Adds the jobs of a file; `words` are the options that every job gets. */
void scan_file(struct plan *p, const char *file, const text_list *words);

#endif
