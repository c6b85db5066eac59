/* The state of the C program at a moment of a run, as far as its events tell: the last value of
 * each variable and of each piece of memory, by the names and types of the source. */
#ifndef REPLAY_VIEW_H
#define REPLAY_VIEW_H

#include "replay/events.h"
#include "util/strbuf.h"

struct view_state {
    const struct events *e;
    const struct cfa_debug *d;
    struct int_map variables; /* hash of scope and name -> event + 1 */
    struct int_map memory;    /* address -> event that read or wrote there last, + 1 */
    /* hash of scope and name -> index of the object that was met last, + 1 */
    struct int_map objects;
    struct int_map shaped; /* index of an object -> the type that a pointer to it suggests */
};

void view_init(struct view_state *v, const struct events *e);
void view_release(struct view_state *v);
void view_see(struct view_state *v, uint32_t event); /* events in order */

/* The value that a variable of the scope has; false if none is known. */
bool view_variable(const struct view_state *v, uint32_t scope, const char *name, value *x);

/* A value of a type as C would write it: 5, -3, 'a', 0.5 (0x1p-1), BLUE, &r.buf[3], "ab". */
void view_print_value(const struct view_state *v, struct strbuf *b, uint32_t type, sort s, value x);
/* An address; the type is that of the pointer, 0 if it is not known. */
void view_print_pointer(const struct view_state *v, struct strbuf *b, uint32_t type, uint64_t address);
/* What lies at the address, as "r.head"; the type of this many bytes there, 0 if it is not
 * known. */
uint32_t view_print_place(const struct view_state *v, struct strbuf *b, uint64_t address, uint64_t bytes);
/* The text of an expression with the values of its variables in the scope; false if there was
 * nothing to replace, or it changes what it speaks of. */
bool view_substitute(const struct view_state *v, struct strbuf *b, const char *text, uint32_t scope);
/* How many elements the array has that the last `[` of an expression indexes, or that lie behind
 * the pointer (*pointer) that it indexes; 0: that is not known. */
uint64_t view_array_size(const struct view_state *v, const char *text, uint32_t scope, bool *pointer);
/* "x = 3, r->head = 8" for the variables of an expression; nothing if none is known. With
 * `pointers` those that it follows, `p` and `p->next` of p->next->key, instead of what lies
 * there. */
void view_list(const struct view_state *v, struct strbuf *b, const char *text, uint32_t scope, bool pointers);

#endif
