/* The page. Its style and script are files of their own in page/, which the build makes into strings. The text of the page is
 * complete without the script: the script adds a cursor over the steps, the state at the cursor, and jumps to the source.
 *
 * The picture of the automaton is drawn by Graphviz if it is installed and the automaton is small enough to be looked at. */
#include "report/html.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "report/page_css.h"
#include "report/page_js.h"
#include "replay/source.h"
#include "system/process.h"
#include "util/stats.h"

enum { MAX_LINES = 20000, MAX_DRAWN = 150, MAX_STEPS = 2000, MAX_SVG = 4 << 20 };
#define DOT_SECONDS 10.0

/* ---- text ---- */

void html_escape(struct strbuf *b, const char *text) {
    for (const char *s = text; *s; s++) {
        unsigned char c = (unsigned char)*s;
        if (c == '&') strbuf_text(b, "&amp;");
        else if (c == '<') strbuf_text(b, "&lt;");
        else if (c == '>') strbuf_text(b, "&gt;");
        else if (c == '"') strbuf_text(b, "&quot;");
        else if (c == '\'') strbuf_text(b, "&#39;");
        else if (c < 32 && c != '\t' && c != '\n') strbuf_text(b, "&#xFFFD;");
        else strbuf_char(b, *s);
    }
}

static void element(struct strbuf *b, const char *tag, const char *attributes, const char *text) {
    strbuf_printf(b, "<%s%s%s>", tag, *attributes ? " " : "", attributes);
    html_escape(b, text);
    strbuf_printf(b, "</%s>", tag);
}

static void paragraph(struct strbuf *b, const char *text) {
    element(b, "p", "", text);
    strbuf_char(b, '\n');
}

static void base64(struct strbuf *b, const unsigned char *s, size_t n) {
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    for (size_t i = 0; i < n; i += 3) {
        uint32_t x =
            (uint32_t)s[i] << 16 | (i + 1 < n ? (uint32_t)s[i + 1] << 8 : 0) | (i + 2 < n ? s[i + 2] : 0);
        strbuf_char(b, digits[x >> 18]);
        strbuf_char(b, digits[x >> 12 & 63]);
        strbuf_char(b, i + 1 < n ? digits[x >> 6 & 63] : '=');
        strbuf_char(b, i + 2 < n ? digits[x & 63] : '=');
    }
}

/* ---- the verdict ---- */

static const char *meaning_of(enum verdict_kind k) {
    switch (k) {
    case VERDICT_TRUE: return "No execution of the program fails a check.";
    case VERDICT_FALSE: return "There is an execution that fails a check. It is told below, step by step.";
    default: return "It is not known whether a check can fail.";
    }
}

static void print_verdict(struct strbuf *b, const struct html_report *r) {
    strbuf_text(b, "<header><h1>");
    for (uint32_t i = 0; i < r->subject->files.n; i++) {
        if (i) strbuf_text(b, ", ");
        html_escape(b, r->subject->files.at[i]);
    }
    strbuf_printf(b, "</h1>\n<p><span class=\"verdict %s\">%s</span></p>\n", r->verdict, r->verdict);
    paragraph(b, meaning_of(r->kind));
    if (r->detail) paragraph(b, r->detail);
    struct strbuf ledger = {0};
    if (r->ledger) cfa_ledger_print(&ledger, r->ledger, "");
    for (char *line = ledger.n ? strtok(ledger.text, "\n") : NULL; line; line = strtok(NULL, "\n"))
        paragraph(b, line);
    strbuf_release(&ledger);
    strbuf_text(b, "</header>\n");
}

static const char *file_name(const struct cfa *c, uint32_t file) { return c->files.at[file]; }

static void print_checks(struct strbuf *b, const struct html_report *r) {
    static const char *const statuses[] = {
        [VERDICT_TRUE] = "proved", [VERDICT_FALSE] = "failed", [VERDICT_UNKNOWN] = "open"};
    strbuf_text(b, "<h2 id=\"checks\">Checks</h2>\n<table class=\"plain\"><tr><th>check<th "
                   "class=\"nowrap\">place<th class=\"nowrap\">status</tr>\n<tr><td>");
    bool told = r->steps && r->steps->check;
    if (told) {
        html_escape(b, r->steps->check_class);
        strbuf_text(b, ": <code>");
        html_escape(b, r->steps->check);
        strbuf_text(b, "</code>");
    } else {
        strbuf_text(b, "no assertion fails");
        for (uint32_t i = 0; i < r->subject->error_functions.n; i++) {
            strbuf_text(b, i ? ", " : "; not called: <code>");
            html_escape(b, r->subject->error_functions.at[i]);
        }
        if (r->subject->error_functions.n) strbuf_text(b, "</code>");
    }
    strbuf_text(b, "<td class=\"nowrap\">");
    if (told) html_escape(b, file_name(r->steps->c, r->steps->check_pos.file));
    if (told) strbuf_printf(b, ":%u", r->steps->check_pos.line);
    strbuf_printf(b, "<td class=\"nowrap status-%s\">%s</tr></table>\n", statuses[r->kind],
                  statuses[r->kind]);
}

