#include "replay/story.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_LINES = 100000, MAX_PERIOD = 200, MIN_FOLDED = 4, MAX_ELEMENTS = 8 };

struct teller {
    struct story *story;
    struct int_map last; /* hash of function and name -> hash of the text last shown */
};

static void print_decimal_128(struct strbuf *b, value v, bool negative) {
    char digits[48];
    int n = 0;
    uint32_t parts[4] = {(uint32_t)v.lo, (uint32_t)(v.lo >> 32), (uint32_t)v.hi, (uint32_t)(v.hi >> 32)};
    do { /* long division by ten */
        uint64_t rest = 0;
        for (int i = 3; i >= 0; i--) {
            rest = rest << 32 | parts[i];
            parts[i] = (uint32_t)(rest / 10);
            rest %= 10;
        }
        digits[n++] = (char)('0' + rest);
    } while (parts[0] | parts[1] | parts[2] | parts[3]);
    if (negative) strbuf_char(b, '-');
    while (n) strbuf_char(b, digits[--n]);
}

static void print_bits(struct strbuf *b, uint32_t width, value v, bool is_signed) {
    bool negative = is_signed && (width > 64 ? v.hi >> (width - 65) & 1 : v.lo >> (width - 1) & 1);
    if (negative) { /* two's complement: 2^width - v */
        uint64_t low = ~v.lo + 1, high = ~v.hi + (low == 0);
        v.lo = width >= 64 ? low : low & (((uint64_t)1 << width) - 1);
        v.hi = width == 128 ? high : width > 64 ? high & (((uint64_t)1 << (width - 64)) - 1) : 0;
    }
    print_decimal_128(b, v, negative);
}

static void print_double(struct strbuf *b, double d, const char *suffix) {
    if (isnan(d)) strbuf_text(b, "(0.0/0.0)");
    else if (isinf(d)) strbuf_text(b, d < 0 ? "(-1.0/0.0)" : "(1.0/0.0)");
    else {
        char text[64];
        snprintf(text, sizeof text, "%.17g", d);
        strbuf_text(b, text);
        if (!strpbrk(text, ".en")) strbuf_text(b, ".0");
        strbuf_text(b, suffix);
    }
}

/* {0, [3] = 5}: what most elements are, then the others, by index. */
struct element {
    value index, value;
};
typedef VEC(struct element) element_vec;

static void keep_element(void *context, value index, value element) {
    element_vec *all = context;
    VEC_PUSH(all, (struct element){index, element});
}

static int by_index(const void *a, const void *b) {
    const struct element *x = a, *y = b;
    return x->index.lo < y->index.lo ? -1 : x->index.lo > y->index.lo;
}

static void print_array(struct strbuf *b, sort s, value v, bool is_signed) {
    element_vec all = {0};
    uint32_t shown = 0;
    array_value_visit(v, keep_element, &all);
    if (all.n) qsort(all.at, all.n, sizeof *all.at, by_index);
    strbuf_char(b, '{');
    value_print_c(b, sort_element(s), array_value_default(v), is_signed);
    for (uint32_t i = 0; i < all.n; i++) {
        if (value_same(all.at[i].value, array_value_default(v))) continue;
        if (shown++ == MAX_ELEMENTS) {
            strbuf_text(b, ", ...");
            break;
        }
        strbuf_printf(b, ", [%" PRIu64 "] = ", all.at[i].index.lo);
        value_print_c(b, sort_element(s), all.at[i].value, is_signed);
    }
    strbuf_char(b, '}');
    VEC_RELEASE(&all);
}

void value_print_c(struct strbuf *b, uint32_t s, value v, bool is_signed) {
    switch (sort_kind_of(s)) {
    case SORT_BOOL: strbuf_text(b, v.lo ? "1" : "0"); break;
    case SORT_BV: print_bits(b, sort_width(s), v, is_signed); break;
    case SORT_INT: print_bits(b, 128, v, true); break;
    case SORT_FLOAT:
        if (sort_width(s) == 32) {
            uint32_t bits = (uint32_t)v.lo;
            float f;
            memcpy(&f, &bits, sizeof f);
            print_double(b, f, "f");
        } else if (sort_width(s) == 64) {
            double d;
            memcpy(&d, &v.lo, sizeof d);
            print_double(b, d, "");
        } else {
            strbuf_printf(b, "0x%" PRIx64 "%016" PRIx64, v.hi, v.lo);
        }
        break;
    case SORT_ARRAY: print_array(b, s, v, is_signed); break;
    }
}

static bool same_place(struct src_pos a, struct src_pos b) {
    return a.file == b.file && a.line == b.line && a.function == b.function;
}

/* The line that is being told, or a new one if control moved on; NULL when the story is full. */
static struct story_line *line_at(struct story *s, struct src_pos pos) {
    if (s->lines.n && same_place(VEC_LAST(&s->lines).pos, pos)) {
        if (pos.column) VEC_LAST(&s->lines).last_column = pos.column;
        return &VEC_LAST(&s->lines);
    }
    if (s->lines.n == MAX_LINES) {
        s->shortened = true;
        return NULL;
    }
    struct story_line line = {.pos = pos, .last_column = pos.column};
    VEC_PUSH(&s->lines, line);
    return &VEC_LAST(&s->lines);
}

