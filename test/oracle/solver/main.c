/* oracle_solver COUNT SEED [FIRST]: COUNT random sessions, all different for different seeds. The
 * counts so far go to stderr now and then. A session that fails is shrunk, printed, and written to
 * solver-SEED-I.smt2, which belongs into test/replay once it is understood. */
#include <stdio.h>
#include <stdlib.h>

#include "session.h"
#include "smt/native/native.h"
#include "util/clock.h"
#include "util/options.h"

enum { SESSIONS_PER_REPORT = 2500 }; /* of a long run */

static const char *const theories[] = {"bit-vectors", "arrays", "floats", "integers"};

/* Mostly bit-vectors; integers only test the Z3 backend against the evaluator. */
static enum theory theory_of(uint64_t i) {
    return i % 10 == 9 ? THEORY_FLOAT : i % 20 == 18 ? THEORY_INT : i % 4 == 3 ? THEORY_ARRAY : THEORY_BV;
}

static bool run_one(uint64_t seed, uint64_t i, struct tally *t) {
    terms_init();
    native_hard_after = i % 20 == 9 ? 0 : NATIVE_HARD_AFTER; /* half of the floats go to CaDiCaL */
    struct rng r = {seed * 1000003 + i};
    session s = session_random(&r, theory_of(i));
    const char *wrong = session_run(&s, t);
    if (wrong) {
        printf("session %llu of seed %llu (%s): %s\n", (unsigned long long)i, (unsigned long long)seed,
               theories[theory_of(i)], wrong);
        fflush(stdout);
        session_shrink(&s);
        printf("shrunk to:\n");
        session_print(&s);
        char path[64];
        snprintf(path, sizeof path, "solver-%llu-%llu.smt2", (unsigned long long)seed, (unsigned long long)i);
        if (session_record(&s, path)) printf("written to %s\n", path);
    }
    session_release(&s);
    terms_release();
    return !wrong;
}

static void report(FILE *out, const struct tally *t, uint64_t failures) {
    fprintf(out,
            "%llu sessions, %llu queries (%llu sat, %llu unsat, %llu given up), %llu models and %llu cores "
            "checked, %llu wrong, %.1f s\n",
            (unsigned long long)t->sessions, (unsigned long long)t->queries, (unsigned long long)t->sat,
            (unsigned long long)t->unsat, (unsigned long long)t->unknown, (unsigned long long)t->models,
            (unsigned long long)t->cores, (unsigned long long)failures, clock_wall());
}

/* Z3 loses some memory of its own where a query is interrupted, now and then. What we forget to
 * give back, the unit tests see, whose queries run to their end. */
const char *__lsan_default_suppressions(void);
const char *__lsan_default_suppressions(void) { return "leak:libz3\n"; }

int main(int argc, char **argv) {
    if (argc < 3) {
        fprintf(stderr, "usage: oracle_solver COUNT SEED [FIRST]\n");
        return 1;
    }
    uint64_t count = strtoull(argv[1], NULL, 10), seed = strtoull(argv[2], NULL, 10), failures = 0;
    uint64_t first = argc > 3 ? strtoull(argv[3], NULL, 10) : 0;
    struct tally t = {0};
    options_reset();
    for (uint64_t i = first; i < first + count && failures < 5; i++) {
        failures += !run_one(seed, i, &t);
        if (t.sessions % SESSIONS_PER_REPORT == 0) report(stderr, &t, failures);
    }
    report(stdout, &t, failures);
    return failures != 0;
}
