/* One step is one pass over the nodes in their order, because arguments come first. Numbers are
 * kept between 0 and 2^width - 1; signed_of gives the signed reading where an operator wants it. */
#include "btor2/simulate.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "util/mem.h"

/* ---- values ---- */

void btor2_value_init(struct btor2_value *v) {
    memset(v, 0, sizeof *v);
    mpz_init(v->word);
}

static void clear_elements(struct btor2_value *v) {
    for (uint32_t i = 0; i < v->elements.n; i++)
        mpz_clears(v->elements.at[i].index, v->elements.at[i].value, NULL);
    VEC_CLEAR(&v->elements);
}

void btor2_value_release(struct btor2_value *v) {
    clear_elements(v);
    VEC_RELEASE(&v->elements);
    mpz_clear(v->word);
}

static void add_element(struct btor2_value *v, const mpz_t index, const mpz_t value) {
    struct btor2_element e;
    mpz_init_set(e.index, index);
    mpz_init_set(e.value, value);
    VEC_PUSH(&v->elements, e);
}

void btor2_value_copy(struct btor2_value *to, const struct btor2_value *from) {
    if (to == from) return;
    clear_elements(to);
    mpz_set(to->word, from->word);
    for (uint32_t i = 0; i < from->elements.n; i++)
        add_element(to, from->elements.at[i].index, from->elements.at[i].value);
}

static struct btor2_element *find_element(const struct btor2_value *memory, const mpz_t index) {
    for (uint32_t i = 0; i < memory->elements.n; i++)
        if (!mpz_cmp(memory->elements.at[i].index, index)) return &memory->elements.at[i];
    return NULL;
}

mpz_srcptr btor2_element_at(const struct btor2_value *memory, const mpz_t index) {
    const struct btor2_element *e = find_element(memory, index);
    return e ? e->value : memory->word;
}

void btor2_element_set(struct btor2_value *memory, const mpz_t index, const mpz_t value) {
    struct btor2_element *e = find_element(memory, index);
    if (e) mpz_set(e->value, value);
    else add_element(memory, index, value);
}

/* Memories are equal if they agree where either has an element of its own and, unless those are all
 * indices, in their default. */
static bool equal_memories(const struct btor2_value *a, const struct btor2_value *b, uint32_t index_width) {
    mpz_t indices;
    uint32_t own = a->elements.n;
    for (uint32_t i = 0; i < a->elements.n; i++)
        if (mpz_cmp(a->elements.at[i].value, btor2_element_at(b, a->elements.at[i].index))) return false;
    for (uint32_t i = 0; i < b->elements.n; i++) {
        if (mpz_cmp(b->elements.at[i].value, btor2_element_at(a, b->elements.at[i].index))) return false;
        own += !find_element(a, b->elements.at[i].index);
    }
    mpz_init_set_ui(indices, 1);
    mpz_mul_2exp(indices, indices, index_width);
    bool all = mpz_cmp_ui(indices, own) == 0;
    mpz_clear(indices);
    return all || !mpz_cmp(a->word, b->word);
}

/* ---- operators ---- */

static void wrap(mpz_t v, uint32_t width) { mpz_fdiv_r_2exp(v, v, width); }

static void signed_of(mpz_t to, const mpz_t v, uint32_t width) {
    mpz_set(to, v);
    if (!mpz_tstbit(v, width - 1)) return;
    mpz_t all;
    mpz_init_set_ui(all, 1);
    mpz_mul_2exp(all, all, width);
    mpz_sub(to, to, all);
    mpz_clear(all);
}

static void all_ones(mpz_t to, uint32_t width) {
    mpz_set_si(to, -1);
    wrap(to, width);
}

/* Is the number outside of the signed range of the width? */
static bool overflows_signed(const mpz_t v, uint32_t width) {
    mpz_t half;
    mpz_init_set_ui(half, 1);
    mpz_mul_2exp(half, half, width - 1);
    bool above = mpz_cmp(v, half) >= 0;
    mpz_neg(half, half);
    bool below = mpz_cmp(v, half) < 0;
    mpz_clear(half);
    return above || below;
}

