/* How the proof went: what each engine was at over time, as a table and as three small line
 * charts. */
#include <inttypes.h>
#include <string.h>

#include "report/html.h"
#include "report/markup.h"

enum { WIDTH = 360, HEIGHT = 120, COLOURS = 8 };

typedef uint64_t point_value(const struct progress_point *p);

static uint64_t depth_of(const struct progress_point *p) {
    return p->frames > p->depth ? p->frames : p->depth;
}
static uint64_t lemmas_of(const struct progress_point *p) { return p->lemmas; }
static uint64_t obligations_of(const struct progress_point *p) { return p->obligations; }

static uint64_t largest(const struct progress_history *h, point_value *count) {
    uint64_t most = 0;
    for (uint32_t i = 0; i < h->engines.n; i++)
        for (uint32_t k = 0; k < h->engines.at[i].points.n; k++)
            if (count(&h->engines.at[i].points.at[k]) > most) most = count(&h->engines.at[i].points.at[k]);
    return most;
}

/* Counts begin anew with each question that an engine is asked, and so does the line. */
static void print_line(struct strbuf *b, const struct progress_engine *e, uint32_t colour, point_value *count,
                       double seconds, uint64_t most) {
    for (uint32_t k = 0; k < e->points.n; k++) {
        /* the next question */
        bool first = !k || count(&e->points.at[k]) < count(&e->points.at[k - 1]);
        bool last = k + 1 == e->points.n || count(&e->points.at[k + 1]) < count(&e->points.at[k]);
        if (first) strbuf_printf(b, "<polyline class=\"c%u\" points=\"", colour % COLOURS);
        strbuf_printf(b, "%.1f,%.1f ", WIDTH * e->points.at[k].at / seconds,
                      HEIGHT - 4 - (HEIGHT - 8) * (double)count(&e->points.at[k]) / (double)most);
        if (!last) continue;
        strbuf_text(b, "\"><title>");
        html_escape(b, e->label);
        strbuf_text(b, "</title></polyline>");
    }
}

static void print_chart(struct strbuf *b, const struct html_report *r, const char *name, point_value *count) {
    const struct progress_history *h = r->history;
    uint64_t most = largest(h, count);
    if (!most || r->seconds <= 0) return;
    strbuf_printf(b,
                  "<figure><figcaption>%s (up to %" PRIu64
                  ") over %.1f s</figcaption><svg viewBox=\"0 0 %d %d\" role=\"img\" "
                  "aria-label=\"%s over time\" class=\"chart\">",
                  name, most, r->seconds, WIDTH, HEIGHT, name);
    for (uint32_t i = 0; i < h->engines.n; i++)
        if (h->engines.at[i].points.n) print_line(b, &h->engines.at[i], i, count, r->seconds, most);
    strbuf_text(b, "</svg></figure>\n");
}

static void print_engine(struct strbuf *b, const struct html_report *r, const struct progress_engine *e,
                         uint32_t colour) {
    struct progress_point last = {0};
    if (e->points.n) last = VEC_LAST(&e->points);
    bool won = r->engine && e->outcome && r->kind != VERDICT_UNKNOWN && !strcmp(e->label, r->engine);
    strbuf_printf(b, "<tr%s><td><span class=\"swatch c%u\"></span> ", won ? " class=\"won\"" : "",
                  colour % COLOURS);
    html_escape(b, e->label);
    strbuf_printf(b, "<td class=\"n\">%.2f s<td class=\"n\">%.2f s", e->first, e->seconds);
    const uint64_t numbers[] = {last.frames, last.lemmas, last.obligations, last.depth, last.runs};
    for (size_t k = 0; k < sizeof numbers / sizeof *numbers; k++)
        if (numbers[k]) strbuf_printf(b, "<td class=\"n\">%" PRIu64, numbers[k]);
        else strbuf_text(b, "<td class=\"n\">");
    strbuf_printf(b, "<td>%s</tr>\n", won ? "decided" : e->outcome ? e->outcome : "stopped");
}

void html_print_history(struct strbuf *b, const struct html_report *r) {
    strbuf_text(b, "<h2 id=\"history\">How the proof went</h2>\n");
    strbuf_printf(b, "<p>%.2f s of wall time", r->seconds);
    if (r->engine) strbuf_text(b, "; decided by ");
    if (r->engine) html_escape(b, r->engine);
    strbuf_text(b, ".</p>\n");
    if (!r->history || !r->history->engines.n) return;
    strbuf_text(b,
                "<div class=\"wide\"><table class=\"plain history\"><thead><tr><th>engine<th "
                "class=\"n\">began<th class=\"n\">ran<th "
                "class=\"n\">frames<th class=\"n\">lemmas<th class=\"n\">obligations<th class=\"n\">depth<th "
                "class=\"n\">runs<th>end</tr></thead>\n");
    for (uint32_t i = 0; i < r->history->engines.n; i++) print_engine(b, r, &r->history->engines.at[i], i);
    strbuf_text(b, "</table></div>\n<div class=\"charts\">\n");
    print_chart(b, r, "Frames or depth", depth_of);
    print_chart(b, r, "Lemmas", lemmas_of);
    print_chart(b, r, "Obligations", obligations_of);
    strbuf_text(b, "</div>\n");
}
