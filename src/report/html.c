/* The page. Its style and script are files of their own in page/, which the build makes into
 * strings. The text of the page is complete without the script, which adds a cursor over the steps
 * with the state there, filters for the table of checks, and zoom. */
#include "report/html.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "report/markup.h"
#include "report/page_css.h"
#include "report/page_js.h"
#include "util/stats.h"

/* ---- the verdict ---- */

static const char *meaning_of(const struct html_report *r) {
    bool many = r->answers != NULL;
    switch (r->kind) {
    case VERDICT_TRUE: return "No execution of the program fails a check.";
    case VERDICT_FALSE:
        return many ? "At least one check fails. How the first one does is told below, step by step."
                    : "There is an execution that fails. It is told below, step by step.";
    default: return "It is not known whether a check can fail.";
    }
}

static void print_ledger(struct strbuf *b, const struct html_report *r) {
    struct strbuf text = {0};
    if (r->ledger) cfa_ledger_print(&text, r->ledger, "");
    if (!text.n) {
        if (r->kind == VERDICT_TRUE)
            html_paragraph(b,
                           "Takes for granted: nothing beyond the C standard and the machine's data model.");
        strbuf_release(&text);
        return;
    }
    strbuf_printf(b, "<p>%s:</p><ul class=\"ledger\">\n",
                  r->kind == VERDICT_TRUE ? "Takes for granted" : "What is proved takes for granted");
    for (char *line = strtok(text.text, "\n"); line; line = strtok(NULL, "\n"))
        html_element(b, "li", "", strncmp(line, "Assuming ", 9) ? line : line + 9);
    strbuf_text(b, "</ul>\n");
    strbuf_release(&text);
}

static void print_verdict(struct strbuf *b, const struct html_report *r) {
    strbuf_text(b, "<header><h1>");
    for (uint32_t i = 0; i < r->subject->files.n; i++) {
        if (i) strbuf_text(b, ", ");
        html_escape(b, r->subject->files.at[i]);
    }
    strbuf_printf(b, "</h1>\n<p><span class=\"verdict %s\">%s</span> %s</p>\n", r->verdict, r->verdict,
                  meaning_of(r));
    if (r->detail) {
        strbuf_printf(b, "<p>%s: ", r->kind == VERDICT_UNKNOWN ? "Reason" : "Evidence");
        html_escape(b, r->detail);
        strbuf_text(b, ".</p>\n");
    }
    if (r->rest && *r->rest) html_element(b, "pre", "class=\"rest\"", r->rest);
    print_ledger(b, r);
    strbuf_text(b, "</header>\n");
}

/* ---- the rest ---- */

static void print_counter(void *context, const char *field, const char *group, const char *help, uint64_t n) {
    (void)field;
    if (!n) return;
    struct strbuf *b = context;
    strbuf_text(b, "<tr>");
    html_element(b, "td", "", group);
    html_element(b, "td", "", help);
    strbuf_printf(b, "<td class=\"n\">%" PRIu64 "</tr>\n", n);
}

static void print_timer(void *context, const char *id, const char *help, double seconds) {
    (void)id;
    struct strbuf *b = context;
    strbuf_text(b, "<tr><td>time");
    html_element(b, "td", "", help);
    strbuf_printf(b, "<td class=\"n\">%.3f s</tr>\n", seconds);
}

static void print_statistics(struct strbuf *b) {
    strbuf_text(b, "<h2 id=\"statistics\">Statistics</h2>\n<details><summary>Counters and "
                   "times</summary><table class=\"plain\">\n");
    stats_visit(print_counter, print_timer, b);
    strbuf_text(b, "</table></details>\n");
}

enum { MAX_FILE = 1 << 20 }; /* a page of many megabytes opens slowly */

static void print_downloads(struct strbuf *b, const struct html_report *r) {
    if (!r->files.n) return;
    strbuf_text(b, "<h2 id=\"evidence\">Evidence to take along</h2>\n<p class=\"downloads\">");
    for (uint32_t i = 0; i < r->files.n; i++) {
        if (r->files.at[i].text->n > MAX_FILE) {
            html_escape(b, r->files.at[i].name);
            strbuf_printf(b, " has %zu KiB, too much for this page: --%.*s=FILE writes it. ",
                          r->files.at[i].text->n >> 10, (int)strcspn(r->files.at[i].name, "."),
                          r->files.at[i].name);
            continue;
        }
        strbuf_text(b, "<a download=\"");
        html_escape(b, r->files.at[i].name);
        strbuf_text(b, "\" href=\"data:application/octet-stream;base64,");
        html_base64(b, (const unsigned char *)r->files.at[i].text->text, r->files.at[i].text->n);
        strbuf_text(b, "\">");
        html_escape(b, r->files.at[i].name);
        strbuf_text(b, "</a>");
    }
    strbuf_text(b, "</p>\n");
}

static void print_origin(struct strbuf *b, const struct html_report *r) {
    strbuf_text(b, "<h2 id=\"origin\">Made by</h2>\n<pre class=\"command\">");
    html_escape(b, r->command);
    strbuf_text(b, "</pre>\n<p class=\"soft\">edgewise ");
    html_escape(b, r->subject->version ? r->subject->version : "");
    strbuf_text(b, "</p>\n");
}

static void print_head(struct strbuf *b, const struct html_report *r) {
    strbuf_text(b, "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
                   "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
                   "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src "
                   "'unsafe-inline'; script-src 'unsafe-inline'; img-src data:\">\n<title>");
    strbuf_printf(b, "%s: ", r->verdict);
    html_escape(b, r->subject->files.n ? r->subject->files.at[0] : "");
    strbuf_printf(b, "</title>\n<style>\n%s</style>\n</head>\n<body>\n", page_css);
}

static void print_navigation(struct strbuf *b, const struct html_report *r) {
    strbuf_text(b, "<nav><a href=\"#checks\">Checks</a>");
    if (r->steps && r->steps->all.n) strbuf_text(b, "<a href=\"#steps\">Steps</a>");
    if (r->unreduced) strbuf_text(b, "<a href=\"#source\">Source</a>");
    strbuf_text(b, "<a href=\"#automaton\">Automaton</a>");
    if (r->history && r->history->engines.n) strbuf_text(b, "<a href=\"#history\">History</a>");
    if (r->files.n) strbuf_text(b, "<a href=\"#evidence\">Evidence</a>");
    strbuf_text(b, "<a href=\"#statistics\">Statistics</a></nav>\n");
}

static void print_program(struct strbuf *b, const struct html_listing *l) {
    bool two = l->r->steps && l->r->steps->all.n;
    if (two) strbuf_text(b, "<div class=\"columns\">\n");
    if (two) html_print_steps(b, l);
    html_print_sources(b, l);
    if (two) strbuf_text(b, "</div>\n");
}

void html_print(struct strbuf *b, const struct html_report *r) {
    struct html_listing l;
    html_listing_init(&l, r);
    print_head(b, r);
    print_verdict(b, r);
    print_navigation(b, r);
    html_print_checks(b, &l);
    if (r->unreduced) print_program(b, &l);
    html_print_automata(b, r);
    html_print_history(b, r);
    print_downloads(b, r);
    print_statistics(b);
    print_origin(b, r);
    strbuf_printf(b, "<script>\n%s</script>\n</body>\n</html>\n", page_js);
    html_listing_release(&l);
}
