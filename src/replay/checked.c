/* The C expression that a check is about. clang names one place of it: the operator of `a + b`, the
 * beginning of `buf[i]`, the member of `p->n`. Around that place the text of the line is taken as
 * far as the parentheses that enclose it, or a separator at the same depth:
 *
 *     total = total + step * (n - 1);          place: the first +          text: total + step * (n - 1)
 *
 * A name alone says little, so that of `p` in first(p) the call is shown. This is for the eyes
 * only; nothing is decided by it. */
#include <assert.h>
#include <ctype.h>
#include <stdbool.h>
#include <string.h>

#include "replay/source.h"
#include "util/mem.h"

/* Does the character at s[i] end the expression at depth 0? Doubled < and > are shifts, -> is a
 * member. */
static bool separates(const char *s, size_t i) {
    char c = s[i], before = i ? s[i - 1] : 0, after = s[i + 1];
    if (strchr(";,{}?:", c)) return true;
    if (c == '=' && (before == '<' || before == '>')) return i < 2 || s[i - 2] != before;
    if (c == '=') return !before || !strchr("+-*/%&|^", before);
    if (c == '<' || c == '>') return before != c && after != c && before != '-';
    if (c == '!') return after == '=';
    return (c == '&' || c == '|') && (before == c || after == c);
}

static bool is_name(char c) { return isalnum((unsigned char)c) || c == '_'; }

/* Does the parenthesis at s[at] open the head of a statement: for (...) x += 1; ? */
static bool opens_head(const char *s, size_t at) {
    static const char *const words[] = {"for", "while", "if", "switch"};
    while (at > 0 && isspace((unsigned char)s[at - 1])) at--;
    for (size_t w = 0; w < sizeof words / sizeof *words; w++) {
        size_t n = strlen(words[w]);
        if (at >= n && !strncmp(s + at - n, words[w], n) && !(at > n && is_name(s[at - n - 1]))) return true;
    }
    return false;
}

static size_t left_end(const char *s, size_t at) {
    int depth = 0;
    size_t closed = at; /* behind the last parenthesis that was closed at depth 0 */
    while (at > 0) {
        char c = s[at - 1];
        if (c == ')' && depth == 0) closed = at;
        if (c == ')' || c == ']') depth++;
        if ((c == '(' || c == '[') && depth-- == 0) break;
        if (c == '(' && depth == 0 && opens_head(s, at - 1)) return closed;
        if (depth == 0 && separates(s, at - 1)) break;
        at--;
    }
    return at;
}

static size_t right_end(const char *s, size_t at) {
    int depth = 0;
    for (; s[at]; at++) {
        if (s[at] == '(' || s[at] == '[') depth++;
        if ((s[at] == ')' || s[at] == ']') && depth-- == 0) break;
        if (depth == 0 && separates(s, at)) break;
    }
    return at;
}

/* Words that may stand before an expression. */
static size_t skip_keyword(const char *s, size_t from, size_t to) {
    static const char *const words[] = {"return", "case", "else", "do"};
    for (size_t w = 0; w < sizeof words / sizeof *words; w++) {
        size_t n = strlen(words[w]);
        if (to - from > n && !strncmp(s + from, words[w], n) && isspace((unsigned char)s[from + n]))
            return from + n + 1;
    }
    return from;
}

/* Behind the bracket that closes the one at `at`; the end of the text if there is none. */
static size_t behind_brackets(const char *s, size_t at) {
    int depth = 0;
    for (; s[at]; at++) {
        depth += strchr("([", s[at]) ? 1 : strchr(")]", s[at]) ? -1 : 0;
        if (depth == 0) return at + 1;
    }
    return at;
}

/* Where a chain of members and elements ends that goes on at `at`: "[i].next->name(x)". */
static size_t chain_end(const char *s, size_t at) {
    for (;;) {
        while (is_name(s[at])) at++;
        if (s[at] == '[' || s[at] == '(') {
            at = behind_brackets(s, at);
        } else if (s[at] == '.' && is_name(s[at + 1])) {
            at++;
        } else if (s[at] == '-' && s[at + 1] == '>') {
            at += 2;
        } else {
            return at;
        }
    }
}

