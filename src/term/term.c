/* The table of terms. Nodes are 16 bytes; arguments and parameters live in one array of words,
 * which also holds the values of constants. index_table finds equal nodes (hash-consing). */
#include "term/internal.h"

#include <stdio.h>
#include <string.h>

struct terms terms;

static const uint8_t param_counts[OP_COUNT] = {
    [OP_BV_EXTRACT] = 2, [OP_BV_ZEXT] = 1, [OP_BV_SEXT] = 1, [OP_FP_TO_SBV] = 1, [OP_FP_TO_UBV] = 1};

uint32_t op_params(enum term_op op) { return param_counts[op]; }

/* ---- hash-consing ---- */

struct sought {
    uint32_t op, sort, arity, n; /* n: words to compare, arity included */
    const uint32_t *args;
    uint32_t params[4];
};

static uint64_t sought_hash(const struct sought *s) {
    uint64_t h = hash_mix((uint64_t)s->op << 32 | s->sort, s->n);
    for (uint32_t i = 0; i < s->arity; i++) h = hash_mix(h, s->args[i]);
    for (uint32_t i = 0; i < s->n - s->arity; i++) h = hash_mix(h, s->params[i]);
    return h;
}

static bool sought_same(const void *context, uint32_t t) {
    const struct sought *s = context;
    const struct node *x = &terms.nodes.at[t];
    if (x->op != s->op || x->sort != s->sort || x->arity != s->arity) return false;
    const uint32_t *words = terms.words.at + x->first;
    for (uint32_t i = 0; i < s->arity; i++)
        if (words[i] != s->args[i]) return false;
    for (uint32_t i = s->arity; i < s->n; i++)
        if (words[i] != s->params[i - s->arity]) return false;
    return true;
}

static void words_append(const uint32_t *from, uint32_t n) {
    /* The caller's arguments may lie in the array that is about to move. */
    bool inside = from >= terms.words.at && from < terms.words.at + terms.words.n;
    size_t offset = inside ? (size_t)(from - terms.words.at) : 0;
    if (terms.words.n > UINT32_MAX / 2 - n) fail_environment("too many terms");
    VEC_RESERVE(&terms.words, terms.words.n + n);
    memcpy(terms.words.at + terms.words.n, inside ? terms.words.at + offset : from, n * sizeof *from);
    terms.words.n += n;
}

static term intern(const struct sought *s) {
    uint64_t h = sought_hash(s);
    term t = index_table_find(&terms.table, h, sought_same, s);
    if (t) return t;
    t = terms.nodes.n;
    uint32_t first = terms.words.n;
    if (s->arity) words_append(s->args, s->arity);
    if (s->n > s->arity) words_append(s->params, s->n - s->arity);
    VEC_PUSH(&terms.nodes, (struct node){(uint16_t)s->op, (uint16_t)s->sort, s->arity, first, TERM_NONE});
    index_table_add(&terms.table, h, t);
    return t;
}

term term_make(enum term_op op, sort s, const term *args, uint32_t n, uint32_t p0, uint32_t p1) {
    struct sought x = {op, s, n, n + param_counts[op], args, {p0, p1, 0, 0}};
#ifndef NDEBUG
    for (uint32_t i = 0; i < n; i++) assert(args[i] && args[i] < terms.nodes.n);
#endif
    return intern(&x);
}

/* ---- lifecycle ---- */

void terms_init(void) {
    assert(!terms.nodes.n);
    sorts_init();
    VEC_PUSH(&terms.nodes, (struct node){0});
    VEC_PUSH(&terms.vars, (struct var){0});
    term yes = term_make(OP_TRUE, sort_bool(), NULL, 0, 0, 0),
         no = term_make(OP_FALSE, sort_bool(), NULL, 0, 0, 0);
    node_of(yes)->negation = no;
    node_of(no)->negation = yes;
    assert(yes == term_true() && no == term_false());
}

void terms_release(void) {
    VEC_RELEASE(&terms.nodes);
    VEC_RELEASE(&terms.words);
    VEC_RELEASE(&terms.vars);
    VEC_RELEASE(&terms.marks);
    index_table_release(&terms.table);
    index_table_release(&terms.names);
    arena_release(&terms.arena);
    terms = (struct terms){0};
    sorts_release();
    term_eval_release();
    subst_table_release();
    print_release();
    array_values_clear();
}