static void shift(mpz_t to, enum btor2_op op, const mpz_t a, const mpz_t by, uint32_t width) {
    bool far = mpz_cmp_ui(by, width) >= 0;
    unsigned long n = far ? width : mpz_get_ui(by);
    if (op == BTOR2_SLL) {
        mpz_mul_2exp(to, a, n);
    } else if (op == BTOR2_SRL) {
        mpz_fdiv_q_2exp(to, a, n);
    } else {
        signed_of(to, a, width);
        mpz_fdiv_q_2exp(to, to, n);
    }
    wrap(to, width);
}

static void rotate(mpz_t to, bool left, const mpz_t a, const mpz_t by, uint32_t width) {
    unsigned long n = mpz_fdiv_ui(by, width);
    if (!left) n = (width - n) % width;
    mpz_t high;
    mpz_init(high);
    mpz_mul_2exp(high, a, n);
    wrap(high, width);
    mpz_fdiv_q_2exp(to, a, width - n);
    mpz_ior(to, to, high);
    mpz_clear(high);
}

static void divide_unsigned(mpz_t to, enum btor2_op op, const mpz_t a, const mpz_t b, uint32_t width) {
    if (!mpz_sgn(b) && op == BTOR2_UDIV) all_ones(to, width);
    else if (!mpz_sgn(b)) mpz_set(to, a);
    else if (op == BTOR2_UDIV) mpz_tdiv_q(to, a, b);
    else mpz_tdiv_r(to, a, b);
}

/* x and y are signed; SMT-LIB: x / 0 is 1 for negative x, else -1. */
static void divide_signed(mpz_t to, enum btor2_op op, const mpz_t x, const mpz_t y, uint32_t width) {
    if (!mpz_sgn(y) && op == BTOR2_SDIV) mpz_set_si(to, mpz_sgn(x) < 0 ? 1 : -1);
    else if (!mpz_sgn(y)) mpz_set(to, x);
    else if (op == BTOR2_SDIV) mpz_tdiv_q(to, x, y);
    else if (op == BTOR2_SREM) mpz_tdiv_r(to, x, y);
    else mpz_fdiv_r(to, x, y); /* the remainder has the divisor's sign */
    wrap(to, width);
}

static bool compare(enum btor2_op op, int unsigned_order, int signed_order) {
    switch (op) {
    case BTOR2_UGT: return unsigned_order > 0;
    case BTOR2_UGTE: return unsigned_order >= 0;
    case BTOR2_ULT: return unsigned_order < 0;
    case BTOR2_ULTE: return unsigned_order <= 0;
    case BTOR2_SGT: return signed_order > 0;
    case BTOR2_SGTE: return signed_order >= 0;
    case BTOR2_SLT: return signed_order < 0;
    default: assert(op == BTOR2_SLTE); return signed_order <= 0;
    }
}

/* Does the operation on unbounded numbers leave the range of the width? */
static bool overflows(enum btor2_op op, const mpz_t a, const mpz_t b, const mpz_t x, const mpz_t y,
                      uint32_t width) {
    mpz_t r;
    bool result;
    mpz_init(r);
    switch (op) {
    case BTOR2_UADDO:
        mpz_add(r, a, b);
        result = mpz_sizeinbase(r, 2) > width;
        break;
    case BTOR2_UMULO:
        mpz_mul(r, a, b);
        result = mpz_sizeinbase(r, 2) > width;
        break;
    case BTOR2_USUBO: result = mpz_cmp(a, b) < 0; break;
    case BTOR2_UDIVO: result = false; break;
    case BTOR2_SADDO:
        mpz_add(r, x, y);
        result = overflows_signed(r, width);
        break;
    case BTOR2_SSUBO:
        mpz_sub(r, x, y);
        result = overflows_signed(r, width);
        break;
    case BTOR2_SMULO:
        mpz_mul(r, x, y);
        result = overflows_signed(r, width);
        break;
    default:
        assert(op == BTOR2_SDIVO);
        mpz_neg(r, x);
        result = mpz_cmp_si(y, -1) == 0 && overflows_signed(r, width);
    }
    mpz_clear(r);
    return result;
}

