/* The trace for people:
 *
 *     prog.c:12  main   int n = __VERIFIER_nondet_int();    n = 3   <- input 3
 *     prog.c:14  main   while (i < n)                       (97 more rounds of lines 14-16)
 *
 * Loops are folded: of a block of lines that repeats, the first two rounds and the last are shown. */
#include "evidence/story.h"

#include <string.h>

#include "evidence/source.h"

enum { TEXT_WIDTH = 44, TEXT_LIMIT = 80, SHOWN_FIRST = 2 };

/* Padding counts characters, not bytes. */
static void pad(struct strbuf *b, size_t from, uint32_t width) {
    size_t shown = 0;
    for (size_t i = from; i < b->n; i++) shown += ((unsigned char)b->text[i] & 0xc0) != 0x80;
    for (; shown < width; shown++) strbuf_char(b, ' ');
}

static void print_values(struct strbuf *b, const struct story_line *line) {
    const char *separator = "";
    for (uint32_t i = 0; i < line->values.n; i++) {
        const struct story_value *v = &line->values.at[i];
        const char *from = v->kind == SITE_UNINIT ? " (uninitialized)" : v->kind == SITE_UNKNOWN ? " (unknown function)" : "";
        if (v->is_input)
            strbuf_printf(b, "%s<- input %s %s%s", separator, v->text, v->name, from);
        else
            strbuf_printf(b, "%s%s = %s", separator, v->name, v->text);
        separator = ", ";
    }
}

static void print_line(struct strbuf *b, const struct story *s, const struct story_line *line) {
    size_t begin = b->n;
    strbuf_printf(b, "  %s:%u", story_file(s, line), line->pos.line);
    if (line->pos.function) strbuf_printf(b, " %s", line->pos.function);
    strbuf_text(b, "  ");
    pad(b, begin, 24);
    begin = b->n;
    char *text = source_text(story_file(s, line), line->pos.line, TEXT_LIMIT);
    strbuf_text(b, text);
    free(text);
    if (line->values.n) {
        pad(b, begin, TEXT_WIDTH);
        strbuf_text(b, "  ");
        print_values(b, line);
    }
    while (b->n && b->text[b->n - 1] == ' ') b->text[--b->n] = 0;
    strbuf_char(b, '\n');
}

static void print_round(struct strbuf *b, const struct story *s, uint32_t begin, uint32_t period) {
    for (uint32_t i = 0; i < period; i++) print_line(b, s, &s->lines.at[begin + i]);
}

static void print_fold(struct strbuf *b, const struct story *s, struct story_fold f) {
    uint32_t first = f.times > SHOWN_FIRST ? SHOWN_FIRST : f.times;
    for (uint32_t i = 0; i < first; i++) print_round(b, s, f.begin + i * f.period, f.period);
    if (f.times > first + 1)
        strbuf_printf(b, "    ... %u more rounds of these %u lines ...\n", f.times - first - 1, f.period);
    if (f.times > first) print_round(b, s, f.begin + (f.times - 1) * f.period, f.period);
}

void story_print(struct strbuf *b, const struct story *s) {
    for (uint32_t i = 0; i < s->lines.n;) {
        struct story_fold f = story_fold_at(s, i);
        print_fold(b, s, f);
        i += f.period * f.times;
    }
    if (s->shortened) strbuf_text(b, "    ... (the rest is too long to show) ...\n");
}