uint32_t terms_count(void) { return terms.nodes.n; }

/* ---- looking at terms ---- */

enum term_op term_op_of(term t) { return op_of(t); }
sort term_sort(term t) { return node_of(t)->sort; }
uint32_t term_width(term t) { return width_of(t); }
uint32_t term_arity(term t) { return node_of(t)->arity; }
term term_arg(term t, uint32_t i) { return arg(t, i); }
bool term_is_const(term t) { return is_const(t); }
bool term_is_var(term t) { return is_op(t, OP_VAR); }

uint32_t term_param(term t, uint32_t i) {
    const struct node *x = node_of(t);
    assert(i < param_counts[x->op]);
    return terms.words.at[x->first + x->arity + i];
}

value term_value(term t) {
    const struct node *x = node_of(t);
    assert(x->op <= OP_CONST);
    if (x->op != OP_CONST) return value_of(x->op == OP_TRUE);
    const uint32_t *w = terms.words.at + x->first;
    return (value){(uint64_t)w[1] << 32 | w[0], (uint64_t)w[3] << 32 | w[2]};
}

static struct var *var_of(term t) {
    assert(is_op(t, OP_VAR));
    return &terms.vars.at[terms.words.at[node_of(t)->first]];
}

const char *term_name(term t) { return var_of(t)->name; }

/* ---- leaves ---- */

static term make_const(sort s, value v) {
    struct sought x = {
        OP_CONST, s,    0,
        4,        NULL, {(uint32_t)v.lo, (uint32_t)(v.lo >> 32), (uint32_t)v.hi, (uint32_t)(v.hi >> 32)}};
    return intern(&x);
}

term term_true(void) { return 1; }
term term_false(void) { return 2; }
term term_bool(bool b) { return b ? term_true() : term_false(); }
term term_bv(uint32_t width, uint64_t bits) { return term_bv128(width, bits, 0); }

term term_bv128(uint32_t width, uint64_t low, uint64_t high) {
    sort s = sort_bv(width);
    return make_const(s, value_from(bits_cut(u128_of(low, high), width)));
}

term term_int(int64_t n) { return make_const(sort_int(), value_from((u128)(i128)n)); }

/* NaN has one pattern: sign 0, the highest fraction bit set, as hardware makes it. */
term term_float_bits(sort f, value bits) {
    uint32_t fraction = sort_significand(f) - 1, exponent = sort_exponent(f);
    u128 x = bits_cut(value_bits(bits), sort_width(f));
    bool nan = bits_cut(x >> fraction, exponent) == bits_mask(exponent) && bits_cut(x, fraction);
    if (nan) x = bits_mask(exponent) << fraction | (u128)1 << (fraction - 1);
    return make_const(f, value_from(x));
}

struct chain {
    sort s;
    term_vec indices, elements;
};

static void chain_add(void *context, value index, value element) {
    struct chain *c = context;
    VEC_PUSH(&c->indices, term_const(sort_index(c->s), index));
    VEC_PUSH(&c->elements, term_const(sort_element(c->s), element));
}

/* A chain of stores in the order of the index handles' values, so that equal arrays give equal
 * terms as long as their exceptions are the same. */
static term const_array_term(sort s, value v) {
    struct chain c = {.s = s};
    term base = term_const(sort_element(s), array_value_default(v)), t = term_const_array(s, base);
    array_value_visit(v, chain_add, &c);
    for (uint32_t i = 1; i < c.indices.n; i++)
        for (uint32_t j = i; j && const_bits(c.indices.at[j - 1]) > const_bits(c.indices.at[j]); j--) {
            term x = c.indices.at[j], y = c.elements.at[j];
            c.indices.at[j] = c.indices.at[j - 1], c.elements.at[j] = c.elements.at[j - 1];
            c.indices.at[j - 1] = x, c.elements.at[j - 1] = y;
        }
    for (uint32_t i = 0; i < c.indices.n; i++)
        if (c.elements.at[i] != base) t = term_store(t, c.indices.at[i], c.elements.at[i]);
    VEC_RELEASE(&c.indices);
    VEC_RELEASE(&c.elements);
    return t;
}