/* ---- the source ---- */

/* Files of the page, by their number in the automaton; the first one has number 0 on the page. */
struct listing {
    const struct html_report *r;
    const struct cfa *c;
    VEC(uint32_t) files;
    VEC(uint8_t) seen;
};

static void list_file(struct listing *l, uint32_t file) {
    if (!file || file >= l->seen.n || l->seen.at[file] || !*source_line(l->c->files.at[file], 1)) return;
    l->seen.at[file] = 1;
    VEC_PUSH(&l->files, file);
}

static uint32_t page_number(const struct listing *l, uint32_t file) {
    for (uint32_t i = 0; i < l->files.n; i++)
        if (l->files.at[i] == file) return i;
    return UINT32_MAX;
}

static void collect_files(struct listing *l) {
    VEC_RESIZE(&l->seen, l->c->files.n);
    for (uint32_t i = 0; i < l->r->subject->files.n; i++)
        for (uint32_t f = 1; f < l->c->files.n; f++)
            if (!strcmp(l->c->files.at[f], l->r->subject->files.at[i])) list_file(l, f);
    for (uint32_t i = 0; l->r->steps && i < l->r->steps->all.n; i++)
        list_file(l, l->r->steps->all.at[i].pos.file);
    for (uint32_t i = 0; l->r->proof && i < l->r->proof->facts.n; i++)
        list_file(l, l->r->proof->facts.at[i].pos.file);
}

static uint32_t line_of(const struct proof_fact *f) {
    return f->keyword_line ? f->keyword_line : f->pos.line;
}

static const char *line_class(const struct listing *l, uint32_t file, uint32_t line) {
    const struct html_report *r = l->r;
    if (r->steps && r->steps->check_pos.file == file && r->steps->check_pos.line == line) return "failed";
    for (uint32_t i = 0; r->steps && i < r->steps->all.n; i++)
        if (r->steps->all.at[i].pos.file == file && r->steps->all.at[i].pos.line == line) return "hit";
    for (uint32_t i = 0; r->proof && i < r->proof->facts.n; i++)
        if (r->proof->facts.at[i].loop_head && r->proof->facts.at[i].pos.file == file &&
            line_of(&r->proof->facts.at[i]) == line)
            return "proved";
    return "";
}

static void print_facts(struct strbuf *b, const struct listing *l, uint32_t file, uint32_t line) {
    const struct proof *p = l->r->proof;
    for (uint32_t i = 0; p && i < p->facts.n; i++) {
        const struct proof_fact *f = &p->facts.at[i];
        if (!f->loop_head || f->pos.file != file || line_of(f) != line || !(f->c || f->smt)) continue;
        strbuf_text(b, "<tr class=\"fact\"><td class=\"no\"><td>invariant: ");
        html_escape(b, f->c ? f->c : f->smt);
        strbuf_text(b, "</tr>\n");
    }
}

static uint32_t count_lines(const char *file) {
    uint32_t n = 0;
    while (n < MAX_LINES && source_has_line(file, n + 1)) n++;
    return n;
}

static void print_file(struct strbuf *b, const struct listing *l, uint32_t number) {
    uint32_t file = l->files.at[number];
    const char *name = l->c->files.at[file];
    strbuf_text(b, "<h3 class=\"mono\">");
    html_escape(b, name);
    strbuf_text(b, "</h3>\n<div class=\"source\"><table class=\"src\">\n");
    uint32_t n = count_lines(name);
    for (uint32_t i = 1; i <= n; i++) {
        strbuf_printf(b, "<tr id=\"s%u-%u\" class=\"%s\"><td class=\"no\">%u<td>", number, i,
                      line_class(l, file, i), i);
        html_escape(b, source_line(name, i));
        strbuf_text(b, "</tr>\n");
        print_facts(b, l, file, i);
    }
    strbuf_text(b, "</table></div>\n");
}

/* ---- steps ---- */

