// expect: TRUE [options: --engine=regions]
#define BACK x / 10
#define BROKEN mode == 2 && x <= 50
#include "regions_events.h"
