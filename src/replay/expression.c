/* C expressions in the text of the program, with the values that their variables have in a run.
 * Only what is needed to follow `r->buf[i + 1]` to a place in memory is understood: names, members,
 * indices, pointers, and the arithmetic of integers. Anything else is left as it is written. */
#include <ctype.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "replay/view.h"

enum { MAX_DEPTH = 20 };

/* What an expression means: a place in memory, a variable, or a number. */
struct meaning {
    bool known;     /* false: nothing is known of it */
    bool in_memory; /* at the address; its value may still be unknown */
    uint64_t address;
    uint32_t type;
    bool has_value;
    sort sort;
    value v;
};

struct reader {
    const struct view_state *view;
    uint32_t scope;
    const char *at;
    int depth;
};

static bool is_word(char c) { return isalnum((unsigned char)c) || c == '_'; }

static void skip_blanks(struct reader *r) {
    while (isspace((unsigned char)*r->at)) r->at++;
}

static const struct debug_type *type_at(const struct reader *r, uint32_t type) {
    return &r->view->d->types.at[type];
}

static size_t word_length(const char *s) {
    size_t n = 0;
    while (is_word(s[n])) n++;
    return n;
}

static void load(const struct reader *r, struct meaning *m) {
    if (!m->known || !m->in_memory || !debug_is_scalar(r->view->d, m->type)) return;
    const uint64_t *known = int_map_get(&r->view->memory, m->address);
    if (!known) return;
    const struct event *e = &r->view->e->all.at[*known - 1];
    if (event_note(r->view->e, (uint32_t)*known - 1)->bytes * 8 != type_at(r, m->type)->bits || !e->sort)
        return;
    m->has_value = true;
    m->sort = e->sort;
    m->v = e->v;
}

static void take_event(const struct reader *r, struct meaning *m, uint32_t event) {
    const struct event *e = &r->view->e->all.at[event];
    *m = (struct meaning){
        .known = true, .type = event_note(r->view->e, event)->type, .sort = e->sort, .v = e->v};
    m->has_value = e->sort != 0;
}

static uint64_t key_of(uint32_t scope, const char *name, size_t n) {
    return hash_mix(hash_bytes(name, n), scope);
}

static struct meaning look_up(const struct reader *r, const char *name, size_t n) {
    struct meaning m = {0};
    const uint64_t *variable = int_map_get(&r->view->variables, key_of(r->scope, name, n));
    if (variable) {
        take_event(r, &m, (uint32_t)*variable - 1);
        return m;
    }
    const uint64_t *object = int_map_get(&r->view->objects, key_of(r->scope, name, n));
    if (!object) object = int_map_get(&r->view->objects, key_of(0, name, n));
    if (!object) return m;
    const struct debug_object *o = &r->view->d->objects.at[*object - 1];
    m = (struct meaning){.known = true, .in_memory = true, .address = o->address, .type = o->type};
    load(r, &m);
    return m;
}

static int64_t integer(const struct reader *r, const struct meaning *m) {
    const struct debug_type *t = type_at(r, m->type);
    uint64_t bits = t->bits ? t->bits : 64;
    if (bits >= 64 || t->kind == DEBUG_UNSIGNED || t->kind == DEBUG_BOOL) return (int64_t)m->v.lo;
    uint64_t sign = (uint64_t)1 << (bits - 1);
    return (int64_t)((m->v.lo ^ sign) - sign);
}

static struct meaning number(int64_t n) {
    return (struct meaning){.known = true, .has_value = true, .sort = sort_bv(64), .v = {.lo = (uint64_t)n}};
}

static struct meaning sum(struct reader *r);

static struct meaning member(const struct reader *r, struct meaning m, const char *name, size_t n) {
    const struct debug_type *t = type_at(r, m.type);
    if (!m.known || !m.in_memory) return (struct meaning){0};
    for (uint32_t i = 0; i < t->members.n; i++) {
        const struct debug_member *x = &t->members.at[i];
        if (strlen(x->name) != n || strncmp(x->name, name, n) || x->offset % 8 || x->bits % 8) continue;
        m.address += x->offset / 8;
        m.type = x->type;
        m.has_value = false;
        load(r, &m);
        return m;
    }
    return (struct meaning){0};
}

