/* The default engine: several engines that share facts; the first checked verdict wins. */
#ifndef PORTFOLIO_PORTFOLIO_H
#define PORTFOLIO_PORTFOLIO_H

#include "cfa/verdict.h"

void portfolio_prove(struct cfa *c, struct verdict *v);

#endif
