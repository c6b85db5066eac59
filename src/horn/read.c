/* From the commands of a file to an automaton. */
#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "horn/build.h"

void horn_give_up(struct horn_builder *b, const char *format, ...) {
    va_list args;
    struct strbuf text = {0};
    if (b->s->unsupported) return;
    va_start(args, format);
    char line[256];
    vsnprintf(line, sizeof line, format, args);
    va_end(args);
    strbuf_text(&text, line);
    b->s->unsupported = strbuf_take(&text);
}

/* ---- declarations ---- */

static sort supported_sort(struct horn_builder *b, uint32_t node) {
    struct reader *r = &b->r;
    if (!strcmp(reader_text(r, node), "Real")) {
        horn_give_up(b, "real numbers (line %d)", r->line);
        return 0;
    }
    sort s = reader_sort(r, node);
    if (s && sort_kind_of(s) == SORT_ARRAY &&
        (sort_kind_of(sort_index(s)) != SORT_BV || sort_kind_of(sort_element(s)) != SORT_BV))
        horn_give_up(b, "arrays of anything but bit-vectors (line %d)", r->line);
    return s;
}

/* The number of predicates if there is none of this name. */
static uint32_t find_predicate(const struct horn_builder *b, const char *name) {
    uint32_t i = 0;
    while (i < b->predicates.n && strcmp(b->predicates.at[i].name, name)) i++;
    return i;
}

/* (declare-fun name (sorts) sort), (declare-const name sort) */
static void declare(struct horn_builder *b, bool constant) {
    struct reader *r = &b->r;
    const char *name = reader_text(r, reader_child(r, 1, 1));
    uint32_t list = constant ? 0 : reader_child(r, 1, 2), result = reader_child(r, 1, constant ? 2 : 3);
    struct horn_predicate p = {.at = LOC_NONE};
    if (!*name || reader_symbol(r, name) || find_predicate(b, name) < b->predicates.n) {
        reader_error(r, *name ? "declared twice" : "a declaration without a name", *name ? name : NULL);
        return;
    }
    sort of = supported_sort(b, result);
    for (uint32_t x = reader_child(r, list, 0); x && of; x = r->nodes.at[x].next) {
        sort s = supported_sort(b, x);
        if (s) VEC_PUSH(&p.sorts, s);
    }
    if (!of || b->s->unsupported || b->e->set) {
        VEC_RELEASE(&p.sorts);
        return;
    }
    if (!p.sorts.n) {
        term v = term_fresh(name, of);
        reader_define(r, name, v);
        VEC_PUSH(&b->declared, v);
        return;
    }
    if (sort_kind_of(of) != SORT_BOOL) horn_give_up(b, "a function that is no predicate: %s", name);
    p.name = mem_strdup(name);
    VEC_PUSH(&b->predicates, p);
}

static term apply_predicate(void *context, const char *name, const term *args, uint32_t n) {
    struct horn_builder *b = context;
    uint32_t i = find_predicate(b, name);
    return i < b->predicates.n ? horn_apply(b, i, args, n) : TERM_NONE;
}

/* ---- definitions ---- */

struct annotations {
    uint32_t next, property; /* nodes; 0: not there */
    bool init, trans;
};

static struct annotations annotations_of(struct horn_builder *b, uint32_t node) {
    struct reader *r = &b->r;
    struct annotations a = {0};
    if (strcmp(reader_text(r, reader_child(r, node, 0)), "!")) return a;
    for (uint32_t x = reader_child(r, node, 2); x; x = r->nodes.at[x].next) {
        const char *key = reader_text(r, x);
        if (!strcmp(key, ":next")) a.next = r->nodes.at[x].next;
        if (!strcmp(key, ":init")) a.init = true;
        if (!strcmp(key, ":trans")) a.trans = true;
        if (!strcmp(key, ":invar-property")) a.property = r->nodes.at[x].next;
        if (!strcmp(key, ":live-property") || !strcmp(key, ":ltl-property"))
            horn_give_up(b, "a property that is not :invar-property (line %d)", r->line);
    }
    return a;
}

static void note_state(struct horn_builder *b, term now, uint32_t next) {
    uint32_t i = reader_symbol(&b->r, reader_text(&b->r, next));
    term v = i ? b->r.symbols.at[i].t : TERM_NONE;
    if (!term_is_var(now) || !v || !terms_include(&b->declared, v) || term_sort(v) != term_sort(now))
        reader_error(&b->r, ":next needs two variables of one sort", NULL);
    else VEC_PUSH(&b->states, (struct horn_state){now, v});
}

