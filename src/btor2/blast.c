/* Bit-blasting. Every node becomes literals, least significant bit first, in the order of the
 * nodes.
 *
 * A state becomes one latch per bit. Constants among the initial values become resets; any other
 * initial value (that of another state, say) is chosen in the first step by a latch that is true
 * only there:
 *
 *     value = first ? init : latch
 *
 * A state without next is an input in every step but the first one, where its init, if it has one,
 * is chosen. Memories are split into cells, one word per index; a read is a tree of multiplexers, a
 * write compares the index with each cell's. That is for small memories: beyond MAX_CELL_BITS the
 * model is left to the word level. */
#include "btor2/blast.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "btor2/circuits.h"
#include "util/mem.h"

enum { MAX_CELL_BITS = 1 << 17, MAX_GATES = 1 << 26 };

struct blaster {
    const struct btor2_model *m;
    struct btor2_circuit *c;
    struct hasher h;
    lit **bits; /* by node */
};

/* The number of literals of a node; 0 if a memory is too large. */
static uint32_t bits_of(const struct btor2_node *n) {
    if (!btor2_is_memory(n)) return n->sort.width;
    if (n->sort.index > 17) return 0;
    uint64_t all = (uint64_t)n->sort.element << n->sort.index;
    return all <= MAX_CELL_BITS ? (uint32_t)all : 0;
}

static const char *too_large(const struct btor2_model *m) {
    for (uint32_t i = 1; i < m->nodes.n; i++)
        if (bits_of(&m->nodes.at[i]) == 0) return "a memory is too large for a circuit";
    return NULL;
}

/* ---- leaves ---- */

/* Literals of an argument; complemented ones are made in *owned. */
static const lit *argument(const struct blaster *b, btor2_ref r, lit **owned) {
    const lit *bits = b->bits[btor2_node_of(r)];
    if (!btor2_negated(r)) return bits;
    uint32_t n = bits_of(btor2_at(b->m, r));
    *owned = mem_alloc(n * sizeof **owned);
    for (uint32_t i = 0; i < n; i++) (*owned)[i] = bits[i] ^ 1;
    return *owned;
}

/* The initial value of a state, bit by bit: a memory may be filled with one word. */
static lit initial_bit(const lit *init, uint32_t n, uint32_t i) { return init[i % n]; }

static bool is_constant(const struct blaster *b, btor2_ref r) {
    const struct btor2_node *n = btor2_at(b->m, r);
    for (uint32_t i = 0; i < bits_of(n); i++)
        if (b->bits[btor2_node_of(r)][i] > 1) return false;
    return true;
}

static void count_leaves(struct blaster *b) {
    struct btor2_circuit *c = b->c;
    for (uint32_t i = 0; i < b->m->inputs.n; i++) {
        c->input_at[i] = c->aiger->inputs;
        c->aiger->inputs += bits_of(&b->m->nodes.at[b->m->inputs.at[i]]);
    }
    for (uint32_t i = 0; i < b->m->states.n; i++) {
        const struct btor2_state *s = &b->m->states.at[i];
        uint32_t n = bits_of(&b->m->nodes.at[s->node]);
        c->latch_at[i] = c->state_input_at[i] = UINT32_MAX;
        if (s->next) {
            c->latch_at[i] = c->aiger->latches.n;
            for (uint32_t k = 0; k < n; k++)
                VEC_PUSH(&c->aiger->latches, (struct aiger_latch){0, s->init ? RESET_0 : RESET_ANY});
        } else {
            c->state_input_at[i] = c->aiger->inputs;
            c->aiger->inputs += n;
        }
    }
    c->first = c->aiger->latches.n;
    VEC_PUSH(&c->aiger->latches, (struct aiger_latch){0, RESET_1});
}

static void blast_state(struct blaster *b, uint32_t node, lit *out) {
    const struct btor2_node *n = &b->m->nodes.at[node];
    const struct btor2_state *s = &b->m->states.at[n->index];
    struct btor2_circuit *c = b->c;
    lit *owned = NULL;
    const lit *init = s->init ? argument(b, s->init, &owned) : NULL;
    uint32_t init_bits = s->init ? bits_of(btor2_at(b->m, s->init)) : 1;
    bool by_reset = s->init && s->next && is_constant(b, s->init);
    for (uint32_t i = 0; i < bits_of(n); i++) {
        out[i] = s->next ? aiger_latch(c->aiger, c->latch_at[n->index] + i)
                         : aiger_input(c->state_input_at[n->index] + i);
        if (by_reset)
            c->aiger->latches.at[c->latch_at[n->index] + i].reset = initial_bit(init, init_bits, i) & 1;
        else if (init)
            out[i] =
                circuit_mux(&b->h, aiger_latch(c->aiger, c->first), initial_bit(init, init_bits, i), out[i]);
    }
    free(owned);
}

