/* Nodes become terms in their order. A word of one bit is a bit-vector of width 1, not a Bool,
 * because BTOR2 computes with it; conditions compare it with 1. */
#include "btor2/automaton.h"

#include <assert.h>
#include <stdlib.h>

#include "util/mem.h"

struct builder {
    struct btor2_automaton *a;
    const struct btor2_model *m;
    term *at;        /* by node */
    bool *has_input; /* by node: its value depends on inputs */
};

static const char *too_wide(const struct btor2_model *m) {
    for (uint32_t i = 1; i < m->nodes.n; i++) {
        const struct btor2_node *n = &m->nodes.at[i];
        if (n->sort.width > BV_MAX_WIDTH || n->sort.index > BV_MAX_WIDTH || n->sort.element > BV_MAX_WIDTH)
            return "a word is wider than 128 bits";
    }
    return NULL;
}

/* ---- terms ---- */

static sort sort_of(const struct btor2_node *n) {
    return btor2_is_memory(n) ? sort_array(sort_bv(n->sort.index), sort_bv(n->sort.element))
                              : sort_bv(n->sort.width);
}

static term bit(term condition) { return term_bool_to_bv(condition, 1); }
static term is_true(term word) { return term_eq(word, term_bv(1, 1)); }

static term term_of(const struct builder *b, btor2_ref r) {
    term t = b->at[btor2_node_of(r)];
    return btor2_negated(r) ? term_bv_not(t) : t;
}

static term number(uint32_t width, const mpz_t v) {
    mpz_t high;
    mpz_init(high);
    mpz_fdiv_q_2exp(high, v, 64);
    term t = term_bv128(width, mpz_get_ui(v), mpz_get_ui(high));
    mpz_clear(high);
    return t;
}

static term zero(term like) { return term_bv(term_width(like), 0); }
static term ones(term like) { return term_bv_not(zero(like)); }

static term parity(term a) {
    term all = term_extract(a, 0, 0);
    for (uint32_t i = 1; i < term_width(a); i++) all = term_bv_xor(all, term_extract(a, i, i));
    return all;
}

static term rotated(term a, term by, bool left) {
    uint32_t width = term_width(a);
    if (width == 1) return a;
    term n = width == 2 ? term_bv_and(by, term_bv(2, 1)) : term_bv_urem(by, term_bv(width, width));
    /* the width itself for n = 0: shifts everything out */
    term back = term_bv_sub(term_bv(width, width), n);
    return left ? term_bv_or(term_bv_shl(a, n), term_bv_lshr(a, back))
                : term_bv_or(term_bv_lshr(a, n), term_bv_shl(a, back));
}

static term negative(term a) { return term_slt(a, zero(a)); }

/* bvsmod: the remainder has the divisor's sign. */
static term modulo(term a, term b) {
    term r = term_bv_srem(a, b), differ = term_not(term_eq(negative(a), negative(b)));
    return term_ite(term_and(differ, term_not(term_eq(r, zero(r)))), term_bv_add(r, b), r);
}

/* In twice the width (or one bit more) nothing is lost; NONE where that is too wide for terms. */
static term overflow(enum btor2_op op, term a, term b) {
    uint32_t width = term_width(a), wide = op == BTOR2_UMULO || op == BTOR2_SMULO ? 2 * width : width + 1;
    bool is_signed = op == BTOR2_SADDO || op == BTOR2_SSUBO || op == BTOR2_SMULO;
    if (op == BTOR2_UDIVO) return term_bv(1, 0);
    if (op == BTOR2_SDIVO) {
        term least = term_bv_shl(term_bv(width, 1), term_bv(width, width - 1));
        return bit(term_and(term_eq(a, least), term_eq(b, ones(b))));
    }
    if (wide > BV_MAX_WIDTH) return TERM_NONE;
    term x = is_signed ? term_sext(a, wide) : term_zext(a, wide),
         y = is_signed ? term_sext(b, wide) : term_zext(b, wide);
    term r = op == BTOR2_UMULO || op == BTOR2_SMULO   ? term_bv_mul(x, y)
             : op == BTOR2_USUBO || op == BTOR2_SSUBO ? term_bv_sub(x, y)
                                                      : term_bv_add(x, y);
    term low = term_extract(r, width - 1, 0), back = is_signed ? term_sext(low, wide) : term_zext(low, wide);
    return bit(term_not(term_eq(r, back)));
}

