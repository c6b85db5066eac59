/* The reader: one line, one node.
 *
 *     1 sort bitvec 8
 *     2 state 1 counter
 *     3 one 1
 *     4 add 1 2 3
 *     5 next 1 2 4
 *
 * A line is an increasing number, a keyword, the number of a sort where the node has one,
 * arguments, and perhaps a symbol; what follows a semicolon is a comment. Widths and memory are
 * bounded (MAX_WIDTH, MAX_NODES) so that no file, however hostile, makes the reader allocate more
 * than a small multiple of its own size. */
#include <assert.h>
#include <ctype.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "btor2/model.h"
#include "util/hash.h"
#include "util/strbuf.h"

enum { MAX_WIDTH = 1 << 20, MAX_NODES = 1 << 28, MAX_WORD = 64 };

#define OP(constant, name, arity, shape) name,
const char *const btor2_op_names[BTOR2_OP_COUNT] = {BTOR2_OPS(OP)};
#undef OP
#define OP(constant, name, arity, shape) arity,
const uint8_t btor2_op_arity[BTOR2_OP_COUNT] = {BTOR2_OPS(OP)};
#undef OP
#define OP(constant, name, arity, shape) SHAPE_##shape,
const uint8_t btor2_op_shape[BTOR2_OP_COUNT] = {BTOR2_OPS(OP)};
#undef OP

struct reader {
    struct btor2_model *m;
    const char *name;
    const char *at, *end; /* of the text that is left */
    const char *stop;     /* end of the present line, without its comment */
    uint32_t line;
    uint64_t last;               /* the greatest number of a line so far */
    struct int_map nodes, sorts; /* number in the file -> node; -> 1 + index into all_sorts */
    VEC(struct btor2_sort) all_sorts;
    struct error *e;
};

static bool wrong(struct reader *r, const char *what, const char *detail) {
    error_set(r->e, r->name, (int)(r->line < INT_MAX ? r->line : INT_MAX), 0, what, detail);
    return false;
}

/* ---- words of a line ---- */

static void skip_blanks(struct reader *r) {
    while (r->at < r->stop && (*r->at == ' ' || *r->at == '\t' || *r->at == '\r')) r->at++;
}

static bool line_is_empty(struct reader *r) {
    skip_blanks(r);
    return r->at == r->stop;
}

/* The next word, at most `size` - 1 characters of it; false at the end of the line or if it is
 * longer. */
static bool next_word(struct reader *r, char *word, size_t size) {
    size_t n = 0;
    skip_blanks(r);
    while (r->at < r->stop && !strchr(" \t\r", *r->at)) {
        if (n + 1 >= size || *r->at == 0) return false;
        word[n++] = *r->at++;
    }
    word[n] = 0;
    return n > 0;
}

static bool digits_only(const char *s) {
    if (!*s) return false;
    for (; *s; s++)
        if (!isdigit((unsigned char)*s)) return false;
    return true;
}

static bool next_number(struct reader *r, uint64_t limit, uint64_t *n) {
    char word[MAX_WORD];
    if (!next_word(r, word, sizeof word)) return wrong(r, "a number is missing%s", "");
    if (!digits_only(word) || strlen(word) > 18) return wrong(r, "'%s' is no number", word);
    *n = strtoull(word, NULL, 10);
    return *n <= limit || wrong(r, "%s is too large", word);
}

static bool next_width(struct reader *r, uint32_t *width) {
    uint64_t n;
    if (!next_number(r, MAX_WIDTH, &n)) return false;
    *width = (uint32_t)n;
    return n > 0 || wrong(r, "a width must not be 0%s", "");
}

static bool next_sort(struct reader *r, struct btor2_sort *s) {
    uint64_t n;
    if (!next_number(r, UINT64_MAX, &n)) return false;
    uint64_t *known = int_map_get(&r->sorts, n);
    if (!known) return wrong(r, "no sort has this number%s", "");
    *s = r->all_sorts.at[*known - 1];
    return true;
}

