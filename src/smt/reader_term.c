/* Sorts and terms from the trees of reader.c. Nothing recurses: a stack of lists that wait for
 * their children, a stack of terms, and for `let` a stack of what its names meant outside. */
#include "smt/reader.h"

#include "smt/reader_apply.h"
#include "term/subst.h"

#include <ctype.h>
#include <string.h>

/* ---- sorts ---- */

static uint32_t number(const struct reader *r, uint32_t node) {
    return (uint32_t)strtoul(reader_text(r, node), NULL, 10);
}

sort reader_sort(struct reader *r, uint32_t node) {
    const char *text = reader_text(r, node), *head = reader_text(r, reader_child(r, node, 0));
    const char *name = reader_text(r, reader_child(r, node, 1));
    if (!strcmp(text, "Bool")) return sort_bool();
    if (!strcmp(text, "Int")) return sort_int();
    if (!strcmp(head, "_") && !strcmp(name, "BitVec")) {
        uint32_t width = number(r, reader_child(r, node, 2));
        if (width >= 1 && width <= BV_MAX_WIDTH) return sort_bv(width);
    }
    if (!strcmp(head, "_") && !strcmp(name, "FloatingPoint")) {
        uint32_t e = number(r, reader_child(r, node, 2)), f = number(r, reader_child(r, node, 3));
        if (reader_float_is_known(e, f)) return sort_float(e, f);
    }
    if (!strcmp(head, "Array")) {
        sort index = reader_sort(r, reader_child(r, node, 1)),
             element = reader_sort(r, reader_child(r, node, 2));
        if (index && element) return sort_array(index, element);
    }
    if (!r->error->set) reader_error(r, "a sort that is not known", *text ? text : head);
    return 0;
}

/* ---- constants ---- */

static bool append_digit(value *v, uint32_t base, uint32_t digit) {
    uint64_t limb[4] = {v->lo & UINT32_MAX, v->lo >> 32, v->hi & UINT32_MAX, v->hi >> 32}, carry = digit;
    for (int i = 0; i < 4; i++) {
        carry += limb[i] * base;
        limb[i] = carry & UINT32_MAX;
        carry >>= 32;
    }
    *v = (value){limb[1] << 32 | limb[0], limb[3] << 32 | limb[2]};
    return carry == 0;
}

static bool read_digits(const char *text, uint32_t base, value *v) {
    *v = value_of(0);
    if (!*text) return false;
    for (; *text; text++) {
        char c = (char)tolower((unsigned char)*text);
        uint32_t digit = isdigit((unsigned char)c) ? (uint32_t)(c - '0')
                         : c >= 'a' && c <= 'f'    ? (uint32_t)(c - 'a') + 10
                                                   : 99;
        if (digit >= base || !append_digit(v, base, digit)) return false;
    }
    return true;
}

static term constant_atom(const char *text) {
    value v;
    size_t n = strlen(text);
    if (text[0] == '#' && text[1] == 'x' && n <= 34 && read_digits(text + 2, 16, &v))
        return term_const(sort_bv(4 * (uint32_t)(n - 2)), v);
    if (text[0] == '#' && text[1] == 'b' && n <= 130 && read_digits(text + 2, 2, &v))
        return term_const(sort_bv((uint32_t)(n - 2)), v);
    if (isdigit((unsigned char)*text) && read_digits(text, 10, &v)) return term_const(sort_int(), v);
    return TERM_NONE;
}

static term read_atom_term(struct reader *r, uint32_t node) {
    const char *text = reader_text(r, node);
    uint32_t i = reader_symbol(r, text);
    if (i && r->symbols.at[i].t && !r->symbols.at[i].params.n) return r->symbols.at[i].t;
    if (!strcmp(text, "true")) return term_true();
    if (!strcmp(text, "false")) return term_false();
    term t = constant_atom(text);
    if (t == TERM_NONE) reader_error(r, "a symbol that is not declared", text);
    return t;
}