/* Operators on one or two words of the same width whose result is a word of that width or one
 * bit. */
static void plain_operator(mpz_t to, enum btor2_op op, const mpz_t a, const mpz_t b, uint32_t width) {
    mpz_t x, y;
    mpz_inits(x, y, NULL);
    signed_of(x, a, width);
    signed_of(y, b, width);
    switch (op) {
    case BTOR2_NOT:
        mpz_com(to, a);
        wrap(to, width);
        break;
    case BTOR2_INC:
        mpz_add_ui(to, a, 1);
        wrap(to, width);
        break;
    case BTOR2_DEC:
        mpz_sub_ui(to, a, 1);
        wrap(to, width);
        break;
    case BTOR2_NEG:
        mpz_neg(to, a);
        wrap(to, width);
        break;
    case BTOR2_REDAND: mpz_set_ui(to, mpz_popcount(a) == width); break;
    case BTOR2_REDOR: mpz_set_ui(to, mpz_sgn(a) != 0); break;
    case BTOR2_REDXOR: mpz_set_ui(to, mpz_popcount(a) & 1); break;
    case BTOR2_IFF: mpz_set_ui(to, !mpz_cmp(a, b)); break;
    case BTOR2_IMPLIES: mpz_set_ui(to, !mpz_sgn(a) || mpz_sgn(b)); break;
    case BTOR2_AND: mpz_and(to, a, b); break;
    case BTOR2_OR: mpz_ior(to, a, b); break;
    case BTOR2_XOR: mpz_xor(to, a, b); break;
    case BTOR2_NAND:
        mpz_and(to, a, b);
        mpz_com(to, to);
        wrap(to, width);
        break;
    case BTOR2_NOR:
        mpz_ior(to, a, b);
        mpz_com(to, to);
        wrap(to, width);
        break;
    case BTOR2_XNOR:
        mpz_xor(to, a, b);
        mpz_com(to, to);
        wrap(to, width);
        break;
    case BTOR2_ROL:
    case BTOR2_ROR: rotate(to, op == BTOR2_ROL, a, b, width); break;
    case BTOR2_SLL:
    case BTOR2_SRL:
    case BTOR2_SRA: shift(to, op, a, b, width); break;
    case BTOR2_ADD:
        mpz_add(to, a, b);
        wrap(to, width);
        break;
    case BTOR2_SUB:
        mpz_sub(to, a, b);
        wrap(to, width);
        break;
    case BTOR2_MUL:
        mpz_mul(to, a, b);
        wrap(to, width);
        break;
    case BTOR2_UDIV:
    case BTOR2_UREM: divide_unsigned(to, op, a, b, width); break;
    case BTOR2_SDIV:
    case BTOR2_SREM:
    case BTOR2_SMOD: divide_signed(to, op, x, y, width); break;
    case BTOR2_UADDO:
    case BTOR2_SADDO:
    case BTOR2_USUBO:
    case BTOR2_SSUBO:
    case BTOR2_UMULO:
    case BTOR2_SMULO:
    case BTOR2_UDIVO:
    case BTOR2_SDIVO: mpz_set_ui(to, overflows(op, a, b, x, y, width)); break;
    default: mpz_set_ui(to, compare(op, mpz_cmp(a, b), mpz_cmp(x, y)));
    }
    mpz_clears(x, y, NULL);
}

/* ---- a step ---- */

struct simulator {
    const struct btor2_model *m;
    struct btor2_value *at;        /* by node */
    struct btor2_value scratch[3]; /* complements of arguments */
};

