/* The compiled program looks for blocks that it loses (CHECK_LEAK) or keeps (CHECK_CLEANUP). */
#ifndef REPLAY_LOST_H
#define REPLAY_LOST_H

#include <stdbool.h>

#include "util/strbuf.h"

/* The kinds that are reported, as AddressSanitizer's are. */
#define LOST_KIND "lost-block"
#define KEPT_KIND "kept-block"

/* The part of the harness that lists the blocks at the end of the program, each with the stack of
 * its allocation, and of these `kept` asks for all, else for those that no variable leads to. After
 * edgewise_word() and edgewise_report(). */
void lost_print(struct strbuf *b, bool kept);

#endif