static void note_annotations(struct horn_builder *b, struct annotations a, term t, double property) {
    b->has_vmt |= a.next || a.init || a.trans || a.property;
    if (a.next) note_state(b, t, a.next);
    if ((a.init || a.trans || a.property) && sort_kind_of(term_sort(t)) != SORT_BOOL) {
        reader_error(&b->r, "an annotated term is no formula", NULL);
        return;
    }
    if (a.init) b->init = b->init ? term_and(b->init, t) : t;
    if (a.trans) b->trans = b->trans ? term_and(b->trans, t) : t;
    bool wanted = property < 0 || atof(reader_text(&b->r, a.property)) == property;
    if (a.property && wanted) VEC_PUSH(&b->properties, t);
}

/* (define-fun name ((x S) ...) S body) */
static void define(struct horn_builder *b, double property) {
    struct reader *r = &b->r;
    const char *name = reader_text(r, reader_child(r, 1, 1));
    uint32_t list = reader_child(r, 1, 2), body = reader_child(r, 1, 4);
    term_vec params = {0}, outside = {0};
    for (uint32_t x = reader_child(r, list, 0); x; x = r->nodes.at[x].next) {
        const char *param = reader_text(r, reader_child(r, x, 0));
        sort s = supported_sort(b, reader_child(r, x, 1));
        if (!s) break;
        uint32_t old = reader_symbol(r, param);
        VEC_PUSH(&outside, old ? r->symbols.at[old].t : TERM_NONE);
        VEC_PUSH(&params, term_fresh(*param ? param : "x", s));
        reader_define(r, param, VEC_LAST(&params));
    }
    sort result = b->e->set || b->s->unsupported ? 0 : supported_sort(b, reader_child(r, 1, 3));
    term t = result ? reader_term(r, body) : TERM_NONE;
    uint32_t x = reader_child(r, list, 0);
    for (uint32_t i = 0; i < params.n; i++, x = r->nodes.at[x].next)
        reader_define(r, reader_text(r, reader_child(r, x, 0)), outside.at[i]);
    if (t && term_sort(t) != result) reader_error(r, "a definition of another sort", name);
    else if (t && params.n) reader_define_function(r, name, &params, t);
    else if (t && *name) reader_define(r, name, t);
    if (t && !params.n) note_annotations(b, annotations_of(b, body), t, property);
    VEC_RELEASE(&params);
    VEC_RELEASE(&outside);
}

/* ---- commands ---- */

static bool is_one_of(const char *name, const char *const *list) {
    while (*list && strcmp(*list, name)) list++;
    return *list != NULL;
}

static void read_command(struct horn_builder *b, double property) {
    static const char *const ignored[] = {"set-logic",  "set-info", "set-option",     "check-sat",
                                          "get-model",  "get-info", "get-proof",      "exit",
                                          "get-option", "echo",     "get-unsat-core", NULL};
    struct reader *r = &b->r;
    const char *name = reader_text(r, reader_child(r, 1, 0));
    if (is_one_of(name, ignored)) return;
    if (!strcmp(name, "declare-fun")) declare(b, false);
    else if (!strcmp(name, "declare-const")) declare(b, true);
    else if (!strcmp(name, "define-fun")) define(b, property);
    else if (!strcmp(name, "assert")) {
        b->has_assert = true;
        if (b->has_vmt) reader_error(r, "an assertion in a transition system", NULL);
        else horn_assert(b, reader_child(r, 1, 1));
    } else horn_give_up(b, "the command %s (line %d)", name, r->line);
}

/* As it is in the file. */
static const char *name_of(const struct horn_builder *b, term v) {
    for (uint32_t i = 1; i < b->r.symbols.n; i++)
        if (b->r.symbols.at[i].t == v) return b->r.symbols.at[i].name;
    return term_name(v);
}

/* A predicate without arguments is a variable until a clause mentions it. */
static void declared_as_atoms(struct horn_builder *b) {
    for (uint32_t i = 0; i < b->declared.n; i++) {
        term v = b->declared.at[i];
        if (sort_kind_of(term_sort(v)) != SORT_BOOL || int_map_get(&b->atom_of, v)) continue;
        struct horn_predicate p = {.name = mem_strdup(name_of(b, v)), .at = LOC_NONE};
        *int_map_put(&b->atom_of, v, NULL) = b->atoms.n;
        VEC_PUSH(&b->atoms, (struct horn_atom){.predicate = b->predicates.n});
        VEC_PUSH(&b->predicates, p);
    }
}

