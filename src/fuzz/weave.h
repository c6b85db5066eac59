/* The user's program, in LLVM's text form, made ready for the driver: functions that deliver inputs
 * ask the driver, and the places of their calls and of the errors are noted. */
#ifndef FUZZ_WEAVE_H
#define FUZZ_WEAVE_H

#include "cfa/cfa.h"
#include "system/subject.h"
#include "util/hash.h"
#include "util/strbuf.h"

struct weave_source {
    char *name; /* of the function; owned */
    /* an uninitialized variable is a function with a place of its own; else 0 */
    uint32_t line, column;
};

struct weave_place {
    uint32_t line, column;
};

struct weave {
    const struct subject *subject;
    const struct cfa *drawn;          /* its sites of unknown functions are inputs */
    VEC(struct weave_source) sources; /* by number */
    VEC(struct weave_place) places;   /* by number; 0 is no place */
    struct int_map place_index;
    struct int_map constants; /* that the program compares something with */
    const char *obstacle;     /* a construct that the driver cannot run; static text */
};

void weave_init(struct weave *w, const struct subject *subject, const struct cfa *drawn);
void weave_release(struct weave *w);
/* The number of a source, added if it is new. */
uint32_t weave_source(struct weave *w, const char *name);
/* Appends the changed text of one module, which instrument_module has seen before. */
void weave_module(struct weave *w, const char *text, struct strbuf *out);

#endif