static const struct btor2_value *value_of(struct simulator *s, btor2_ref r, uint32_t slot) {
    struct btor2_value *v = &s->at[btor2_node_of(r)];
    if (!btor2_negated(r)) return v;
    mpz_com(s->scratch[slot].word, v->word);
    wrap(s->scratch[slot].word, btor2_at(s->m, r)->sort.width);
    return &s->scratch[slot];
}

static void concat(mpz_t to, const mpz_t high, const mpz_t low, uint32_t low_width) {
    mpz_mul_2exp(to, high, low_width);
    mpz_ior(to, to, low);
}

static void evaluate_node(struct simulator *s, uint32_t node) {
    const struct btor2_node *n = &s->m->nodes.at[node];
    struct btor2_value *to = &s->at[node];
    const struct btor2_value *a[3] = {0};
    for (uint32_t i = 0; i < btor2_op_arity[n->op]; i++) a[i] = value_of(s, n->args[i], i);
    uint32_t width = n->args[0] ? btor2_at(s->m, n->args[0])->sort.width : n->sort.width;
    switch (n->op) {
    case BTOR2_INPUT:
    case BTOR2_STATE: break; /* set by the run */
    case BTOR2_CONST: mpz_set(to->word, s->m->constants.at[n->index]); break;
    case BTOR2_UEXT: mpz_set(to->word, a[0]->word); break;
    case BTOR2_SEXT:
        signed_of(to->word, a[0]->word, width);
        wrap(to->word, n->sort.width);
        break;
    case BTOR2_SLICE:
        mpz_fdiv_q_2exp(to->word, a[0]->word, n->params[1]);
        wrap(to->word, n->sort.width);
        break;
    case BTOR2_CONCAT:
        concat(to->word, a[0]->word, a[1]->word, btor2_at(s->m, n->args[1])->sort.width);
        break;
    case BTOR2_READ: mpz_set(to->word, btor2_element_at(a[0], a[1]->word)); break;
    case BTOR2_WRITE:
        btor2_value_copy(to, a[0]);
        btor2_element_set(to, a[1]->word, a[2]->word);
        break;
    case BTOR2_ITE: btor2_value_copy(to, mpz_sgn(a[0]->word) ? a[1] : a[2]); break;
    case BTOR2_EQ:
    case BTOR2_NEQ: {
        bool equal = width ? !mpz_cmp(a[0]->word, a[1]->word)
                           : equal_memories(a[0], a[1], btor2_at(s->m, n->args[0])->sort.index);
        mpz_set_ui(to->word, equal == (n->op == BTOR2_EQ));
        break;
    }
    default: plain_operator(to->word, n->op, a[0]->word, (a[1] ? a[1] : a[0])->word, width);
    }
    assert(btor2_is_memory(n) || mpz_sizeinbase(to->word, 2) <= n->sort.width);
}

static bool holds(struct simulator *s, btor2_ref r) { return mpz_sgn(value_of(s, r, 0)->word) != 0; }

/* ---- runs ---- */

void btor2_run_init(struct btor2_run *run, const struct btor2_model *m, uint32_t steps) {
    *run = (struct btor2_run){m, steps, mem_zero((size_t)steps * m->inputs.n + 1, sizeof *run->inputs),
                              mem_zero((size_t)steps * m->states.n + 1, sizeof *run->states)};
    for (size_t i = 0; i < (size_t)steps * m->inputs.n; i++) btor2_value_init(&run->inputs[i]);
    for (size_t i = 0; i < (size_t)steps * m->states.n; i++) btor2_value_init(&run->states[i]);
}

void btor2_run_release(struct btor2_run *run) {
    if (!run->m) return;
    for (size_t i = 0; i < (size_t)run->steps * run->m->inputs.n; i++) btor2_value_release(&run->inputs[i]);
    for (size_t i = 0; i < (size_t)run->steps * run->m->states.n; i++) btor2_value_release(&run->states[i]);
    free(run->inputs);
    free(run->states);
    *run = (struct btor2_run){0};
}

