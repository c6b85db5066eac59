/* The table of checks. With a status for every check it has a row for each, and filters that only
 * the script needs: without it all rows are there. Otherwise there is one question, and one row. */
#include <stdlib.h>

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
    char *text = check_expression(l->c->files.at[k->pos.file], k->pos.line, k->pos.column);
    html_escape(b, text);
    free(text);
    strbuf_text(b, "<td>");
    if (a->status == STATUS_FAILED) strbuf_printf(b, "not always true: %s (CWE-%u)", row->sentence, row->cwe);
    else if (a->reason) html_escape(b, a->reason);
    else html_escape(b, row->sentence);
    struct strbuf trace = {0};
    if (a->status == STATUS_FAILED) explain_trace(&trace, &a->steps, &a->story);
    if (trace.n) {
        strbuf_text(b, "<details><summary>how it fails</summary>");
        html_element(b, "pre", "", trace.text);
        strbuf_text(b, "</details>");
    }
    strbuf_release(&trace);
    strbuf_text(b, "</tr>\n");
}

/* Failures first, then what is open, because these are what a reader looks for. */
static void print_rows(struct strbuf *b, const struct html_listing *l) {
    static const enum check_status order[] = {STATUS_FAILED, STATUS_UNDECIDED, STATUS_UNREACHABLE,
                                              STATUS_PROVED};
    for (size_t s = 0; s < sizeof order / sizeof *order; s++)
        for (uint32_t i = 0; i < l->c->checks.n; i++)
            if (l->r->answers[i].status == order[s]) print_row(b, l, &l->c->checks.at[i], &l->r->answers[i]);
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
    strbuf_text(b, "<div class=\"wide\"><table class=\"plain "
                   "checks\"><thead><tr><th>status<th>name<th>place<th>expression<th>what "
                   "it says</tr></thead><tbody>\n");
    print_rows(b, l);
    strbuf_text(b, "</tbody></table></div>\n");
}