static struct meaning pointed_to(const struct reader *r, struct meaning m, int64_t index) {
    const struct debug_type *t = type_at(r, m.type);
    uint64_t size = type_at(r, t->element)->bits / 8;
    struct meaning to = {.known = true, .in_memory = true, .type = t->element};
    if (m.known && m.in_memory && t->kind == DEBUG_ARRAY) to.address = m.address + (uint64_t)index * size;
    else if (m.known && m.has_value && t->kind == DEBUG_POINTER) to.address = m.v.lo + (uint64_t)index * size;
    else return (struct meaning){0};
    load(r, &to);
    return to;
}

/* A part of a variable that is not in memory, by its name: "c.x", "u.b[3]". */
static bool part_of_variable(const struct reader *r, const struct strbuf *path, struct meaning *m) {
    if (m->known && m->in_memory) return false;
    const uint64_t *part = int_map_get(&r->view->variables, key_of(r->scope, path->text, path->n));
    if (part) take_event(r, m, (uint32_t)*part - 1);
    return part != NULL;
}

/* "[i]" behind what was read so far; false if the index is not known. */
static bool index_behind(struct reader *r, struct strbuf *path, struct meaning *m) {
    r->at++;
    struct meaning index = sum(r);
    skip_blanks(r);
    bool closed = *r->at == ']', known = closed && index.known && index.has_value;
    if (closed) r->at++;
    int64_t i = known ? integer(r, &index) : 0;
    strbuf_printf(path, "[%" PRId64 "]", i);
    if (!known) *m = (struct meaning){0};
    else if (!part_of_variable(r, path, m)) *m = pointed_to(r, *m, i);
    return known;
}

/* ".x" or "->x" behind what was read so far. */
static void member_behind(struct reader *r, bool arrow, struct strbuf *path, struct meaning *m) {
    r->at += arrow ? 2 : 1;
    skip_blanks(r);
    size_t n = word_length(r->at);
    const char *name = r->at;
    r->at += n;
    strbuf_printf(path, ".%.*s", (int)n, name);
    if (arrow) *m = member(r, pointed_to(r, *m, 0), name, n);
    else if (!part_of_variable(r, path, m)) *m = member(r, *m, name, n);
}

/* ".x", "->x", "[i]" behind a name. Parts of a variable that is not in memory have names of their
 * own, with numbers for indices: `path`. */
static struct meaning postfix(struct reader *r, struct meaning m, const char *begin) {
    struct strbuf path = {0};
    bool known = true;
    strbuf_bytes(&path, begin, (size_t)(r->at - begin));
    for (;;) {
        const char *back = r->at;
        skip_blanks(r);
        bool dot = *r->at == '.', arrow = r->at[0] == '-' && r->at[1] == '>';
        if (*r->at == '[') {
            known &= index_behind(r, &path, &m);
        } else if (dot || arrow) {
            member_behind(r, arrow, &path, &m);
            /* no variable's part */
            if (arrow || !known) strbuf_clear(&path), strbuf_char(&path, '?');
        } else {
            r->at = back;
            strbuf_release(&path);
            return m;
        }
    }
}

static struct meaning primary(struct reader *r) {
    skip_blanks(r);
    if (isdigit((unsigned char)*r->at)) {
        char *end;
        int64_t n = (int64_t)strtoull(r->at, &end, 0);
        while (is_word(*end)) end++;
        r->at = end;
        return number(n);
    }
    if (*r->at == '(') {
        r->at++;
        struct meaning m = sum(r);
        skip_blanks(r);
        if (*r->at != ')') return (struct meaning){0};
        const char *begin = r->at++;
        return postfix(r, m, begin);
    }
    if (*r->at == '*') {
        r->at++;
        return pointed_to(r, primary(r), 0);
    }
    size_t n = word_length(r->at);
    const char *begin = r->at;
    r->at += n;
    return n ? postfix(r, look_up(r, begin, n), begin) : (struct meaning){0};
}

static struct meaning combine(const struct reader *r, char op, struct meaning a, struct meaning b) {
    if (!a.has_value || !b.has_value || type_at(r, a.type)->kind == DEBUG_POINTER) return (struct meaning){0};
    int64_t x = integer(r, &a), y = integer(r, &b);
    switch (op) {
    case '+': return number((int64_t)((uint64_t)x + (uint64_t)y));
    case '-': return number((int64_t)((uint64_t)x - (uint64_t)y));
    case '*': return number((int64_t)((uint64_t)x * (uint64_t)y));
    case '/': return y > 0 ? number(x / y) : (struct meaning){0};
    default: return y > 0 ? number(x % y) : (struct meaning){0};
    }
}