static void blast_leaf(struct blaster *b, uint32_t node, lit *out) {
    const struct btor2_node *n = &b->m->nodes.at[node];
    for (uint32_t i = 0; i < bits_of(n) && n->op == BTOR2_INPUT; i++)
        out[i] = aiger_input(b->c->input_at[n->index] + i);
    for (uint32_t i = 0; i < bits_of(n) && n->op == BTOR2_CONST; i++)
        out[i] = (lit)mpz_tstbit(b->m->constants.at[n->index], i);
    if (n->op == BTOR2_STATE) blast_state(b, node, out);
}

/* ---- memories ---- */

/* A tree of multiplexers, one level per bit of the index. */
static void blast_read(struct blaster *b, const struct btor2_sort *memory, const lit *cells, const lit *index,
                       lit *out) {
    uint32_t rows = 1u << memory->index;
    lit *level = mem_alloc(rows * sizeof *level);
    for (uint32_t bit = 0; bit < memory->element; bit++) {
        for (uint32_t r = 0; r < rows; r++) level[r] = cells[r * memory->element + bit];
        for (uint32_t i = 0; i < memory->index; i++)
            for (uint32_t r = 0; r < rows >> (i + 1); r++)
                level[r] = circuit_mux(&b->h, index[i], level[2 * r + 1], level[2 * r]);
        out[bit] = level[0];
    }
    free(level);
}

static void blast_write(struct blaster *b, const struct btor2_sort *memory, const lit *cells,
                        const lit *index, const lit *value, lit *out) {
    lit *number = mem_alloc(memory->index * sizeof *number);
    for (uint32_t r = 0; r < 1u << memory->index; r++) {
        for (uint32_t i = 0; i < memory->index; i++) number[i] = r >> i & 1;
        lit here = circuit_equal(&b->h, number, index, memory->index);
        for (uint32_t bit = 0; bit < memory->element; bit++)
            out[r * memory->element + bit] =
                circuit_mux(&b->h, here, value[bit], cells[r * memory->element + bit]);
    }
    free(number);
}

/* ---- nodes ---- */

static void extend(const struct btor2_node *n, const lit *a, uint32_t width, lit *out) {
    for (uint32_t i = 0; i < n->sort.width; i++)
        out[i] = i < width ? a[i] : n->op == BTOR2_SEXT ? a[width - 1] : 0;
}

static void concat(const lit *high, const lit *low, uint32_t high_width, uint32_t low_width, lit *out) {
    memcpy(out, low, low_width * sizeof *out);
    memcpy(out + low_width, high, high_width * sizeof *out);
}

static void blast_operator(struct blaster *b, const struct btor2_node *n, const lit *const a[3], lit *out) {
    const struct btor2_node *first = btor2_at(b->m, n->args[0]);
    uint32_t width = bits_of(first);
    switch ((enum btor2_shape)btor2_op_shape[n->op]) {
    case SHAPE_EXTEND: extend(n, a[0], width, out); return;
    case SHAPE_SLICE: memcpy(out, a[0] + n->params[1], n->sort.width * sizeof *out); return;
    case SHAPE_CONCAT: concat(a[0], a[1], width, btor2_at(b->m, n->args[1])->sort.width, out); return;
    case SHAPE_READ: blast_read(b, &first->sort, a[0], a[1], out); return;
    case SHAPE_WRITE: blast_write(b, &first->sort, a[0], a[1], a[2], out); return;
    case SHAPE_ITE:
        for (uint32_t i = 0; i < bits_of(n); i++) out[i] = circuit_mux(&b->h, a[0][0], a[1][i], a[2][i]);
        return;
    default: circuit_operator(&b->h, n->op, a[0], a[1] ? a[1] : a[0], width, out);
    }
}

static void blast_node(struct blaster *b, uint32_t node) {
    const struct btor2_node *n = &b->m->nodes.at[node];
    b->bits[node] = mem_zero(bits_of(n) + 1, sizeof(lit));
    if (btor2_op_shape[n->op] == SHAPE_LEAF) {
        blast_leaf(b, node, b->bits[node]);
        return;
    }
    lit *owned[3] = {0};
    const lit *a[3] = {0};
    for (uint32_t i = 0; i < btor2_op_arity[n->op]; i++) a[i] = argument(b, n->args[i], &owned[i]);
    blast_operator(b, n, a, b->bits[node]);
    for (uint32_t i = 0; i < 3; i++) free(owned[i]);
}

static lit bit_of(const struct blaster *b, btor2_ref r) {
    return b->bits[btor2_node_of(r)][0] ^ (btor2_negated(r) ? 1u : 0u);
}

