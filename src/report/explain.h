/* Traces for people. */
#ifndef REPORT_EXPLAIN_H
#define REPORT_EXPLAIN_H

#include "replay/steps.h"
#include "replay/story.h"

/* The steps that matter, and the check that fails in the last line: "ring.c:31: assert: x == y with
 * x = 3, y = 4". */
void explain_steps(struct strbuf *b, const struct steps *s);
/* The lines of a run that is too long for steps. */
void explain_story(struct strbuf *b, const struct story *s);
/* The steps if there are any, else the lines. */
void explain_trace(struct strbuf *b, const struct steps *steps, const struct story *story);

#endif
