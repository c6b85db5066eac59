/* The default: several engines that share facts; the first checked verdict wins. */
#ifndef PORTFOLIO_PORTFOLIO_H
#define PORTFOLIO_PORTFOLIO_H

#include "portfolio/engine.h"

/* The facts of the task are ignored: the portfolio starts with none. */
void portfolio_run(const struct engine_table *table, const struct engine_task *t, struct verdict *v);

#endif
