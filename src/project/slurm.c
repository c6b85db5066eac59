/* Slurm runs the list as job arrays. Task T of an array that begins at B is job B + T of the plan:
 *
 *     sbatch --array=0-299 --requeue --time=2 --mem=2304M
 *         --wrap 'exec edgewise project --folder=RUN --run=$((0 + SLURM_ARRAY_TASK_ID))'
 *
 * Jobs with the same limits share an array, which has at most MaxArraySize tasks (Slurm counts
 * indices, so an array larger than that is several). A task that was requeued after its node was
 * lost runs again, and run_job does nothing where a result is there, so that no job has two. The
 * report is a job of its own that starts after the arrays, however they end; the waiting process
 * only looks on. */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "project/result.h"
#include "project/run.h"
#include "project/runner.h"
#include "system/output.h"
#include "util/log.h"
#include "util/mem.h"

enum { POLL_SECONDS = 1, DEFAULT_ARRAY = 1001, EXTRA_MEMORY = 256, EXTRA_SECONDS = 90, LONGEST_LIST = 60000 };

/* The number behind "NAME = " in what scontrol says. */
static uint32_t setting(const char *text, const char *name, uint32_t otherwise) {
    const char *at = text ? strstr(text, name) : NULL;
    at = at ? strchr(at, '=') : NULL;
    unsigned long n = at ? strtoul(at + 1, NULL, 10) : 0;
    return n > 1 && n < UINT32_MAX ? (uint32_t)n : otherwise;
}

static uint32_t largest_array(void) {
    const char *const words[] = {"scontrol", "show", "config", NULL};
    struct strbuf b = {0};
    run_program(words, NULL, &b, false);
    uint32_t n = setting(b.text, "MaxArraySize", DEFAULT_ARRAY);
    strbuf_release(&b);
    return n;
}

static bool same_limits(const struct plan_job *a, const struct plan_job *b) {
    return a->timeout == b->timeout && a->memory == b->memory;
}

/* Job `first` and those after it that go into one array: indices from `first`, those without a
 * result. */
struct array {
    uint32_t first, end;
    struct strbuf tasks;
};

/* "0,3,5-9" of the open jobs from `first`; *end is behind the last one. */
static void choose(struct array *a, const struct plan *p, const char *run, uint32_t most) {
    uint32_t i = a->first, from = UINT32_MAX;
    for (; i <= p->jobs.n; i++) {
        bool in = i < p->jobs.n && i - a->first < most &&
                  same_limits(&p->jobs.at[i], &p->jobs.at[a->first]) && a->tasks.n < LONGEST_LIST;
        bool open = in && !result_exists(run, &p->jobs.at[i]);
        if (open && from == UINT32_MAX) from = i;
        if (!open && from != UINT32_MAX) {
            strbuf_printf(&a->tasks, "%s%u", a->tasks.n ? "," : "", from - a->first);
            if (i - from > 1) strbuf_printf(&a->tasks, "-%u", i - 1 - a->first);
            from = UINT32_MAX;
        }
        if (!in) break;
    }
    a->end = i;
    assert(a->end > a->first);
}

/* Words that several jobs have in common are owned by the caller. */
static bool submit(text_list *words, struct strbuf *ids, struct error *e) {
    struct strbuf said = {0};
    VEC_PUSH(words, NULL);
    int code = run_program(words->at, NULL, &said, false);
    if (code == 127 || code < 0) error_set(e, NULL, 0, 0, "--runner=slurm: sbatch cannot be started");
    else if (code) error_set(e, NULL, 0, 0, "--runner=slurm: sbatch refuses the jobs");
    else
        strbuf_printf(ids, "%s%.*s", ids->n ? ":" : "", (int)strspn(said.text ? said.text : "", "0123456789"),
                      said.text);
    strbuf_release(&said);
    return !e->set;
}

/* The option that says what each task does, a fresh string. */
static char *array_script(const char *run, uint32_t first) {
    struct strbuf b = {0};
    strbuf_text(&b, "--wrap=exec ");
    runner_quote(&b, run_self());
    strbuf_text(&b, " project --folder=");
    runner_quote(&b, run);
    strbuf_printf(&b, " --run=$((%u + SLURM_ARRAY_TASK_ID))", first);
    return strbuf_take(&b);
}

static bool submit_array(const struct plan *p, const char *run, const struct array *a, struct strbuf *ids,
                         struct error *e) {
    const struct plan_job *j = &p->jobs.at[a->first];
    char *owned[] = {mem_printf("--array=%s", a->tasks.text),
                     mem_printf("--output=%s/slurm/%%A_%%a.log", run),
                     array_script(run, a->first),
                     mem_printf("--time=%.0f", (j->timeout + EXTRA_SECONDS) / 60 + 1),
                     mem_printf("--mem=%.0fM", j->memory + EXTRA_MEMORY),
                     mem_printf("--partition=%s", options.partition ? options.partition : "")};
    text_list words = {0};
    const char *const fixed[] = {"sbatch",     "--parsable",        "--requeue", "--job-name=edgewise",
                                 "--ntasks=1", "--cpus-per-task=1", owned[0],    owned[1],
                                 owned[2]};
    for (size_t i = 0; i < sizeof fixed / sizeof *fixed; i++) VEC_PUSH(&words, fixed[i]);
    if (j->timeout > 0) VEC_PUSH(&words, owned[3]);
    if (j->memory > 0) VEC_PUSH(&words, owned[4]);
    if (options.partition) VEC_PUSH(&words, owned[5]);
    bool good = submit(&words, ids, e);
    VEC_RELEASE(&words);
    for (size_t i = 0; i < sizeof owned / sizeof *owned; i++) free(owned[i]);
    return good;
}

