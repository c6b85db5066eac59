/* The user's program and the driver, compiled into one executable. */
#ifndef FUZZ_BUILD_H
#define FUZZ_BUILD_H

#include "replay/contents.h"
#include "fuzz/weave.h"

struct build {
    const struct subject *subject;
    struct weave weave;
    struct contents contents; /* of memory that nobody set */
    char *program;            /* the executable; owned */
    text_list made;           /* owned names of files to remove */
    text_list modules;        /* .ll files; owned by `made` */
    const char *trouble;      /* why there is no program; static text */
};

/* `drawn` has the sites of uninitialized variables and unknown functions that are inputs. False
 * with b->trouble set if the program cannot be built; build_release is called in any case. */
bool build_program(struct build *b, const struct subject *subject, const struct cfa *drawn);
void build_release(struct build *b);

#endif
