#include "report/json.h"

#include <string.h>

#include "replay/source.h"
#include "util/strbuf.h"

enum { TEXT_LIMIT = 400 };

/* The length of the UTF-8 character at s, 0 if there is none: no overlong forms, no surrogates. */
static size_t utf8_length(const unsigned char *s) {
    if (s[0] < 0x80) return 1;
    if (s[0] >= 0xc2 && s[0] < 0xe0) return (s[1] & 0xc0) == 0x80 ? 2 : 0;
    if (s[0] >= 0xe0 && s[0] < 0xf0) {
        if ((s[1] & 0xc0) != 0x80 || (s[2] & 0xc0) != 0x80) return 0;
        return (s[0] == 0xe0 && s[1] < 0xa0) || (s[0] == 0xed && s[1] >= 0xa0) ? 0 : 3;
    }
    if (s[0] >= 0xf0 && s[0] < 0xf5) {
        if ((s[1] & 0xc0) != 0x80 || (s[2] & 0xc0) != 0x80 || (s[3] & 0xc0) != 0x80) return 0;
        return (s[0] == 0xf0 && s[1] < 0x90) || (s[0] == 0xf4 && s[1] >= 0x90) ? 0 : 4;
    }
    return 0;
}

void text_to_utf8(struct strbuf *b, const char *s) {
    while (*s) {
        size_t n = utf8_length((const unsigned char *)s);
        if (n) strbuf_bytes(b, s, n);
        else strbuf_text(b, "\xef\xbf\xbd");
        s += n ? n : 1;
    }
}

json_t *json_text(const char *s) {
    if (!s) return json_null();
    struct strbuf b = {0};
    text_to_utf8(&b, s);
    json_t *text = json_string(b.text ? b.text : "");
    assert(text);
    strbuf_release(&b);
    return text;
}

static void set_position(json_t *o, const char *file, struct src_pos pos) {
    json_object_set_new(o, "file", json_text(file));
    json_object_set_new(o, "line", json_integer(pos.line));
    json_object_set_new(o, "column", json_integer(pos.column));
    json_object_set_new(o, "function", json_text(pos.function));
}

static json_t *json_value(const struct story_value *v) {
    static const char *const origins[] = {[SITE_NONDET] = "nondet",
                                          [SITE_UNINIT] = "uninitialized",
                                          [SITE_UNKNOWN] = "unknown function",
                                          [SITE_ENVIRONMENT] = "environment",
                                          [SITE_LIBRARY] = "library",
                                          [SITE_INPUT] = "input",
                                          [SITE_INTERNAL] = "internal"};
    json_t *o = json_object();
    json_object_set_new(o, "name", json_text(v->name));
    json_object_set_new(o, "value", json_text(v->text));
    if (v->is_input) json_object_set_new(o, "origin", json_string(origins[v->kind]));
    return o;
}

static json_t *json_line(const struct story *s, const struct story_line *line) {
    json_t *o = json_object(), *inputs = json_array(), *changes = json_array();
    set_position(o, story_file(s, line), line->pos);
    char *text = source_text(story_file(s, line), line->pos.line, TEXT_LIMIT);
    json_object_set_new(o, "source", json_text(text));
    free(text);
    for (uint32_t i = 0; i < line->values.n; i++)
        json_array_append_new(line->values.at[i].is_input ? inputs : changes,
                              json_value(&line->values.at[i]));
    json_object_set_new(o, "inputs", inputs);
    json_object_set_new(o, "changes", changes);
    return o;
}

json_t *json_story(const struct story *s) {
    json_t *lines = json_array();
    for (uint32_t i = 0; i < s->lines.n; i++) json_array_append_new(lines, json_line(s, &s->lines.at[i]));
    return lines;
}

json_t *json_proof(const struct proof *p) {
    json_t *facts = json_array();
    for (uint32_t i = 0; i < p->facts.n; i++) {
        const struct proof_fact *f = &p->facts.at[i];
        struct src_pos pos = f->pos;
        if (f->keyword_line) pos.line = f->keyword_line, pos.column = f->keyword_column;
        json_t *o = json_object();
        set_position(o, p->c->files.at[pos.file], pos);
        json_object_set_new(o, "loop_head", json_boolean(f->loop_head));
        json_object_set_new(o, "c", json_text(f->c));
        json_object_set_new(o, "smtlib", json_text(f->smt));
        json_array_append_new(facts, o);
    }
    return facts;
}

static json_t *json_place(const struct cfa *c, const struct cfa_assumption *a) {
    json_t *o = json_object();
    set_position(o, c->files.at[a->pos.file], a->pos);
    json_object_set_new(o, "detail", json_text(a->detail));
    return o;
}

json_t *json_ledger(const struct cfa *c) {
    json_t *list = json_array();
    for (int k = 0; c && k < LEDGER_KINDS; k++) {
        json_t *places = json_array();
        for (uint32_t i = 0; i < c->ledger.n; i++)
            if ((int)c->ledger.at[i].kind == k)
                json_array_append_new(places, json_place(c, &c->ledger.at[i]));
        if (json_array_size(places)) {
            json_t *o = json_object();
            json_object_set_new(o, "name", json_string(ledger_name((enum ledger_kind)k)));
            json_object_set_new(o, "sentence", json_string(ledger_sentence((enum ledger_kind)k)));
            json_object_set(o, "places", places);
            json_array_append_new(list, o);
        }
        json_decref(places);
    }
    return list;
}

static json_t *json_check(const struct cfa *c, const struct cfa_check *k, const struct check_answer *r) {
    json_t *o = json_object();
    const char *file = c->files.at[k->pos.file];
    set_position(o, file, k->pos);
    char *text = source_expression(file, k->pos.line, k->pos.column, SOURCE_EXPRESSION);
    json_object_set_new(o, "id", json_text(k->id));
    json_object_set_new(o, "class", json_string(check_rows[k->class].name));
    json_object_set_new(o, "cwe", json_integer(check_rows[k->class].cwe));
    json_object_set_new(o, "property", json_string(checks_property(k->class)));
    json_object_set_new(o, "expression", json_text(text));
    json_object_set_new(o, "sentence", json_string(check_rows[k->class].sentence));
    json_object_set_new(o, "status", json_string(check_status_word(r->status)));
    json_object_set_new(o, "reason", json_text(r->reason));
    json_object_set_new(o, "note", json_text(r->note));
    json_object_set_new(o, "trace", r->status == STATUS_FAILED ? json_story(&r->story) : json_null());
    free(text);
    return o;
}

json_t *json_checks(const struct cfa *c, const struct check_answer *results) {
    json_t *all = json_array();
    for (uint32_t i = 0; i < c->checks.n; i++)
        if (results[i].status != STATUS_SKIPPED)
            json_array_append_new(all, json_check(c, &c->checks.at[i], &results[i]));
    return all;
}