static struct meaning product(struct reader *r) {
    struct meaning m = primary(r);
    for (skip_blanks(r); *r->at && strchr("*/%", *r->at) && r->at[1] != '='; skip_blanks(r)) {
        char op = *r->at++;
        m = combine(r, op, m, primary(r));
    }
    return m;
}

static struct meaning sum(struct reader *r) {
    if (++r->depth > MAX_DEPTH) {
        r->depth--;
        return (struct meaning){0};
    }
    struct meaning m = product(r);
    for (skip_blanks(r);
         (*r->at == '+' || *r->at == '-') && r->at[1] != *r->at && r->at[1] != '>' && r->at[1] != '=';
         skip_blanks(r)) {
        char op = *r->at++;
        m = combine(r, op, m, product(r));
    }
    r->depth--;
    return m;
}

/* ---- texts ---- */

/* ++, --, and = that is no comparison: afterwards the variables have other values. */
static bool has_effect(const char *s) {
    for (size_t i = 0; s[i]; i++) {
        if ((s[i] == '+' || s[i] == '-') && s[i + 1] == s[i]) return true;
        if (s[i] == '=' && s[i + 1] == '=') i++;
        else if (s[i] == '=' && !(i && strchr("<>!", s[i - 1]))) return true;
    }
    return false;
}

/* The end of a literal that begins here; s if none does. */
static const char *literal_end(const char *s) {
    if (*s != '"' && *s != '\'') return s;
    const char *p = s + 1;
    while (*p && *p != *s) p += *p == '\\' && p[1] ? 2 : 1;
    return *p ? p + 1 : p;
}

struct finding {
    const char *begin, *end;
    struct meaning m;
};

/* Is the star here that of `*p`? Then no operand stands before it. */
static bool is_dereference(const char *start, const char *p) {
    if (*p != '*') return false;
    while (p > start && isspace((unsigned char)p[-1])) p--;
    return p == start || !(is_word(p[-1]) || strchr(")]\"'", p[-1]));
}

/* The next name with what follows it, or `*p`, from s on in the text that begins at `start`; false
 * if there is none. */
static bool next_name(const struct view_state *v, uint32_t scope, const char *start, const char **s,
                      struct finding *f) {
    const char *p = *s;
    while (*p) {
        const char *end = literal_end(p);
        if (end > p) {
            p = end;
            continue;
        }
        bool starts = isalpha((unsigned char)*p) || *p == '_' || is_dereference(start, p);
        if (!starts && is_word(*p)) {
            p += word_length(p);
            continue;
        }
        if (!starts) {
            p++;
            continue;
        }
        struct reader r = {.view = v, .scope = scope, .at = p};
        f->begin = p;
        f->m = primary(&r);
        f->end = r.at;
        if (!f->m.known) f->end = p + (*p == '*' ? 1 : word_length(p));
        const char *after = f->end;
        while (isspace((unsigned char)*after)) after++;
        if (*after == '(') f->m.known = false; /* a function */
        *s = f->end;
        return true;
    }
    *s = p;
    return false;
}

bool view_substitute(const struct view_state *v, struct strbuf *b, const char *text, uint32_t scope) {
    bool replaced = false;
    struct finding f;
    const char *from = text;
    if (has_effect(text)) return false;
    for (const char *s = text; next_name(v, scope, text, &s, &f);) {
        strbuf_bytes(b, from, (size_t)(f.begin - from));
        bool has = f.m.known && f.m.has_value;
        if (has) view_print_value(v, b, f.m.type, f.m.sort, f.m.v);
        else strbuf_bytes(b, f.begin, (size_t)(f.end - f.begin));
        replaced |= has;
        from = f.end;
    }
    strbuf_text(b, from);
    return replaced;
}

/* Was this name found before, among the first n? */
static bool seen_before(const struct finding *shown, uint32_t n, const struct finding *f) {
    for (uint32_t i = 0; i < n; i++)
        if (shown[i].end - shown[i].begin == f->end - f->begin &&
            !strncmp(shown[i].begin, f->begin, (size_t)(f->end - f->begin)))
            return true;
    return false;
}

/* Is what was found changed by the expression itself, so that its value now is not the one that
 * counted? `*s++` */
