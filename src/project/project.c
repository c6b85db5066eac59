/* A project is verified by many runs of edgewise, and its report is made of their results.
 *
 *     edgewise project -p build                     plan, run what has no result, report
 *     edgewise project -p build --plan=jobs.jsonl   the plan alone
 *     edgewise project --run=7                      job 7 of the plan in the folder: what every
 *                                                   runner starts
 *     edgewise project --merge, --status            the report of what is there; how far it is
 *
 * The folder (--folder) is the whole state. A start that finds an unfinished run there goes on with
 * it: jobs whose lines are the same (program, options, limits) keep their results. One that finds a
 * finished run makes it the last one, for comparison, and begins anew; proofs that are still right
 * come from the cache, rechecked. */
#include "project/project.h"

#include <assert.h>
#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "project/cache.h"
#include "project/commands.h"
#include "project/merge.h"
#include "project/plan.h"
#include "project/pool.h"
#include "project/run.h"
#include "project/runner.h"
#include "project/scan.h"
#include "project/split.h"
#include "system/output.h"
#include "system/toolchain.h"
#include "util/mem.h"

struct project {
    /* Absolute. */
    char *folder;
    struct plan plan;
    /* Options that every job gets; strings are owned. */
    text_list words;
    struct error *e;
};

/* ---- what the jobs get of the command line ---- */

/* Options that are about the whole, with a value and without. */
static const char *const ours[] = {"plan",         "run",      "runner",         "folder",  "functions",
                                   "check-groups", "baseline", "write-baseline", "junit",   "markdown",
                                   "partition",    "sarif",    "html",           "timeout", "memory",
                                   "jobs",         "cache"};
static const char *const our_flags[] = {"merge", "status",  "detach",   "fresh",       "split",   "json",
                                        "quiet", "verbose", "progress", "no-progress", "no-cache"};

static bool is_one_of(const char *word, size_t n, const char *const *names, size_t count) {
    for (size_t i = 0; i < count; i++)
        if (strlen(names[i]) == n && !strncmp(names[i], word, n)) return true;
    return false;
}

static bool is_input(const char *word) {
    for (uint32_t i = 0; i < options.inputs.n; i++)
        if (options.inputs.at[i] == word) return true;
    return false;
}

static void take_words(struct project *p, int argc, char **argv) {
    for (int i = 1; i < argc; i++) {
        const char *name = strncmp(argv[i], "--", 2) ? "" : argv[i] + 2;
        size_t n = strcspn(name, "=");
        if (is_input(argv[i]) || !strcmp(argv[i], "--") ||
            is_one_of(name, n, our_flags, sizeof our_flags / sizeof *our_flags))
            continue;
        if (is_one_of(name, n, ours, sizeof ours / sizeof *ours)) i += !name[n];
        else VEC_PUSH(&p->words, mem_strdup(argv[i]));
    }
    char *cache = options.no_cache ? NULL : cache_folder_name();
    if (cache) cache_make_folder(p->e);
    if (cache) VEC_PUSH(&p->words, mem_printf("--cache=%s", cache));
    free(cache);
}

/* ---- the folder ---- */

static char *absolute(const char *path) {
    char *here = path[0] == '/' ? mem_strdup("") : getcwd(NULL, 0);
    if (!here) fail_environment("cannot tell the current directory: %s", strerror(errno));
    char *whole = mem_printf("%s%s%s", here, *here ? "/" : "", path);
    free(here);
    return whole;
}

static void make_folder(struct project *p, const char *below) {
    char *path = mem_printf("%s%s", p->folder, below);
    if (mkdir(path, 0777) && errno != EEXIST)
        error_set(p->e, path, 0, 0, "the folder cannot be made: %s", strerror(errno));
    free(path);
}

static void open_folder(struct project *p) {
    make_folder(p, "");
    make_folder(p, "/results");
    make_folder(p, "/slurm");
}

static char *plan_path(const struct project *p) { return mem_printf("%s/plan.jsonl", p->folder); }

static bool read_plan(struct project *p) {
    char *path = options.plan ? mem_strdup(options.plan) : plan_path(p);
    bool good = plan_read(&p->plan, path, p->e);
    free(path);
    return good;
}

static bool write_plan(struct project *p, const char *path) {
    struct strbuf b = {0};
    plan_print(&p->plan, &b);
    bool good = output_write(path, &b, p->e);
    strbuf_release(&b);
    return good;
}

