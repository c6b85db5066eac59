/* A structure has a tag, or a name by typedef, or both:
 *
 *     struct node { int value; struct node *next; };
 *     typedef struct { char *text; } line;            the name stands behind the "}"
 *     typedef struct node node_t;                     the tag leads on
 *
 * The text is preprocessed, so that the first definition is the only one. */
#include "frontend/source/members.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* The "{" of `struct tag {`; t->all.n if there is none. */
static uint32_t body_of_tag(const struct tokens *t, const struct token *tag) {
    for (uint32_t i = 0; i < t->all.n; i++) {
        if (!tokens_is(t, i, "struct")) continue;
        uint32_t name = tokens_next(t, i), open = name < t->all.n ? tokens_next(t, name) : name;
        if (tokens_is(t, open, "{") && t->all.at[name].length == tag->length &&
            !strncmp(t->all.at[name].text, tag->text, tag->length))
            return open;
    }
    return t->all.n;
}

/* The same for a name that a typedef gives. */
static uint32_t body_of_name(const struct tokens *t, const struct token *name) {
    for (uint32_t i = 1; i < t->all.n; i++) {
        const struct token *at = &t->all.at[i];
        if (at->kind != TOKEN_WORD || at->length != name->length || strncmp(at->text, name->text, at->length))
            continue;
        uint32_t before = tokens_before(t, i), first = tokens_declaration(t, i);
        if (tokens_is(t, before, "}")) {
            uint32_t open = tokens_open(t, before);
            uint32_t tag = open < t->all.n ? tokens_before(t, open) : open;
            bool named = tag < t->all.n && !tokens_is(t, tag, "struct");
            uint32_t word = named ? tokens_before(t, tag) : tag;
            if (tokens_is(t, word, "struct") && tokens_is(t, tokens_before(t, word), "typedef")) return open;
        } else if (tokens_is(t, first, "typedef") && tokens_is(t, tokens_next(t, first), "struct") &&
                   tokens_next(t, tokens_next(t, first)) == before)
            return body_of_tag(t, &t->all.at[before]);
    }
    return t->all.n;
}

/* "const struct node *x": behind the word struct; else the last word in front of the "*". */
static uint32_t body_of(const struct tokens *t, const char *declaration) {
    struct tokens d;
    tokens_read(&d, declaration);
    uint32_t body = t->all.n, last = UINT32_MAX;
    for (uint32_t i = 0; i < d.all.n && !tokens_is(&d, i, "*"); i++) {
        if (d.all.at[i].kind != TOKEN_WORD || tokens_is(&d, i, "const")) continue;
        bool tag = last != UINT32_MAX && tokens_is(&d, last, "struct");
        last = i;
        if (tag) body = body_of_tag(t, &d.all.at[i]);
        if (tag) break;
    }
    if (body == t->all.n && last != UINT32_MAX) body = body_of_name(t, &d.all.at[last]);
    tokens_release(&d);
    return body;
}

void members_read(formal_list *list, const struct tokens *t, const struct formal *p) {
    assert(p->pointer);
    uint32_t open = body_of(t, p->declaration), close = open < t->all.n ? tokens_close(t, open) : open;
    for (uint32_t from = open + 1, i = from; i < close && close < t->all.n; i++) {
        if (tokens_is(t, i, "(") || tokens_is(t, i, "[") || tokens_is(t, i, "{")) i = tokens_close(t, i);
        if (!tokens_is(t, i, ";")) continue;
        char *text = tokens_code(t, from, i);
        if (strchr(text, '*') && !strpbrk(text, ",({[:")) formals_add(list, text);
        else free(text);
        from = i + 1;
    }
}
