#include "project/merge.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "util/mem.h"

/* Times below say nothing about the program. */
static const double SLOW_SECONDS = 1, SLOWER_FACTOR = 1.5;

/* ---- baseline ---- */

static bool read_baseline(const char *file, text_list *ids, struct error *e) {
    FILE *f = fopen(file, "re");
    char *line = NULL;
    size_t capacity = 0;
    ssize_t n;
    if (!f) {
        error_set(e, file, 0, 0, "the baseline cannot be read; --write-baseline makes one");
        return false;
    }
    while ((n = getline(&line, &capacity, f)) > 0) {
        line[strcspn(line, "\r\n")] = 0;
        if (*line && *line != '#') VEC_PUSH(ids, mem_strdup(line));
    }
    free(line);
    fclose(f);
    return true;
}

static bool contains(const text_list *list, const char *text) {
    for (uint32_t i = 0; i < list->n; i++)
        if (!strcmp(list->at[i], text)) return true;
    return false;
}

/* ---- comparison ---- */

static void take_findings(struct merge *m, uint32_t job, const text_list *baseline) {
    const struct plan_job *j = &m->plan->jobs.at[job];
    result_finding_list found = {0};
    result_findings(j, &m->results.at[job], &found);
    for (uint32_t i = 0; i < found.n; i++)
        VEC_PUSH(&m->findings,
                 ((struct merge_finding){.f = found.at[i],
                                         .job = job,
                                         .fresh = !last_has_finding(&m->last, j->name, found.at[i].id),
                                         .beyond_baseline = !contains(baseline, found.at[i].id)}));
    VEC_RELEASE(&found); /* the names are the merge's now */
}

static bool has_finding(const struct merge *m, uint32_t job, const char *id) {
    for (uint32_t i = 0; i < m->findings.n; i++)
        if (m->findings.at[i].job == job && !strcmp(m->findings.at[i].f.id, id)) return true;
    return false;
}

static void find_fixed(struct merge *m, uint32_t job) {
    const json_t *list =
        json_object_get(json_object_get(m->last.jobs, m->plan->jobs.at[job].name), "findings");
    bool decided = m->results.at[job].kind == RESULT_TRUE || m->results.at[job].kind == RESULT_FALSE;
    for (size_t i = 0; decided && i < json_array_size(list); i++) {
        const char *id = json_string_value(json_array_get(list, i));
        if (id && !has_finding(m, job, id)) VEC_PUSH(&m->fixed, mem_strdup(id));
    }
}

static void compare(struct merge *m, uint32_t job) {
    const char *name = m->plan->jobs.at[job].name;
    const struct result_record *r = &m->results.at[job];
    enum result_kind before = last_kind(&m->last, name);
    double seconds = last_seconds(&m->last, name);
    bool was_decided = before == RESULT_TRUE || before == RESULT_FALSE;
    if (was_decided && r->kind != RESULT_TRUE && r->kind != RESULT_FALSE) VEC_PUSH(&m->undecided, job);
    if (seconds >= 0 && r->seconds > SLOW_SECONDS && r->seconds > SLOWER_FACTOR * seconds)
        VEC_PUSH(&m->slower, job);
    find_fixed(m, job);
}

bool merge_init(struct merge *m, const struct plan *p, const char *run, const char *baseline,
                struct error *e) {
    text_list known = {0};
    *m = (struct merge){.plan = p, .has_baseline = baseline != NULL};
    if (baseline && !read_baseline(baseline, &known, e)) return false;
    last_read(&m->last, run);
    m->has_last = m->last.jobs != NULL;
    for (uint32_t i = 0; i < p->jobs.n; i++) {
        VEC_PUSH(&m->results, result_read(run, &p->jobs.at[i]));
        m->counts[m->results.at[i].kind]++;
        take_findings(m, i, &known);
        if (m->has_last) compare(m, i);
    }
    for (uint32_t i = 0; i < known.n; i++) free((char *)known.at[i]);
    VEC_RELEASE(&known);
    assert(m->results.n == p->jobs.n);
    return true;
}