static void add_value(struct story_line *line, const char *name, struct strbuf *text, sort s) {
    struct story_value v = {.name = mem_strdup(name), .text = strbuf_take(text), .sort = s};
    VEC_PUSH(&line->values, v);
}

static void at_input(void *context, const struct cfa *c, uint32_t site, value v) {
    struct teller *t = context;
    const struct cfa_site *from = &c->sites.at[site];
    if (from->kind == SITE_INTERNAL || from->kind == SITE_ENVIRONMENT || from->kind == SITE_LIBRARY) return;
    struct story_line *line = from->pos.line ? line_at(t->story, from->pos) : NULL;
    if (!line && t->story->lines.n && !t->story->shortened) line = &VEC_LAST(&t->story->lines);
    if (!line) return;
    struct strbuf text = {0};
    value_print_c(&text, from->sort, v, from->is_signed);
    bool scalar_memory = from->memory.line && sort_kind_of(from->sort) != SORT_ARRAY;
    char *name = scalar_memory ? mem_printf("%s of line %u, byte %" PRIu64, from->name, from->memory.line,
                                            from->memory.offset)
                               : mem_strdup(from->name ? from->name : "?");
    add_value(line, name, &text, from->sort);
    free(name);
    VEC_LAST(&line->values).is_input = true;
    VEC_LAST(&line->values).kind = from->kind;
}

/* Is this another value than the one last shown of the variable? */
static bool changed(struct teller *t, const struct cfa_cmd *mark, const char *text) {
    uint64_t key =
        hash_mix(hash_bytes(mark->name, strlen(mark->name)), (uint64_t)(uintptr_t)mark->pos.function);
    uint64_t now = hash_bytes(text, strlen(text)) | 1; /* never 0, which is "not shown yet" */
    uint64_t *last = int_map_put(&t->last, key, NULL);
    if (*last == now) return false;
    *last = now;
    return true;
}

/* Where an input came in, the variable that took it is shown even if it had that value before. */
static bool has_input(const struct story_line *line) {
    for (uint32_t i = 0; i < line->values.n; i++)
        if (line->values.at[i].is_input) return true;
    return false;
}

static void at_mark(void *context, const struct cfa *c, const struct cfa_cmd *mark, value shown) {
    (void)c;
    struct teller *t = context;
    if (!mark->pos.line) return;
    struct story_line *line = line_at(t->story, mark->pos);
    if (!line || !mark->name || mark->cond == TERM_NONE || !strncmp(mark->name, "__vla_expr", 10)) return;
    struct strbuf text = {0};
    sort s = term_sort(mark->cond);
    value_print_c(&text, s, shown, mark->is_signed);
    if (changed(t, mark, text.text) || has_input(line)) add_value(line, mark->name, &text, s);
    strbuf_release(&text);
}

void story_init(struct story *s, const struct cfa *unreduced, const input_log *log) {
    *s = (struct story){.c = unreduced};
    struct teller t = {.story = s};
    struct replay_watch watch = {.context = &t, .at_input = at_input, .at_mark = at_mark};
    struct replay_end end = replay_run(unreduced, log, 0, &watch, NULL);
    assert(end.end == RUN_ERROR);
    (void)end;
    int_map_release(&t.last);
}

/* File and function of a line. */
static struct src_pos complete_position(const struct cfa *c, struct src_pos pos) {
    for (uint32_t i = 0; i < c->cmds.n; i++) {
        const struct cfa_cmd *k = &c->cmds.at[i];
        if (k->kind != CMD_MARK || k->pos.line != pos.line) continue;
        pos.file = k->pos.file;
        pos.function = k->pos.function;
        break;
    }
    return pos;
}

void story_init_inputs(struct story *s, const struct cfa *unreduced, const input_log *log,
                       struct src_pos error) {
    *s = (struct story){.c = unreduced};
    struct teller t = {.story = s};
    for (uint32_t i = 0; i < log->n; i++) at_input(&t, unreduced, log->at[i].site, log->at[i].value);
    if (error.line) line_at(s, complete_position(unreduced, error));
}

void story_release(struct story *s) {
    for (uint32_t i = 0; i < s->lines.n; i++) {
        for (uint32_t j = 0; j < s->lines.at[i].values.n; j++) {
            free(s->lines.at[i].values.at[j].name);
            free(s->lines.at[i].values.at[j].text);
        }
        VEC_RELEASE(&s->lines.at[i].values);
    }
    VEC_RELEASE(&s->lines);
}

const char *story_file(const struct story *s, const struct story_line *line) {
    return s->c->files.at[line->pos.file];
}

/* How often the lines i .. i+period-1 follow themselves, counting the first time. */
static uint32_t repetitions(const struct story *s, uint32_t i, uint32_t period) {
    uint32_t j = i + period;
    while (j < s->lines.n && same_place(s->lines.at[j].pos, s->lines.at[j - period].pos)) j++;
    return (j - i) / period;
}

struct story_fold story_fold_at(const struct story *s, uint32_t i) {
    assert(i < s->lines.n);
    struct story_fold best = {i, 1, 1};
    for (uint32_t period = 1; period <= MAX_PERIOD && i + period * MIN_FOLDED <= s->lines.n; period++) {
        uint32_t times = repetitions(s, i, period);
        if (times >= MIN_FOLDED && times * period > best.times * best.period)
            best = (struct story_fold){i, period, times};
    }
    return best;
}