static void print_changes(struct strbuf *b, const struct step *s) {
    for (uint32_t i = 0; i < s->changes.n; i++) {
        strbuf_printf(b, "<data data-frame=\"%u\" data-name=\"", s->changes.at[i].frame);
        html_escape(b, s->changes.at[i].name);
        strbuf_text(b, "\" value=\"");
        html_escape(b, s->changes.at[i].text);
        strbuf_text(b, "\"></data>");
    }
}

static void print_step(struct strbuf *b, const struct listing *l, const struct step *s) {
    static const char *const classes[] = {[STEP_CALL] = "call", [STEP_LINE] = "line", [STEP_CHECK] = "check"};
    uint32_t number = page_number(l, s->pos.file);
    strbuf_printf(b, "<li class=\"%s\" data-depth=\"%u\" data-frame=\"%u\" data-line=\"%u\"",
                  classes[s->kind], s->depth, s->frame, s->pos.line);
    if (number != UINT32_MAX) strbuf_printf(b, " data-file=\"%u\"", number);
    strbuf_printf(b, " style=\"padding-left: %upx\"><span class=\"at\">",
                  8 + 14 * (s->depth < 12 ? s->depth : 12));
    html_escape(b, l->c->files.at[s->pos.file]);
    strbuf_printf(b, ":%u ", s->pos.line);
    if (s->function) html_escape(b, s->function);
    strbuf_text(b, "</span> ");
    char *text =
        s->kind == STEP_LINE ? source_text(l->c->files.at[s->pos.file], s->pos.line, 120) : mem_strdup("");
    html_escape(b, text);
    free(text);
    strbuf_text(b, "<span class=\"what\">");
    html_escape(b, s->text);
    strbuf_text(b, "</span>");
    print_changes(b, s);
    strbuf_text(b, "</li>\n");
}

static void print_steps(struct strbuf *b, const struct listing *l) {
    const struct steps *s = l->r->steps;
    strbuf_text(
        b,
        "<div class=\"side\"><h2 id=\"steps\">How it fails</h2>\n<div class=\"controls js-only\"><button "
        "id=\"first\">First"
        "</button><button id=\"previous\">Previous (k)</button><button id=\"next\">Next (j)</button><button "
        "id=\"last\">Failing step</button></div>\n<div id=\"state\" class=\"state js-only\" "
        "aria-live=\"polite\"></div>\n<ol class=\"steps\">\n");
    uint32_t from = s->all.n > MAX_STEPS ? s->all.n - MAX_STEPS : 0;
    if (from) strbuf_printf(b, "<li>%u earlier steps are not shown</li>\n", from);
    for (uint32_t i = from; i < s->all.n; i++) print_step(b, l, &s->all.at[i]);
    strbuf_text(b, "</ol></div>\n");
}

static void print_program(struct strbuf *b, const struct html_report *r) {
    struct listing l = {.r = r, .c = r->unreduced};
    if (!l.c) return;
    collect_files(&l);
    bool two = r->steps && r->steps->all.n;
    if (two) strbuf_text(b, "<div class=\"columns\">\n");
    if (two) print_steps(b, &l);
    strbuf_text(b, "<div><h2 id=\"source\">Source</h2>\n");
    for (uint32_t i = 0; i < l.files.n; i++) print_file(b, &l, i);
    strbuf_text(b, two ? "</div></div>\n" : "</div>\n");
    VEC_RELEASE(&l.files);
    VEC_RELEASE(&l.seen);
}

/* ---- the automaton ---- */

static bool write_text(const char *path, const struct strbuf *text) {
    FILE *f = fopen(path, "wb");
    if (!f) return false;
    bool good = fwrite(text->text, 1, text->n, f) == text->n;
    return !fclose(f) && good;
}

static bool read_text(const char *path, struct strbuf *text) {
    char piece[4096];
    FILE *f = fopen(path, "rb");
    if (!f) return false;
    for (size_t n; text->n < MAX_SVG && (n = fread(piece, 1, sizeof piece, f)) > 0;)
        strbuf_bytes(text, piece, n);
    fclose(f);
    return text->n > 0 && text->n < MAX_SVG;
}

/* The picture without what stands before the element: the page is no XML. */
static bool draw(struct strbuf *svg, const struct html_report *r) {
    struct strbuf dot = {0};
    char *from = mem_printf("%s/automaton.dot", r->subject->temp_dir);
    char *to = mem_printf("%s/automaton.svg", r->subject->temp_dir);
    cfa_print_dot(&dot, r->reduced);
    const char *const words[] = {"dot", "-Tsvg", "-o", to, from, NULL};
    struct process p = {.argv = words, .seconds = DOT_SECONDS};
    bool good = write_text(from, &dot) && process_run(&p) && p.exit_code == 0 && read_text(to, svg);
    process_release(&p);
    remove(from);
    remove(to);
    free(from);
    free(to);
    strbuf_release(&dot);
    return good && strstr(svg->text, "<svg");
}