void merge_release(struct merge *m) {
    for (uint32_t i = 0; i < m->findings.n; i++) free(m->findings.at[i].f.id);
    for (uint32_t i = 0; i < m->results.n; i++) result_release(&m->results.at[i]);
    for (uint32_t i = 0; i < m->fixed.n; i++) free((char *)m->fixed.at[i]);
    last_release(&m->last);
    VEC_RELEASE(&m->findings);
    VEC_RELEASE(&m->results);
    VEC_RELEASE(&m->fixed);
    VEC_RELEASE(&m->undecided);
    VEC_RELEASE(&m->slower);
}

/* ---- the verdict ---- */

static bool fails(const struct merge *m) {
    for (uint32_t i = 0; i < m->findings.n; i++)
        if (!m->has_baseline || m->findings.at[i].beyond_baseline) return true;
    return false;
}

enum result_kind merge_verdict(const struct merge *m) {
    if (fails(m)) return RESULT_FALSE;
    if (m->counts[RESULT_ERROR]) return RESULT_ERROR;
    return m->counts[RESULT_TRUE] == m->plan->jobs.n ? RESULT_TRUE : RESULT_UNKNOWN;
}

/* With a baseline, what was undecided or known does not fail. */
int merge_exit_code(const struct merge *m) {
    switch (merge_verdict(m)) {
    case RESULT_TRUE: return EXIT_SAFE;
    case RESULT_FALSE: return EXIT_UNSAFE;
    case RESULT_ERROR: return EXIT_BAD_INPUT;
    default: return m->has_baseline && !m->counts[RESULT_NONE] ? EXIT_SAFE : EXIT_UNKNOWN;
    }
}

/* ---- text ---- */

static void print_finding(const struct merge *m, const struct merge_finding *f, struct strbuf *b) {
    strbuf_printf(b, "%-9s  %s  ", m->has_baseline && !f->beyond_baseline ? "known" : "FALSE",
                  m->plan->jobs.at[f->job].name);
    if (*f->f.file) strbuf_printf(b, "%s:%d: ", f->f.file, f->f.line);
    strbuf_printf(b, "%s: %s%s\n", f->f.rule, f->f.message, m->has_last && f->fresh ? " [new]" : "");
}

static void print_counts(const struct merge *m, struct strbuf *b) {
    const char *comma = "";
    strbuf_printf(b, "%u job%s: ", m->plan->jobs.n, m->plan->jobs.n == 1 ? "" : "s");
    for (int k = RESULT_TRUE; k < RESULT_KINDS; k++)
        if (m->counts[k]) {
            strbuf_printf(b, "%s%u %s", comma, m->counts[k], result_word((enum result_kind)k));
            comma = ", ";
        }
    if (m->counts[RESULT_NONE]) strbuf_printf(b, "%s%u without a result", comma, m->counts[RESULT_NONE]);
    strbuf_char(b, '\n');
}

static uint32_t count_fresh(const struct merge *m) {
    uint32_t n = 0;
    for (uint32_t i = 0; i < m->findings.n; i++) n += m->findings.at[i].fresh;
    return n;
}

void merge_text(const struct merge *m, struct strbuf *b) {
    for (uint32_t i = 0, f = 0; i < m->plan->jobs.n; i++) {
        const struct result_record *r = &m->results.at[i];
        for (; f < m->findings.n && m->findings.at[f].job == i; f++) print_finding(m, &m->findings.at[f], b);
        if (r->kind == RESULT_TRUE || r->kind == RESULT_FALSE) continue;
        strbuf_printf(b, "%-9s  %s%s%s\n", result_word(r->kind), m->plan->jobs.at[i].name,
                      *r->reason ? "  " : "", r->reason);
    }
    print_counts(m, b);
    if (m->has_last)
        strbuf_printf(b, "since the last run: %u new failure%s, %u fixed, %u newly undecided\n",
                      count_fresh(m), count_fresh(m) == 1 ? "" : "s", m->fixed.n, m->undecided.n);
    strbuf_printf(b, "Verification result: %s\n", result_word(merge_verdict(m)));
}

void merge_baseline(const struct merge *m, struct strbuf *b) {
    strbuf_text(b, "# Findings that `edgewise project --baseline` does not fail for, one per line.\n");
    for (uint32_t i = 0; i < m->findings.n; i++) strbuf_printf(b, "%s\n", m->findings.at[i].f.id);
}
