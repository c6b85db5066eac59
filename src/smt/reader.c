#include "smt/reader.h"

#include <assert.h>
#include <ctype.h>
#include <errno.h>
#include <string.h>

static bool open_on(struct reader *r, FILE *file, const char *path, struct error *e) {
    *r = (struct reader){.file = file, .path = path, .line = 1, .error = e};
    if (!file) error_set(e, path, 0, 0, "cannot read: %s", strerror(errno));
    VEC_PUSH(&r->symbols, (struct symbol){0});
    return file != NULL;
}

bool reader_open(struct reader *r, const char *path, struct error *e) {
    return open_on(r, fopen(path, "r"), path, e);
}

bool reader_open_text(struct reader *r, const char *text, struct error *e) {
    return open_on(r, fmemopen((void *)text, strlen(text), "r"), "the answer", e);
}

void reader_close(struct reader *r) {
    if (r->file) fclose(r->file);
    for (uint32_t i = 1; i < r->symbols.n; i++) {
        free(r->symbols.at[i].name);
        VEC_RELEASE(&r->symbols.at[i].params);
    }
    strbuf_release(&r->text);
    strbuf_release(&r->comment);
    VEC_RELEASE(&r->nodes);
    VEC_RELEASE(&r->symbols);
    index_table_release(&r->table);
}

void reader_error(struct reader *r, const char *what, const char *text) {
    error_set(r->error, r->path, r->line, 0, "%s%s%s", what, text ? ": " : "", text ? text : "");
}

/* ---- trees ---- */

static int get(struct reader *r) {
    int c = getc(r->file);
    if (c == '\n') r->line++;
    return c;
}

static void unget(struct reader *r, int c) {
    if (c == '\n') r->line--;
    if (c != EOF) ungetc(c, r->file);
}

static void read_line(struct reader *r, struct strbuf *b) {
    int c;
    strbuf_clear(b);
    strbuf_text(b, "");
    while ((c = get(r)) != EOF && c != '\n') strbuf_char(b, (char)c);
}

/* Texts are offsets until the command is complete, because the buffer moves. */
static uint32_t read_atom(struct reader *r, int c) {
    size_t at = r->text.n;
    bool quoted = c == '|';
    if (quoted) c = get(r);
    while (c != EOF && (quoted ? c != '|' : !isspace(c) && c != '(' && c != ')' && c != ';')) {
        strbuf_char(&r->text, (char)c);
        c = get(r);
    }
    if (!quoted) unget(r, c);
    strbuf_char(&r->text, 0);
    VEC_PUSH(&r->nodes, (struct sexpr){.first = (uint32_t)at});
    return r->nodes.n - 1;
}

struct open_list {
    uint32_t node, last;
};
typedef VEC(struct open_list) open_vec;

static void append(struct reader *r, open_vec *open, uint32_t node) {
    struct open_list *l = &VEC_LAST(open);
    if (l->last) r->nodes.at[l->last].next = node;
    else r->nodes.at[l->node].first = node;
    l->last = node;
}

static void open_list(struct reader *r, open_vec *open) {
    VEC_PUSH(&r->nodes, (struct sexpr){.text = ""});
    uint32_t node = r->nodes.n - 1;
    if (open->n) append(r, open, node);
    VEC_PUSH(open, (struct open_list){node, 0});
}

/* While reading, text is "" for lists and NULL for atoms, whose `first` is the offset; then the
 * other way round. */
static void resolve_texts(struct reader *r) {
    for (uint32_t i = 1; i < r->nodes.n; i++) {
        struct sexpr *x = &r->nodes.at[i];
        if (x->text) {
            x->text = NULL;
        } else {
            x->text = r->text.text + x->first;
            x->first = 0;
        }
    }
}

/* The rest of a list whose parenthesis was read. */
static bool read_list(struct reader *r) {
    open_vec open = {0};
    open_list(r, &open);
    while (open.n) {
        int c = get(r);
        if (c == EOF) break;
        if (isspace(c)) continue;
        if (c == '(') open_list(r, &open);
        else if (c == ')') open.n--;
        else append(r, &open, read_atom(r, c));
    }
    bool complete = open.n == 0;
    VEC_RELEASE(&open);
    if (!complete) reader_error(r, "the file ends inside a command", NULL);
    return complete;
}

enum reader_item reader_next(struct reader *r) {
    int c;
    strbuf_clear(&r->text);
    VEC_CLEAR(&r->nodes);
    VEC_PUSH(&r->nodes, (struct sexpr){0});
    while ((c = get(r)) != EOF) {
        if (isspace(c)) continue;
        if (c == ';') {
            read_line(r, &r->comment);
            if (!strncmp(r->comment.text, "; ", 2)) return READER_COMMENT;
            continue;
        }
        if (c != '(') {
            reader_error(r, "a command starts with a parenthesis", NULL);
            return READER_ERROR;
        }
        if (!read_list(r)) return READER_ERROR;
        resolve_texts(r);
        return READER_COMMAND;
    }
    return READER_END;
}

uint32_t reader_child(const struct reader *r, uint32_t node, uint32_t i) {
    assert(node < r->nodes.n);
    if (!node || r->nodes.at[node].text) return 0;
    uint32_t x = r->nodes.at[node].first;
    while (x && i--) x = r->nodes.at[x].next;
    return x;
}

const char *reader_text(const struct reader *r, uint32_t node) {
    assert(node < r->nodes.n);
    return node && r->nodes.at[node].text ? r->nodes.at[node].text : "";
}

/* ---- symbols ---- */

struct symbol_sought {
    const struct reader *r;
    const char *name;
};

static bool same_name(const void *context, uint32_t index) {
    const struct symbol_sought *s = context;
    return !strcmp(s->r->symbols.at[index].name, s->name);
}

uint32_t reader_symbol(const struct reader *r, const char *name) {
    return index_table_find(&r->table, hash_bytes(name, strlen(name)), same_name,
                            &(struct symbol_sought){r, name});
}

void reader_define(struct reader *r, const char *name, term t) {
    uint32_t i = reader_symbol(r, name);
    if (i) {
        r->symbols.at[i].t = t;
        return;
    }
    VEC_PUSH(&r->symbols, (struct symbol){.name = mem_strdup(name), .t = t});
    index_table_add(&r->table, hash_bytes(name, strlen(name)), r->symbols.n - 1);
}

void reader_define_function(struct reader *r, const char *name, const term_vec *params, term t) {
    assert(params->n > 0);
    reader_define(r, name, t);
    struct symbol *f = &r->symbols.at[reader_symbol(r, name)];
    VEC_CLEAR(&f->params);
    for (uint32_t i = 0; i < params->n; i++) VEC_PUSH(&f->params, params->at[i]);
}
