/* From source files to an automaton. */
#ifndef FRONTEND_FRONTEND_H
#define FRONTEND_FRONTEND_H

#include "cfa/cfa.h"
#include "frontend/contracts.h"
#include "util/fail.h"
#include "util/options.h"

enum { FIRST_RECURSION = 12, LAST_RECURSION = 3072 }; /* depths, where --recursion does not say */

/* What is to be verified, after task and property files were read. */
struct program {
    text_list files; /* owned strings */
    bool m32;
    const char *entry;         /* owned */
    uint32_t recursion;        /* recursive calls are unfolded this deep; deeper ones are cuts */
    text_list error_functions; /* reaching a call of one of these is the error; owned strings */
    bool *
        is_recursive; /* not owned; not NULL: set to whether a function that the entry reaches calls itself, directly or not */
    struct contracts *
        contracts; /* not owned; not NULL: translate the pieces of contracts.h, guessing contracts if there are none yet */
    char *property;    /* the text of the property file's CHECK line, NULL: the default */
    char *unsupported; /* a property that we do not check ("valid-memsafety"), NULL: fine; owned */
};

/* Reads --spec, a .yml task among the inputs, --32/--64; checks that files exist. On failure *e is set
 * and *p holds nothing. */
bool program_load(struct program *p, struct error *e);
void program_release(struct program *p);

/* Compiles (clang), links, normalizes (LLVM passes) and translates. NULL with *e set for bad input. What
 * is not supported becomes a cut. */
struct cfa *frontend_translate(const struct program *p, struct error *e);
/* The program as one LLVM module after the passes, as text (--emit=llvm); NULL with *e set. */
char *frontend_llvm_text(const struct program *p, struct error *e);

/* Temporary files of this process; removed at exit, on a signal and by fail_*. */
const char *temporary_dir(void);
void temporary_remove(void); /* async-signal-safe: no allocation */

#endif