/* Only what the names of results and drafts say is ours is removed. */
static void remove_results(const struct project *p) {
    char *path = mem_printf("%s/results", p->folder);
    DIR *d = opendir(path);
    for (struct dirent *entry; d && (entry = readdir(d));) {
        const char *name = entry->d_name + (entry->d_name[0] == '.');
        if (strspn(name, "0123456789abcdef") == SHA256_HEX) unlinkat(dirfd(d), entry->d_name, 0);
    }
    if (d) closedir(d);
    free(path);
}

static uint32_t count_results(const struct project *p, const struct plan *plan) {
    uint32_t n = 0;
    for (uint32_t i = 0; i < plan->jobs.n; i++) n += result_exists(p->folder, &plan->jobs.at[i]);
    return n;
}

/* A finished run becomes the last one; an unfinished one is gone on with. */
static void meet_old_run(struct project *p) {
    struct plan old = {0};
    struct error none = {0};
    char *path = plan_path(p);
    bool some = !access(path, R_OK) && plan_read(&old, path, &none);
    uint32_t done = some ? count_results(p, &old) : 0, kept = count_results(p, &p->plan);
    bool finished = some && done == old.jobs.n;
    if (some && (finished || options.fresh)) {
        if (finished) last_write(p->folder, &old, p->e);
        remove_results(p);
    } else if (kept && !options.quiet) {
        fprintf(
            stderr,
            "edgewise: going on with an unfinished run: %u of %u results are there (--fresh begins anew)\n",
            kept, p->plan.jobs.n);
    }
    error_release(&none);
    plan_release(&old);
    free(path);
}

/* ---- the plan ---- */

static bool ends_with(const char *text, const char *end) {
    size_t n = strlen(text), m = strlen(end);
    return n > m && !strcmp(text + n - m, end);
}

static bool is_c(const char *file) { return ends_with(file, ".c") || ends_with(file, ".i"); }

static void scan_list(struct project *p) {
    struct commands list = {0};
    text_list seen = {0};
    if (commands_read(&list, options.build_dir, p->e))
        for (uint32_t i = 0; i < list.all.n; i++) {
            const char *name = toolchain_shown_name(list.all.at[i].file);
            bool known = !is_c(name);
            for (uint32_t k = 0; k < seen.n && !known; k++) known = !strcmp(seen.at[k], name);
            if (known) continue;
            VEC_PUSH(&seen, mem_strdup(name));
            scan_file(&p->plan, name, &p->words);
        }
    for (uint32_t i = 0; i < seen.n; i++) free((char *)seen.at[i]);
    VEC_RELEASE(&seen);
    commands_release(&list);
}

static bool make_plan(struct project *p) {
    if (options.inputs.n == 1 && ends_with(options.inputs.at[0], ".jsonl"))
        return plan_read(&p->plan, options.inputs.at[0], p->e);
    if (options.split) {
        split_plan(&p->plan, &p->words, p->e);
        return !p->e->set;
    }
    for (uint32_t i = 0; i < options.inputs.n; i++) scan_file(&p->plan, options.inputs.at[i], &p->words);
    if (!options.inputs.n && options.build_dir) scan_list(p);
    if (!p->e->set && !p->plan.jobs.n)
        error_set(p->e, NULL, 0, 0,
                  "there is nothing to do: name files, or a folder with compile_commands.json by -p");
    return !p->e->set;
}

/* ---- the report ---- */

static void write_report(const struct merge *m, const char *path,
                         void (*print)(const struct merge *, struct strbuf *), struct error *e) {
    struct strbuf b = {0};
    if (!path || e->set) return;
    print(m, &b);
    output_write(path, &b, e);
    strbuf_release(&b);
}

static int report(struct project *p) {
    struct merge m;
    int code = EXIT_BAD_INPUT;
    if (!merge_init(&m, &p->plan, p->folder, options.baseline, p->e)) return code;
    write_report(&m, options.junit, merge_junit, p->e);
    write_report(&m, options.markdown, merge_markdown, p->e);
    write_report(&m, options.html, merge_html, p->e);
    write_report(&m, options.sarif, merge_sarif, p->e);
    write_report(&m, options.write_baseline, merge_baseline, p->e);
    write_report(&m, "-", options.split ? split_text : merge_text, p->e);
    if (!p->e->set) code = options.split ? split_exit_code(&m) : merge_exit_code(&m);
    merge_release(&m);
    return code;
}

