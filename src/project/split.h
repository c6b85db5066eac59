/* One hard program on many machines: presets, seeds and engines as jobs of one plan, which exchange
 * what they have proved through the folder of the cache. The first job that is sure ends the
 * others. */
#ifndef PROJECT_SPLIT_H
#define PROJECT_SPLIT_H

#include "project/merge.h"
#include "project/plan.h"

/* The variants of the one program that the command line names; `words` are the options that all of
 * them get. */
void split_plan(struct plan *p, const text_list *words, struct error *e);
/* The verdict of the program: that of a job that has one. Two that contradict each other are a
 * fault of ours. */
void split_text(const struct merge *m, struct strbuf *b);
int split_exit_code(const struct merge *m);

#endif
