#include "frontend/source/formals.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "util/mem.h"

static bool is_letter(char c) { return isalnum((unsigned char)c) || c == '_'; }

/* The name in a declaration: the last word outside of brackets, or the one in "(*name)"; fresh,
 * NULL if there is none. */
static char *name_in(const char *declaration) {
    const char *inner = strstr(declaration, "(*"), *at = inner ? inner + 2 : declaration, *found = NULL;
    size_t length = 0;
    for (at += inner ? strspn(at, " *") : 0; *at && *at != '['; at++) {
        if (!is_letter(*at) || (at > declaration && is_letter(at[-1]))) continue;
        found = at;
        for (length = 0; is_letter(at[length]);) length++;
        if (inner) break;
    }
    return found ? mem_printf("%.*s", (int)length, found) : NULL;
}

/* By the words of the declaration: a struct, and a name that a typedef gives to who knows what, is
 * no basic type. */
static bool leads_to_elements(const char *declaration, const char *name) {
    static const char *const basic[] = {"char",   "int",   "short", "long",   "unsigned", "signed", "float",
                                        "double", "_Bool", "void",  "size_t", "ssize_t",  "bool"};
    static const char *const aside[] = {"const",      "volatile",     "restrict",
                                        "__restrict", "__restrict__", "register"};
    struct tokens t;
    bool all = true;
    tokens_read(&t, declaration);
    for (uint32_t i = 0; i < t.all.n && all; i++) {
        if (t.all.at[i].kind != TOKEN_WORD || tokens_is(&t, i, name)) continue;
        bool known = false;
        for (size_t k = 0; k < sizeof basic / sizeof *basic; k++) known |= tokens_is(&t, i, basic[k]);
        for (size_t k = 0; k < sizeof aside / sizeof *aside; k++) known |= tokens_is(&t, i, aside[k]);
        const char *w = t.all.at[i].text;
        known |= !strncmp(w, "uint", 4) || !strncmp(w, "int8", 4) || !strncmp(w, "int16", 5) ||
                 !strncmp(w, "int32", 5) || !strncmp(w, "int64", 5);
        all = known;
    }
    tokens_release(&t);
    return all;
}

void formals_add(formal_list *list, char *declaration) {
    struct formal p = {.declaration = declaration, .name = name_in(declaration)};
    p.pointer = p.name && strpbrk(declaration, "*[") && !strstr(declaration, "(*");
    p.elements = p.pointer && leads_to_elements(declaration, p.name);
    VEC_PUSH(list, p);
}

void formals_read(formal_list *list, const struct tokens *t, uint32_t open) {
    uint32_t close = tokens_close(t, open);
    for (uint32_t from = open + 1, i = from; i <= close && close < t->all.n; i++) {
        if (i != close && (tokens_is(t, i, "(") || tokens_is(t, i, "["))) i = tokens_close(t, i);
        if (i != close && !tokens_is(t, i, ",")) continue;
        char *text = tokens_code(t, from, i);
        if (*text && strcmp(text, "void")) formals_add(list, text);
        else free(text);
        from = i + 1;
    }
}

void formals_release(formal_list *list) {
    for (uint32_t i = 0; i < list->n; i++) {
        free(list->at[i].declaration);
        free(list->at[i].name);
    }
    VEC_RELEASE(list);
}

void formals_print_variable(const struct formal *p, struct strbuf *out) {
    int before = (int)strcspn(p->declaration, "[") - (int)strlen(p->name);
    if (p->pointer && strchr(p->declaration, '[') && before > 0)
        strbuf_printf(out, "    %.*s *%s", before, p->declaration, p->name);
    else strbuf_printf(out, "    %s", p->declaration);
}

/* The text before the name, without blanks and qualifiers of what it leads to. */
static char *type_of(const struct formal *p) {
    struct tokens t;
    struct strbuf b = {0};
    tokens_read(&t, p->declaration);
    for (uint32_t i = 0; i < t.all.n; i++)
        if (t.all.at[i].kind != TOKEN_BLANK && !tokens_is(&t, i, p->name) && !tokens_is(&t, i, "const")) {
            tokens_print(&t, i, i + 1, &b);
            strbuf_char(&b, ' ');
        }
    tokens_release(&t);
    return strbuf_take(&b);
}

bool formals_alike(const struct formal *a, const struct formal *b) {
    char *x = type_of(a), *y = type_of(b);
    bool alike = !strcmp(x, y);
    free(x);
    free(y);
    return alike;
}