/* A node of an earlier line; a minus in front of its number is the complement. */
static bool next_ref(struct reader *r, btor2_ref *ref) {
    char word[MAX_WORD];
    if (!next_word(r, word, sizeof word)) return wrong(r, "an argument is missing%s", "");
    bool negated = word[0] == '-';
    const char *number = word + negated;
    if (!digits_only(number) || strlen(number) > 18) return wrong(r, "'%s' is no argument", word);
    uint64_t *known = int_map_get(&r->nodes, strtoull(number, NULL, 10));
    if (!known) return wrong(r, "no node before this line has the number %s", number);
    *ref = (btor2_ref)*known * 2 + negated;
    if (negated && btor2_is_memory(btor2_at(r->m, *ref)))
        return wrong(r, "a memory has no complement (%s)", word);
    return true;
}

/* ---- sorts ---- */

static bool same_sort(struct btor2_sort a, struct btor2_sort b) {
    return a.width == b.width && a.index == b.index && a.element == b.element;
}

static bool is_bit(struct btor2_sort s) { return s.width == 1; }

static bool read_sort(struct reader *r, uint64_t number) {
    char kind[MAX_WORD];
    struct btor2_sort s = {0}, index, element;
    if (!next_word(r, kind, sizeof kind)) return wrong(r, "'bitvec' or 'array' is missing%s", "");
    if (!strcmp(kind, "bitvec")) {
        if (!next_width(r, &s.width)) return false;
    } else if (!strcmp(kind, "array")) {
        if (!next_sort(r, &index) || !next_sort(r, &element)) return false;
        if (!index.width || !element.width) return wrong(r, "memories of memories are not supported%s", "");
        s = (struct btor2_sort){0, index.width, element.width};
    } else {
        return wrong(r, "'%s' is no kind of sort", kind);
    }
    VEC_PUSH(&r->all_sorts, s);
    *int_map_put(&r->sorts, number, NULL) = r->all_sorts.n;
    return true;
}

/* ---- nodes ---- */

static void add_node(struct reader *r, uint64_t number, struct btor2_node n) {
    n.line = r->line;
    *int_map_put(&r->nodes, number, NULL) = r->m->nodes.n;
    VEC_PUSH(&r->m->nodes, n);
    VEC_PUSH(&r->m->symbols, NULL);
}

static void read_symbol(struct reader *r) {
    if (line_is_empty(r)) return;
    const char *from = r->at;
    while (r->at < r->stop && !strchr(" \t\r", *r->at)) r->at++;
    char *copy = arena_alloc(&r->m->arena, (size_t)(r->at - from) + 1);
    memcpy(copy, from, (size_t)(r->at - from));
    copy[r->at - from] = 0;
    VEC_LAST(&r->m->symbols) = copy;
}

static void add_constant(struct reader *r, uint64_t number, struct btor2_sort s, const mpz_t value) {
    mpz_ptr v = mem_alloc(sizeof *v);
    mpz_init(v);
    mpz_fdiv_r_2exp(v, value, s.width); /* -1 is all ones */
    add_node(r, number, (struct btor2_node){.op = BTOR2_CONST, .sort = s, .index = r->m->constants.n});
    VEC_PUSH(&r->m->constants, v);
}

static bool fits(const mpz_t v, uint32_t width) {
    return mpz_sgn(v) >= 0 ? mpz_sizeinbase(v, 2) <= width : mpz_sizeinbase(v, 2) <= (size_t)width + 1;
}

/* NULL, or what is wrong with the digits. */
static const char *constant_value(mpz_t v, const char *digits, int base, uint32_t width) {
    bool sign = digits[0] == '-';
    if (strpbrk(digits, "+ ") || mpz_set_str(v, digits, base)) return "the digits of a constant are wrong";
    if (sign && base != 10) return "only decimal constants have a sign";
    return fits(v, width) ? NULL : "the constant does not fit into its sort";
}