/* The job that makes the report, after all others. */
static bool submit_report(const char *run, const char *report, const char *after, struct strbuf *ids,
                          struct error *e) {
    char *owned[] = {mem_printf("--dependency=afterany:%s", after), mem_printf("--output=%s/report.txt", run),
                     mem_printf("--wrap=%s", report),
                     mem_printf("--partition=%s", options.partition ? options.partition : "")};
    text_list words = {0};
    const char *const fixed[] = {"sbatch",     "--parsable", "--requeue", "--job-name=edgewise-report",
                                 "--ntasks=1", owned[0],     owned[1],    owned[2]};
    for (size_t i = 0; i < sizeof fixed / sizeof *fixed; i++) VEC_PUSH(&words, fixed[i]);
    if (options.partition) VEC_PUSH(&words, owned[3]);
    bool good = submit(&words, ids, e);
    VEC_RELEASE(&words);
    for (size_t i = 0; i < sizeof owned / sizeof *owned; i++) free(owned[i]);
    return good;
}

/* ---- waiting ---- */

static char *ids_file(const char *run) { return mem_printf("%s/slurm/jobs", run); }

/* "12:13:14" as squeue wants it, a fresh string. */
static char *with_commas(const char *ids) {
    char *list = mem_strdup(ids);
    for (char *at = list; *at; at++)
        if (*at == ':' || *at == '\n') *at = at[1] && *at == ':' ? ',' : 0;
    return list;
}

/* Lines "STATE" of the tasks that are not over; false: the controller does not answer, which says
 * nothing. */
static bool queue(const char *ids, struct strbuf *b) {
    char *list = with_commas(ids), *of = mem_printf("--jobs=%s", list);
    const char *const words[] = {"squeue", "--noheader", "--array", "--format=%T", of, NULL};
    int code = run_program(words, NULL, b, true);
    free(list);
    free(of);
    /* Jobs that are long over are "invalid" to squeue. */
    return code == 0 || code == 1;
}

static bool controller_answers(void) {
    const char *const words[] = {"scontrol", "ping", NULL};
    struct strbuf b = {0};
    int code = run_program(words, NULL, &b, true);
    bool up = code == 0 && b.n && strstr(b.text, "UP");
    strbuf_release(&b);
    return up;
}

static void wait_for(const char *ids) {
    for (;;) {
        struct strbuf b = {0};
        bool over = controller_answers() && queue(ids, &b) && !b.n;
        strbuf_release(&b);
        if (over && controller_answers()) return;
        nanosleep(&(struct timespec){.tv_sec = POLL_SECONDS}, NULL);
    }
}

void runner_slurm_status(const char *run, struct strbuf *b) {
    char *path = ids_file(run), ids[4096] = "";
    FILE *f = fopen(path, "re");
    struct strbuf states = {0};
    if (f && fgets(ids, sizeof ids, f) && queue(ids, &states)) {
        char *list = with_commas(ids);
        uint32_t running = 0, pending = 0;
        for (const char *at = states.n ? states.text : ""; *at; at += strcspn(at, "\n"), at += *at == '\n') {
            running += !strncmp(at, "RUNNING", 7);
            pending += !strncmp(at, "PENDING", 7) || !strncmp(at, "REQUEUED", 8);
        }
        strbuf_printf(b, "Slurm's jobs %s: %u running, %u waiting\n", list, running, pending);
        free(list);
    }
    if (f) fclose(f);
    strbuf_release(&states);
    free(path);
}

bool runner_slurm(const struct plan *p, const char *run, const char *report, struct error *e) {
    struct strbuf ids = {0}, last = {0};
    uint32_t most = largest_array();
    for (struct array a = {0}; a.first < p->jobs.n && !e->set; a.first = a.end) {
        strbuf_clear(&a.tasks);
        choose(&a, p, run, most);
        if (a.tasks.n) submit_array(p, run, &a, &ids, e);
        if (a.end >= p->jobs.n) strbuf_release(&a.tasks);
    }
    bool some = ids.n > 0 && !e->set;
    if (some && submit_report(run, report, ids.text, &last, e)) {
        char *path = ids_file(run);
        strbuf_printf(&ids, ":%s\n", last.text);
        output_write(path, &ids, e);
        free(path);
    }
    if (some && !e->set && !options.detach) wait_for(ids.text);
    strbuf_release(&ids);
    strbuf_release(&last);
    return !e->set;
}
