/* The source, with what is known of each line in its margin, and invariants below the loops that
 * they belong to. */
#include <stdlib.h>
#include <string.h>

#include "replay/source.h"
#include "report/html.h"
#include "report/markup.h"

enum { MAX_LINES = 20000 };

/* ---- which files ---- */

static void list_file(struct html_listing *l, uint32_t file) {
    if (!file || file >= l->seen.n || l->seen.at[file] || !*source_line(l->c->files.at[file], 1)) return;
    l->seen.at[file] = 1;
    VEC_PUSH(&l->files, file);
}

void html_listing_init(struct html_listing *l, const struct html_report *r) {
    *l = (struct html_listing){.r = r, .c = r->unreduced};
    if (!l->c) return;
    VEC_RESIZE(&l->seen, l->c->files.n);
    for (uint32_t i = 0; i < r->subject->files.n; i++)
        for (uint32_t f = 1; f < l->c->files.n; f++)
            if (!strcmp(l->c->files.at[f], r->subject->files.at[i])) list_file(l, f);
    for (uint32_t i = 0; r->steps && i < r->steps->all.n; i++) list_file(l, r->steps->all.at[i].pos.file);
    for (uint32_t i = 0; r->proof && i < r->proof->facts.n; i++) list_file(l, r->proof->facts.at[i].pos.file);
    for (uint32_t i = 0; r->answers && i < l->c->checks.n; i++)
        if (r->answers[i].status != STATUS_SKIPPED) list_file(l, l->c->checks.at[i].pos.file);
}

void html_listing_release(struct html_listing *l) {
    VEC_RELEASE(&l->files);
    VEC_RELEASE(&l->seen);
}

uint32_t html_page_number(const struct html_listing *l, uint32_t file) {
    for (uint32_t i = 0; i < l->files.n; i++)
        if (l->files.at[i] == file) return i;
    return UINT32_MAX;
}

void html_place(struct strbuf *b, const struct html_listing *l, struct src_pos pos) {
    uint32_t number = html_page_number(l, pos.file);
    if (number != UINT32_MAX) strbuf_printf(b, "<a href=\"#s%u-%u\">", number, pos.line);
    html_escape(b, l->c && pos.file < l->c->files.n ? l->c->files.at[pos.file] : "");
    strbuf_printf(b, ":%u", pos.line);
    if (number != UINT32_MAX) strbuf_text(b, "</a>");
}

/* ---- what is known of each line ---- */

/* From the least to the most important. */
enum line_state { LINE_PLAIN, LINE_CODE, LINE_UNREACHABLE, LINE_PROVED, LINE_RUN, LINE_OPEN, LINE_FAILED };

static const char *const state_classes[] = {"", "code", "unreachable", "proved", "hit", "open", "failed"};
static const char *const state_signs[] = {"", "", "–", "✓", "•", "?", "✗"};
static const char *const state_words[] = {NULL,
                                          NULL,
                                          "no execution comes here",
                                          "all checks of the line are proved",
                                          "executed in the run that fails",
                                          "a check of the line is undecided",
                                          "a check of the line fails"};

struct line_states {
    uint8_t *at; /* per line, from 1 */
    uint32_t n;
};

static void raise_state(struct line_states *s, uint32_t line, enum line_state state) {
    if (line && line <= s->n && s->at[line] < state) s->at[line] = (uint8_t)state;
}

static void states_of_checks(const struct html_listing *l, struct line_states *s, uint32_t file) {
    static const enum line_state states[] = {[STATUS_SKIPPED] = LINE_CODE,
                                             [STATUS_UNDECIDED] = LINE_OPEN,
                                             [STATUS_PROVED] = LINE_PROVED,
                                             [STATUS_UNREACHABLE] = LINE_UNREACHABLE,
                                             [STATUS_FAILED] = LINE_FAILED};
    for (uint32_t i = 0; l->r->answers && i < l->c->checks.n; i++)
        if (l->c->checks.at[i].pos.file == file)
            raise_state(s, l->c->checks.at[i].pos.line, states[l->r->answers[i].status]);
}

