/* The steps of a failure. Each carries what it changed, so that the script can show the state at
 * any of them. */
#include <stdlib.h>

#include "replay/source.h"
#include "report/html.h"
#include "report/markup.h"

enum { MAX_STEPS = 2000, SOURCE_WIDTH = 120, MAX_INDENT = 12 };

static void print_changes(struct strbuf *b, const struct step *s) {
    for (uint32_t i = 0; i < s->changes.n; i++) {
        strbuf_printf(b, "<data data-frame=\"%u\" data-name=\"", s->changes.at[i].frame);
        html_escape(b, s->changes.at[i].name);
        strbuf_text(b, "\" value=\"");
        html_escape(b, s->changes.at[i].text);
        strbuf_text(b, "\"></data>");
    }
}

static void print_step(struct strbuf *b, const struct html_listing *l, const struct step *s) {
    static const char *const classes[] = {[STEP_CALL] = "call", [STEP_LINE] = "line", [STEP_CHECK] = "check"};
    uint32_t number = html_page_number(l, s->pos.file);
    strbuf_printf(b, "<li class=\"%s\" data-depth=\"%u\" data-frame=\"%u\" data-line=\"%u\"",
                  classes[s->kind], s->depth, s->frame, s->pos.line);
    if (number != UINT32_MAX) strbuf_printf(b, " data-file=\"%u\"", number);
    strbuf_printf(b, " style=\"padding-left: %upx\"><span class=\"at\">",
                  8 + 14 * (s->depth < MAX_INDENT ? s->depth : MAX_INDENT));
    if (s->by_caller) {
        strbuf_text(b, "(caller)");
    } else {
        html_escape(b, l->c->files.at[s->pos.file]);
        strbuf_printf(b, ":%u ", s->pos.line);
    }
    if (s->function && !s->by_caller) html_element(b, "span", "class=\"function\"", s->function);
    strbuf_text(b, "</span> ");
    if (s->kind == STEP_LINE) {
        char *text = source_text(l->c->files.at[s->pos.file], s->pos.line, SOURCE_WIDTH);
        html_escape(b, text);
        free(text);
    }
    html_element(b, "span", "class=\"what\"", s->text);
    print_changes(b, s);
    strbuf_text(b, "</li>\n");
}

void html_print_steps(struct strbuf *b, const struct html_listing *l) {
    const struct steps *s = l->r->steps;
    strbuf_text(
        b, "<div class=\"side\"><h2 id=\"steps\">How it fails</h2>\n<div class=\"controls js-only\">"
           "<button id=\"first\">First</button><button id=\"previous\">Previous <kbd>k</kbd></button>"
           "<button id=\"next\">Next <kbd>j</kbd></button><button id=\"last\">Failing step</button></div>\n"
           "<div id=\"state\" class=\"state js-only\" aria-live=\"polite\"></div>\n<ol class=\"steps\" "
           "tabindex=\"0\">\n");
    uint32_t from = s->all.n > MAX_STEPS ? s->all.n - MAX_STEPS : 0;
    for (uint32_t i = from; i < s->all.n; i++) print_step(b, l, &s->all.at[i]);
    strbuf_text(b, "</ol>\n");
    if (from) strbuf_printf(b, "<p class=\"soft\">%u earlier steps are not shown.</p>\n", from);
    strbuf_text(b, "</div>\n");
}
