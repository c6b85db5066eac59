// expect: TRUE [options: --32]
#include "varargs_true.c"
