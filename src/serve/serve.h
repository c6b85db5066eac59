/* `edgewise serve`: a local page on which programs are typed, verified and looked at. */
#ifndef SERVE_SERVE_H
#define SERVE_SERVE_H

#include "util/fail.h"

/* Serves until a signal comes; the exit code. *e is set if it cannot start. */
int serve_main(struct error *e);

#endif