static term arithmetic(enum btor2_op op, term a, term b) {
    switch (op) {
    case BTOR2_ADD: return term_bv_add(a, b);
    case BTOR2_SUB: return term_bv_sub(a, b);
    case BTOR2_MUL: return term_bv_mul(a, b);
    case BTOR2_UDIV: return term_bv_udiv(a, b);
    case BTOR2_UREM: return term_bv_urem(a, b);
    case BTOR2_SDIV: return term_bv_sdiv(a, b);
    case BTOR2_SREM: return term_bv_srem(a, b);
    case BTOR2_SMOD: return modulo(a, b);
    case BTOR2_SLL: return term_bv_shl(a, b);
    case BTOR2_SRL: return term_bv_lshr(a, b);
    case BTOR2_SRA: return term_bv_ashr(a, b);
    case BTOR2_ROL:
    case BTOR2_ROR: return rotated(a, b, op == BTOR2_ROL);
    default: return overflow(op, a, b);
    }
}

static term comparison(enum btor2_op op, term a, term b) {
    switch (op) {
    case BTOR2_EQ:
    case BTOR2_IFF: return bit(term_eq(a, b));
    case BTOR2_NEQ: return bit(term_not(term_eq(a, b)));
    case BTOR2_UGT: return bit(term_ult(b, a));
    case BTOR2_UGTE: return bit(term_ule(b, a));
    case BTOR2_ULT: return bit(term_ult(a, b));
    case BTOR2_ULTE: return bit(term_ule(a, b));
    case BTOR2_SGT: return bit(term_slt(b, a));
    case BTOR2_SGTE: return bit(term_sle(b, a));
    case BTOR2_SLT: return bit(term_slt(a, b));
    case BTOR2_SLTE: return bit(term_sle(a, b));
    default: return arithmetic(op, a, b);
    }
}

static term bitwise(enum btor2_op op, term a, term b) {
    switch (op) {
    case BTOR2_NOT: return term_bv_not(a);
    case BTOR2_INC: return term_bv_add(a, term_bv(term_width(a), 1));
    case BTOR2_DEC: return term_bv_sub(a, term_bv(term_width(a), 1));
    case BTOR2_NEG: return term_bv_neg(a);
    case BTOR2_REDAND: return bit(term_eq(a, ones(a)));
    case BTOR2_REDOR: return bit(term_not(term_eq(a, zero(a))));
    case BTOR2_REDXOR: return parity(a);
    case BTOR2_IMPLIES: return term_bv_or(term_bv_not(a), b);
    case BTOR2_AND: return term_bv_and(a, b);
    case BTOR2_OR: return term_bv_or(a, b);
    case BTOR2_XOR: return term_bv_xor(a, b);
    case BTOR2_NAND: return term_bv_not(term_bv_and(a, b));
    case BTOR2_NOR: return term_bv_not(term_bv_or(a, b));
    case BTOR2_XNOR: return term_bv_not(term_bv_xor(a, b));
    default: return comparison(op, a, b);
    }
}

/* TERM_NONE if terms cannot say it. */
static term operator_term(const struct builder *b, const struct btor2_node *n) {
    term a[3] = {0};
    for (uint32_t i = 0; i < btor2_op_arity[n->op]; i++) a[i] = term_of(b, n->args[i]);
    switch (n->op) {
    case BTOR2_SEXT: return term_sext(a[0], n->sort.width);
    case BTOR2_UEXT: return term_zext(a[0], n->sort.width);
    case BTOR2_SLICE: return term_extract(a[0], n->params[0], n->params[1]);
    case BTOR2_CONCAT: return term_concat(a[0], a[1]);
    case BTOR2_READ: return term_select(a[0], a[1]);
    case BTOR2_WRITE: return term_store(a[0], a[1], a[2]);
    case BTOR2_ITE: return term_ite(is_true(a[0]), a[1], a[2]);
    default: return bitwise(n->op, a[0], a[1]);
    }
}