static bool value_fits(value v, uint32_t width) {
    if (width >= 128) return true;
    if (width >= 64) return !(v.hi >> (width - 64));
    return !v.hi && !(v.lo >> width);
}

static term bad_constant(struct reader *r, const char *name) {
    reader_error(r, "a constant that does not fit its width", name);
    return TERM_NONE;
}

/* (_ bvN w) and (_ NaN e s) */
static term read_indexed(struct reader *r, uint32_t node) {
    const char *name = reader_text(r, reader_child(r, node, 1));
    uint32_t a = number(r, reader_child(r, node, 2)), b = number(r, reader_child(r, node, 3));
    value v;
    if (!strncmp(name, "bv", 2) && a >= 1 && a <= BV_MAX_WIDTH && read_digits(name + 2, 10, &v))
        return value_fits(v, a) ? term_const(sort_bv(a), v) : bad_constant(r, name);
    if (!strcmp(name, "NaN") && reader_float_is_known(a, b)) {
        term zero = term_float_bits(sort_float(a, b), value_of(0));
        return term_fp(OP_FP_DIV, zero, zero, TERM_NONE);
    }
    reader_error(r, "a constant that is not known", name);
    return TERM_NONE;
}

/* ---- applications ---- */

struct reader_frame {
    uint32_t node, next; /* the list, and its next child to be read */
    uint32_t base;       /* of its arguments on the stack of terms */
    uint32_t outer;      /* of a let: where what its names meant begins */
    enum { FRAME_APPLICATION, FRAME_BINDINGS, FRAME_BODY } kind;
};

struct shadowed {
    const char *name;
    term t; /* TERM_NONE: it meant nothing */
};

struct term_builder {
    struct reader *r;
    VEC(struct reader_frame) frames;
    VEC(struct shadowed) shadowed;
    term_vec values;
};

/* A function that was defined: its body with the arguments in the place of the parameters. */
static term apply_defined(const struct symbol *f, const term *a, uint32_t n) {
    struct subst s = {0};
    if (f->params.n != n) return TERM_NONE;
    for (uint32_t i = 0; i < n; i++) {
        if (term_sort(a[i]) != term_sort(f->params.at[i])) {
            subst_release(&s);
            return TERM_NONE;
        }
        subst_set(&s, f->params.at[i], a[i]);
    }
    term t = subst_apply(&s, f->t);
    subst_release(&s);
    return t;
}

static term apply_plain(struct reader *r, const char *name, const term *a, uint32_t n) {
    uint32_t i = reader_symbol(r, name);
    term t = TERM_NONE;
    if (i && r->symbols.at[i].params.n) t = apply_defined(&r->symbols.at[i], a, n);
    else if (r->unknown) t = r->unknown(r->context, name, a, n);
    if (t == TERM_NONE && !r->error->set) t = reader_apply(name, a, n);
    if (t == TERM_NONE && !r->error->set)
        reader_error(r, "an operator that is not known, or with other arguments", name);
    return t;
}

static term apply_indexed(struct reader *r, uint32_t node, const term *a, uint32_t n) {
    uint32_t head = reader_child(r, node, 0);
    const char *name = reader_text(r, reader_child(r, head, 1));
    uint32_t x = number(r, reader_child(r, head, 2)), y = number(r, reader_child(r, head, 3));
    bool rounded = !strncmp(reader_text(r, reader_child(r, node, 1)), "R", 1);
    term t = TERM_NONE;
    if (!strcmp(reader_text(r, reader_child(r, head, 0)), "as") && n == 1) {
        sort s = reader_sort(r, reader_child(r, head, 2));
        if (s && sort_kind_of(s) == SORT_ARRAY) t = term_checked(OP_CONST_ARRAY, s, a, 1, 0, 0);
    } else if (n == 1) {
        t = reader_apply_indexed(name, x, y, a[0], rounded);
    }
    if (t == TERM_NONE && !r->error->set)
        reader_error(r, "an indexed operator that is not known, or with other arguments", name);
    return t;
}

