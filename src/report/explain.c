/* The trace for people:
 *
 *     prog.c:12  main   int n = __VERIFIER_nondet_int();    n = 3   <- input 3
 *     prog.c:14  main   while (i < n)                       (97 more rounds of lines 14-16)
 *
 * Loops are folded: of a block of lines that repeats, the first two rounds and the last are shown;
 * of a line that sets many values, since a whole loop stands on it, the first and the last few, and
 * all inputs. Lines without a statement (a brace, an else) are left out, and so is memory that
 * nobody set where it is 0. */
#include "report/explain.h"

#include <string.h>

#include "replay/source.h"

enum {
    PREFIX_WIDTH = 24,
    PREFIX_LIMIT = 60,
    TEXT_WIDTH = 44,
    TEXT_LIMIT = 80,
    SHOWN_FIRST = 2,
    MAX_INDENT = 10,
    SHOWN_VALUES = 6 /* of a line that sets many, at its beginning and at its end */
};

/* Padding counts characters, not bytes. */
static void pad(struct strbuf *b, size_t from, uint32_t width) {
    size_t shown = 0;
    for (size_t i = from; i < b->n; i++) shown += ((unsigned char)b->text[i] & 0xc0) != 0x80;
    for (; shown < width; shown++) strbuf_char(b, ' ');
}

/* Nobody wants to read that what was not set happened to be 0. */
static bool is_noise(const struct story_value *v) {
    return v->is_input && v->kind == SITE_UNINIT && (!strcmp(v->text, "0") || !strcmp(v->text, "{0}"));
}

static bool shows_values(const struct story_line *line) {
    for (uint32_t i = 0; i < line->values.n; i++)
        if (!is_noise(&line->values.at[i])) return true;
    return false;
}

/* "}", "} else {": nothing is done there. */
static bool is_empty(const char *text) {
    for (; *text; text++) {
        if (!strncmp(text, "else", 4)) text += 3;
        else if (!strchr("{} \t;", *text)) return false;
    }
    return true;
}

static void print_values(struct strbuf *b, const struct story_line *line) {
    const char *separator = "";
    for (uint32_t i = 0; i < line->values.n; i++) {
        const struct story_value *v = &line->values.at[i];
        if (is_noise(v)) continue;
        bool many = line->values.n > 2 * SHOWN_VALUES + 1,
             middle = i >= SHOWN_VALUES && i + SHOWN_VALUES < line->values.n;
        if (many && middle && !v->is_input) {
            separator = ", ..., ";
            continue;
        }
        const char *from = v->kind == SITE_UNINIT    ? " (uninitialized)"
                           : v->kind == SITE_UNKNOWN ? " (unknown function)"
                                                     : "";
        if (v->is_input) strbuf_printf(b, "%s<- input %s %s%s", separator, v->text, v->name, from);
        else strbuf_printf(b, "%s%s = %s", separator, v->name, v->text);
        separator = ", ";
    }
}

/* "prog.c:12 main  ", without the folders of the file if they are long. */
static void print_prefix(struct strbuf *b, const struct story *s, const struct story_line *line) {
    strbuf_printf(b, "  %s:%u", source_short_name(story_file(s, line)), line->pos.line);
    if (line->pos.function) strbuf_printf(b, " %s", line->pos.function);
    strbuf_text(b, "  ");
}

/* Wide enough for most lines. */
static uint32_t prefix_width(const struct story *s) {
    uint32_t width = PREFIX_WIDTH;
    struct strbuf b = {0};
    for (uint32_t i = 0; i < s->lines.n; i++) {
        strbuf_clear(&b);
        print_prefix(&b, s, &s->lines.at[i]);
        if (b.n > width && b.n <= PREFIX_LIMIT) width = (uint32_t)b.n;
    }
    strbuf_release(&b);
    return width;
}

static void print_line(struct strbuf *b, const struct story *s, const struct story_line *line,
                       uint32_t width) {
    size_t begin = b->n;
    char *text = source_text(story_file(s, line), line->pos.line, TEXT_LIMIT);
    bool values = shows_values(line), silent = *text && is_empty(text) && !values;
    if (!silent) {
        print_prefix(b, s, line);
        pad(b, begin, width);
        begin = b->n;
        strbuf_text(b, text);
    }
    free(text);
    if (silent) return;
    if (values) {
        pad(b, begin, TEXT_WIDTH);
        strbuf_text(b, "  ");
        print_values(b, line);
    }
    while (b->n && b->text[b->n - 1] == ' ') b->text[--b->n] = 0;
    strbuf_char(b, '\n');
}