static bool read_constant(struct reader *r, uint64_t number, int base) {
    struct btor2_sort s;
    if (!next_sort(r, &s)) return false;
    if (!s.width) return wrong(r, "a constant must be a word%s", "");
    skip_blanks(r);
    size_t room = (size_t)(r->stop - r->at) + 1;
    char *digits = mem_alloc(room);
    mpz_t v;
    mpz_init(v);
    const char *problem = next_word(r, digits, room) ? constant_value(v, digits, base, s.width)
                                                     : "the digits of a constant are missing";
    if (!problem) add_constant(r, number, s, v);
    mpz_clear(v);
    free(digits);
    if (problem) return wrong(r, "%s", problem);
    read_symbol(r);
    return true;
}

static bool read_named_constant(struct reader *r, uint64_t number, int value) {
    struct btor2_sort s;
    if (!next_sort(r, &s)) return false;
    if (!s.width) return wrong(r, "a constant must be a word%s", "");
    mpz_t v;
    mpz_init_set_si(v, value);
    add_constant(r, number, s, v);
    mpz_clear(v);
    read_symbol(r);
    return true;
}

static bool read_leaf(struct reader *r, uint64_t number, enum btor2_op op) {
    struct btor2_node n = {.op = op};
    if (!next_sort(r, &n.sort)) return false;
    n.index = op == BTOR2_INPUT ? r->m->inputs.n : r->m->states.n;
    if (op == BTOR2_INPUT) VEC_PUSH(&r->m->inputs, r->m->nodes.n);
    else VEC_PUSH(&r->m->states, (struct btor2_state){r->m->nodes.n, 0, 0});
    add_node(r, number, n);
    read_symbol(r);
    return true;
}

/* Do the arguments have the sorts that the operator wants, and the node the sort that follows from
 * them? */
static bool well_sorted(const struct btor2_model *m, const struct btor2_node *n) {
    struct btor2_sort a = btor2_at(m, n->args[0])->sort, b = n->args[1] ? btor2_at(m, n->args[1])->sort : a,
                      c = n->args[2] ? btor2_at(m, n->args[2])->sort : b, s = n->sort;
    switch ((enum btor2_shape)btor2_op_shape[n->op]) {
    case SHAPE_LEAF: return false;
    case SHAPE_EXTEND: return a.width && s.width && s.width == a.width + n->params[0];
    case SHAPE_SLICE:
        return n->params[1] <= n->params[0] && n->params[0] < a.width &&
               s.width == n->params[0] - n->params[1] + 1;
    case SHAPE_WORD: return a.width && same_sort(a, b) && same_sort(a, s);
    case SHAPE_REDUCE: return a.width && same_sort(a, b) && is_bit(s);
    case SHAPE_BIT: return is_bit(a) && is_bit(b) && is_bit(s);
    case SHAPE_EQUAL: return same_sort(a, b) && is_bit(s);
    case SHAPE_CONCAT: return a.width && b.width && s.width == a.width + b.width;
    case SHAPE_READ: return !a.width && b.width == a.index && s.width == a.element;
    case SHAPE_WRITE: return !a.width && b.width == a.index && c.width == a.element && same_sort(a, s);
    case SHAPE_ITE: return is_bit(a) && same_sort(b, c) && same_sort(b, s);
    }
    return false;
}

static bool read_operator(struct reader *r, uint64_t number, enum btor2_op op) {
    struct btor2_node n = {.op = op};
    uint32_t params = op == BTOR2_SLICE ? 2 : op == BTOR2_SEXT || op == BTOR2_UEXT ? 1 : 0;
    if (!next_sort(r, &n.sort)) return false;
    for (uint32_t i = 0; i < btor2_op_arity[op]; i++)
        if (!next_ref(r, &n.args[i])) return false;
    for (uint32_t i = 0; i < params; i++) {
        uint64_t p;
        if (!next_number(r, MAX_WIDTH, &p)) return false;
        n.params[i] = (uint32_t)p;
    }
    if (!well_sorted(r->m, &n))
        return wrong(r, "the sorts of '%s' and its arguments do not fit together", btor2_op_names[op]);
    add_node(r, number, n);
    read_symbol(r);
    return true;
}