static void read_all(struct horn_builder *b, double property) {
    enum reader_item item;
    while (!b->e->set && !b->s->unsupported && (item = reader_next(&b->r)) != READER_END) {
        if (item == READER_COMMENT) continue;
        if (item == READER_ERROR) break;
        if (!strcmp(reader_text(&b->r, reader_child(&b->r, 1, 0)), "assert")) declared_as_atoms(b);
        read_command(b, property);
    }
}

/* ---- the automaton ---- */

static uint32_t bits_for(uint32_t n) {
    uint32_t bits = 1;
    while (bits < 32 && n >> bits) bits++;
    return bits;
}

/* The edges of a location, told apart by the value of a variable that is drawn first. */
static void add_edges_of(struct horn_builder *b, loc from) {
    struct cfa *c = b->s->cfa;
    uint32_t n = 0, choice = 0, site = NO_SITE;
    for (uint32_t i = 0; i < b->edges.n; i++) n += b->edges.at[i].from == from;
    term rule = TERM_NONE;
    if (n > 1) {
        rule = term_fresh("rule", sort_bv(bits_for(n)));
        cfa_add_var(c, rule, "rule", false, (struct src_pos){0});
        site = cfa_add_site(c, SITE_NONDET, "rule", term_sort(rule), false, (struct src_pos){0});
    }
    for (uint32_t i = 0; i < b->edges.n; i++)
        if (b->edges.at[i].from == from) horn_add_edge(c, &b->edges.at[i], rule, site, choice++);
}

static void finish(struct horn_builder *b) {
    struct horn_system *s = b->s;
    s->is_vmt = b->has_vmt;
    if (b->has_vmt) horn_transition_edges(b);
    if (b->e->set || s->unsupported) return;
    if (b->has_vmt && !b->properties.n) horn_give_up(b, "there is no such :invar-property");
    for (uint32_t i = 0; i < b->edges.n; i++)
        if (horn_divides(&b->edges.at[i])) horn_give_up(b, "an integer is divided by a term");
    if (s->unsupported) return;
    /* the edges of a location are counted, so all locations have to be there */
    for (loc l = 0; l < s->cfa->locs.n; l++) add_edges_of(b, l);
}

static void builder_release(struct horn_builder *b) {
    for (uint32_t i = 0; i < b->predicates.n; i++) {
        free(b->predicates.at[i].name);
        VEC_RELEASE(&b->predicates.at[i].sorts);
    }
    for (uint32_t i = 0; i < b->atoms.n; i++) VEC_RELEASE(&b->atoms.at[i].args);
    for (uint32_t i = 0; i < b->edges.n; i++) horn_edge_release(&b->edges.at[i]);
    VEC_RELEASE(&b->predicates);
    VEC_RELEASE(&b->atoms);
    VEC_RELEASE(&b->edges);
    VEC_RELEASE(&b->declared);
    VEC_RELEASE(&b->states);
    VEC_RELEASE(&b->properties);
    int_map_release(&b->atom_of);
    reader_close(&b->r);
}

bool horn_read(struct horn_system *s, const char *path, double property, struct error *e) {
    struct horn_builder b = {.s = s, .e = e, .path = path};
    *s = (struct horn_system){.cfa = cfa_new()};
    s->cfa->pointer_width = 64;
    if (reader_open(&b.r, path, e)) {
        b.r.unknown = apply_predicate;
        b.r.context = &b;
        read_all(&b, property);
        if (!e->set && !s->unsupported) finish(&b);
    }
    builder_release(&b);
    if (e->set) horn_release(s);
    return !e->set;
}

void horn_release(struct horn_system *s) {
    if (s->cfa) cfa_free(s->cfa);
    for (uint32_t i = 0; i < s->predicates.n; i++) {
        free(s->predicates.at[i]);
        VEC_RELEASE(&s->arguments.at[i]);
    }
    VEC_RELEASE(&s->predicates);
    VEC_RELEASE(&s->arguments);
    free(s->unsupported);
    *s = (struct horn_system){0};
}

/* A list whose first word is a command: no C file begins so. */
bool horn_is_system(const char *path) {
    FILE *f = fopen(path, "rb");
    char word[16] = "";
    int c = f ? fgetc(f) : EOF;
    while (c != EOF && (isspace(c) || c == ';')) {
        while (c == ';' && (c = fgetc(f)) != EOF && c != '\n') c = ';';
        if (c != EOF) c = fgetc(f);
    }
    bool is = c == '(' && fscanf(f, " %15[a-z-]", word) == 1 &&
              (!strncmp(word, "set-", 4) || !strncmp(word, "declare-", 8) || !strncmp(word, "define-", 7) ||
               !strcmp(word, "assert"));
    if (f) fclose(f);
    return is;
}
