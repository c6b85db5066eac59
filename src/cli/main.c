#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cfa/ledger.h"
#include "cli/cli.h"
#include "cli/version.h"
#include "ic3bit/ic3bit.h"
#include "project/cache.h"
#include "project/each.h"
#include "project/project.h"
#include "report/checks.h"
#include "serve/serve.h"
#include "util/options.h"

static int bad_input(struct error *e) {
    char *text = error_text(e);
    fflush(stdout);
    if (options.format == FORMAT_GCC && e->file)
        fprintf(stderr, "%s:%d:%d: error: %s\n", e->file, e->line ? e->line : 1, e->column ? e->column : 1,
                e->message);
    else fprintf(stderr, "edgewise: %s\n", text);
    free(text);
    error_release(e);
    options_reset();
    return EXIT_BAD_INPUT;
}

/* The assumptions that a verdict TRUE may name. */
static void print_ledger(void) {
    for (int k = 0; k < LEDGER_KINDS; k++)
        printf("%-18s  %s\n", ledger_name((enum ledger_kind)k), ledger_sentence((enum ledger_kind)k));
}

static bool print_help(const char *topic, struct error *e) {
    bool completion = !strcmp(topic, "completion");
    if (!strcmp(topic, "ledger")) {
        print_ledger();
        return true;
    }
    if (!completion && *topic && strcmp(topic, "all") && strcmp(topic, "presets")) {
        error_set(e, NULL, 0, 0,
                  "there is no help on '%s'; try --help, --help=all, --help=presets or --help=ledger", topic);
        return false;
    }
    char *text = completion ? options_completion() : options_help(topic);
    fputs(text, stdout);
    free(text);
    return true;
}

static void print_classes(void) {
    struct strbuf b = {0};
    checks_print_classes(&b);
    fputs(b.text, stdout);
    strbuf_release(&b);
}

/* Models have pipelines of their own: AIGER inside src/ic3bit, BTOR2 in hardware.c, clauses and VMT
 * in systems.c. */
static int verify(struct error *e) {
    if (!engines_check_options(e)) return EXIT_BAD_INPUT;
    limits_start();
    for (uint32_t i = 0; i < options.inputs.n; i++) {
        const char *path = options.inputs.at[i];
        bool bits = ic3bit_is_model(path), words = hardware_is_model(path), clauses = systems_is_system(path);
        if (!bits && !words && !clauses) continue;
        if (options.format == FORMAT_GCC) {
            error_set(e, NULL, 0, 0, "--format=gcc is for C programs: a model has no lines");
            return EXIT_BAD_INPUT;
        }
        if (options.cache && !options.no_cache) {
            error_set(e, path, 0, 0, "--cache is for C programs");
            return EXIT_BAD_INPUT;
        }
        if (options.inputs.n == 1 && !report_prepare(NULL, e)) return EXIT_BAD_INPUT;
        if (options.inputs.n == 1 && clauses) return systems_main(path, e);
        if (options.inputs.n == 1) return bits ? ic3bit_main(path, e) : hardware_main(path, e);
        error_set(e, path, 0, 0, "a model must be the only input");
        return EXIT_BAD_INPUT;
    }
    return pipeline_run(e);
}

/* --suggest looks for preconditions of the entry, unless it is told which are assumed. */
static bool finds_preconditions(void) {
    return options.suggest && options_given("entry") && !options.assume.n && strcmp(options.entry, "main");
}

/* A first word that is no option and no file name: `edgewise project ...`, `edgewise cache ...`. */
static bool is_verb(int argc, char **argv, const char *verb) { return argc > 1 && !strcmp(argv[1], verb); }

int main(int argc, char **argv) {
    struct error e = {0};
    int code = EXIT_SAFE;
    bool project = is_verb(argc, argv, "project"), cache = is_verb(argc, argv, "cache"),
         serve = is_verb(argc, argv, "serve");
    if (project || cache || serve) argv[1] = argv[0], argc--, argv++;
    if (!options_parse(argc, argv, &e)) return bad_input(&e);
    report_command(argc, argv);
    if (options.version) puts("edgewise " EDGEWISE_VERSION);
    else if (options.help) print_help(options.help_topic, &e);
    else if (cache) code = cache_main(options.inputs.n ? options.inputs.at[0] : "", &e);
    else if (project) code = project_main(argc, argv, &e);
    else if (serve && options.inputs.n)
        error_set(&e, NULL, 0, 0, "edgewise serve takes no file: programs come from its page");
    else if (serve) code = serve_main(&e);
    else if (options_given("port")) error_set(&e, NULL, 0, 0, "--port is for `edgewise serve`");
    else if (options_given_project())
        error_set(&e, NULL, 0, 0, "--%s is for `edgewise project`", options_given_project());
    else if (options.list_checks && !options.inputs.n && !options.build_dir) print_classes();
    else if (!options.inputs.n && !options.build_dir)
        error_set(&e, NULL, 0, 0, "no input file; usage: edgewise [options] FILE... (see --help)");
    else if (!options.list_functions && (options.each_function || finds_preconditions()))
        code = each_main(argc, argv, &e);
    else code = verify(&e);
    if (e.set) return bad_input(&e);
    options_reset();
    if (!fflush(stdout) && !ferror(stdout)) return code;
    fputs("edgewise: standard output cannot be written\n", stderr);
    return EXIT_BAD_INPUT;
}
