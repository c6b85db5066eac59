/* A clause is a word and a bracket behind the ")" of a declarator or of a loop's head, or behind
 * another clause. Whose it is, the word before that bracket tells: `while` and `for` are loops, any
 * other word is a function. Attributes are stepped over.
 *
 * An invariant is an obligation, never an assumption: with --loop-contracts it is checked whenever
 * the loop's condition is about to be evaluated,
 *
 *     while (i < n) __CPROVER_loop_invariant(i <= n) ...     while ((__CPROVER_loop_check(i <= n),
 *                                                            (i < n))) ...
 *
 * and without it is dropped. A do loop's invariant is dropped with a cut, because its head is not
 * where its condition stands. */
#include "frontend/source/clauses.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "util/mem.h"

static const struct {
    const char *word;
    enum clause_kind kind;
} words[] = {{"__CPROVER_requires", CLAUSE_REQUIRES},        {"__CPROVER_ensures", CLAUSE_ENSURES},
             {"__CPROVER_assigns", CLAUSE_ASSIGNS},          {"__CPROVER_frees", CLAUSE_FREES},
             {"__CPROVER_loop_invariant", CLAUSE_INVARIANT}, {"__CPROVER_decreases", CLAUSE_DECREASES}};

static bool is_clause(const struct tokens *t, uint32_t i, enum clause_kind *kind) {
    for (size_t k = 0; k < sizeof words / sizeof *words; k++)
        if (tokens_is(t, i, words[k].word) && tokens_is(t, tokens_next(t, i), "(")) {
            *kind = words[k].kind;
            return true;
        }
    return false;
}

/* ---- whose ---- */

/* The opening bracket of the head that the clause at i stands behind; UINT32_MAX: it stands behind
 * nothing. */
static uint32_t head_before(const struct tokens *t, uint32_t i) {
    for (uint32_t close = tokens_before(t, i); close != UINT32_MAX && tokens_is(t, close, ")");) {
        uint32_t open = tokens_open(t, close), word = open == UINT32_MAX ? open : tokens_before(t, open);
        if (word == UINT32_MAX) return word;
        bool attribute = tokens_is(t, word, "__attribute__") || tokens_is(t, word, "__asm__");
        if (!attribute) return open;
        close = tokens_before(t, word);
    }
    return UINT32_MAX;
}

static bool is_loop(const struct tokens *t, uint32_t head) {
    uint32_t word = tokens_before(t, head);
    return tokens_is(t, word, "while") || tokens_is(t, word, "for");
}

/* "while" behind the "}" of a do loop. */
static bool ends_do(const struct tokens *t, uint32_t head) {
    uint32_t word = tokens_before(t, head), brace = word == UINT32_MAX ? word : tokens_before(t, word);
    if (!tokens_is(t, word, "while") || brace == UINT32_MAX || !tokens_is(t, brace, "}")) return false;
    uint32_t open = tokens_open(t, brace), before = open == UINT32_MAX ? open : tokens_before(t, open);
    return before != UINT32_MAX && tokens_is(t, before, "do");
}

/* ---- functions ---- */

static char *result_type(const struct tokens *t, uint32_t name) {
    char *text = tokens_code(t, tokens_declaration(t, name), name), *at = text;
    static const char *const before[] = {"extern ", "static ", "inline ", "__inline ", "__inline__ "};
    for (size_t k = 0; k < sizeof before / sizeof *before;)
        if (!strncmp(at, before[k], strlen(before[k]))) {
            at += strlen(before[k]);
            k = 0;
        } else k++;
    char *type = mem_strdup(at);
    free(text);
    return type;
}

static struct clauses *function_clauses(const struct tokens *t, uint32_t head, struct clause_list *list) {
    uint32_t name = tokens_before(t, head);
    if (t->all.at[name].kind != TOKEN_WORD) return NULL;
    char *function = tokens_code(t, name, name + 1);
    bool known = clauses_of(list, function) != NULL;
    if (known) free(function);
    if (known) return NULL;
    VEC_PUSH(&list->functions, (struct clauses){.function = function, .result = result_type(t, name)});
    formals_read(&VEC_LAST(&list->functions).parameters, t, head);
    return &VEC_LAST(&list->functions);
}

const struct clauses *clauses_of(const struct clause_list *list, const char *function) {
    for (uint32_t i = 0; i < list->functions.n; i++)
        if (!strcmp(list->functions.at[i].function, function)) return &list->functions.at[i];
    return NULL;
}

void clauses_release(struct clause_list *list) {
    for (uint32_t i = 0; i < list->functions.n; i++) {
        struct clauses *c = &list->functions.at[i];
        for (uint32_t k = 0; k < c->all.n; k++) {
            free(c->all.at[k].text);
            free(c->all.at[k].place);
        }
        VEC_RELEASE(&c->all);
        formals_release(&c->parameters);
        free(c->function);
        free(c->result);
    }
    VEC_RELEASE(&list->functions);
}

/* ---- loops ---- */

/* Puts the check in front of the condition of the loop whose head opens at `head`. */
static void check_loop(struct tokens *t, uint32_t head, const char *invariant) {
    uint32_t from = head + 1, to = tokens_close(t, head);
    bool is_for = tokens_is(t, tokens_before(t, head), "for"), at_end = ends_do(t, head);
    for (uint32_t i = from, parts = 0; is_for && i < to; i++) {
        if (tokens_is(t, i, "(") || tokens_is(t, i, "{") || tokens_is(t, i, "[")) i = tokens_close(t, i);
        else if (tokens_is(t, i, ";") && parts++ == 0) from = i + 1;
        else if (tokens_is(t, i, ";")) to = i;
    }
    char *condition = tokens_code(t, from, to);
    char *text = mem_printf(" (%s(%s), (%s)) ", at_end ? "__CPROVER_do_loop_check" : "__CPROVER_loop_check",
                            invariant, *condition ? condition : "1");
    if (from == to) from--, free(condition), condition = mem_strdup("");
    if (is_for && tokens_is(t, from, ";") && to == from + 1) {
        char *with = mem_printf(";%s", text);
        tokens_replace(t, from, to, with);
        free(with);
    } else tokens_replace(t, from, to, text);
    free(text);
    free(condition);
}

/* ---- the text ---- */

/* All clauses from i on, which follow one head; they are removed. */
static void lift_group(struct tokens *t, uint32_t i, struct clause_list *list, bool check_loops) {
    uint32_t head = head_before(t, i);
    bool loop = head != UINT32_MAX && is_loop(t, head);
    struct clauses *c = head == UINT32_MAX || loop ? NULL : function_clauses(t, head, list);
    enum clause_kind kind;
    while (i < t->all.n && is_clause(t, i, &kind)) {
        uint32_t open = tokens_next(t, i), close = tokens_close(t, open);
        if (close >= t->all.n) return;
        char *text = tokens_code(t, open + 1, close), *place = tokens_place(t, i);
        tokens_replace(t, i, close + 1, "");
        i = tokens_next(t, close);
        if (c) {
            VEC_PUSH(&c->all, (struct clause){kind, text, place});
            continue;
        }
        if (loop && check_loops && kind == CLAUSE_INVARIANT) check_loop(t, head, text);
        free(text);
        free(place);
    }
}

void clauses_lift(struct tokens *t, struct clause_list *list, bool check_loops) {
    enum clause_kind kind;
    for (uint32_t i = 0; i < t->all.n; i++)
        if (is_clause(t, i, &kind)) lift_group(t, i, list, check_loops);
}
