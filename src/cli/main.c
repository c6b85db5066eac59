#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"
#include "cli/version.h"
#include "ic3bit/ic3bit.h"
#include "util/options.h"

static int bad_input(struct error *e) {
    char *text = error_text(e);
    fflush(stdout);
    fprintf(stderr, "edgewise: %s\n", text);
    free(text);
    error_release(e);
    options_reset();
    return EXIT_BAD_INPUT;
}

static bool print_help(const char *topic, struct error *e) {
    bool completion = !strcmp(topic, "completion");
    if (!completion && *topic && strcmp(topic, "all") && strcmp(topic, "presets")) {
        error_set(e, NULL, 0, 0, "there is no help on '%s'; try --help, --help=all or --help=presets", topic);
        return false;
    }
    char *text = completion ? options_completion() : options_help(topic);
    fputs(text, stdout);
    free(text);
    return true;
}

/* AIGER models have a pipeline of their own, inside src/ic3bit. */
static int verify(struct error *e) {
    if (!engines_check_without(e)) return EXIT_BAD_INPUT;
    limits_start();
    for (uint32_t i = 0; i < options.inputs.n; i++) {
        if (!ic3bit_is_model(options.inputs.at[i])) continue;
        if (options.inputs.n == 1) return ic3bit_main(options.inputs.at[i], e);
        error_set(e, options.inputs.at[i], 0, 0, "an AIGER model must be the only input");
        return EXIT_BAD_INPUT;
    }
    return pipeline_run(e);
}

int main(int argc, char **argv) {
    struct error e = {0};
    int code = EXIT_SAFE;
    if (!options_parse(argc, argv, &e)) return bad_input(&e);
    if (options.version) puts("edgewise " EDGEWISE_VERSION);
    else if (options.help) print_help(options.help_topic, &e);
    else if (!options.inputs.n)
        error_set(&e, NULL, 0, 0, "no input file; usage: edgewise [options] FILE... (see --help)");
    else code = verify(&e);
    if (e.set) return bad_input(&e);
    options_reset();
    return fflush(stdout) ? EXIT_INTERNAL : code;
}
