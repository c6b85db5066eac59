/* edgewise-replay FILE [--solver=native|z3|both] [--timeout=S]: a recorded query stream on one
 * backend. */
#include <stdio.h>
#include <stdlib.h>

#include "smt/record.h"
#include "util/clock.h"
#include "util/options.h"
#include "util/stats.h"

static int complain(struct error *e) {
    char *text = error_text(e);
    fprintf(stderr, "edgewise-replay: %s\n", text);
    free(text);
    error_release(e);
    return EXIT_BAD_INPUT;
}

int main(int argc, char **argv) {
    struct error e = {0};
    struct replay_result r;
    if (!options_parse(argc, argv, &e)) return complain(&e);
    if (options.inputs.n != 1)
        error_set(&e, NULL, 0, 0, "usage: edgewise-replay FILE [--solver=native|z3|both] [--timeout=S]");
    if (e.set) return complain(&e);
    terms_init();
    if (options.timeout > 0) stop_set_limits(options.timeout, 0);
    bool ok = replay_file(options.inputs.at[0], options.solver, &r, &e);
    if (ok)
        printf("%llu queries, %.3f s, %.0f queries/s, %llu MiB, %llu differences, %llu sat, %llu unsat, %llu "
               "unknown, %llu by words\n",
               (unsigned long long)r.queries, r.seconds,
               (double)r.queries / (r.seconds > 0 ? r.seconds : 1e-9),
               (unsigned long long)(r.peak_memory >> 20), (unsigned long long)r.differences,
               (unsigned long long)stats.queries_sat, (unsigned long long)stats.queries_unsat,
               (unsigned long long)stats.queries_unknown, (unsigned long long)stats.word_answers);
    terms_release();
    options_reset();
    return ok ? (r.differences ? EXIT_INTERNAL : 0) : complain(&e);
}
