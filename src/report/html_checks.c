/* The table of checks. With a status for every check it has a row for each, and filters that only
 * the script needs: without it all rows are there. Proved checks are folded where there is
 * something else to see, because there are many of them. Otherwise there is one question, and one
 * row. */
#include <stdlib.h>

#include "replay/source.h"
#include "report/explain.h"
#include "report/html.h"
#include "report/markup.h"

static const char *class_of(enum check_status s) {
    static const char *const words[] = {"skipped", "open", "proved", "unreachable", "failed"};
    return words[s];
}

static const char *word_of(enum check_status s) { return s == STATUS_UNDECIDED ? "undecided" : class_of(s); }

static void print_row(struct strbuf *b, const struct html_listing *l, const struct cfa_check *k,
                      const struct check_answer *a) {
    const char *status = class_of(a->status);
    const struct check_row *row = &check_rows[k->class];
    strbuf_printf(b,
                  "<tr class=\"check\" data-status=\"%s\" data-class=\"%s\"><td class=\"nowrap\"><span "
                  "class=\"pill status-%s\">%s</span><td class=\"mono\">",
                  status, row->name, status, word_of(a->status));
    html_escape(b, k->id);
    strbuf_text(b, "<td class=\"mono\">");
    html_place(b, l, k->pos);
    strbuf_text(b, "<td class=\"mono\">");
    char *text =
        source_expression(l->c->files.at[k->pos.file], k->pos.line, k->pos.column, SOURCE_EXPRESSION);
    html_escape(b, text);
    free(text);
    strbuf_text(b, "<td>");
    if (a->status == STATUS_FAILED) strbuf_printf(b, "required: %s (CWE-%u)", row->sentence, row->cwe);
    else if (a->reason) html_escape(b, a->reason);
    else html_escape(b, row->sentence);
    struct strbuf trace = {0};
    if (check_has_trace(a)) explain_trace(&trace, &a->steps, &a->story);
    if (trace.n) {
        strbuf_printf(b, "<details><summary>%s</summary>",
                      a->status == STATUS_FAILED ? "how it fails" : "how it would fail");
        html_element(b, "pre", "", trace.text);
        strbuf_text(b, "</details>");
    }
    strbuf_release(&trace);
    strbuf_text(b, "</tr>\n");
}

static const struct cfa *sorted_of; /* qsort hands no context over */

static int by_place(const void *a, const void *b) {
    const struct src_pos x = sorted_of->checks.at[*(const uint32_t *)a].pos,
                         y = sorted_of->checks.at[*(const uint32_t *)b].pos;
    if (x.file != y.file) return x.file < y.file ? -1 : 1;
    if (x.line != y.line) return x.line < y.line ? -1 : 1;
    if (x.column != y.column) return x.column < y.column ? -1 : 1;
    return *(const uint32_t *)a < *(const uint32_t *)b ? -1 : 1;
}

static void print_head(struct strbuf *b) {
    strbuf_text(b, "<div class=\"wide\"><table class=\"plain "
                   "checks\"><thead><tr><th>status<th>name<th>place<th>expression<th>what "
                   "it says</tr></thead><tbody>\n");
}

/* Failures first, then what is open, because these are what a reader looks for. */
static void print_rows(struct strbuf *b, const struct html_listing *l) {
    enum { FEW = 12 };
    static const enum check_status order[] = {STATUS_FAILED, STATUS_UNDECIDED, STATUS_UNREACHABLE,
                                              STATUS_PROVED};
    uint32_t n = l->c->checks.n, proved = checks_count(l->c, l->r->answers, STATUS_PROVED),
             *sorted = mem_alloc((n + 1) * sizeof *sorted);
    bool folded = proved > FEW && (l->r->kind != VERDICT_TRUE || proved > 4 * FEW);
    for (uint32_t i = 0; i < n; i++) sorted[i] = i;
    sorted_of = l->c;
    qsort(sorted, n, sizeof *sorted, by_place);
    print_head(b);
    for (size_t s = 0; s < sizeof order / sizeof *order; s++) {
        bool fold = folded && order[s] == STATUS_PROVED;
        if (fold)
            strbuf_printf(b, "</tbody></table></div>\n<details id=\"proved\"><summary>%u proved</summary>\n",
                          proved);
        if (fold) print_head(b);
        for (uint32_t i = 0; i < n; i++)
            if (l->r->answers[sorted[i]].status == order[s])
                print_row(b, l, &l->c->checks.at[sorted[i]], &l->r->answers[sorted[i]]);
    }
    strbuf_printf(b, "</tbody></table></div>\n%s", folded ? "</details>\n" : "");
    free(sorted);
}

static void print_counts(struct strbuf *b, const struct html_listing *l) {
    static const enum check_status order[] = {STATUS_FAILED, STATUS_UNDECIDED, STATUS_UNREACHABLE,
                                              STATUS_PROVED};
    strbuf_text(b, "<p class=\"counts\">");
    for (size_t s = 0; s < sizeof order / sizeof *order; s++) {
        uint32_t n = checks_count(l->c, l->r->answers, order[s]);
        if (!n) continue;
        strbuf_printf(b,
                      "<label class=\"status-%s\"><input type=\"checkbox\" class=\"js-only\" "
                      "data-filter=\"%s\" checked> %u %s</label> ",
                      class_of(order[s]), class_of(order[s]), n, word_of(order[s]));
    }
    strbuf_text(b, "<select id=\"class-filter\" class=\"js-only\" aria-label=\"class of checks\"><option "
                   "value=\"\">all classes</option>");
    for (int k = 0; k < CHECK_CLASS_COUNT; k++) {
        bool used = false;
        for (uint32_t i = 0; i < l->c->checks.n; i++) used |= (int)l->c->checks.at[i].class == k;
        if (used) strbuf_printf(b, "<option>%s</option>", check_rows[k].name);
    }
    strbuf_text(b, "</select> <input id=\"text-filter\" class=\"js-only\" type=\"search\" "
                   "placeholder=\"function, file or text\" "
                   "aria-label=\"text of checks\"> <span id=\"shown\" class=\"soft js-only\"></span></p>\n");
}

static void print_question(struct strbuf *b, const struct html_listing *l) {
    static const enum check_status statuses[] = {[VERDICT_TRUE] = STATUS_PROVED,
                                                 [VERDICT_FALSE] = STATUS_FAILED,
                                                 [VERDICT_UNKNOWN] = STATUS_UNDECIDED};
    const struct html_report *r = l->r;
    enum check_status s = statuses[r->kind];
    bool told = r->steps && r->steps->check;
    strbuf_printf(b,
                  "<table class=\"plain\"><tr><th>status<th>check<th>place</tr>\n<tr><td "
                  "class=\"nowrap\"><span class=\"pill "
                  "status-%s\">%s</span><td>",
                  class_of(s), word_of(s));
    if (told) {
        html_escape(b, r->steps->check_class);
        strbuf_text(b, ": <code>");
        html_escape(b, r->steps->check);
        strbuf_text(b, "</code>");
    } else {
        html_escape(b, check_rows[CHECK_ASSERT].sentence);
    }
    strbuf_text(b, "<td class=\"mono\">");
    if (told) html_place(b, l, r->steps->check_pos);
    strbuf_text(b, "</tr></table>\n");
}

void html_print_checks(struct strbuf *b, const struct html_listing *l) {
    strbuf_text(b, "<h2 id=\"checks\">Checks</h2>\n");
    if (!l->r->answers || !l->c) {
        print_question(b, l);
        return;
    }
    print_counts(b, l);
    print_rows(b, l);
}