term term_const(sort s, value v) {
    switch (sort_kind_of(s)) {
    case SORT_BOOL: return term_bool(v.lo & 1);
    case SORT_BV: return term_bv128(sort_width(s), v.lo, v.hi);
    case SORT_INT: return make_const(s, v);
    case SORT_FLOAT: return term_float_bits(s, v);
    case SORT_ARRAY: return const_array_term(s, v);
    }
    return TERM_NONE;
}

/* ---- variables ---- */

static bool name_same(const void *context, uint32_t i) { return !strcmp(context, terms.vars.at[i].name); }

static uint32_t name_find(const char *name) {
    return index_table_find(&terms.names, hash_bytes(name, strlen(name)), name_same, name);
}

bool term_name_used(const char *name) { return name_find(name) != 0; }

term term_var(const char *name, sort s) {
    uint32_t i = name_find(name);
    if (i) {
        if (term_sort(terms.vars.at[i].var) != s) fail_internal("variable %s used with two sorts", name);
        return terms.vars.at[i].var;
    }
    i = terms.vars.n;
    terms.odd_names |= name[0] == '?';
    struct sought x = {OP_VAR, s, 0, 1, NULL, {i, 0, 0, 0}};
    term t = intern(&x);
    VEC_PUSH(&terms.vars, (struct var){arena_strdup(&terms.arena, name), t, TERM_NONE, TERM_NONE});
    index_table_add(&terms.names, hash_bytes(name, strlen(name)), i);
    return t;
}

term term_fresh(const char *prefix, sort s) {
    char *name = NULL;
    do {
        free(name);
        name = mem_printf("%s!%llu", prefix, (unsigned long long)terms.fresh++);
    } while (term_name_used(name));
    term t = term_var(name, s);
    free(name);
    return t;
}

/* The name gets one more prime until it is new: somebody may have made a variable x' by hand. */
term term_prime(term var) {
    if (var_of(var)->primed) return var_of(var)->primed;
    char *name = mem_printf("%s'", term_name(var));
    while (term_name_used(name)) {
        char *longer = mem_printf("%s'", name);
        free(name);
        name = longer;
    }
    term t = term_var(name, term_sort(var));
    free(name);
    var_of(var)->primed = t;
    var_of(t)->unprimed = var;
    return t;
}

term term_unprime(term var) { return var_of(var)->unprimed; }

/* ---- traversal ---- */

void mark_start(void) {
    if (terms.marks.n < terms.nodes.n) VEC_RESIZE(&terms.marks, terms.nodes.n);
    if (!++terms.epoch) {
        memset(terms.marks.at, 0, terms.marks.n * sizeof *terms.marks.at);
        terms.epoch = 1;
    }
}

bool mark_visit(term t) {
    assert(t < terms.marks.n);
    if (terms.marks.at[t] == terms.epoch) return false;
    terms.marks.at[t] = terms.epoch;
    return true;
}

static int by_handle(const void *a, const void *b) {
    term x = *(const term *)a, y = *(const term *)b;
    return x < y ? -1 : x > y;
}

void terms_sort(term *at, uint32_t n) {
    if (n > 24) {
        qsort(at, n, sizeof *at, by_handle);
        return;
    }
    for (uint32_t i = 1; i < n; i++) {
        term x = at[i];
        uint32_t j = i;
        for (; j && at[j - 1] > x; j--) at[j] = at[j - 1];
        at[j] = x;
    }
}

bool terms_contain(const term *at, uint32_t n, term t) {
    return n && bsearch(&t, at, n, sizeof t, by_handle);
}

void term_subterms(term t, term_vec *out) {
    uint32_t start = out->n;
    mark_start();
    mark_visit(t);
    VEC_PUSH(out, t);
    for (uint32_t i = start; i < out->n; i++) {
        term u = out->at[i];
        for (uint32_t k = 0; k < node_of(u)->arity; k++) {
            term x = arg(u, k);
            if (mark_visit(x)) VEC_PUSH(out, x);
        }
    }
    uint32_t found = out->n - start;
    if (found < t / 16) {
        terms_sort(out->at + start, found);
        return;
    }
    /* Most terms below t were met: reading the marks in order is faster than sorting. */
    uint32_t n = start;
    for (term u = 1; u <= t; u++)
        if (terms.marks.at[u] == terms.epoch) out->at[n++] = u;
    assert(n == out->n);
}
