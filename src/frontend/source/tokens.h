/* The tokens of a preprocessed C text. Blanks and line markers are tokens too, so that the
 * concatenation of all tokens is the text, and a text that is changed token by token keeps its
 * lines. */
#ifndef FRONTEND_SOURCE_TOKENS_H
#define FRONTEND_SOURCE_TOKENS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "util/strbuf.h"
#include "util/vec.h"

enum token_kind { TOKEN_BLANK, TOKEN_MARKER, TOKEN_WORD, TOKEN_NUMBER, TOKEN_LITERAL, TOKEN_SIGN };

struct token {
    enum token_kind kind;
    const char *text; /* in the text that was read, or owned by the list if it was replaced */
    uint32_t length;
};

struct tokens {
    VEC(struct token) all;
    VEC(char *) owned;
};

/* Signs are the longest of C: "==", ">>=", "..."; the text must live as long as the tokens. */
void tokens_read(struct tokens *t, const char *text);
void tokens_release(struct tokens *t);
void tokens_print(const struct tokens *t, uint32_t from, uint32_t to, struct strbuf *out);

bool tokens_is(const struct tokens *t, uint32_t i, const char *text);
/* The next token behind i, or before it, that is neither blank nor marker; t->all.n and UINT32_MAX
 * if there is none. */
uint32_t tokens_next(const struct tokens *t, uint32_t i);
uint32_t tokens_before(const struct tokens *t, uint32_t i);
/* The bracket that closes the one at i, ( [ or {; t->all.n if none does. */
uint32_t tokens_close(const struct tokens *t, uint32_t i);
/* The bracket that opens the one that closes at i; UINT32_MAX if none does. */
uint32_t tokens_open(const struct tokens *t, uint32_t i);
/* The first token of the declaration that has the name at i: behind the last ";" or "}" before
 * it. */
uint32_t tokens_declaration(const struct tokens *t, uint32_t name);
/* The name of the function where the text defines it, and the "{" of its body; t->all.n if it does
 * not. */
uint32_t tokens_definition(const struct tokens *t, const char *function, uint32_t *brace);
/* The line marker of the token at i, "# 7 \"a.c\"", a fresh string. */
char *tokens_place(const struct tokens *t, uint32_t i);
/* The code of a range in one line, a fresh string. */
char *tokens_code(const struct tokens *t, uint32_t from, uint32_t to);
/* Replaces the tokens [from, to) by one text; the newlines and markers among them stay behind
 * it. */
void tokens_replace(struct tokens *t, uint32_t from, uint32_t to, const char *text);

#endif