static term leaf_term(struct builder *b, uint32_t node) {
    const struct btor2_node *n = &b->m->nodes.at[node];
    if (n->op == BTOR2_CONST) return number(n->sort.width, b->m->constants.at[n->index]);
    const char *symbol = b->m->symbols.at[node];
    char *name = mem_printf("%s%u", n->op == BTOR2_INPUT ? "in" : "st", n->index);
    term var = term_fresh(name, sort_of(n));
    cfa_add_var(b->a->cfa, var, symbol ? symbol : name, false, (struct src_pos){0});
    free(name);
    return var;
}

static bool build_terms(struct builder *b) {
    for (uint32_t i = 1; i < b->m->nodes.n; i++) {
        const struct btor2_node *n = &b->m->nodes.at[i];
        bool leaf = btor2_op_shape[n->op] == SHAPE_LEAF;
        b->at[i] = leaf ? leaf_term(b, i) : operator_term(b, n);
        if (!b->at[i]) return false;
        b->has_input[i] = n->op == BTOR2_INPUT;
        for (uint32_t k = 0; k < btor2_op_arity[n->op]; k++)
            b->has_input[i] |= b->has_input[btor2_node_of(n->args[k])];
    }
    return true;
}

/* ---- edges ---- */

static cmd draw(struct builder *b, uint32_t node, uint32_t *site) {
    const struct btor2_node *n = &b->m->nodes.at[node];
    struct cfa *c = b->a->cfa;
    const char *symbol = b->m->symbols.at[node];
    *site = cfa_add_site(c, SITE_NONDET, symbol ? symbol : btor2_op_names[n->op], sort_of(n), false,
                         (struct src_pos){.line = n->line});
    return cfa_havoc(c, b->at[node], *site);
}

/* A memory may be filled with one word. */
static term initial_term(const struct builder *b, const struct btor2_state *s) {
    const struct btor2_node *n = &b->m->nodes.at[s->node];
    term init = term_of(b, s->init);
    return btor2_is_memory(n) && btor2_at(b->m, s->init)->sort.width ? term_const_array(sort_of(n), init)
                                                                     : init;
}

/* State by state in the order of the file, because an initial value may speak of states before its
 * own. */
static cmd initial_command(struct builder *b) {
    cmd all = cfa_skip();
    for (uint32_t i = 0; i < b->m->states.n; i++) {
        const struct btor2_state *s = &b->m->states.at[i];
        cmd one = s->init ? cfa_assign(b->a->cfa, b->at[s->node], initial_term(b, s))
                          : draw(b, s->node, &b->a->start_site[i]);
        all = cfa_seq(b->a->cfa, all, one);
    }
    return all;
}

static cmd inputs_command(struct builder *b) {
    struct cfa *c = b->a->cfa;
    cmd all = cfa_skip();
    for (uint32_t i = 0; i < b->m->inputs.n; i++)
        all = cfa_seq(c, all, draw(b, b->m->inputs.at[i], &b->a->input_site[i]));
    term holds = term_true();
    for (uint32_t i = 0; i < b->m->constraints.n; i++)
        holds = term_and(holds, is_true(term_of(b, b->m->constraints.at[i])));
    return cfa_seq(c, all, cfa_assume(c, holds));
}

static cmd next_command(struct builder *b) {
    struct cfa *c = b->a->cfa;
    VEC(struct cfa_assign) pairs = {0};
    cmd draws = cfa_skip();
    for (uint32_t i = 0; i < b->m->states.n; i++) {
        const struct btor2_state *s = &b->m->states.at[i];
        if (s->next) VEC_PUSH(&pairs, (struct cfa_assign){b->at[s->node], term_of(b, s->next)});
        else draws = cfa_seq(c, draws, draw(b, s->node, &b->a->step_site[i]));
    }
    cmd all = pairs.n ? cfa_seq(c, cfa_assign_n(c, pairs.at, pairs.n), draws) : draws;
    VEC_RELEASE(&pairs);
    return all;
}

static void build_edges(struct builder *b, uint32_t property) {
    struct cfa *c = b->a->cfa;
    struct src_pos nowhere = {0};
    loc head = cfa_add_loc(c, nowhere), middle = cfa_add_loc(c, nowhere);
    term bad = is_true(term_of(b, b->m->bads.at[property]));
    cfa_add_edge(c, c->l0, initial_command(b), head);
    cfa_add_edge(c, head, inputs_command(b), middle);
    cfa_add_edge(c, middle, cfa_assume(c, bad), c->lE);
    cfa_add_edge(c, middle, cfa_seq(c, cfa_assume(c, term_not(bad)), next_command(b)), head);
}

