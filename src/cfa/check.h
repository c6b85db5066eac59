/* The well-formedness of cfa.h's invariants. Debug builds run it after every pass. */
#ifndef CFA_CHECK_H
#define CFA_CHECK_H

#include "cfa/cfa.h"

/* NULL if well-formed, else a fresh string that says what is wrong. */
char *cfa_check(const struct cfa *c);

#ifdef NDEBUG
#define CFA_ASSERT_WELL_FORMED(c) ((void)0)
#else
#define CFA_ASSERT_WELL_FORMED(c)                                                                            \
    do {                                                                                                     \
        char *wrong_ = cfa_check(c);                                                                         \
        if (wrong_) fail_internal("%s:%d: ill-formed automaton: %s", __FILE__, __LINE__, wrong_);            \
    } while (0)
#endif

#endif
