#include "frontend/source/tokens.h"

#include <assert.h>
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "util/mem.h"

static bool is_letter(char c) {
    return isalnum((unsigned char)c) || c == '_' || c == '$' || (unsigned char)c >= 0x80;
}

static size_t length_of_literal(const char *at) {
    char quote = *at;
    size_t n = 1;
    while (at[n] && at[n] != quote && at[n] != '\n') n += at[n] == '\\' && at[n + 1] ? 2 : 1;
    return at[n] == quote ? n + 1 : n;
}

static size_t length_of_number(const char *at) {
    size_t n = 1;
    while (is_letter(at[n]) || at[n] == '.' || (strchr("+-", at[n]) && at[n] && strchr("eEpP", at[n - 1])))
        n++;
    return n;
}

static size_t length_of_sign(const char *at) {
    static const char *const signs[] = {"<<=", ">>=", "...", "->", "++", "--", "<<", ">>",
                                        "<=",  ">=",  "==",  "!=", "&&", "||", "*=", "/=",
                                        "%=",  "+=",  "-=",  "&=", "^=", "|=", "##"};
    for (size_t i = 0; i < sizeof signs / sizeof *signs; i++)
        if (!strncmp(at, signs[i], strlen(signs[i]))) return strlen(signs[i]);
    return 1;
}

static struct token next_token(const char *at, bool line_begins) {
    struct token t = {.text = at};
    if (strchr(" \t\n\r\v\f", *at)) {
        t.kind = TOKEN_BLANK;
        t.length = *at == '\n' ? 1 : (uint32_t)strspn(at, " \t\r\v\f");
    } else if (*at == '#' && line_begins) {
        t.kind = TOKEN_MARKER;
        t.length = (uint32_t)strcspn(at, "\n");
    } else if (*at == '"' || *at == '\'') {
        t.kind = TOKEN_LITERAL;
        t.length = (uint32_t)length_of_literal(at);
    } else if (isdigit((unsigned char)*at) || (*at == '.' && isdigit((unsigned char)at[1]))) {
        t.kind = TOKEN_NUMBER;
        t.length = (uint32_t)length_of_number(at);
    } else if (is_letter(*at)) {
        t.kind = TOKEN_WORD;
        while (is_letter(at[t.length])) t.length++;
    } else {
        t.kind = TOKEN_SIGN;
        t.length = (uint32_t)length_of_sign(at);
    }
    return t;
}

void tokens_read(struct tokens *t, const char *text) {
    bool line_begins = true;
    *t = (struct tokens){0};
    while (*text) {
        struct token next = next_token(text, line_begins);
        assert(next.length > 0);
        VEC_PUSH(&t->all, next);
        if (*text == '\n') line_begins = true;
        else if (next.kind != TOKEN_BLANK) line_begins = false;
        text += next.length;
    }
}

void tokens_release(struct tokens *t) {
    for (uint32_t i = 0; i < t->owned.n; i++) free(t->owned.at[i]);
    VEC_RELEASE(&t->owned);
    VEC_RELEASE(&t->all);
}

void tokens_print(const struct tokens *t, uint32_t from, uint32_t to, struct strbuf *out) {
    for (uint32_t i = from; i < to; i++) strbuf_bytes(out, t->all.at[i].text, t->all.at[i].length);
}

bool tokens_is(const struct tokens *t, uint32_t i, const char *text) {
    return i < t->all.n && t->all.at[i].length == strlen(text) &&
           !strncmp(t->all.at[i].text, text, t->all.at[i].length);
}

static bool is_code(const struct token *t) { return t->kind != TOKEN_BLANK && t->kind != TOKEN_MARKER; }

uint32_t tokens_next(const struct tokens *t, uint32_t i) {
    for (i++; i < t->all.n && !is_code(&t->all.at[i]);) i++;
    return i;
}

uint32_t tokens_before(const struct tokens *t, uint32_t i) {
    while (i-- > 0)
        if (is_code(&t->all.at[i])) return i;
    return UINT32_MAX;
}