static bool init_needs_inputs(const struct builder *b) {
    for (uint32_t i = 0; i < b->m->states.n; i++)
        if (b->m->states.at[i].init && b->has_input[btor2_node_of(b->m->states.at[i].init)]) return true;
    return false;
}

static uint32_t *no_sites(uint32_t n) {
    uint32_t *sites = mem_alloc((n + 1) * sizeof *sites);
    for (uint32_t i = 0; i <= n; i++) sites[i] = NO_SITE;
    return sites;
}

struct btor2_automaton *btor2_automaton_new(const struct btor2_model *m, uint32_t property,
                                            const char **why) {
    assert(property < m->bads.n);
    *why = too_wide(m);
    if (*why) return NULL;
    struct btor2_automaton *a = MEM_NEW(struct btor2_automaton);
    *a = (struct btor2_automaton){cfa_new(), m, no_sites(m->inputs.n), no_sites(m->states.n),
                                  no_sites(m->states.n)};
    a->cfa->pointer_width = 64;
    struct builder b = {a, m, mem_zero(m->nodes.n, sizeof *b.at), mem_zero(m->nodes.n, sizeof *b.has_input)};
    if (!build_terms(&b)) *why = "the overflow of wide words is not supported";
    else if (init_needs_inputs(&b)) *why = "an initial value depends on inputs";
    else build_edges(&b, property);
    free(b.at);
    free(b.has_input);
    if (!*why) return a;
    btor2_automaton_free(a);
    return NULL;
}

void btor2_automaton_free(struct btor2_automaton *a) {
    if (!a) return;
    if (a->cfa) cfa_free(a->cfa);
    free(a->input_site);
    free(a->start_site);
    free(a->step_site);
    free(a);
}

/* ---- runs ---- */

static void set_number(mpz_t to, value v) {
    mpz_set_ui(to, v.hi);
    mpz_mul_2exp(to, to, 64);
    mpz_add_ui(to, to, v.lo);
}

static void set_element(void *context, value index, value element) {
    mpz_t at, v;
    mpz_inits(at, v, NULL);
    set_number(at, index);
    set_number(v, element);
    btor2_element_set(context, at, v);
    mpz_clears(at, v, NULL);
}

static void set_value(const struct btor2_node *n, value v, struct btor2_value *to) {
    if (!btor2_is_memory(n)) {
        set_number(to->word, v);
        return;
    }
    set_number(to->word, array_value_default(v));
    array_value_visit(v, set_element, to);
}

/* The n-th value that was drawn at the site; 0 if there is none. */
static value nth_draw(const input_log *used, uint32_t site, uint32_t n, bool *found) {
    for (uint32_t i = 0; i < used->n; i++)
        if (used->at[i].site == site && n-- == 0) {
            *found = true;
            return used->at[i].value;
        }
    *found = false;
    return value_of(0);
}

static void take(const struct btor2_automaton *a, const input_log *used, uint32_t site, uint32_t n,
                 uint32_t node, struct btor2_value *to) {
    bool found = false;
    value v = site == NO_SITE ? value_of(0) : nth_draw(used, site, n, &found);
    if (found) set_value(&a->m->nodes.at[node], v, to);
}

/* Edges taken: one to the head, and two per step of the model. */
void btor2_automaton_run(const struct btor2_automaton *a, const input_log *used, uint64_t edges,
                         struct btor2_run *run) {
    assert(edges >= 3 && edges % 2 == 1);
    btor2_run_init(run, a->m, (uint32_t)(edges / 2));
    for (uint32_t k = 0; k < run->steps; k++) {
        for (uint32_t i = 0; i < a->m->inputs.n; i++)
            take(a, used, a->input_site[i], k, a->m->inputs.at[i], btor2_run_input(run, k, i));
        for (uint32_t i = 0; i < a->m->states.n; i++)
            take(a, used, k ? a->step_site[i] : a->start_site[i], k ? k - 1 : 0, a->m->states.at[i].node,
                 btor2_run_state(run, k, i));
    }
}
