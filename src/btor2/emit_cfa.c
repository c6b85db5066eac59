/* A control-flow automaton as BTOR2.
 *
 *     states   pc, and every variable of the automaton (arbitrary in the beginning, as at l0)
 *     inputs   the inputs of all steps, and `choice`, the number of the step that is to be taken
 *     taken_i  pc = from_i and choice = i and guard_i
 *     next     pc and the variables as the taken step says; all stay where no step is taken
 *     bad      pc = lE
 *
 * `choice` makes nondeterminism between steps explicit; staying put adds no behaviour that matters,
 * because it changes nothing. A constant array is a state of its own that never changes. */
#include <inttypes.h>
#include <stdlib.h>

#include "btor2/emit.h"
#include "term/subst.h"
#include "util/hash.h"

struct printer {
    struct strbuf *b;
    const struct cfa *c;
    uint32_t last;        /* number of the newest line */
    struct int_map sorts; /* sort -> line */
    struct int_map terms; /* term -> line */
    VEC(term) order;      /* the terms to print, arguments first */
    bool unsupported;
};

static uint32_t sort_line(struct printer *p, sort s);

static uint32_t new_line(struct printer *p) {
    strbuf_printf(p->b, "%u ", ++p->last);
    return p->last;
}

static uint32_t word_sort(struct printer *p, uint32_t width) { return sort_line(p, sort_bv(width)); }

static uint32_t sort_line(struct printer *p, sort s) {
    if (sort_kind_of(s) == SORT_BOOL) s = sort_bv(1);
    uint64_t *known = int_map_get(&p->sorts, s);
    if (known) return (uint32_t)*known;
    uint32_t index = 0, element = 0;
    if (sort_kind_of(s) == SORT_ARRAY) {
        index = sort_line(p, sort_index(s));
        element = sort_line(p, sort_element(s));
    }
    uint32_t line = new_line(p);
    if (sort_kind_of(s) == SORT_ARRAY) strbuf_printf(p->b, "sort array %u %u\n", index, element);
    else strbuf_printf(p->b, "sort bitvec %u\n", sort_width(s));
    *int_map_put(&p->sorts, s, NULL) = line;
    return line;
}

static bool sort_is_supported(sort s) {
    if (sort_kind_of(s) == SORT_ARRAY)
        return sort_kind_of(sort_index(s)) == SORT_BV && sort_kind_of(sort_element(s)) == SORT_BV;
    return sort_kind_of(s) == SORT_BOOL || sort_kind_of(s) == SORT_BV;
}

/* ---- lines ---- */

static uint32_t constant(struct printer *p, uint32_t width, uint64_t low, uint64_t high) {
    uint32_t of = word_sort(p, width), line = new_line(p);
    strbuf_printf(p->b, "const %u ", of);
    for (uint32_t i = width; i-- > 0;)
        strbuf_char(p->b, (i < 64 ? low >> i : high >> (i - 64)) & 1 ? '1' : '0');
    strbuf_char(p->b, '\n');
    return line;
}

static uint32_t unary(struct printer *p, const char *op, sort s, uint32_t a) {
    uint32_t of = sort_line(p, s), line = new_line(p);
    strbuf_printf(p->b, "%s %u %u\n", op, of, a);
    return line;
}

static uint32_t binary(struct printer *p, const char *op, sort s, uint32_t a, uint32_t b) {
    uint32_t of = sort_line(p, s), line = new_line(p);
    strbuf_printf(p->b, "%s %u %u %u\n", op, of, a, b);
    return line;
}

static uint32_t ternary(struct printer *p, const char *op, sort s, uint32_t a, uint32_t b, uint32_t c) {
    uint32_t of = sort_line(p, s), line = new_line(p);
    strbuf_printf(p->b, "%s %u %u %u %u\n", op, of, a, b, c);
    return line;
}

static uint32_t leaf(struct printer *p, const char *kind, sort s, const char *name) {
    uint32_t of = sort_line(p, s), line = new_line(p);
    strbuf_printf(p->b, "%s %u ", kind, of);
    for (; *name; name++) strbuf_char(p->b, *name > ' ' && *name < 127 && *name != ';' ? *name : '_');
    strbuf_char(p->b, '\n');
    return line;
}

/* ---- terms ---- */

static uint32_t line_of(struct printer *p, term t) {
    uint64_t *known = int_map_get(&p->terms, t);
    return known ? (uint32_t)*known : 0;
}

