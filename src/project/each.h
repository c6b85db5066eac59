/* `edgewise --each-function`, and the search for preconditions behind `--suggest`. */
#ifndef PROJECT_EACH_H
#define PROJECT_EACH_H

#include "util/fail.h"

/* The command line, which options_parse has seen; the exit code: the worst of all functions'. */
int each_main(int argc, char **argv, struct error *e);

#endif