static bool is_changed(const char *text, const struct finding *f) {
    bool before =
        f->begin >= text + 2 && (f->begin[-1] == '+' || f->begin[-1] == '-') && f->begin[-2] == f->begin[-1];
    return before || ((*f->end == '+' || *f->end == '-') && f->end[1] == *f->end);
}

static bool in_brackets(const char *text, const char *at) {
    int depth = 0;
    for (; text < at; text++) depth += *text == '[' ? 1 : *text == ']' ? -1 : 0;
    return depth > 0;
}

typedef VEC(struct finding) finding_vec;

static void list_one(const struct view_state *v, struct strbuf *b, finding_vec *shown,
                     const struct finding *f) {
    if (!f->m.known || !f->m.has_value || seen_before(shown->at, shown->n, f)) return;
    strbuf_printf(b, "%s%.*s = ", b->n ? ", " : "", (int)(f->end - f->begin), f->begin);
    view_print_value(v, b, f->m.type, f->m.sort, f->m.v);
    VEC_PUSH(shown, *f);
}

/* The pointers that a chain follows: `p` of p->next and p[i], `p` and `p->next` of p->next->key. */
static void list_followed(const struct view_state *v, struct strbuf *b, finding_vec *shown, const char *begin,
                          const char *end, uint32_t scope) {
    for (const char *at = begin; at < end; at++) {
        if (*at != '[' && !(at[0] == '-' && at[1] == '>')) continue;
        char *prefix = mem_printf("%.*s", (int)(at - begin), begin);
        struct reader r = {.view = v, .scope = scope, .at = prefix};
        struct finding f = {begin, at, primary(&r)};
        bool whole = !*r.at;
        free(prefix);
        if (whole && f.m.known && type_at(&r, f.m.type)->kind == DEBUG_POINTER) list_one(v, b, shown, &f);
    }
}

void view_list(const struct view_state *v, struct strbuf *b, const char *text, uint32_t scope,
               bool pointers) {
    struct finding f;
    finding_vec shown = {0};
    for (const char *s = text; next_name(v, scope, text, &s, &f);) {
        const char *bracket = memchr(f.begin, '[', (size_t)(f.end - f.begin));
        bool known = f.m.known && f.m.has_value,
             chain = bracket || memchr(f.begin, '>', (size_t)(f.end - f.begin));
        if (pointers) list_followed(v, b, &shown, f.begin, text + strlen(text), scope);
        if (bracket) s = bracket + 1; /* of a[i], i is worth telling as well */
        else if ((!known || pointers) && *f.begin == '*') s = f.begin + 1;
        bool followed = pointers && (chain || *f.begin == '*') && !in_brackets(text, f.begin);
        if (!followed && !is_changed(text, &f)) list_one(v, b, &shown, &f);
    }
    VEC_RELEASE(&shown);
}

/* The text before the last `[`; NULL: there is none. */
static char *array_in(const char *text) {
    const char *close = strrchr(text, ']');
    int depth = 0;
    for (const char *p = close; p && p >= text; p--) {
        depth += *p == ']' ? 1 : *p == '[' ? -1 : 0;
        if (depth == 0) return mem_printf("%.*s", (int)(p - text), text);
    }
    return NULL;
}

/* How many elements lie between the address and the end of its object, if that is a variable or a
 * literal; 0 if it is not known. */
static uint64_t elements_behind(const struct view_state *v, uint64_t address, uint64_t bytes) {
    const struct debug_object *o = address && bytes ? debug_find(v->d, address) : NULL;
    bool heap = o && o->name && strchr(o->name, '@');
    return o && !heap && !o->is_function ? (o->address + o->bytes - address) / bytes : 0;
}

uint64_t view_array_size(const struct view_state *v, const char *text, uint32_t scope, bool *pointer) {
    *pointer = false;
    char *array = array_in(text);
    if (!array) return 0;
    struct reader r = {.view = v, .scope = scope, .at = array};
    struct meaning m = primary(&r);
    const struct debug_type *t = type_at(&r, m.type);
    bool whole = m.known && !*r.at;
    free(array);
    if (whole && t->kind == DEBUG_ARRAY) return t->count;
    *pointer = whole && t->kind == DEBUG_POINTER && m.has_value;
    return *pointer ? elements_behind(v, m.v.lo, type_at(&r, t->element)->bits / 8) : 0;
}