static int status(struct project *p) {
    uint32_t counts[RESULT_KINDS] = {0};
    struct strbuf b = {0};
    for (uint32_t i = 0; i < p->plan.jobs.n; i++) {
        struct result_record r = result_read(p->folder, &p->plan.jobs.at[i]);
        counts[r.kind]++;
        result_release(&r);
    }
    strbuf_printf(&b, "%u of %u jobs have a result: %u TRUE, %u FALSE, %u UNKNOWN, %u ERROR\n",
                  p->plan.jobs.n - counts[RESULT_NONE], p->plan.jobs.n, counts[RESULT_TRUE],
                  counts[RESULT_FALSE], counts[RESULT_UNKNOWN], counts[RESULT_ERROR]);
    runner_slurm_status(p->folder, &b);
    fputs(b.text, stdout);
    strbuf_release(&b);
    return counts[RESULT_NONE] ? EXIT_UNKNOWN : EXIT_SAFE;
}

/* The line that makes the same report elsewhere, a fresh string. */
static char *report_line(const struct project *p) {
    const struct {
        const char *option, *value;
    } files[] = {{"junit", options.junit},
                 {"markdown", options.markdown},
                 {"html", options.html},
                 {"sarif", options.sarif},
                 {"baseline", options.baseline}};
    struct strbuf b = {0};
    strbuf_text(&b, "exec ");
    runner_quote(&b, run_self());
    strbuf_text(&b, " project --merge --folder=");
    runner_quote(&b, p->folder);
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        if (!files[i].value) continue;
        char *path = absolute(files[i].value);
        strbuf_printf(&b, " --%s=", files[i].option);
        runner_quote(&b, path);
        free(path);
    }
    return strbuf_take(&b);
}

/* ---- running ---- */

static uint32_t processes(void) {
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    return options.jobs >= 1 ? (uint32_t)options.jobs : cores > 0 ? (uint32_t)cores : 1;
}

static int interrupted(const struct project *p) {
    fprintf(stderr, "edgewise: interrupted: %u of %u jobs have a result; the same command goes on\n",
            count_results(p, &p->plan), p->plan.jobs.n);
    return EXIT_UNKNOWN;
}

static int run_all(struct project *p) {
    bool whole = true;
    if (!strcmp(options.runner, "local")) {
        struct last last = {0};
        last_read(&last, p->folder);
        whole = pool_run(&p->plan, p->folder, &last, processes(), options.split);
        last_release(&last);
    } else if (!strcmp(options.runner, "ninja")) {
        runner_ninja(&p->plan, p->folder, processes(), p->e);
    } else if (!strcmp(options.runner, "slurm")) {
        char *line = report_line(p);
        runner_slurm(&p->plan, p->folder, line, p->e);
        free(line);
    } else {
        runner_launcher(&p->plan, p->folder, options.runner, p->e);
    }
    if (p->e->set) return EXIT_BAD_INPUT;
    if (!whole) return interrupted(p);
    return options.detach && !strcmp(options.runner, "slurm") ? status(p) : report(p);
}

static int run_one(struct project *p) {
    uint32_t n = (uint32_t)options.run;
    if (n >= p->plan.jobs.n) {
        error_set(p->e, NULL, 0, 0, "--run=%u: the plan has jobs 0 to %u", n, p->plan.jobs.n - 1);
        return EXIT_BAD_INPUT;
    }
    return run_job(&p->plan.jobs.at[n], p->folder) ? EXIT_SAFE : EXIT_INTERNAL;
}

static int start(struct project *p) {
    char *path = plan_path(p);
    int code = EXIT_BAD_INPUT;
    if (make_plan(p)) {
        if (options.plan) code = write_plan(p, options.plan) ? EXIT_SAFE : EXIT_BAD_INPUT;
        else {
            open_folder(p);
            if (!p->e->set) meet_old_run(p);
            if (!p->e->set && write_plan(p, path)) code = run_all(p);
        }
    }
    free(path);
    return code;
}

int project_main(int argc, char **argv, struct error *e) {
    struct project p = {.e = e};
    int code = EXIT_BAD_INPUT;
    bool later = options.run >= 0 || options.merge || options.status;
    p.folder = absolute(options.folder);
    if (!later) take_words(&p, argc, argv);
    if (!later) code = e->set ? code : start(&p);
    else if (read_plan(&p)) {
        if (options.run >= 0) open_folder(&p);
        if (!e->set) code = options.run >= 0 ? run_one(&p) : options.status ? status(&p) : report(&p);
    }
    plan_release(&p.plan);
    toolchain_release(&p.words);
    free(p.folder);
    return code;
}
