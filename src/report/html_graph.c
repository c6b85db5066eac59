/* The automata, drawn by Graphviz if it is installed and they are small enough to be looked at. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "report/html.h"
#include "report/markup.h"
#include "system/process.h"
#include "util/clock.h"

enum { MAX_DRAWN = 200, MAX_SVG = 1 << 20 };
#define DOT_SECONDS 10.0

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

static bool draw(struct strbuf *svg, const struct html_report *r, const struct cfa *c) {
    struct strbuf dot = {0};
    char *from = mem_printf("%s/automaton.dot", r->subject->temp_dir);
    char *to = mem_printf("%s/automaton.svg", r->subject->temp_dir);
    cfa_print_dot(&dot, c);
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

/* The picture without what stands before the element: the page is no XML. */
static void print_one(struct strbuf *b, const struct html_report *r, const struct cfa *c, const char *name,
                      bool open) {
    struct strbuf svg = {0};
    strbuf_printf(b, "<details%s><summary>%s: %u locations, %u edges</summary>\n", open ? " open" : "", name,
                  c->locs.n, c->edges.n);
    if (c->locs.n > MAX_DRAWN) html_paragraph(b, "It is too large to be drawn.");
    else if (stop_requested()) html_paragraph(b, "It was not drawn, because the run was at its limit.");
    else if (!draw(&svg, r, c)) html_paragraph(b, "Graphviz (dot) is not installed, or could not draw it.");
    else
        strbuf_printf(
            b,
            "<div class=\"controls js-only zoom\"><button data-zoom=\"1.25\">Larger</button><button "
            "data-zoom=\"0.8\">Smaller</button><button data-zoom=\"0\">Fit</button></div><div "
            "class=\"graph\" "
            "tabindex=\"0\">%s</div>\n",
            strstr(svg.text, "<svg"));
    strbuf_text(b, "</details>\n");
    strbuf_release(&svg);
}

void html_print_automata(struct strbuf *b, const struct html_report *r) {
    strbuf_text(b, "<h2 id=\"automaton\">Automaton</h2>\n");
    if (!r->reduced && !r->unreduced) {
        html_paragraph(b, "There is none.");
        return;
    }
    html_paragraph(b, "Control flow as the engines see it: boxes are places of the program, arrows what "
                      "happens between them. A click on "
                      "a place leads to its line.");
    /* who reads about a failure wants the program, not the automaton */
    if (r->reduced) print_one(b, r, r->reduced, "As the engines work on it", !r->steps);
    if (r->unreduced)
        print_one(b, r, r->unreduced, "As translated from the program", !r->reduced && !r->steps);
}