static void blast_roots(struct blaster *b) {
    struct aiger *a = b->c->aiger;
    for (uint32_t i = 0; i < b->m->states.n; i++) {
        const struct btor2_state *s = &b->m->states.at[i];
        lit *owned = NULL;
        const lit *next = s->next ? argument(b, s->next, &owned) : NULL;
        for (uint32_t k = 0; next && k < bits_of(&b->m->nodes.at[s->node]); k++)
            a->latches.at[b->c->latch_at[i] + k].next = next[k];
        free(owned);
    }
    for (uint32_t i = 0; i < b->m->bads.n; i++) VEC_PUSH(&a->bads, bit_of(b, b->m->bads.at[i]));
    for (uint32_t i = 0; i < b->m->constraints.n; i++)
        VEC_PUSH(&a->constraints, bit_of(b, b->m->constraints.at[i]));
    for (uint32_t i = 0; i < b->m->fairs.n; i++) VEC_PUSH(&a->fairness, bit_of(b, b->m->fairs.at[i]));
    for (uint32_t i = 0; i < b->m->justices.n; i++) {
        VEC_PUSH(&a->justices, (literal_vec){0});
        for (uint32_t k = 0; k < b->m->justices.at[i].n; k++)
            VEC_PUSH(&a->justices.at[i], bit_of(b, b->m->justices.at[i].at[k]));
    }
}

struct btor2_circuit *btor2_blast(const struct btor2_model *m, const char **why) {
    *why = too_large(m);
    if (*why) return NULL;
    struct btor2_circuit *c = MEM_NEW(struct btor2_circuit);
    c->aiger = MEM_NEW(struct aiger);
    c->input_at = mem_zero(m->inputs.n + 1, sizeof *c->input_at);
    c->latch_at = mem_zero(m->states.n + 1, sizeof *c->latch_at);
    c->state_input_at = mem_zero(m->states.n + 1, sizeof *c->state_input_at);
    struct blaster b = {m, c, {.m = c->aiger}, mem_zero(m->nodes.n, sizeof *b.bits)};
    count_leaves(&b);
    for (uint32_t i = 1; i < m->nodes.n && !*why; i++) {
        blast_node(&b, i);
        if (c->aiger->ands.n > MAX_GATES) *why = "the circuit of the model is too large";
    }
    if (!*why) blast_roots(&b);
    for (uint32_t i = 0; i < m->nodes.n; i++) free(b.bits[i]);
    free(b.bits);
    hasher_release(&b.h);
    if (!*why) return c;
    btor2_circuit_free(c);
    return NULL;
}

void btor2_circuit_free(struct btor2_circuit *c) {
    if (!c) return;
    aiger_free(c->aiger);
    free(c->input_at);
    free(c->latch_at);
    free(c->state_input_at);
    free(c);
}

/* ---- counterexamples ---- */

/* The bits from `bit` on as the value of a node. */
static void lift_value(const struct btor2_node *n, const uint8_t *bit, struct btor2_value *v) {
    if (!btor2_is_memory(n)) {
        for (uint32_t i = 0; i < n->sort.width; i++)
            if (bit[i]) mpz_setbit(v->word, i);
        return;
    }
    mpz_t index, element;
    mpz_inits(index, element, NULL);
    for (uint32_t r = 0; r < 1u << n->sort.index; r++) {
        mpz_set_ui(index, r);
        mpz_set_ui(element, 0);
        for (uint32_t i = 0; i < n->sort.element; i++)
            if (bit[r * n->sort.element + i]) mpz_setbit(element, i);
        if (mpz_sgn(element)) btor2_element_set(v, index, element);
    }
    mpz_clears(index, element, NULL);
}

void btor2_circuit_run(const struct btor2_circuit *c, const struct btor2_model *m, const struct trace *t,
                       struct btor2_run *run) {
    btor2_run_init(run, m, t->steps);
    for (uint32_t k = 0; k < t->steps; k++) {
        const uint8_t *inputs = t->inputs + (size_t)k * c->aiger->inputs;
        for (uint32_t i = 0; i < m->inputs.n; i++)
            lift_value(&m->nodes.at[m->inputs.at[i]], inputs + c->input_at[i], btor2_run_input(run, k, i));
        for (uint32_t i = 0; i < m->states.n; i++) {
            const struct btor2_node *n = &m->nodes.at[m->states.at[i].node];
            if (c->latch_at[i] == UINT32_MAX)
                lift_value(n, inputs + c->state_input_at[i], btor2_run_state(run, k, i));
            else if (k == 0 && !m->states.at[i].init)
                lift_value(n, t->initial + c->latch_at[i], btor2_run_state(run, k, i));
        }
    }
}
