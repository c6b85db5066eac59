#include "cfa/checks.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "cfa/cfa.h"
#include "cfa/pass.h"
#include "util/mem.h"

#define CLASS(id, name, standard, cwe, property, sanitizers, sentence)                                       \
    {name, standard, cwe, property, sanitizers, sentence},
const struct check_row check_rows[CHECK_CLASS_COUNT] = {CHECK_CLASSES(CLASS)};
#undef CLASS

#define HANDLER(name, class, goes_on) {name, CHECK_##class, CHECK_##goes_on},
const struct check_handler check_handlers[] = {CHECK_HANDLERS(HANDLER)};
#undef HANDLER
const uint32_t check_handler_count = sizeof check_handlers / sizeof *check_handlers;

/* ---- sets of classes ---- */

check_set checks_standard(void) {
    check_set set = 0;
    for (int i = 0; i < CHECK_CLASS_COUNT; i++)
        if (check_rows[i].standard) set |= CHECK_BIT(i);
    return set;
}

bool checks_follow_memory(check_set set) { return set & (CHECKS_OF_MEMORY | CHECK_BIT(CHECK_CLEANUP)); }

const char *checks_property(enum check_class class) {
    assert(class < CHECK_CLASS_COUNT);
    return check_rows[class].property ? check_rows[class].property : check_rows[class].name;
}

/* An array of one element, or none, at the end of a struct stands for one of any length in old
 * code; longer ones have the length that they say. Shifts into the sign, and addresses, are not
 * checked under -fwrapv. Without it arithmetic wraps all the same at -O0, and the front end forgets
 * the promises that it does not. */
uint32_t checks_flags(check_set set, const char *flags[CHECK_FLAGS]) {
    struct strbuf b = {0};
    for (int i = 0; i < CHECK_CLASS_COUNT; i++)
        if ((set & CHECK_BIT(i)) && check_rows[i].sanitizers)
            strbuf_printf(&b, "%s%s", b.n ? "," : "-fsanitize=", check_rows[i].sanitizers);
    if (!b.n) return 0;
    uint32_t n = 0;
    flags[n++] = strbuf_take(&b);
    flags[n++] = "-fno-sanitize-recover=all";
    flags[n++] = "-fsanitize-recover=signed-integer-overflow,alignment";
    flags[n++] = "-fstrict-flex-arrays=1";
    if (set & (CHECK_BIT(CHECK_SHIFT) | CHECK_BIT(CHECK_POINTER_ARITHMETIC))) flags[n++] = "-fno-wrapv";
    return n;
}

/* The classes that a word of --check stands for; 0 with *e set if there are none. */
static check_set set_of_word(const char *word, size_t n, struct error *e) {
    static const char *const groups[] = {"all", "standard", "memory"};
    const check_set sets[] = {CHECK_BIT(CHECK_CLASS_COUNT) - 1, checks_standard(), CHECKS_OF_MEMORY};
    for (int i = 0; i < 3; i++)
        if (strlen(groups[i]) == n && !strncmp(groups[i], word, n)) return sets[i];
    for (int i = 0; i < CHECK_CLASS_COUNT; i++)
        if (strlen(check_rows[i].name) == n && !strncmp(check_rows[i].name, word, n)) return CHECK_BIT(i);
    error_set(e, NULL, 0, 0, "--check: there is no class '%.*s'; --list-checks without a file lists them",
              (int)n, word);
    return 0;
}

check_set checks_parse(const char *list, check_set from, struct error *e) {
    check_set set = list[0] == '+' || list[0] == '-' ? from : 0;
    for (const char *at = list; *at && !e->set; at += *at == ',') {
        bool minus = *at == '-';
        if (*at == '+' || minus) at++;
        size_t n = strcspn(at, ",");
        bool none = n == 4 && !strncmp(at, "none", n);
        check_set named = none ? 0 : set_of_word(at, n, e);
        set = minus ? set & ~named : set | named;
        at += n;
    }
    return set;
}

/* ---- the checks of an automaton ---- */

static bool same_place(const struct cfa_check *k, enum check_class class, struct src_pos pos) {
    return k->class == class && k->pos.line == pos.line && k->pos.column == pos.column &&
           k->pos.file == pos.file && k->pos.function == pos.function;
}

uint32_t cfa_add_check(struct cfa *c, enum check_class class, struct src_pos pos) {
    assert(class < CHECK_CLASS_COUNT && pos.file < c->files.n);
    pos.function = cfa_intern(c, pos.function);
    for (uint32_t i = 0; i < c->checks.n; i++)
        if (same_place(&c->checks.at[i], class, pos)) return i;
    VEC_PUSH(&c->checks, (struct cfa_check){.class = class, .pos = pos});
    return c->checks.n - 1;
}

static const struct cfa *sorted_of; /* qsort hands no context over */

static int compare_text(const char *a, const char *b) { return strcmp(a ? a : "", b ? b : ""); }

static int by_place(const void *a, const void *b) {
    const struct cfa_check *x = &sorted_of->checks.at[*(const uint32_t *)a],
                           *y = &sorted_of->checks.at[*(const uint32_t *)b];
    int order = compare_text(x->pos.function, y->pos.function);
    if (!order) order = x->class < y->class ? -1 : x->class > y->class;
    if (!order) order = x->pos.file < y->pos.file ? -1 : x->pos.file > y->pos.file;
    if (!order) order = x->pos.line < y->pos.line ? -1 : x->pos.line > y->pos.line;
    return order ? order : x->pos.column < y->pos.column ? -1 : x->pos.column > y->pos.column;
}

void cfa_name_checks(struct cfa *c) {
    uint32_t n = 0, *order = mem_alloc((c->checks.n + 1) * sizeof *order);
    for (uint32_t i = 0; i < c->checks.n; i++) order[i] = i;
    sorted_of = c;
    qsort(order, c->checks.n, sizeof *order, by_place);
    for (uint32_t i = 0; i < c->checks.n; i++) {
        struct cfa_check *k = &c->checks.at[order[i]], *last = i ? &c->checks.at[order[i - 1]] : NULL;
        bool first = !last || last->class != k->class || compare_text(last->pos.function, k->pos.function);
        n = first ? 1 : n + 1;
        char *id = mem_printf("%s.%s.%u", k->pos.function ? k->pos.function : "program",
                              check_rows[k->class].name, n);
        k->id = cfa_intern(c, id);
        free(id);
    }
    free(order);
}

void cfa_close_checks(struct cfa *c, const bool *open) {
    uint32_t kept = 0;
    for (uint32_t i = 0; i < c->edges.n; i++) {
        uint32_t check = c->edges.at[i].check;
        assert(!check || (c->edges.at[i].to == c->lE && check <= c->checks.n));
        if (!check || open[check - 1]) c->edges.at[kept++] = c->edges.at[i];
    }
    c->edges.n = kept;
    kept = 0;
    for (uint32_t i = 0; i < c->cuts.n; i++) {
        uint32_t check = c->cuts.at[i].check;
        assert(check <= c->checks.n);
        if (!check || open[check - 1]) c->cuts.at[kept++] = c->cuts.at[i];
    }
    c->cuts.n = kept;
}