/* Where a chain begins whose last member is at `at`. */
static size_t chain_begin(const char *s, size_t at) {
    while (at > 0) {
        if (s[at - 1] == ']' || s[at - 1] == ')') {
            at = left_end(s, at - 1);
            if (at > 0) at--;
        } else if (at > 1 && s[at - 1] == '>' && s[at - 2] == '-') {
            at -= 2;
        } else if (s[at - 1] == '.' || is_name(s[at - 1])) {
            at--;
        } else {
            break;
        }
    }
    return at;
}

/* The text from `from` to `to` without blanks around it, at most `limit` bytes. */
static char *cut_out(const char *s, size_t from, size_t to, uint32_t limit) {
    assert(limit > 3);
    while (from < to && isspace((unsigned char)s[from])) from++;
    from = skip_keyword(s, from, to);
    while (to > from && isspace((unsigned char)s[to - 1])) to--;
    if (to - from <= limit) return mem_printf("%.*s", (int)(to - from), s + from);
    to = from + limit - 3;
    /* not inside a UTF-8 character */
    while (to > from && ((unsigned char)s[to] & 0xc0) == 0x80) to--;
    return mem_printf("%.*s...", (int)(to - from), s + from);
}

/* Behind `return` and the like, `at` if none stands there. */
static size_t behind_keyword(const char *s, size_t at) {
    static const char *const words[] = {"return", "if", "while", "switch"};
    for (size_t w = 0; w < sizeof words / sizeof *words; w++) {
        size_t n = strlen(words[w]);
        if (!strncmp(s + at, words[w], n) && !is_name(s[at + n]) &&
            s[at + n + strspn(s + at + n, " ")] != ';')
            return at + n;
    }
    return at;
}

/* The end of what is returned, or of the condition in its parentheses. */
static size_t end_of_operand(const char *s, size_t at) {
    size_t begin = at + strspn(s + at, " \t");
    size_t end = s[begin] == '(' ? behind_brackets(s, begin) : begin;
    return end > begin && s[end - 1] == ')' && s[end] != ';' ? end : begin + strcspn(s + begin, ";");
}

/* Where the call or the array begins of which the name in [begin, end) is the whole argument or
 * index; `begin` if it is none. */
static size_t use_of_name(const char *s, size_t begin, size_t end) {
    for (size_t i = begin; i < end; i++)
        if (!is_name(s[i])) return begin;
    size_t at = left_end(s, begin);
    if (at == 0 || !strchr("([", s[at - 1]) || opens_head(s, at - 1)) return begin;
    at--;
    return at > 0 && is_name(s[at - 1]) ? chain_begin(s, at) : begin;
}

char *source_expression(const char *file, uint32_t line, uint32_t column, uint32_t limit) {
    const char *s = source_line(file, line);
    size_t n = strlen(s), at = column ? column - 1 : 0;
    if (at >= n) { /* a place in text that macros were expanded in */
        const char *claim = strstr(s, "assert(");
        size_t from = claim ? chain_begin(s, (size_t)(claim - s)) : 0;
        bool only = claim && !strstr(claim + 1, "assert(");
        return only ? cut_out(s, from, chain_end(s, from), limit) : source_text(file, line, limit);
    }
    size_t keyword = behind_keyword(s, at);
    if (keyword != at) return cut_out(s, keyword, end_of_operand(s, keyword), limit);
    if (is_name(s[at])) {
        size_t begin = chain_begin(s, at), use = use_of_name(s, begin, chain_end(s, at));
        return cut_out(s, use, chain_end(s, use), limit);
    }
    size_t right = at;
    if (s[at] == '(') right = right_end(s, at + 1) + 1; /* a cast */
    if (right > n) right = n;
    /* the operator itself ends nothing */
    while (s[right] && strchr("+-*/%&|^<>=!", s[right])) right++;
    return cut_out(s, left_end(s, at), right_end(s, s[right] && right == at ? right + 1 : right), limit);
}
