// expect: FALSE [options: --engine=regions]
#define BACK x - 50
#define BROKEN mode == 1 && x > 52
#include "regions_events.h"
