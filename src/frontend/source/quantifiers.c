/* CBMC's quantifiers are syntax that no compiler knows:
 *
 *     __CPROVER_forall { int i; (i >= 0 && i < n) ==> a[i] == 0 }
 *
 * A quantifier over a bounded range is a loop in a statement expression, and an implication a
 * disjunction:
 *
 *     ({ _Bool all = 1;
 *        for (long long k = 0; k < n && all; k++) { int i = k; all = !(0 <= i && i < n) || (a[i] == 0); }
 *        all; })
 *
 * The bounds are conjuncts of the premise (of forall) or of the body (of exists) that compare the
 * variable with something. Outside of them the premise is false, so the loop asks for all values
 * that matter. The body is evaluated with the premise in it, so a bound that is read too widely
 * costs time and changes nothing. A quantifier without such bounds becomes a call of a function
 * that nothing defines, which the translation cuts by its name: it is never true by itself. */
#include "frontend/source/quantifiers.h"

#include <assert.h>
#include <string.h>

#include "util/mem.h"

#define UNBOUNDED "__CPROVER_unbounded_quantifier()"

static void print_expression(const struct tokens *t, uint32_t from, uint32_t to, struct strbuf *out);

static bool is_quantifier(const struct tokens *t, uint32_t i) {
    return tokens_is(t, i, "__CPROVER_forall") || tokens_is(t, i, "__CPROVER_exists");
}

/* "==>" is "==" and ">" to C, which no C expression has side by side. */
static bool is_implication(const struct tokens *t, uint32_t i) {
    return tokens_is(t, i, "==") && tokens_is(t, i + 1, ">");
}

/* Skips a bracket that opens here. */
static uint32_t step(const struct tokens *t, uint32_t i) {
    bool opens = tokens_is(t, i, "(") || tokens_is(t, i, "[") || tokens_is(t, i, "{");
    uint32_t close = opens ? tokens_close(t, i) : i;
    return close < t->all.n ? close + 1 : t->all.n;
}

/* The first token of the range, outside of brackets, that is so; `to` if there is none. */
static uint32_t find(const struct tokens *t, uint32_t from, uint32_t to, const char *text) {
    for (uint32_t i = from; i < to; i = step(t, i))
        if (text ? tokens_is(t, i, text) : is_implication(t, i)) return i;
    return to;
}

/* ---- bounds ---- */

struct bounds {
    /* Of the variable, in C; owned; NULL: not found. */
    char *least, *above;
    /* v > least; v <= above. */
    bool beyond, including;
};

static void trim(const struct tokens *t, uint32_t *from, uint32_t *to) {
    while (*from < *to && t->all.at[*from].kind <= TOKEN_MARKER) ++*from;
    while (*from < *to && t->all.at[*to - 1].kind <= TOKEN_MARKER) --*to;
}

static void unwrap(const struct tokens *t, uint32_t *from, uint32_t *to) {
    trim(t, from, to);
    while (*from < *to && tokens_is(t, *from, "(") && tokens_close(t, *from) == *to - 1) {
        ++*from;
        --*to;
        trim(t, from, to);
    }
}

static bool is_variable(const struct tokens *t, uint32_t from, uint32_t to, const char *name) {
    unwrap(t, &from, &to);
    return to == from + 1 && tokens_is(t, from, name);
}

/* v REL e, or e REL v: REL is turned so that v stands on its left. */
static void read_comparison(const struct tokens *t, uint32_t from, uint32_t to, const char *name,
                            struct bounds *b) {
    static const char *const signs[] = {"<", "<=", ">", ">="};
    for (int k = 0; k < 4; k++) {
        uint32_t at = find(t, from, to, signs[k]);
        if (at == to) continue;
        bool left = is_variable(t, from, at, name), right = is_variable(t, at + 1, to, name);
        if (left == right) return;
        char *other = left ? tokens_code(t, at + 1, to) : tokens_code(t, from, at);
        bool upper = (k < 2) == left, strict = k == 0 || k == 2;
        char **bound = upper ? &b->above : &b->least;
        if (*bound) free(other);
        else {
            *bound = other;
            *(upper ? &b->including : &b->beyond) = upper ? !strict : strict;
        }
        return;
    }
}

static void read_bounds(const struct tokens *t, uint32_t from, uint32_t to, const char *name,
                        struct bounds *b) {
    unwrap(t, &from, &to);
    if (find(t, from, to, "||") < to || find(t, from, to, "?") < to) return;
    uint32_t and = find(t, from, to, "&&");
    if (and== to) {
        read_comparison(t, from, to, name, b);
        return;
    }
    read_bounds(t, from, and, name, b);
    read_bounds(t, and+1, to, name, b);
}

/* ---- printing ---- */

static bool is_unsigned(const char *type) {
    return strstr(type, "unsigned") || strstr(type, "size_t") || strstr(type, "uint");
}

/* Comparisons are C's: a signed variable beside an unsigned bound is compared as unsigned, and a
 * bound need not fit into a long long. Where the loop would not ask for every value that the
 * premise allows, the quantifier counts as unbounded. */
static void print_guard(const char *type, const struct bounds *b, struct strbuf *out) {
    strbuf_printf(
        out,
        " if (((%s)-1 < (%s)0 && (__typeof__((%s)0 + (%s)))-1 > 0) || ((%s)-1 > (%s)0 && (%s) < 0) ||"
        " ((%s) > 0 && ((long long)(%s) < 0 || (long long)(%s) == 0x7fffffffffffffffll))) " UNBOUNDED ";",
        type, type, type, b->least, type, type, b->above, b->above, b->above, b->above);
}