/* ---- lines that are about nodes ---- */

static bool read_init_or_next(struct reader *r, bool init) {
    struct btor2_sort s;
    btor2_ref state, value;
    if (!next_sort(r, &s) || !next_ref(r, &state) || !next_ref(r, &value)) return false;
    const struct btor2_node *n = btor2_at(r->m, state), *v = btor2_at(r->m, value);
    if (n->op != BTOR2_STATE || btor2_negated(state)) return wrong(r, "the first argument is no state%s", "");
    struct btor2_state *of = &r->m->states.at[n->index];
    bool filled = init && btor2_is_memory(n) && v->sort.width == n->sort.element;
    if (!same_sort(s, n->sort) || !(same_sort(s, v->sort) || filled))
        return wrong(r, "the sorts of the state and of its value differ%s", "");
    if (init ? of->init : of->next) return wrong(r, "the state has a second '%s'", init ? "init" : "next");
    if (init && btor2_node_of(value) >= btor2_node_of(state))
        return wrong(r, "the initial value of a state must stand before the state%s", "");
    *(init ? &of->init : &of->next) = value;
    return true;
}

static bool read_property(struct reader *r, btor2_refs *to, bool bit) {
    btor2_ref ref;
    if (!next_ref(r, &ref)) return false;
    if (bit && !is_bit(btor2_at(r->m, ref)->sort)) return wrong(r, "the argument is not one bit wide%s", "");
    VEC_PUSH(to, ref);
    return true;
}

static bool read_justice(struct reader *r) {
    uint64_t n;
    if (!next_number(r, MAX_NODES, &n)) return false;
    if (n == 0) return wrong(r, "a justice property has at least one condition%s", "");
    VEC_PUSH(&r->m->justices, (btor2_refs){0});
    for (uint64_t i = 0; i < n; i++)
        if (!read_property(r, &VEC_LAST(&r->m->justices), true)) return false;
    return true;
}

/* ---- lines ---- */

struct named {
    const char *name;
    int value;
};

static bool read_constant_line(struct reader *r, uint64_t number, const char *word, bool *known) {
    static const struct named values[] = {{"zero", 0}, {"one", 1}, {"ones", -1}},
                              bases[] = {{"const", 2}, {"constd", 10}, {"consth", 16}};
    *known = true;
    for (uint32_t i = 0; i < 3; i++) {
        if (!strcmp(word, values[i].name)) return read_named_constant(r, number, values[i].value);
        if (!strcmp(word, bases[i].name)) return read_constant(r, number, bases[i].value);
    }
    return *known = false;
}

static bool read_node_line(struct reader *r, uint64_t number, const char *word) {
    bool known, good = read_constant_line(r, number, word, &known);
    if (known) return good;
    for (enum btor2_op op = 0; op < BTOR2_OP_COUNT; op++)
        if (!strcmp(word, btor2_op_names[op]))
            return btor2_op_shape[op] == SHAPE_LEAF ? read_leaf(r, number, op) : read_operator(r, number, op);
    return wrong(r, "'%s' is no keyword of BTOR2", word);
}

static bool read_keyword(struct reader *r, uint64_t number, const char *word) {
    struct btor2_model *m = r->m;
    if (!strcmp(word, "sort")) return read_sort(r, number);
    if (!strcmp(word, "init")) return read_init_or_next(r, true);
    if (!strcmp(word, "next")) return read_init_or_next(r, false);
    if (!strcmp(word, "bad")) return read_property(r, &m->bads, true);
    if (!strcmp(word, "constraint")) return read_property(r, &m->constraints, true);
    if (!strcmp(word, "fair")) return read_property(r, &m->fairs, true);
    if (!strcmp(word, "output")) return read_property(r, &m->outputs, false);
    if (!strcmp(word, "justice")) return read_justice(r);
    return read_node_line(r, number, word);
}

