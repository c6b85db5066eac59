/* SV-COMP property files: CHECK( init(main()), LTL(G ! call(reach_error())) ). */
#ifndef FRONTEND_DRIVER_PROPERTY_H
#define FRONTEND_DRIVER_PROPERTY_H

#include "frontend/frontend.h"

/* Reads the property into p: the entry function, and either the error function or p->unsupported. A
 * property that was read before is replaced. A file that is no property file sets *e. */
void property_read(struct program *p, const char *file, struct error *e);

#endif