static void push_value(struct term_builder *b, term t) { VEC_PUSH(&b->values, t); }

/* Starts a node: leaves give their value at once. */
static void enter(struct term_builder *b, uint32_t node) {
    struct reader *r = b->r;
    /* annotations say nothing about the value */
    while (node && !strcmp(reader_text(r, reader_child(r, node, 0)), "!")) node = reader_child(r, node, 1);
    const char *head = reader_text(r, reader_child(r, node, 0));
    struct reader_frame f = {.node = node, .base = b->values.n, .outer = b->shadowed.n};
    if (!node) {
        reader_error(r, "a term is missing", NULL);
    } else if (r->nodes.at[node].text) {
        push_value(b, read_atom_term(r, node));
    } else if (!strcmp(head, "_")) {
        push_value(b, read_indexed(r, node));
    } else if (!strcmp(head, "let")) {
        f.kind = FRAME_BINDINGS;
        f.next = reader_child(r, reader_child(r, node, 1), 0);
        VEC_PUSH(&b->frames, f);
    } else {
        f.next = reader_child(r, node, 1);
        VEC_PUSH(&b->frames, f);
    }
}

/* All bindings of a let are read outside of it; then their names mean the values, and what they
 * meant before is kept for its end. */
static void bind_all(struct term_builder *b, struct reader_frame *f) {
    struct reader *r = b->r;
    uint32_t binding = reader_child(r, reader_child(r, f->node, 1), 0);
    for (uint32_t i = f->base; i < b->values.n; i++, binding = r->nodes.at[binding].next) {
        const char *name = reader_text(r, reader_child(r, binding, 0));
        uint32_t old = reader_symbol(r, name);
        VEC_PUSH(&b->shadowed, (struct shadowed){name, old ? r->symbols.at[old].t : TERM_NONE});
        reader_define(r, name, b->values.at[i]);
    }
    b->values.n = f->base;
    f->kind = FRAME_BODY;
}

static void step_let(struct term_builder *b) {
    struct reader *r = b->r;
    struct reader_frame *f = &VEC_LAST(&b->frames);
    if (f->kind == FRAME_BODY) { /* the body's value is the let's */
        while (b->shadowed.n > f->outer) {
            struct shadowed s = VEC_POP(&b->shadowed);
            reader_define(r, s.name, s.t);
        }
        b->frames.n--;
    } else if (f->next) {
        uint32_t binding = f->next;
        f->next = r->nodes.at[binding].next;
        enter(b, reader_child(r, binding, 1));
    } else {
        bind_all(b, f);
        enter(b, reader_child(r, f->node, 2));
    }
}

static void step_application(struct term_builder *b, struct reader_frame f) {
    struct reader *r = b->r;
    if (f.next) {
        const char *text = reader_text(r, f.next);
        VEC_LAST(&b->frames).next = r->nodes.at[f.next].next;
        if (strcmp(text, "RNE") && strcmp(text, "RTZ")) enter(b, f.next);
        return;
    }
    const char *name = reader_text(r, reader_child(r, f.node, 0));
    const term *args = b->values.at + f.base;
    uint32_t n = b->values.n - f.base;
    term t = *name ? apply_plain(r, name, args, n) : apply_indexed(r, f.node, args, n);
    b->values.n = f.base;
    b->frames.n--;
    push_value(b, t);
}

term reader_term(struct reader *r, uint32_t node) {
    struct term_builder b = {.r = r};
    enter(&b, node);
    while (b.frames.n && !r->error->set) {
        struct reader_frame f = VEC_LAST(&b.frames);
        if (f.kind == FRAME_APPLICATION) step_application(&b, f);
        else step_let(&b);
    }
    term t = r->error->set ? TERM_NONE : b.values.at[0];
    VEC_RELEASE(&b.frames);
    VEC_RELEASE(&b.shadowed);
    VEC_RELEASE(&b.values);
    return t;
}
