#include "report/checks.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "replay/source.h"
#include "report/explain.h"

const char *check_status_word(enum check_status s) {
    static const char *const words[] = {"SKIPPED", "UNDECIDED", "PROVED", "UNREACHABLE", "FAILED"};
    return words[s];
}

void check_answer_release(struct check_answer *r) {
    free(r->reason);
    free(r->note);
    story_release(&r->story);
    steps_release(&r->steps);
    *r = (struct check_answer){0};
}

bool check_has_trace(const struct check_answer *r) {
    return r->status == STATUS_FAILED || (r->steps.complete && r->steps.check);
}

uint32_t checks_count(const struct cfa *c, const struct check_answer *results, enum check_status s) {
    uint32_t n = 0;
    for (uint32_t i = 0; i < c->checks.n; i++) n += results[i].status == s;
    return n;
}

/* ---- order: functions with failures first, there failures first, then by place ---- */

struct row {
    const struct cfa_check *check;
    const struct check_answer *result;
    /* The least rank of the function's checks. */
    int gravest;
};
typedef VEC(struct row) row_vec;

static int rank(enum check_status s) {
    assert(s != STATUS_SKIPPED);
    return s == STATUS_FAILED ? 0 : s == STATUS_UNDECIDED ? 1 : s == STATUS_UNREACHABLE ? 2 : 3;
}

static const char *function_of(const struct row *r) {
    return r->check->pos.function ? r->check->pos.function : "(program)";
}

static int by_function(const void *a, const void *b) {
    const struct row *x = a, *y = b;
    int order = x->gravest - y->gravest;
    if (!order) order = strcmp(function_of(x), function_of(y));
    if (!order) order = rank(x->result->status) - rank(y->result->status);
    if (!order)
        order = x->check->pos.line < y->check->pos.line ? -1 : x->check->pos.line > y->check->pos.line;
    if (!order)
        order =
            x->check->pos.column < y->check->pos.column ? -1 : x->check->pos.column > y->check->pos.column;
    return order ? order : strcmp(x->check->id, y->check->id);
}

static void rows_of(const struct cfa *c, const struct check_answer *results, row_vec *rows) {
    for (uint32_t i = 0; i < c->checks.n; i++)
        if (results[i].status != STATUS_SKIPPED) {
            assert(c->checks.at[i].id);
            VEC_PUSH(rows, (struct row){&c->checks.at[i], &results[i], 0});
        }
    if (!rows->n) return;
    qsort(rows->at, rows->n, sizeof *rows->at, by_function);
    /* The first row of a function is its gravest, because ranks decide within a function. */
    for (uint32_t i = 0; i < rows->n; i++) {
        bool first = i == 0 || strcmp(function_of(&rows->at[i]), function_of(&rows->at[i - 1]));
        rows->at[i].gravest = first ? rank(rows->at[i].result->status) : rows->at[i - 1].gravest;
    }
    qsort(rows->at, rows->n, sizeof *rows->at, by_function);
}

/* ---- lines ---- */

static void pad_to(struct strbuf *b, size_t from, size_t width) {
    do strbuf_char(b, ' ');
    while (b->n < from + width);
}

/* "  push.overflow.1       ring.c:12:15  head + 1" */
static void print_check(struct strbuf *b, const struct cfa *c, const struct cfa_check *k) {
    const char *file = c->files.at[k->pos.file];
    size_t start = b->n;
    strbuf_text(b, k->id);
    pad_to(b, start, 28);
    start = b->n;
    strbuf_printf(b, "%s:%u:%u", source_short_name(file), k->pos.line, k->pos.column);
    pad_to(b, start, 20);
    char *text = source_expression(file, k->pos.line, k->pos.column, SOURCE_EXPRESSION);
    strbuf_text(b, text);
    free(text);
}

void checks_print_list(struct strbuf *b, const struct cfa *c, const struct check_answer *results) {
    row_vec rows = {0};
    rows_of(c, results, &rows);
    for (uint32_t i = 0; i < rows.n; i++) {
        print_check(b, c, rows.at[i].check);
        strbuf_char(b, '\n');
    }
    strbuf_printf(b, "%u check%s\n", rows.n, rows.n == 1 ? "" : "s");
    VEC_RELEASE(&rows);
}

void checks_print_classes(struct strbuf *b) {
    for (int i = 0; i < CHECK_CLASS_COUNT; i++) {
        const struct check_row *r = &check_rows[i];
        strbuf_printf(b, "%-16s %-4s CWE-%-5u %-13s %s\n", r->name, r->standard ? "on" : "off", r->cwe,
                      r->property ? r->property : "-", r->sentence);
    }
}

static void print_row(struct strbuf *b, const struct cfa *c, const struct row *r) {
    size_t start = b->n;
    strbuf_printf(b, "  %s", check_status_word(r->result->status));
    pad_to(b, start, 14);
    print_check(b, c, r->check);
    strbuf_char(b, '\n');
    if (r->result->status == STATUS_FAILED)
        strbuf_printf(b, "      required: %s (CWE-%u)\n", check_rows[r->check->class].sentence,
                      check_rows[r->check->class].cwe);
    if (r->result->reason) strbuf_printf(b, "      %s\n", r->result->reason);
    if (check_has_trace(r->result)) explain_trace(b, &r->result->steps, &r->result->story);
}

static void print_counts(struct strbuf *b, const struct cfa *c, const struct check_answer *results,
                         uint32_t all) {
    static const enum check_status order[] = {STATUS_FAILED, STATUS_UNDECIDED, STATUS_UNREACHABLE,
                                              STATUS_PROVED};
    static const char *const words[] = {"failed", "undecided", "unreachable", "proved"};
    strbuf_printf(b, "%u check%s:", all, all == 1 ? "" : "s");
    const char *separator = " ";
    for (int i = 0; i < 4; i++) {
        uint32_t n = checks_count(c, results, order[i]);
        if (!n) continue;
        strbuf_printf(b, "%s%u %s", separator, n, words[i]);
        separator = ", ";
    }
    strbuf_char(b, '\n');
}

/* The rows from `from` to `to` are the checks of one function. Those that are proved come last. */
static void print_function(struct strbuf *b, const struct cfa *c, const row_vec *rows, uint32_t from,
                           uint32_t to, bool all) {
    assert(from < to && to <= rows->n);
    uint32_t proved = 0;
    strbuf_printf(b, "%s\n", function_of(&rows->at[from]));
    for (uint32_t i = from; i < to; i++) {
        if (rows->at[i].result->status != STATUS_PROVED || all) print_row(b, c, &rows->at[i]);
        else proved++;
    }
    if (proved)
        strbuf_printf(b, "  PROVED      %u %scheck%s\n", proved, proved < to - from ? "other " : "",
                      proved == 1 ? "" : "s");
}

void checks_print_table(struct strbuf *b, const struct cfa *c, const struct check_answer *results, bool all) {
    row_vec rows = {0};
    rows_of(c, results, &rows);
    for (uint32_t from = 0, to; from < rows.n; from = to) {
        for (to = from + 1; to < rows.n; to++)
            if (strcmp(function_of(&rows.at[from]), function_of(&rows.at[to]))) break;
        print_function(b, c, &rows, from, to, all);
    }
    if (rows.n) print_counts(b, c, results, rows.n);
    VEC_RELEASE(&rows);
}