static bool read_line(struct reader *r) {
    uint64_t number;
    char word[MAX_WORD];
    if (line_is_empty(r)) return true;
    if (!next_number(r, UINT64_MAX, &number)) return false;
    if (number <= r->last) return wrong(r, "the numbers of lines must increase%s", "");
    r->last = number;
    if (!next_word(r, word, sizeof word)) return wrong(r, "a keyword is missing%s", "");
    if (r->m->nodes.n >= MAX_NODES) return wrong(r, "the model has too many nodes%s", "");
    return read_keyword(r, number, word);
}

static void read_all(struct reader *r) {
    while (r->at < r->end && !r->e->set) {
        const char *newline = memchr(r->at, '\n', (size_t)(r->end - r->at)),
                   *end = newline ? newline : r->end, *comment = memchr(r->at, ';', (size_t)(end - r->at));
        r->stop = comment ? comment : end;
        r->line++;
        read_line(r);
        r->at = newline ? newline + 1 : r->end;
    }
}

struct btor2_model *btor2_parse(const char *text, size_t n, const char *name, struct error *e) {
    struct reader r = {.m = MEM_NEW(struct btor2_model), .name = name, .at = text, .end = text + n, .e = e};
    VEC_PUSH(&r.m->nodes, (struct btor2_node){0});
    VEC_PUSH(&r.m->symbols, NULL);
    read_all(&r);
    int_map_release(&r.nodes);
    int_map_release(&r.sorts);
    VEC_RELEASE(&r.all_sorts);
    if (e->set) {
        btor2_free(r.m);
        return NULL;
    }
    btor2_check(r.m);
    return r.m;
}

struct btor2_model *btor2_read(const char *path, struct error *e) {
    FILE *f = fopen(path, "rb");
    if (!f) {
        error_set(e, path, 0, 0, "cannot be read: %s", strerror(errno));
        return NULL;
    }
    struct strbuf text = {0};
    char block[1 << 16];
    size_t n;
    while ((n = fread(block, 1, sizeof block, f)) > 0) strbuf_bytes(&text, block, n);
    if (ferror(f)) error_set(e, path, 0, 0, "cannot be read: %s", strerror(errno));
    fclose(f);
    struct btor2_model *m = e->set ? NULL : btor2_parse(text.text ? text.text : "", text.n, path, e);
    strbuf_release(&text);
    return m;
}

/* ---- the whole model ---- */

void btor2_check(const struct btor2_model *m) {
    for (uint32_t i = 1; i < m->nodes.n; i++) {
        const struct btor2_node *n = &m->nodes.at[i];
        for (uint32_t k = 0; k < btor2_op_arity[n->op]; k++) {
            assert(n->args[k] >= 2 && btor2_node_of(n->args[k]) < i);
            assert(!btor2_negated(n->args[k]) || !btor2_is_memory(btor2_at(m, n->args[k])));
        }
        assert(btor2_op_shape[n->op] == SHAPE_LEAF || well_sorted(m, n));
    }
    for (uint32_t i = 0; i < m->states.n; i++)
        assert(btor2_node_of(m->states.at[i].init) < m->states.at[i].node);
    for (uint32_t i = 0; i < m->bads.n; i++) assert(is_bit(btor2_at(m, m->bads.at[i])->sort));
    (void)m;
}

void btor2_free(struct btor2_model *m) {
    if (!m) return;
    for (uint32_t i = 0; i < m->constants.n; i++) {
        mpz_clear(m->constants.at[i]);
        free(m->constants.at[i]);
    }
    for (uint32_t i = 0; i < m->justices.n; i++) VEC_RELEASE(&m->justices.at[i]);
    VEC_RELEASE(&m->constants);
    VEC_RELEASE(&m->nodes);
    VEC_RELEASE(&m->inputs);
    VEC_RELEASE(&m->states);
    VEC_RELEASE(&m->bads);
    VEC_RELEASE(&m->constraints);
    VEC_RELEASE(&m->fairs);
    VEC_RELEASE(&m->outputs);
    VEC_RELEASE(&m->justices);
    VEC_RELEASE(&m->symbols);
    arena_release(&m->arena);
    free(m);
}
