/* What the world around the program does in the compiled run: reads of volatile memory yield the
 * values of the counterexample, and variables that the program only declares get their first
 * contents from it. Both are any values by C's rules, so that what the run reaches with them is an
 * execution of the program, whatever order they come in. */
#ifndef REPLAY_WORLD_H
#define REPLAY_WORLD_H

#include "cfa/cfa.h"
#include "replay/replay.h"

struct world {
    /* place_key of the volatile reads that the counterexample may give values to */
    struct int_map wanted;
    struct int_map set; /* of those that the compiled program asks for */
    /* variables that some file of the program declares and it does not define */
    VEC(char *) declared;
    uint32_t fresh; /* number of the last name of ours in LLVM's text */
};
void world_init(struct world *w, const struct cfa *c);
void world_release(struct world *w);
/* Is the line of LLVM's text such a read? Then what stands for it is appended to *out. Declarations
 * of variables are noted. `places` maps the number of a !DILocation to its place_key. */
bool world_replace(struct world *w, const struct int_map *places, const char *line, size_t n,
                   struct strbuf *out);
/* Declares what world_replace calls, at the end of a module. */
void world_declare(const struct world *w, struct strbuf *out);
/* A C file that defines it, with the values of the log. */
void world_define(const struct world *w, const struct cfa *c, const input_log *log, struct strbuf *out);
/* C definitions of the names that the linker did not find (its messages): variables of the contents
 * in the log, and functions that return 0. False if there are none. */
bool world_stubs(const struct world *w, const struct cfa *c, const input_log *log, const char *messages,
                 struct strbuf *out);

#endif
