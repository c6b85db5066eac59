/* --format=gcc: the result as a compiler would print it, because every editor knows how to read
 * that.
 *
 *     ring.c:31:9: error: r->buf[r->head] with r->head = 8, size 8 [bounds]
 *     ring.c:28:5: note: r->head = 8
 *     ring.c:40:12: warning: not decided: out of time [overflow]
 *
 * A check that failed is an error, followed by its execution as notes; one that nobody could decide
 * is a warning; what is proved is not mentioned, because a compiler says nothing of a line that is
 * fine. A message is one line whatever the program's names hold, since the reader on the other side
 * works by lines. */
#include "report/gcc.h"

#include <stdlib.h>
#include <string.h>

#include "replay/source.h"

enum { SHOWN_FIRST = 2, TEXT_LIMIT = 200 };

/* Control characters would break the line that an editor parses. */
static void add_plain(struct strbuf *b, const char *text) {
    for (; *text; text++) strbuf_char(b, (unsigned char)*text < 32 || *text == 127 ? ' ' : *text);
}

static void begin(struct strbuf *b, const char *file, struct src_pos pos, const char *severity) {
    add_plain(b, *file ? file : "(program)");
    strbuf_printf(b, ":%u:%u: %s: ", pos.line ? pos.line : 1, pos.column ? pos.column : 1, severity);
}

/* ---- notes ---- */

static void print_note(struct strbuf *b, const struct steps *s, const struct step *at) {
    if (at->by_caller || at->kind == STEP_CHECK || (at->kind == STEP_LINE && !*at->text)) return;
    begin(b, s->c->files.at[at->pos.file], at->pos, "note");
    add_plain(b, at->text);
    strbuf_char(b, '\n');
}

static void print_fold(struct strbuf *b, const struct steps *s, struct step_fold f) {
    for (uint32_t round = 0; round < f.times; round++) {
        const struct step *first = &s->all.at[f.begin];
        if (f.times > SHOWN_FIRST + 1 && round == SHOWN_FIRST) {
            uint32_t left_out = f.times - SHOWN_FIRST - 1;
            begin(b, s->c->files.at[first->pos.file], first->pos, "note");
            strbuf_printf(b, "... %u more round%s ...\n", left_out, left_out == 1 ? "" : "s");
            round = f.times - 1;
        }
        for (uint32_t i = 0; i < f.period; i++) print_note(b, s, &s->all.at[f.begin + round * f.period + i]);
    }
}

static void print_steps(struct strbuf *b, const struct steps *s) {
    for (uint32_t i = 0; i < s->all.n;) {
        struct step_fold f = steps_fold_at(s, i);
        print_fold(b, s, f);
        i += f.period * f.times;
    }
}

static void print_story(struct strbuf *b, const struct story *s) {
    for (uint32_t i = 0; i < s->lines.n; i++) {
        const struct story_line *line = &s->lines.at[i];
        if (!line->values.n) continue;
        begin(b, story_file(s, line), line->pos, "note");
        for (uint32_t k = 0; k < line->values.n; k++) {
            strbuf_text(b, k ? ", " : "");
            add_plain(b, line->values.at[k].name);
            strbuf_text(b, " = ");
            add_plain(b, line->values.at[k].text);
        }
        strbuf_char(b, '\n');
    }
}

static void print_notes(struct strbuf *b, const struct steps *steps, const struct story *story) {
    if (steps->complete && steps->check) print_steps(b, steps);
    else print_story(b, story);
}

/* ---- every check ---- */

static void print_failed(struct strbuf *b, const struct cfa *c, const struct cfa_check *k,
                         const struct check_answer *r) {
    const char *file = c->files.at[k->pos.file];
    char *expression = source_expression(file, k->pos.line, k->pos.column, SOURCE_EXPRESSION);
    bool told = r->steps.complete && r->steps.check;
    const char *values = told ? strstr(r->steps.check, " with ") : NULL;
    begin(b, file, k->pos, "error");
    if (told && (k->class == CHECK_ASSERT || !*expression)) {
        add_plain(b, r->steps.check);
    } else {
        strbuf_printf(b, "required: %s%s", check_rows[k->class].sentence, *expression ? ": " : "");
        add_plain(b, expression);
        if (values) add_plain(b, values);
    }
    strbuf_printf(b, " [%s]\n", check_rows[k->class].name);
    free(expression);
    print_notes(b, &r->steps, &r->story);
}

static void print_undecided(struct strbuf *b, const struct cfa *c, const struct cfa_check *k,
                            const struct check_answer *r) {
    begin(b, c->files.at[k->pos.file], k->pos, "warning");
    strbuf_text(b, "not decided: ");
    add_plain(b, r->reason ? r->reason : "no reason given");
    strbuf_printf(b, " [%s]\n", check_rows[k->class].name);
}

void gcc_print_checks(struct strbuf *b, const struct cfa *c, const struct check_answer *results) {
    for (uint32_t i = 0; i < c->checks.n; i++) {
        const struct cfa_check *k = &c->checks.at[i];
        if (results[i].status == STATUS_FAILED) print_failed(b, c, k, &results[i]);
        else if (results[i].status == STATUS_UNDECIDED) print_undecided(b, c, k, &results[i]);
    }
}

/* ---- one question ---- */

static void print_end(struct strbuf *b, const struct story *s, const char *severity) {
    const struct story_line *last = &VEC_LAST(&s->lines);
    char *text = source_text(story_file(s, last), last->pos.line, TEXT_LIMIT);
    begin(b, story_file(s, last), last->pos, severity);
    strbuf_text(b, "an execution fails here: ");
    add_plain(b, text);
    strbuf_text(b, " [assert]\n");
    free(text);
}

void gcc_print_trace(struct strbuf *b, const struct steps *steps, const struct story *story, bool confirmed) {
    const char *severity = confirmed ? "error" : "warning";
    if (steps->complete && steps->check) {
        begin(b, steps->c->files.at[steps->check_pos.file], steps->check_pos, severity);
        if (!confirmed) strbuf_text(b, "perhaps, the compiled program did not confirm it: ");
        add_plain(b, steps->check);
        strbuf_printf(b, " [%s]\n", steps->check_class);
    } else if (story->lines.n) {
        print_end(b, story, severity);
    }
    print_notes(b, steps, story);
}

void gcc_print_unknown(struct strbuf *b, const char *file, const char *reason) {
    begin(b, file, (struct src_pos){0}, "warning");
    strbuf_text(b, "not decided: ");
    add_plain(b, reason ? reason : "no reason given");
    strbuf_text(b, " [assert]\n");
}