static void print_automaton(struct strbuf *b, const struct html_report *r) {
    struct strbuf svg = {0};
    strbuf_text(b, "<h2 id=\"automaton\">Automaton</h2>\n");
    if (!r->reduced) paragraph(b, "There is none.");
    else if (r->reduced->locs.n > MAX_DRAWN) paragraph(b, "It is too large to be drawn.");
    else if (!draw(&svg, r)) paragraph(b, "Graphviz (dot) is not installed or could not draw it.");
    else {
        paragraph(b, "The control-flow automaton after reduction; a click on a location leads to its line.");
        strbuf_printf(b, "<div class=\"graph\">%s</div>\n", strstr(svg.text, "<svg"));
    }
    strbuf_release(&svg);
}

/* ---- the rest ---- */

static void print_counter(void *context, const char *field, const char *group, const char *help, uint64_t n) {
    (void)field;
    if (!n) return;
    struct strbuf *b = context;
    strbuf_text(b, "<tr>");
    element(b, "td", "", group);
    element(b, "td", "", help);
    strbuf_printf(b, "<td class=\"n\">%" PRIu64 "</tr>\n", n);
}

static void print_timer(void *context, const char *id, const char *help, double seconds) {
    (void)id;
    struct strbuf *b = context;
    strbuf_text(b, "<tr><td>time");
    element(b, "td", "", help);
    strbuf_printf(b, "<td class=\"n\">%.3f s</tr>\n", seconds);
}

static void print_statistics(struct strbuf *b, const struct html_report *r) {
    strbuf_text(b, "<h2 id=\"statistics\">Statistics</h2>\n");
    strbuf_printf(b, "<p>%.2f s of wall time", r->seconds);
    if (r->engine) strbuf_text(b, "; decided by ");
    if (r->engine) html_escape(b, r->engine);
    strbuf_text(b, ".</p>\n<details><summary>Counters and times</summary><table class=\"plain\">\n");
    stats_visit(print_counter, print_timer, b);
    strbuf_text(b, "</table></details>\n");
}

static void print_downloads(struct strbuf *b, const struct html_report *r) {
    if (!r->files.n) return;
    strbuf_text(b, "<h2 id=\"evidence\">Evidence to take along</h2>\n<p class=\"downloads\">");
    for (uint32_t i = 0; i < r->files.n; i++) {
        strbuf_text(b, "<a download=\"");
        html_escape(b, r->files.at[i].name);
        strbuf_text(b, "\" href=\"data:application/octet-stream;base64,");
        base64(b, (const unsigned char *)r->files.at[i].text->text, r->files.at[i].text->n);
        strbuf_text(b, "\">");
        html_escape(b, r->files.at[i].name);
        strbuf_text(b, "</a>");
    }
    strbuf_text(b, "</p>\n");
}

void html_print(struct strbuf *b, const struct html_report *r) {
    strbuf_text(b, "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
                   "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
                   "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src "
                   "'unsafe-inline'; "
                   "script-src 'unsafe-inline'; img-src data:\">\n<title>");
    strbuf_printf(b, "%s: ", r->verdict);
    html_escape(b, r->subject->files.n ? r->subject->files.at[0] : "");
    strbuf_text(b, "</title>\n<style>\n");
    strbuf_text(b, page_css);
    strbuf_text(b, "</style>\n</head>\n<body>\n");
    print_verdict(b, r);
    strbuf_text(b, "<nav><a href=\"#checks\">Checks</a>");
    if (r->steps && r->steps->all.n) strbuf_text(b, "<a href=\"#steps\">Steps</a>");
    if (r->unreduced) strbuf_text(b, "<a href=\"#source\">Source</a>");
    strbuf_text(b, "<a href=\"#automaton\">Automaton</a><a href=\"#statistics\">Statistics</a></nav>\n");
    print_checks(b, r);
    print_program(b, r);
    print_automaton(b, r);
    print_downloads(b, r);
    print_statistics(b, r);
    strbuf_text(b, "<h2>Made by</h2>\n<p class=\"mono\">");
    html_escape(b, r->command);
    strbuf_text(b, "</p>\n<p class=\"soft\">edgewise ");
    html_escape(b, r->subject->version ? r->subject->version : "");
    strbuf_text(b, "</p>\n<script>\n");
    strbuf_text(b, page_js);
    strbuf_text(b, "</script>\n</body>\n</html>\n");
}