static void find_states(const struct html_listing *l, struct line_states *s, uint32_t file) {
    const struct html_report *r = l->r;
    for (loc at = 0; at < l->c->locs.n; at++)
        if (l->c->locs.at[at].pos.file == file) raise_state(s, l->c->locs.at[at].pos.line, LINE_CODE);
    for (uint32_t i = 0; r->story && i < r->story->lines.n; i++)
        if (r->story->lines.at[i].pos.file == file) raise_state(s, r->story->lines.at[i].pos.line, LINE_RUN);
    for (uint32_t i = 0; r->steps && i < r->steps->all.n; i++)
        if (r->steps->all.at[i].pos.file == file) raise_state(s, r->steps->all.at[i].pos.line, LINE_RUN);
    states_of_checks(l, s, file);
    if (r->steps && r->steps->check_pos.file == file) raise_state(s, r->steps->check_pos.line, LINE_FAILED);
}

/* In a run that fails, code that it does not come to is told apart from lines without code. */
static const char *class_of(const struct html_listing *l, enum line_state s) {
    if (s == LINE_CODE) return l->r->story ? "idle" : "";
    return state_classes[s];
}

/* ---- lines ---- */

static uint32_t line_of(const struct proof_fact *f) {
    return f->keyword_line ? f->keyword_line : f->pos.line;
}

static void print_facts(struct strbuf *b, const struct html_listing *l, uint32_t file, uint32_t line) {
    const struct proof *p = l->r->proof;
    for (uint32_t i = 0; p && i < p->facts.n; i++) {
        const struct proof_fact *f = &p->facts.at[i];
        if (!f->loop_head || f->pos.file != file || line_of(f) != line || !(f->c || f->smt)) continue;
        strbuf_text(b, "<tr class=\"fact\"><td><td><td>always here: ");
        html_escape(b, f->c ? f->c : f->smt);
        strbuf_text(b, "</tr>\n");
    }
}

static uint32_t count_lines(const char *file) {
    uint32_t n = 0;
    while (n < MAX_LINES && source_has_line(file, n + 1)) n++;
    return n;
}

static void print_file(struct strbuf *b, const struct html_listing *l, uint32_t number) {
    uint32_t file = l->files.at[number];
    const char *name = l->c->files.at[file];
    struct line_states s = {.n = count_lines(name)};
    s.at = mem_zero(s.n + 1, 1);
    find_states(l, &s, file);
    strbuf_text(b, "<h3 class=\"mono\">");
    html_escape(b, name);
    strbuf_text(b, "</h3>\n<div class=\"source\" tabindex=\"0\"><table class=\"src\">\n");
    for (uint32_t i = 1; i <= s.n; i++) {
        enum line_state state = (enum line_state)s.at[i];
        strbuf_printf(b, "<tr id=\"s%u-%u\" class=\"%s\"><td class=\"no\">%u<td class=\"sign\"", number, i,
                      class_of(l, state), i);
        if (state_words[state]) strbuf_printf(b, " title=\"%s\"", state_words[state]);
        strbuf_printf(b, ">%s<td>", state_signs[state]);
        html_escape(b, source_line(name, i));
        strbuf_text(b, "</tr>\n");
        print_facts(b, l, file, i);
    }
    strbuf_text(b, "</table></div>\n");
    free(s.at);
}

static void print_key(struct strbuf *b, const struct html_listing *l) {
    strbuf_text(b, "<p class=\"key soft\">");
    if (l->r->answers)
        strbuf_text(
            b,
            "✗ a check fails · ? a check is undecided · ✓ all checks are proved · – no execution comes here");
    if (l->r->answers && l->r->story) strbuf_text(b, " · ");
    if (l->r->story)
        strbuf_text(b, l->r->answers
                           ? "• executed in the run that fails; pale: not executed in it"
                           : "✗ fails · • executed in the run that fails; pale: not executed in it");
    if (l->r->proof && l->r->proof->facts.n)
        strbuf_text(b, l->r->answers ? " · green: what always holds at a loop"
                                     : "Green: what always holds at a loop.");
    strbuf_text(b, "</p>\n");
}

void html_print_sources(struct strbuf *b, const struct html_listing *l) {
    strbuf_text(b, "<div><h2 id=\"source\">Source</h2>\n");
    print_key(b, l);
    for (uint32_t i = 0; i < l->files.n; i++) print_file(b, l, i);
    strbuf_text(b, "</div>\n");
}
