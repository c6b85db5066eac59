/* Blocks that the compiled program has lost when it ends.
 *
 * AddressSanitizer's runtime tells the harness of each allocation and each free, and knows the
 * stack of every allocation. When all else is done, the harness looks for the blocks that are left:
 * those that a word of a global variable points to, or a word of such a block, and so on. The
 * others are lost, as LeakSanitizer says, which cannot run in the cage: it starts a thread that
 * traces the program.
 *
 *     char *g;
 *     g = malloc(3); g = 0;              lost: the word of g leads nowhere
 *     g = malloc(8); g[0] = 1;           g leads to it: not lost, but kept
 *
 * The local variables of main are gone by then, so stacks and registers are not looked at. Our own
 * list holds complements, or it would hold every block itself.
 *
 * Limits: a number that looks like an address keeps its block; so do more blocks than the list has
 * room for. Both lose a report and make none. */
#include "replay/lost.h"

#include <stdbool.h>

static const char lists[] =
    "\n/* What is allocated; the pointers are complements. */\n"
    "typedef __SIZE_TYPE__ edgewise_word_type;\n"
    "static struct { edgewise_word_type hidden, bytes; char found; } edgewise_blocks[1 << 16];\n"
    "static unsigned edgewise_block_count, edgewise_too_many;\n"
    "void __sanitizer_malloc_hook(const volatile void *p, edgewise_word_type bytes) {\n"
    "    if (edgewise_block_count == sizeof edgewise_blocks / sizeof *edgewise_blocks) edgewise_too_many = "
    "1;\n"
    "    if (!p || edgewise_too_many) return;\n"
    "    edgewise_blocks[edgewise_block_count].hidden = ~(edgewise_word_type)p;\n"
    "    edgewise_blocks[edgewise_block_count++].bytes = bytes;\n}\n"
    "void __sanitizer_free_hook(const volatile void *p) {\n"
    "    for (unsigned i = edgewise_block_count; p && i-- > 0;)\n"
    "        if (edgewise_blocks[i].hidden == ~(edgewise_word_type)p) {\n"
    "            edgewise_blocks[i] = edgewise_blocks[--edgewise_block_count];\n            return;\n        "
    "}\n}\n";

static const char search[] =
    "\nextern char __data_start[] __attribute__((weak)), _end[];\n"
    "extern edgewise_word_type __asan_get_alloc_stack(void *p, void **frames, edgewise_word_type n, int "
    "*thread);\n"
    "/* Marks the blocks that words in a piece of memory point to; says whether there are new ones. */\n"
    "__attribute__((no_sanitize(\"address\"))) static int edgewise_follow(edgewise_word_type from, "
    "edgewise_word_type to) {\n"
    "    const edgewise_word_type size = sizeof(edgewise_word_type);\n    int news = 0;\n"
    "    for (edgewise_word_type at = (from + size - 1) / size * size; at + size <= to; at += size) {\n"
    "        edgewise_word_type word = *(edgewise_word_type *)at;\n"
    "        for (unsigned i = 0; word && i < edgewise_block_count; i++) {\n"
    "            edgewise_word_type first = ~edgewise_blocks[i].hidden, n = edgewise_blocks[i].bytes;\n"
    "            if (edgewise_blocks[i].found || word - first >= (n ? n : 1)) continue;\n"
    "            edgewise_blocks[i].found = 1;\n            news = 1;\n        }\n    }\n    return "
    "news;\n}\n"
    "static void edgewise_find(void) {\n"
    "    int news = edgewise_follow((edgewise_word_type)__data_start, (edgewise_word_type)_end);\n"
    "    while (news) {\n        news = 0;\n"
    "        for (unsigned i = 0; i < edgewise_block_count; i++) {\n"
    "            edgewise_word_type first = ~edgewise_blocks[i].hidden;\n"
    "            if (edgewise_blocks[i].found == 1) {\n                edgewise_blocks[i].found = 2;\n"
    "                news |= edgewise_follow(first, first + edgewise_blocks[i].bytes);\n"
    "            }\n        }\n    }\n}\n";

void lost_print(struct strbuf *b, bool kept) {
    strbuf_text(b, lists);
    strbuf_text(b, search);
    strbuf_printf(b,
                  "/* After all other destructors. */\n"
                  "__attribute__((destructor(101))) static void edgewise_look_for_lost(void) {\n"
                  "    void *frames[EDGEWISE_FRAMES];\n    unsigned reported = 0;\n    int thread;\n"
                  "    if (edgewise_too_many) return;\n"
                  "    %s\n"
                  "    for (unsigned i = 0; i < edgewise_block_count && reported < 64; i++) {\n"
                  "        if (edgewise_blocks[i].found) continue;\n"
                  "        int n = (int)__asan_get_alloc_stack((void *)~edgewise_blocks[i].hidden, frames, "
                  "EDGEWISE_FRAMES, "
                  "&thread);\n"
                  "        edgewise_report(reported++ == 0, \"%s\", frames, n);\n    }\n"
                  "    if (reported) syscall(SYS_exit_group, 107);\n}\n",
                  kept ? "/* all that is left is asked for */" : "edgewise_find();",
                  kept ? KEPT_KIND : LOST_KIND);
}
