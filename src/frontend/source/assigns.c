/* The targets of assigns clauses,
 *
 *     assigns(*a, s->n; out != 0: *out)          *a,   s->n,   *out where out != 0 at the call
 *
 * are groups with a condition each. A target is an lvalue or one of three words for the rest of an
 * object. Conditions and places are those before the call, so they are kept in variables:
 *
 *     edgewise_from_0 = (char *)&(*a);  edgewise_many_0 = sizeof(*a);
 *
 * Who replaces a function by its contract gives the targets any value, in C as well, so that the
 * compiled program does the same: a variable that is never set is copied there.
 *
 * Limits: bit-fields are no targets, because they have no address: clang says so. */
#include "frontend/source/assigns.h"

#include <assert.h>
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "util/mem.h"

/* ---- reading ---- */

static void add(assigns_targets *all, const char *condition, char *target, const char *place) {
    if (*target)
        VEC_PUSH(all, (struct assigns_target){condition ? mem_strdup(condition) : NULL, mem_strdup(target),
                                              place});
    free(target);
}

/* The end of a part: a sign at depth 0 that is one of `signs`, or `to`. */
static uint32_t end_of_part(const struct tokens *t, uint32_t from, uint32_t to, const char *signs) {
    uint32_t choices = 0;
    for (uint32_t i = from; i < to; i++) {
        if (tokens_is(t, i, "(") || tokens_is(t, i, "[") || tokens_is(t, i, "{")) i = tokens_close(t, i);
        else if (tokens_is(t, i, "?")) choices++;
        else if (tokens_is(t, i, ":") && choices) choices--;
        else if (t->all.at[i].length == 1 && strchr(signs, t->all.at[i].text[0]) &&
                 t->all.at[i].kind == TOKEN_SIGN)
            return i;
    }
    return to;
}

static void read_group(const struct tokens *t, uint32_t from, uint32_t to, const char *place,
                       assigns_targets *all) {
    uint32_t colon = end_of_part(t, from, to, ":");
    char *condition = colon < to ? tokens_code(t, from, colon) : NULL;
    for (uint32_t at = condition ? colon + 1 : from; at < to; at++) {
        uint32_t end = end_of_part(t, at, to, ",");
        add(all, condition, tokens_code(t, at, end), place);
        at = end;
    }
    free(condition);
}

void assigns_read(const struct clauses *c, assigns_targets *all) {
    for (uint32_t k = 0; k < c->all.n; k++) {
        struct tokens t;
        if (c->all.at[k].kind != CLAUSE_ASSIGNS) continue;
        tokens_read(&t, c->all.at[k].text);
        for (uint32_t at = 0; at < t.all.n; at++) {
            uint32_t end = end_of_part(&t, at, t.all.n, ";");
            read_group(&t, at, end, c->all.at[k].place, all);
            at = end;
        }
        tokens_release(&t);
    }
}

void assigns_release(assigns_targets *all) {
    for (uint32_t i = 0; i < all->n; i++) {
        free(all->at[i].condition);
        free(all->at[i].target);
    }
    VEC_RELEASE(all);
}

/* ---- words for the rest of an object ---- */

enum rest { LVALUE, WHOLE, FROM, UP_TO };

static const char *const rests[] = {"", "__CPROVER_object_whole", "__CPROVER_object_from",
                                    "__CPROVER_object_upto"};

/* Which word is it, and what stands in its brackets: "p" or "p, n"? Fresh strings. */
static enum rest rest_of(const char *target, char **p, char **n) {
    struct tokens t;
    enum rest rest = LVALUE;
    *p = *n = NULL;
    tokens_read(&t, target);
    uint32_t word = tokens_next(&t, UINT32_MAX), open = word < t.all.n ? tokens_next(&t, word) : t.all.n;
    uint32_t close = tokens_is(&t, open, "(") ? tokens_close(&t, open) : t.all.n;
    for (int k = WHOLE; k <= UP_TO && close < t.all.n; k++)
        if (tokens_is(&t, word, rests[k])) rest = (enum rest)k;
    if (rest != LVALUE) {
        uint32_t comma = end_of_part(&t, open + 1, close, ",");
        *p = tokens_code(&t, open + 1, comma);
        *n = comma < close ? tokens_code(&t, comma + 1, close) : mem_strdup("0");
    }
    tokens_release(&t);
    return rest;
}