static void print_loop(bool all, const char *type, const char *name, const struct bounds *b, const char *body,
                       struct strbuf *out) {
    strbuf_printf(out,
                  "({ _Bool edgewise_is = %d; long long edgewise_least = (long long)(%s)%s, edgewise_above = "
                  "(long long)(%s)%s;",
                  all, b->least, b->beyond ? " + 1" : "", b->above, b->including ? " + 1" : "");
    print_guard(type, b, out);
    strbuf_printf(out,
                  " for (long long edgewise_k = edgewise_least; edgewise_k < edgewise_above && "
                  "%sedgewise_is; edgewise_k++) {"
                  " %s %s = (%s)edgewise_k; if ((long long)%s != edgewise_k) break; edgewise_is = (%s) ? 1 : "
                  "0; } edgewise_is; })",
                  all ? "" : "!", type, name, type, name, body);
}

/* { T v; body } behind the word at i. */
static void print_quantifier(const struct tokens *t, uint32_t i, struct strbuf *out) {
    bool all = tokens_is(t, i, "__CPROVER_forall");
    uint32_t open = tokens_next(t, i), close = tokens_is(t, open, "{") ? tokens_close(t, open) : t->all.n;
    uint32_t semicolon = close < t->all.n ? find(t, open + 1, close, ";") : close;
    uint32_t word = semicolon < close ? tokens_before(t, semicolon) : 0;
    if (semicolon >= close || word <= open || t->all.at[word].kind != TOKEN_WORD) {
        strbuf_text(out, UNBOUNDED);
        return;
    }
    char *type = tokens_code(t, open + 1, word), *name = tokens_code(t, word, word + 1);
    uint32_t from = semicolon + 1, to = close;
    struct bounds b = {0};
    struct strbuf body = {0};
    unwrap(t, &from, &to);
    uint32_t implies = find(t, from, to, NULL);
    if (!all) read_bounds(t, from, to, name, &b);
    else if (implies < to) read_bounds(t, from, implies, name, &b);
    if (!b.least && is_unsigned(type)) b.least = mem_strdup("0");
    print_expression(t, from, to, &body);
    if (b.least && b.above && body.n) print_loop(all, type, name, &b, body.text, out);
    else strbuf_text(out, UNBOUNDED);
    strbuf_release(&body);
    free(b.least);
    free(b.above);
    free(type);
    free(name);
}

/* Without newlines and markers, which stay where they are. */
static void print_plain(const struct tokens *t, uint32_t from, uint32_t to, struct strbuf *out) {
    for (uint32_t i = from; i < to;) {
        uint32_t end = step(t, i);
        if (is_quantifier(t, i)) {
            print_quantifier(t, i, out);
            uint32_t open = tokens_next(t, i);
            end = open < to ? step(t, open) : to;
        } else if (end > i + 1 && end <= to) {
            strbuf_bytes(out, t->all.at[i].text, t->all.at[i].length);
            for (uint32_t at = i + 1; at < end - 1;) {
                uint32_t comma = find(t, at, end - 1, ",");
                print_expression(t, at, comma, out);
                if (comma < end - 1) strbuf_text(out, ", ");
                at = comma + 1;
            }
            strbuf_bytes(out, t->all.at[end - 1].text, t->all.at[end - 1].length);
        } else if (t->all.at[i].kind <= TOKEN_MARKER) strbuf_char(out, ' ');
        else strbuf_bytes(out, t->all.at[i].text, t->all.at[i].length);
        i = end;
    }
}

static void print_expression(const struct tokens *t, uint32_t from, uint32_t to, struct strbuf *out) {
    uint32_t implies = find(t, from, to, NULL);
    if (implies == to) {
        print_plain(t, from, to, out);
        return;
    }
    strbuf_text(out, "(!(");
    print_plain(t, from, implies, out);
    strbuf_text(out, ") || (");
    print_expression(t, implies + 2, to, out);
    strbuf_text(out, "))");
}

/* ---- the text ---- */

static bool ends_operand(const struct tokens *t, uint32_t i) {
    static const char *const signs[] = {",", ";", "?", ":", "=", "return"};
    for (size_t k = 0; k < sizeof signs / sizeof *signs; k++)
        if (tokens_is(t, i, signs[k])) return true;
    return false;
}

/* The implication at i with its operands, as far as brackets and weaker operators let it reach. */
static void rewrite_implication(struct tokens *t, uint32_t i) {
    uint32_t from = i, to = i + 2;
    while (from > 0) {
        uint32_t before = from - 1;
        if (tokens_is(t, before, ")") || tokens_is(t, before, "]") || tokens_is(t, before, "}"))
            before = tokens_open(t, before);
        else if (tokens_is(t, before, "(") || tokens_is(t, before, "[") || tokens_is(t, before, "{") ||
                 ends_operand(t, before))
            break;
        if (before == UINT32_MAX) return;
        from = before;
    }
    while (to < t->all.n && !ends_operand(t, to) && !tokens_is(t, to, ")") && !tokens_is(t, to, "]") &&
           !tokens_is(t, to, "}"))
        to = step(t, to);
    struct strbuf text = {0};
    print_expression(t, from, to, &text);
    tokens_replace(t, from, to, text.text);
    strbuf_release(&text);
}

void quantifiers_rewrite(struct tokens *t) {
    for (uint32_t i = 0; i < t->all.n; i++) {
        if (is_implication(t, i)) rewrite_implication(t, i);
        if (!is_quantifier(t, i)) continue;
        struct strbuf text = {0};
        uint32_t open = tokens_next(t, i), close = tokens_is(t, open, "{") ? tokens_close(t, open) : t->all.n;
        if (close >= t->all.n) continue;
        print_quantifier(t, i, &text);
        tokens_replace(t, i, close + 1, text.text);
        strbuf_release(&text);
    }
}