static const char *plain_name(enum term_op op) {
    switch (op) {
    case OP_NOT:
    case OP_BV_NOT: return "not";
    case OP_AND:
    case OP_BV_AND: return "and";
    case OP_OR:
    case OP_BV_OR: return "or";
    case OP_EQ: return "eq";
    case OP_ITE: return "ite";
    case OP_BV_ADD: return "add";
    case OP_BV_MUL: return "mul";
    case OP_BV_UDIV: return "udiv";
    case OP_BV_UREM: return "urem";
    case OP_BV_SDIV: return "sdiv";
    case OP_BV_SREM: return "srem";
    case OP_BV_XOR: return "xor";
    case OP_BV_SHL: return "sll";
    case OP_BV_LSHR: return "srl";
    case OP_BV_ASHR: return "sra";
    case OP_BV_CONCAT: return "concat";
    case OP_BV_ULT: return "ult";
    case OP_BV_ULE: return "ulte";
    case OP_BV_SLT: return "slt";
    case OP_BV_SLE: return "slte";
    case OP_SELECT: return "read";
    case OP_STORE: return "write";
    default: return NULL;
    }
}

/* The same element everywhere: a state that keeps its initial value. */
static uint32_t constant_array(struct printer *p, term t) {
    uint32_t line = leaf(p, "state", term_sort(t), "constant");
    uint32_t of = sort_line(p, term_sort(t)), element = line_of(p, term_arg(t, 0));
    new_line(p);
    strbuf_printf(p->b, "init %u %u %u\n", of, line, element);
    new_line(p);
    strbuf_printf(p->b, "next %u %u %u\n", of, line, line);
    return line;
}

static uint32_t extension(struct printer *p, term t) {
    uint32_t of = sort_line(p, term_sort(t)), line = new_line(p);
    strbuf_printf(p->b, "%s %u %u %u\n", term_op_of(t) == OP_BV_SEXT ? "sext" : "uext", of,
                  line_of(p, term_arg(t, 0)), term_param(t, 0));
    return line;
}

static uint32_t slice(struct printer *p, term t) {
    uint32_t of = sort_line(p, term_sort(t)), line = new_line(p);
    strbuf_printf(p->b, "slice %u %u %u %u\n", of, line_of(p, term_arg(t, 0)), term_param(t, 0),
                  term_param(t, 1));
    return line;
}

/* Operators of two arguments that terms allow more of: from the left. */
static uint32_t chain(struct printer *p, const char *name, term t) {
    uint32_t line = line_of(p, term_arg(t, 0));
    for (uint32_t i = 1; i < term_arity(t); i++)
        line = binary(p, name, term_sort(t), line, line_of(p, term_arg(t, i)));
    return line;
}

static uint32_t print_term(struct printer *p, term t) {
    sort s = term_sort(t);
    const char *name = plain_name(term_op_of(t));
    if (!sort_is_supported(s)) p->unsupported = true;
    if (p->unsupported) return 0;
    if (term_is_const(t)) return constant(p, sort_width(s), term_value(t).lo, term_value(t).hi);
    switch (term_op_of(t)) {
    case OP_BV_ZEXT:
    case OP_BV_SEXT: return extension(p, t);
    case OP_BV_EXTRACT: return slice(p, t);
    case OP_CONST_ARRAY: return constant_array(p, t);
    default: break;
    }
    p->unsupported |= !name;
    if (p->unsupported) return 0;
    uint32_t a = line_of(p, term_arg(t, 0));
    if (term_arity(t) == 1) return unary(p, name, s, a);
    if (term_op_of(t) == OP_ITE || term_op_of(t) == OP_STORE)
        return ternary(p, name, s, a, line_of(p, term_arg(t, 1)), line_of(p, term_arg(t, 2)));
    return chain(p, name, t);
}

/* Adds the term and what it is made of to the order, unless they are printed: a stack instead of
 * recursion. */
static void collect(struct printer *p, term root, struct int_map *seen) {
    VEC(term) stack = {0};
    VEC_PUSH(&stack, root);
    while (stack.n) {
        term t = VEC_POP(&stack);
        bool added;
        if (line_of(p, t)) continue;
        int_map_put(seen, t, &added);
        if (!added) continue;
        VEC_PUSH(&p->order, t);
        for (uint32_t i = 0; i < term_arity(t); i++) VEC_PUSH(&stack, term_arg(t, i));
    }
    VEC_RELEASE(&stack);
}

/* Prints everything that the steps mention; arguments have smaller handles than what is made of
 * them. */
static void print_terms(struct printer *p) {
    struct int_map seen = {0};
    for (uint32_t i = 0; i < p->c->steps.n; i++) {
        const struct cfa_step *s = &p->c->steps.at[i];
        for (uint32_t k = 0; k < s->guard.n; k++) collect(p, s->guard.at[k], &seen);
        for (uint32_t k = 0; k < s->updates.n; k++) collect(p, s->updates.at[k].value, &seen);
    }
    terms_sort(p->order.at, p->order.n);
    for (uint32_t i = 0; i < p->order.n && !p->unsupported; i++) {
        uint32_t line = print_term(p, p->order.at[i]);
        *int_map_put(&p->terms, p->order.at[i], NULL) = line;
    }
    int_map_release(&seen);
}

/* ---- the transition system ---- */

static uint32_t bits_for(uint32_t n) {
    uint32_t bits = 1;
    while (bits < 32 && (uint32_t)1 << bits < n) bits++;
    return bits;
}

