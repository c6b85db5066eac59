/* The default engine: several engines that share facts; the first checked verdict wins. */
#ifndef PORTFOLIO_PORTFOLIO_H
#define PORTFOLIO_PORTFOLIO_H

#include "cfa/verdict.h"
#include "fuzz/fuzz.h"

/* `task` is what may be executed (fuzz.h); its subject may be NULL. */
void portfolio_prove(struct cfa *c, const struct fuzz_task *task, struct verdict *v);
/* The names that --without knows, some more than once; NULL after the last. */
const char *portfolio_engine_name(uint32_t i);

#endif
