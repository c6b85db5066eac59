/* ic3bit_main as a program of its own, for the oracle's debugging and the benchmark of the engine
 * alone: options as those of edgewise, one model. */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>

#include "ic3bit/ic3bit.h"
#include "util/clock.h"
#include "util/options.h"
#include "util/stats.h"

static void counter(void *context, const char *field, const char *group, const char *help, uint64_t value) {
    (void)context, (void)group, (void)help;
    fprintf(stderr, "stat %s %llu\n", field, (unsigned long long)value);
}

static void timer(void *context, const char *id, const char *help, double seconds) {
    (void)context, (void)help;
    fprintf(stderr, "time %s %.3f\n", id, seconds);
}

int main(int argc, char **argv) {
    struct error e = {0};
    int code = EXIT_BAD_INPUT;
    if (options_parse(argc, argv, &e) && options.inputs.n == 1) {
        stop_set_limits(options.timeout, (uint64_t)options.memory << 20);
        code = ic3bit_main(options.inputs.at[0], &e);
        if (options.stats) stats_visit(counter, timer, NULL);
    }
    if (e.set) {
        char *text = error_text(&e);
        fprintf(stderr, "bit: %s\n", text);
        free(text);
        error_release(&e);
    }
    options_reset();
    return code;
}
