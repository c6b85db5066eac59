#include "project/split.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "project/scan.h"
#include "util/mem.h"

/* The whole portfolio first: where there is one machine, it is all that runs. Then what it shares
 * its time among, alone. */
static const char *const variants[][2] = {{"--engine=portfolio", "--seed=1"},
                                          {"--engine=ic3cfa", "--preset=default"},
                                          {"--engine=kind", "--seed=1"},
                                          {"--engine=cells", "--seed=1"},
                                          {"--engine=bmc", "--seed=1"},
                                          {"--engine=regions", "--seed=1"},
                                          {"--engine=ic3cfa", "--order=activity"},
                                          {"--engine=ic3cfa", "--preset=fmcad15"},
                                          {"--engine=fuzz", "--seed=2"},
                                          {"--engine=portfolio", "--seed=2"}};

static void add_variant(struct plan *p, const struct plan_job *of, const char *const variant[2]) {
    struct plan_job j = {.name = mem_printf("%s %s %s", of->name, variant[0], variant[1]),
                         .directory = mem_strdup(of->directory),
                         .source = mem_strdup(of->source),
                         .timeout = of->timeout,
                         .memory = of->memory};
    for (uint32_t i = 0; i < of->args.n; i++) VEC_PUSH(&j.args, mem_strdup(of->args.at[i]));
    for (int i = 0; i < 2; i++) VEC_PUSH(&j.args, mem_strdup(variant[i]));
    plan_add(p, j);
}

void split_plan(struct plan *p, const text_list *words, struct error *e) {
    struct plan one = {0};
    if (options.inputs.n != 1) {
        error_set(e, NULL, 0, 0, "--split is for one program");
        return;
    }
    scan_file(&one, options.inputs.at[0], words);
    if (one.jobs.n != 1)
        error_set(e, options.inputs.at[0], 0, 0, "--split needs one entry: say --entry=FUNCTION");
    for (size_t i = 0; i < sizeof variants / sizeof *variants && !e->set; i++)
        add_variant(p, &one.jobs.at[0], variants[i]);
    plan_release(&one);
}

/* RESULT_ERROR: jobs contradict each other, or none could be run. */
static enum result_kind verdict_of(const struct merge *m, uint32_t *by) {
    enum result_kind found = RESULT_UNKNOWN;
    *by = UINT32_MAX;
    for (uint32_t i = 0; i < m->results.n; i++) {
        enum result_kind k = m->results.at[i].kind;
        if (k != RESULT_TRUE && k != RESULT_FALSE) continue;
        if (found != RESULT_UNKNOWN && found != k) return RESULT_ERROR;
        if (*by == UINT32_MAX) *by = i;
        found = k;
    }
    return found;
}

void split_text(const struct merge *m, struct strbuf *b) {
    uint32_t by;
    enum result_kind k = verdict_of(m, &by);
    if (by != UINT32_MAX) strbuf_printf(b, "decided by %s\n", m->plan->jobs.at[by].name);
    for (uint32_t i = 0; by == UINT32_MAX && i < m->results.n; i++)
        strbuf_printf(b, "%-9s  %s  %s\n", result_word(m->results.at[i].kind), m->plan->jobs.at[i].name,
                      m->results.at[i].reason);
    if (k == RESULT_ERROR) strbuf_text(b, "jobs contradict each other: this is a bug in edgewise\n");
    strbuf_printf(b, "Verification result: %s\n", result_word(k == RESULT_ERROR ? RESULT_UNKNOWN : k));
}

int split_exit_code(const struct merge *m) {
    uint32_t by;
    enum result_kind k = verdict_of(m, &by);
    return k == RESULT_TRUE    ? EXIT_SAFE
           : k == RESULT_FALSE ? EXIT_UNSAFE
           : k == RESULT_ERROR ? EXIT_INTERNAL
                               : EXIT_UNKNOWN;
}