uint32_t tokens_close(const struct tokens *t, uint32_t i) {
    uint32_t depth = 0;
    for (; i < t->all.n; i++) {
        if (t->all.at[i].kind != TOKEN_SIGN || t->all.at[i].length != 1) continue;
        if (strchr("([{", *t->all.at[i].text)) depth++;
        else if (strchr(")]}", *t->all.at[i].text) && --depth == 0) return i;
    }
    return t->all.n;
}

void tokens_replace(struct tokens *t, uint32_t from, uint32_t to, const char *text) {
    struct strbuf lines = {0};
    assert(from < to && to <= t->all.n);
    for (uint32_t i = from; i < to; i++) {
        struct token *old = &t->all.at[i];
        if (old->kind == TOKEN_MARKER || (old->kind == TOKEN_BLANK && *old->text == '\n'))
            strbuf_bytes(&lines, old->text, old->length);
        *old = (struct token){TOKEN_BLANK, "", 0};
    }
    char *kept = strbuf_take(&lines), *copy = mem_strdup(text);
    VEC_PUSH(&t->owned, kept);
    VEC_PUSH(&t->owned, copy);
    t->all.at[from] = (struct token){*text ? TOKEN_LITERAL : TOKEN_BLANK, copy, (uint32_t)strlen(copy)};
    if (to - from > 1) t->all.at[to - 1] = (struct token){TOKEN_BLANK, kept, (uint32_t)strlen(kept)};
    assert(to - from > 1 || !*kept);
}

uint32_t tokens_open(const struct tokens *t, uint32_t i) {
    uint32_t depth = 0;
    for (i++; i-- > 0;) {
        if (t->all.at[i].kind != TOKEN_SIGN || t->all.at[i].length != 1) continue;
        if (strchr(")]}", *t->all.at[i].text)) depth++;
        else if (strchr("([{", *t->all.at[i].text) && --depth == 0) return i;
    }
    return UINT32_MAX;
}

char *tokens_code(const struct tokens *t, uint32_t from, uint32_t to) {
    struct strbuf b = {0};
    for (uint32_t i = from; i < to; i++)
        if (is_code(&t->all.at[i])) strbuf_bytes(&b, t->all.at[i].text, t->all.at[i].length);
        else if (b.n && b.text[b.n - 1] != ' ') strbuf_char(&b, ' ');
    while (b.n && b.text[b.n - 1] == ' ') b.text[--b.n] = 0;
    return strbuf_take(&b);
}

uint32_t tokens_declaration(const struct tokens *t, uint32_t name) {
    uint32_t i = name;
    while (i > 0 && !tokens_is(t, i - 1, ";") && !tokens_is(t, i - 1, "}")) i--;
    return i < name && !is_code(&t->all.at[i]) ? tokens_next(t, i) : i;
}

char *tokens_place(const struct tokens *t, uint32_t i) {
    long line = 1;
    const char *file = "\"\"";
    size_t length = 2;
    assert(i < t->all.n);
    for (uint32_t k = 0; k < i; k++) {
        const char *at = t->all.at[k].text, *end = at + t->all.at[k].length;
        for (bool begins = t->all.at[k].kind == TOKEN_MARKER; at < end; at++) {
            if (begins && at + 2 < end && at[0] == '#' && isdigit((unsigned char)at[2])) {
                line = strtol(at + 2, NULL, 10) - 1;
                const char *quote = memchr(at, '"', (size_t)(end - at));
                if (quote) file = quote, length = length_of_literal(quote);
            }
            begins = *at == '\n';
            line += begins;
        }
    }
    return mem_printf("# %ld %.*s", line, (int)length, file);
}

uint32_t tokens_definition(const struct tokens *t, const char *function, uint32_t *brace) {
    for (uint32_t i = 0; i < t->all.n; i++) {
        uint32_t open = tokens_is(t, i, function) ? tokens_next(t, i) : t->all.n;
        uint32_t close = tokens_is(t, open, "(") ? tokens_close(t, open) : t->all.n;
        *brace = close < t->all.n ? tokens_next(t, close) : close;
        if (tokens_is(t, *brace, "{")) return i;
    }
    return t->all.n;
}