static void print_round(struct strbuf *b, const struct story *s, uint32_t begin, uint32_t period,
                        uint32_t width) {
    for (uint32_t i = 0; i < period; i++) print_line(b, s, &s->lines.at[begin + i], width);
}

static void print_fold(struct strbuf *b, const struct story *s, struct story_fold f, uint32_t width) {
    uint32_t first = f.times > SHOWN_FIRST ? SHOWN_FIRST : f.times;
    for (uint32_t i = 0; i < first; i++) print_round(b, s, f.begin + i * f.period, f.period, width);
    if (f.times > first + 1)
        strbuf_printf(b, "    ... %u more rounds of these %u lines ...\n", f.times - first - 1, f.period);
    if (f.times > first) print_round(b, s, f.begin + (f.times - 1) * f.period, f.period, width);
}

void explain_story(struct strbuf *b, const struct story *s) {
    uint32_t width = prefix_width(s);
    for (uint32_t i = 0; i < s->lines.n;) {
        struct story_fold f = story_fold_at(s, i);
        print_fold(b, s, f, width);
        i += f.period * f.times;
    }
    if (s->shortened) strbuf_text(b, "    ... (the rest is too long to show) ...\n");
}

/* ---- steps ---- */

static void print_step_prefix(struct strbuf *b, const struct steps *s, const struct step *at) {
    if (at->by_caller) {
        strbuf_text(b, "  (caller)  ");
        return;
    }
    strbuf_printf(b, "  %s:%u", source_short_name(s->c->files.at[at->pos.file]), at->pos.line);
    if (at->function) strbuf_printf(b, " %s", at->function);
    strbuf_text(b, "  ");
}

static uint32_t step_prefix_width(const struct steps *s) {
    uint32_t width = PREFIX_WIDTH;
    struct strbuf b = {0};
    for (uint32_t i = 0; i < s->all.n; i++) {
        strbuf_clear(&b);
        print_step_prefix(&b, s, &s->all.at[i]);
        if (b.n > width && b.n <= PREFIX_LIMIT) width = (uint32_t)b.n;
    }
    strbuf_release(&b);
    return width;
}

/* A call shows its arguments, which say more than the line that it stands on; a line shows its text
 * and what happened. */
static void print_step(struct strbuf *b, const struct steps *s, const struct step *at, uint32_t width) {
    size_t begin = b->n;
    char *text = at->kind == STEP_LINE ? source_text(s->c->files.at[at->pos.file], at->pos.line, TEXT_LIMIT)
                                       : mem_strdup(at->text);
    bool told = at->kind == STEP_LINE && *at->text, silent = at->kind == STEP_LINE && !told && is_empty(text);
    if (!silent) {
        print_step_prefix(b, s, at);
        pad(b, begin, width);
        begin = b->n;
        for (uint32_t i = 0; i < at->depth && i < MAX_INDENT; i++) strbuf_text(b, "  ");
        strbuf_text(b, text);
        if (told) pad(b, begin, TEXT_WIDTH);
        if (told) strbuf_printf(b, "  %s", at->text);
        strbuf_char(b, '\n');
    }
    free(text);
}

static void print_step_fold(struct strbuf *b, const struct steps *s, struct step_fold f, uint32_t width) {
    for (uint32_t round = 0; round < f.times; round++) {
        if (f.times > SHOWN_FIRST + 1 && round == SHOWN_FIRST) {
            strbuf_printf(b, "    ... %u more round%s of", f.times - SHOWN_FIRST - 1,
                          f.times == SHOWN_FIRST + 2 ? "" : "s");
            if (f.period == 1) strbuf_text(b, " this step ...\n");
            else strbuf_printf(b, " these %u steps ...\n", f.period);
            round = f.times - 1;
        }
        for (uint32_t i = 0; i < f.period; i++)
            print_step(b, s, &s->all.at[f.begin + round * f.period + i], width);
    }
}

void explain_steps(struct strbuf *b, const struct steps *s) {
    uint32_t width = step_prefix_width(s);
    for (uint32_t i = 0; i < s->all.n;) {
        struct step_fold f = steps_fold_at(s, i);
        if (s->all.at[i].kind != STEP_CHECK) print_step_fold(b, s, f, width);
        i += f.period * f.times;
    }
    if (s->check)
        strbuf_printf(b, "%s:%u: %s: %s\n", s->c->files.at[s->check_pos.file], s->check_pos.line,
                      s->check_class, s->check);
}

void explain_trace(struct strbuf *b, const struct steps *steps, const struct story *story) {
    if (steps->complete && steps->check) explain_steps(b, steps);
    else explain_story(b, story);
}