static void print_leaves(struct printer *p) {
    for (uint32_t i = 0; i < p->c->vars.n && !p->unsupported; i++) {
        const struct cfa_var *v = &p->c->vars.at[i];
        if (!sort_is_supported(term_sort(v->var))) p->unsupported = true;
        else *int_map_put(&p->terms, v->var, NULL) = leaf(p, "state", term_sort(v->var), term_name(v->var));
    }
    for (uint32_t i = 0; i < p->c->steps.n && !p->unsupported; i++)
        for (uint32_t k = 0; k < p->c->steps.at[i].inputs.n && !p->unsupported; k++) {
            term var = p->c->steps.at[i].inputs.at[k].var;
            if (!sort_is_supported(term_sort(var))) p->unsupported = true;
            else *int_map_put(&p->terms, var, NULL) = leaf(p, "input", term_sort(var), term_name(var));
        }
}

/* One bit: is step i taken? */
static uint32_t taken(struct printer *p, uint32_t i, uint32_t pc, uint32_t choice) {
    const struct cfa_step *s = &p->c->steps.at[i];
    sort bit = sort_bv(1);
    uint32_t here = binary(p, "eq", bit, pc, constant(p, bits_for(p->c->locs.n), s->from, 0));
    uint32_t chosen = binary(p, "eq", bit, choice, constant(p, bits_for(p->c->steps.n), i, 0));
    uint32_t all = binary(p, "and", bit, here, chosen);
    for (uint32_t k = 0; k < s->guard.n; k++) all = binary(p, "and", bit, all, line_of(p, s->guard.at[k]));
    return all;
}

static void print_next(struct printer *p, sort s, uint32_t state, uint32_t becomes) {
    uint32_t of = sort_line(p, s);
    new_line(p);
    strbuf_printf(p->b, "next %u %u %u\n", of, state, becomes);
}

/* A second property, if the translation gave up somewhere: the first one says nothing about what
 * lies behind. */
static void print_cuts(struct printer *p, uint32_t pc, uint32_t width) {
    uint32_t any = 0;
    for (uint32_t i = 0; i < p->c->cuts.n; i++) {
        uint32_t here = binary(p, "eq", sort_bv(1), pc, constant(p, width, p->c->cuts.at[i].at, 0));
        any = any ? binary(p, "or", sort_bv(1), any, here) : here;
    }
    if (!any) return;
    new_line(p);
    strbuf_printf(p->b, "bad %u beyond_the_model\n", any);
}

static void print_system(struct printer *p) {
    const struct cfa *c = p->c;
    sort place = sort_bv(bits_for(c->locs.n));
    uint32_t start = constant(p, sort_width(place), c->l0, 0), pc = leaf(p, "state", place, "pc"),
             of = sort_line(p, place), choice = leaf(p, "input", sort_bv(bits_for(c->steps.n)), "choice");
    new_line(p);
    strbuf_printf(p->b, "init %u %u %u\n", of, pc, start);
    uint32_t *after = mem_alloc((c->vars.n + 1) * sizeof *after), next_pc = pc;
    for (uint32_t v = 0; v < c->vars.n; v++) after[v] = line_of(p, c->vars.at[v].var);
    for (uint32_t i = 0; i < c->steps.n; i++) {
        const struct cfa_step *s = &c->steps.at[i];
        uint32_t here = taken(p, i, pc, choice);
        next_pc = ternary(p, "ite", place, here, constant(p, sort_width(place), s->to, 0), next_pc);
        for (uint32_t k = 0; k < s->updates.n; k++) {
            uint32_t v = cfa_var_index(c, s->updates.at[k].var);
            after[v] = ternary(p, "ite", term_sort(s->updates.at[k].var), here,
                               line_of(p, s->updates.at[k].value), after[v]);
        }
    }
    print_next(p, place, pc, next_pc);
    for (uint32_t v = 0; v < c->vars.n; v++)
        print_next(p, term_sort(c->vars.at[v].var), line_of(p, c->vars.at[v].var), after[v]);
    free(after);
    uint32_t failed = binary(p, "eq", sort_bv(1), pc, constant(p, sort_width(place), c->lE, 0));
    new_line(p);
    strbuf_printf(p->b, "bad %u\n", failed);
    print_cuts(p, pc, sort_width(place));
}

bool btor2_print_cfa(struct strbuf *b, const struct cfa *c, struct error *e) {
    struct printer p = {.b = b, .c = c};
    for (uint32_t i = 0; i < c->cuts.n; i++)
        strbuf_printf(b, "; cut, the second property: %s\n", c->cuts.at[i].reason);
    print_leaves(&p);
    if (!p.unsupported) print_terms(&p);
    if (!p.unsupported) print_system(&p);
    if (p.unsupported) error_set(e, NULL, 0, 0, "the program has floats, which BTOR2 does not have");
    int_map_release(&p.sorts);
    int_map_release(&p.terms);
    VEC_RELEASE(&p.order);
    return !p.unsupported;
}
