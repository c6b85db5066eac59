/* Functions that run at the end, in front of the destructors (driver/frame.c makes the call). 32
 * can be registered by every library; what happens beyond is left open. */
#include "frontend/library/models/any.h"

void edgewise_cut(const char *) __asm__("__edgewise_cut");
enum { REGISTERED = 32 };
static void (*edgewise_functions[REGISTERED])(void);
static int edgewise_registered;
M int atexit(void (*f)(void)) {
    if (edgewise_registered == REGISTERED) edgewise_cut("more than 32 calls of atexit");
    else edgewise_functions[edgewise_registered++] = f;
    return 0;
}
void edgewise_run_at_exit(void) {
    while (edgewise_registered > 0) edgewise_functions[--edgewise_registered]();
}
