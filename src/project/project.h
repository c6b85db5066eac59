/* `edgewise project`: many jobs, one report. */
#ifndef PROJECT_PROJECT_H
#define PROJECT_PROJECT_H

#include "util/fail.h"

/* The command line behind "edgewise", which options_parse has seen; the exit code. */
int project_main(int argc, char **argv, struct error *e);

#endif
