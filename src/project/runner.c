#include "project/runner.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "project/commands.h"
#include "project/result.h"
#include "project/run.h"
#include "system/output.h"
#include "util/mem.h"

/* A job of more than this many MiB goes to ninja's pool of depth 1. */
static const double HEAVY_MEMORY = 4096;

void runner_quote(struct strbuf *b, const char *word) {
    strbuf_char(b, '\'');
    for (; *word; word++)
        if (*word == '\'') strbuf_text(b, "'\\''");
        else strbuf_char(b, *word);
    strbuf_char(b, '\'');
}

char *runner_line(const char *run, uint32_t n) {
    struct strbuf b = {0};
    runner_quote(&b, run_self());
    strbuf_text(&b, " project --folder=");
    runner_quote(&b, run);
    strbuf_printf(&b, " --run=%u", n);
    return strbuf_take(&b);
}

/* ---- ninja ---- */

/* ninja has its own meaning of dollars, and of blanks and colons in names. */
static void ninja_text(struct strbuf *b, const char *text, bool name) {
    for (; *text; text++) {
        if (*text == '$' || (name && strchr(" :", *text))) strbuf_char(b, '$');
        strbuf_char(b, *text == '\n' ? ' ' : *text);
    }
}

static void ninja_job(struct strbuf *b, const struct plan_job *j, const char *run, uint32_t n) {
    char *line = runner_line(run, n);
    strbuf_printf(b, "build results/%s.json: job\n  command = ", j->key);
    ninja_text(b, line, false);
    strbuf_text(b, "\n  description = ");
    ninja_text(b, j->name, false);
    strbuf_text(b, j->memory > HEAVY_MEMORY ? "\n  pool = heavy\n" : "\n");
    free(line);
}

bool runner_ninja(const struct plan *p, const char *run, uint32_t processes, struct error *e) {
    struct strbuf b = {0};
    strbuf_text(&b,
                "# Written by edgewise project: `ninja -k 0` runs the jobs that have no result.\n"
                "ninja_required_version = 1.5\npool heavy\n  depth = 1\nrule job\n  command = $command\n");
    for (uint32_t i = 0; i < p->jobs.n; i++) ninja_job(&b, &p->jobs.at[i], run, i);
    char *file = mem_printf("%s/build.ninja", run), *number = mem_printf("-j%u", processes);
    const char *const words[] = {"ninja", "-C", run, "-k", "0", "--quiet", number, NULL};
    if (output_write(file, &b, e)) {
        int code = run_program(words, NULL, NULL, false);
        if (code < 0 || code == 127) error_set(e, NULL, 0, 0, "--runner=ninja: ninja cannot be started");
    }
    strbuf_release(&b);
    free(file);
    free(number);
    return !e->set;
}

/* ---- any launcher ---- */

bool runner_launcher(const struct plan *p, const char *run, const char *command, struct error *e) {
    text_list words = {0};
    struct strbuf lines = {0};
    if (!commands_split(command, &words) || !words.n) {
        error_set(e, NULL, 0, 0, "--runner takes local, ninja, slurm or a command, not '%s'", command);
        return false;
    }
    for (uint32_t i = 0; i < p->jobs.n; i++) {
        if (result_exists(run, &p->jobs.at[i])) continue;
        char *line = runner_line(run, i);
        strbuf_printf(&lines, "%s\n", line);
        free(line);
    }
    VEC_PUSH(&words, NULL);
    int code = lines.n ? run_program(words.at, lines.text, NULL, false) : 0;
    if (code < 0 || code == 127) error_set(e, NULL, 0, 0, "--runner: %s cannot be started", words.at[0]);
    strbuf_release(&lines);
    for (uint32_t i = 0; i + 1 < words.n; i++) free((char *)words.at[i]);
    VEC_RELEASE(&words);
    return !e->set;
}