/* The first values of states, in the order of the file: an init may speak of states before it. */
static void begin_step(struct simulator *s, struct btor2_run *run, uint32_t step) {
    for (uint32_t i = 0; i < s->m->inputs.n; i++)
        btor2_value_copy(&s->at[s->m->inputs.at[i]], btor2_run_input(run, step, i));
    for (uint32_t node = 1; node < s->m->nodes.n; node++) {
        const struct btor2_node *n = &s->m->nodes.at[node];
        if (n->op != BTOR2_STATE) {
            evaluate_node(s, node);
            continue;
        }
        struct btor2_value *state = btor2_run_state(run, step, n->index);
        btor2_ref init = s->m->states.at[n->index].init;
        if (step == 0 && init) {
            btor2_value_copy(state, value_of(s, init, 0));
            if (btor2_is_memory(n) && btor2_at(s->m, init)->sort.width) clear_elements(state);
        }
        btor2_value_copy(&s->at[node], state);
    }
}

static void end_step(struct simulator *s, struct btor2_run *run, uint32_t step) {
    for (uint32_t i = 0; step + 1 < run->steps && i < s->m->states.n; i++) {
        btor2_ref next = s->m->states.at[i].next;
        if (next) btor2_value_copy(btor2_run_state(run, step + 1, i), value_of(s, next, 0));
    }
}

static bool constraints_hold(struct simulator *s) {
    for (uint32_t i = 0; i < s->m->constraints.n; i++)
        if (!holds(s, s->m->constraints.at[i])) return false;
    return true;
}

static void simulator_init(struct simulator *s, const struct btor2_model *m) {
    *s = (struct simulator){.m = m, .at = mem_zero(m->nodes.n, sizeof *s->at)};
    for (uint32_t i = 0; i < m->nodes.n; i++) btor2_value_init(&s->at[i]);
    for (uint32_t i = 0; i < 3; i++) btor2_value_init(&s->scratch[i]);
}

static void simulator_release(struct simulator *s) {
    for (uint32_t i = 0; i < s->m->nodes.n; i++) btor2_value_release(&s->at[i]);
    for (uint32_t i = 0; i < 3; i++) btor2_value_release(&s->scratch[i]);
    free(s->at);
}

bool btor2_run_is_bad(struct btor2_run *run, btor2_ref bad) {
    struct simulator s;
    simulator_init(&s, run->m);
    bool good = run->steps > 0, reached = false;
    for (uint32_t k = 0; good && k < run->steps; k++) {
        begin_step(&s, run, k);
        good = constraints_hold(&s);
        reached = holds(&s, bad);
        end_step(&s, run, k);
    }
    simulator_release(&s);
    return good && reached;
}

/* ---- lassos ---- */

static bool same_value(const struct btor2_node *n, const struct btor2_value *a, const struct btor2_value *b) {
    return btor2_is_memory(n) ? equal_memories(a, b, n->sort.index) : !mpz_cmp(a->word, b->word);
}

/* A state without next is no part of what determines the future. */
static bool same_state(const struct btor2_run *run, uint32_t j, uint32_t k) {
    for (uint32_t i = 0; i < run->m->states.n; i++) {
        const struct btor2_state *s = &run->m->states.at[i];
        if (s->next &&
            !same_value(&run->m->nodes.at[s->node], btor2_run_state(run, j, i), btor2_run_state(run, k, i)))
            return false;
    }
    return true;
}

static uint32_t count_conditions(const struct btor2_model *m, uint32_t justice) {
    return m->justices.at[justice].n + m->fairs.n;
}

static btor2_ref condition(const struct btor2_model *m, uint32_t justice, uint32_t i) {
    const btor2_refs *own = &m->justices.at[justice];
    return i < own->n ? own->at[i] : m->fairs.at[i - own->n];
}

