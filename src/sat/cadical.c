/* CaDiCaL behind sat.h.
 *
 * Our queries are small and come by the hundred thousand, so everything that CaDiCaL does to
 * prepare for a long search is switched off: it would be paid on every call. The watched clauses,
 * the trail and the learnt clauses are what we want from it. sat_cadical_full is for the few long
 * searches: CaDiCaL as it comes. */
#include "sat/sat.h"

#include <limits.h>
#include <stddef.h>
#include <stdlib.h>

#include <ccadical.h>

static const char *const switched_off[] = {
    "inprocessing", "lucky",   "walk",      "elim",  "subsume", "probe",   "vivify", "ternary",  "transred",
    "decompose",    "compact", "condition", "cover", "block",   "rephase", "chrono", "stabilize"};

static void *full_create(void) {
    CCaDiCaL *s = ccadical_init();
    ccadical_set_option(s, "quiet", 1);
    return s;
}

static void *cadical_create(void) {
    CCaDiCaL *s = full_create();
    for (size_t i = 0; i < sizeof switched_off / sizeof *switched_off; i++)
        ccadical_set_option(s, switched_off[i], 0);
    return s;
}

static void cadical_destroy(void *s) { ccadical_release(s); }

static void cadical_add(void *s, int lit) { ccadical_add(s, lit); }

static void cadical_assume(void *s, int lit) { ccadical_assume(s, lit); }

static int cadical_solve(void *s) { return ccadical_solve(s); }

/* Releases differ in what they return for a negative literal, so only variables are asked. */
static int cadical_value(void *s, int lit) {
    int positive = ccadical_val(s, abs(lit)) > 0 ? 1 : -1;
    return lit > 0 ? positive : -positive;
}

static bool cadical_failed(void *s, int lit) { return ccadical_failed(s, lit) != 0; }

static void cadical_limit_conflicts(void *s, int64_t conflicts) {
    ccadical_limit(s, "conflicts", conflicts < 0 ? -1 : conflicts > INT_MAX ? INT_MAX : (int)conflicts);
}

static void cadical_set_terminate(void *s, void *context, int (*terminate)(void *)) {
    ccadical_set_terminate(s, context, terminate);
}

#define CADICAL(NAME, CREATE)                                                                                \
    {                                                                                                        \
        .name = NAME,                                                                                        \
        .create = CREATE,                                                                                    \
        .destroy = cadical_destroy,                                                                          \
        .add = cadical_add,                                                                                  \
        .assume = cadical_assume,                                                                            \
        .solve = cadical_solve,                                                                              \
        .value = cadical_value,                                                                              \
        .failed = cadical_failed,                                                                            \
        .limit_conflicts = cadical_limit_conflicts,                                                          \
        .set_terminate = cadical_set_terminate,                                                              \
    }

const struct sat_backend sat_cadical = CADICAL("cadical", cadical_create);
const struct sat_backend sat_cadical_full = CADICAL("cadical-full", full_create);