static bool is_letter(char c) { return isalnum((unsigned char)c) || c == '_'; }

bool assigns_mention(const char *text, const char *word) {
    size_t n = strlen(word);
    for (const char *at = text; (at = strstr(at, word)); at++)
        if ((at == text || !is_letter(at[-1])) && !is_letter(at[n])) return true;
    return false;
}

bool assigns_whole(const assigns_targets *all, const char *parameter) {
    for (uint32_t i = 0; i < all->n; i++) {
        const char *t = all->at[i].target;
        if (all->at[i].condition || *t != '*') continue;
        t += 1 + strspn(t + 1, " ");
        if (!strcmp(t, parameter)) return true;
    }
    return false;
}

/* ---- printing ---- */

static void print_place(const struct assigns_target *t, uint32_t k, struct strbuf *out) {
    char *p, *n;
    enum rest rest = rest_of(t->target, &p, &n);
    const char *when = t->condition ? t->condition : "1";
    strbuf_printf(out, "%s\n    const char *edgewise_from_%u = 0; __SIZE_TYPE__ edgewise_many_%u = 0;\n",
                  t->place, k, k);
    strbuf_printf(out, "    if (%s) { edgewise_from_%u = (const char *)", when, k);
    switch (rest) {
    case LVALUE: strbuf_printf(out, "&(%s); edgewise_many_%u = sizeof(%s)", t->target, k, t->target); break;
    case WHOLE:
        strbuf_printf(out,
                      "(%s) - __CPROVER_POINTER_OFFSET(%s); edgewise_many_%u = __CPROVER_OBJECT_SIZE(%s)", p,
                      p, k, p);
        break;
    case FROM:
        strbuf_printf(out,
                      "(%s); edgewise_many_%u = __CPROVER_OBJECT_SIZE(%s) - __CPROVER_POINTER_OFFSET(%s)", p,
                      k, p, p);
        break;
    default: strbuf_printf(out, "(%s); edgewise_many_%u = (%s)", p, k, n);
    }
    strbuf_text(out, "; }\n");
    free(p);
    free(n);
}

void assigns_print_before(const assigns_targets *all, struct strbuf *out) {
    for (uint32_t k = 0; k < all->n; k++) print_place(&all->at[k], k, out);
}

void assigns_print_covered(const assigns_targets *all, const char *parameter, const char *address,
                           struct strbuf *out) {
    for (uint32_t k = 0; k < all->n; k++)
        if (assigns_mention(all->at[k].target, parameter))
            strbuf_printf(out,
                          " || (edgewise_from_%u && %s >= edgewise_from_%u && %s < edgewise_from_%u + "
                          "edgewise_many_%u)",
                          k, address, k, address, k, k);
}

static void print_any(const struct assigns_target *t, uint32_t k, struct strbuf *out) {
    char *p, *n;
    if (rest_of(t->target, &p, &n) == LVALUE)
        strbuf_printf(out,
                      "    if (edgewise_from_%u) { __typeof__(%s) edgewise_any;"
                      " __builtin_memcpy((void *)edgewise_from_%u, (void *)&edgewise_any,"
                      " sizeof(edgewise_any)); }\n",
                      k, t->target, k);
    else
        strbuf_printf(out,
                      "    if (edgewise_from_%u) __CPROVER_havoc_slice((void *)edgewise_from_%u, "
                      "edgewise_many_%u);\n",
                      k, k, k);
    free(p);
    free(n);
}

void assigns_print_any(const assigns_targets *all, struct strbuf *out) {
    for (uint32_t k = 0; k < all->n; k++) {
        assert(all->at[k].target && *all->at[k].target);
        print_any(&all->at[k], k, out);
    }
}