/* met[k * n + i]: how often condition i was met before step k. False if a constraint fails. */
static bool simulate_lasso(struct btor2_run *run, uint32_t justice, uint32_t *met) {
    struct simulator s;
    uint32_t n = count_conditions(run->m, justice);
    bool good = true;
    simulator_init(&s, run->m);
    for (uint32_t k = 0; good && k + 1 < run->steps; k++) {
        begin_step(&s, run, k);
        good = constraints_hold(&s);
        for (uint32_t i = 0; i < n; i++)
            met[(size_t)(k + 1) * n + i] = met[(size_t)k * n + i] + holds(&s, condition(run->m, justice, i));
        end_step(&s, run, k);
    }
    simulator_release(&s);
    return good;
}

bool btor2_run_is_lasso(struct btor2_run *run, uint32_t justice, uint32_t *loop) {
    uint32_t n = count_conditions(run->m, justice), last = run->steps - 1;
    if (run->steps < 2) return false;
    uint32_t *met = mem_zero((size_t)run->steps * n + 1, sizeof *met);
    bool good = simulate_lasso(run, justice, met), found = false;
    for (uint32_t k = 0; good && !found && k < last; k++) {
        found = same_state(run, k, last);
        for (uint32_t i = 0; i < n; i++) found &= met[(size_t)k * n + i] < met[(size_t)last * n + i];
        if (found) *loop = k;
    }
    free(met);
    return found;
}

/* ---- witnesses ---- */

static void print_bits(struct strbuf *b, const mpz_t v, uint32_t width) {
    for (uint32_t i = width; i-- > 0;) strbuf_char(b, mpz_tstbit(v, i) ? '1' : '0');
}

static void print_name(struct strbuf *b, const struct btor2_model *m, uint32_t node, char mark,
                       uint32_t step) {
    if (m->symbols.at[node]) strbuf_printf(b, " %s%c%u", m->symbols.at[node], mark, step);
    strbuf_char(b, '\n');
}

static void print_value(struct strbuf *b, const struct btor2_model *m, uint32_t node, uint32_t number,
                        const struct btor2_value *v, char mark, uint32_t step) {
    const struct btor2_node *n = &m->nodes.at[node];
    if (!btor2_is_memory(n)) {
        strbuf_printf(b, "%u ", number);
        print_bits(b, v->word, n->sort.width);
        print_name(b, m, node, mark, step);
    }
    for (uint32_t i = 0; btor2_is_memory(n) && i < v->elements.n; i++) {
        strbuf_printf(b, "%u [", number);
        print_bits(b, v->elements.at[i].index, n->sort.index);
        strbuf_text(b, "] ");
        print_bits(b, v->elements.at[i].value, n->sort.element);
        print_name(b, m, node, mark, step);
    }
}

/* The values that the model leaves open: "#k" stands in front of them, and in front of the first
 * step in any case. */
static void print_states(struct strbuf *b, const struct btor2_run *run, uint32_t step) {
    const struct btor2_model *m = run->m;
    bool headed = false;
    for (uint32_t i = 0; i < m->states.n; i++) {
        const struct btor2_state *s = &m->states.at[i];
        if (step == 0 ? s->init != 0 : s->next != 0) continue;
        if (!headed) strbuf_printf(b, "#%u\n", step);
        headed = true;
        print_value(b, m, s->node, i, btor2_run_state(run, step, i), '#', step);
    }
    if (step == 0 && !headed) strbuf_text(b, "#0\n");
}

void btor2_run_print(struct strbuf *b, const struct btor2_run *run, uint32_t steps, char kind,
                     uint32_t property) {
    assert(steps <= run->steps);
    strbuf_printf(b, "sat\n%c%u\n", kind, property);
    for (uint32_t k = 0; k < steps; k++) {
        print_states(b, run, k);
        strbuf_printf(b, "@%u\n", k);
        for (uint32_t i = 0; i < run->m->inputs.n; i++)
            print_value(b, run->m, run->m->inputs.at[i], i, btor2_run_input(run, k, i), '@', k);
    }
    strbuf_text(b, ".\n");
}
