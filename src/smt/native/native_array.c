/* Arrays by lemmas on demand.
 *
 * Reads over writes were expanded when the term was blasted, so an array is only its cells: reads
 * of an array variable at index terms. A model of the clauses is a model of the arrays iff cells of
 * one array whose indices have the same value have the same value. Where that fails the congruence
 * i = j -> a[i] = a[j] is added for good and the query asked again; each pair at most once, so that
 * ends. In practice few pairs are ever needed.
 *
 * Index and cell values are computed from the input bits of the model, through the gates: the
 * variables of gates carry no meaning (cnf.h). A cell that is not in the query's domain does not
 * matter, unless the index of one that matters reads it (a[a[i]]): such cells are brought into the
 * domain. Other inputs of an index may stay outside, where no clause says anything about them. */
#include "smt/native/native.h"

#include <assert.h>

/* Values of gates in the model, by gate: 2 + value once known. */
struct simulation {
    const struct cnf *cnf;
    struct int_map values;
    VEC(uint32_t) stack;
};

static bool gate_value(const struct gate *g, const bool *in) {
    switch (g->kind) {
    case GATE_AND: return in[0] && in[1];
    case GATE_XOR: return in[0] != in[1];
    case GATE_ITE: return in[0] ? in[1] : in[2];
    case GATE_MAJ: return in[0] + in[1] + in[2] >= 2;
    case GATE_CONSTANT:
    case GATE_INPUT: break;
    }
    return false;
}

static bool known_value(struct simulation *m, uint32_t gate, bool *v) {
    const struct gate *g = aig_gate(gate);
    *v = false;
    if (g->kind == GATE_CONSTANT) return true;
    if (g->kind == GATE_INPUT) *v = cnf_value(m->cnf, 2 * gate);
    if (g->kind == GATE_INPUT) return true;
    uint64_t *known = int_map_get(&m->values, gate);
    if (known) *v = *known == 3;
    return known != NULL;
}

static void simulate_gate(struct simulation *m, uint32_t gate) {
    const struct gate *g = aig_gate(gate);
    uint32_t n = g->kind == GATE_AND || g->kind == GATE_XOR ? 2 : 3, before = m->stack.n;
    bool in[3];
    for (uint32_t i = 0; i < n; i++) {
        if (!known_value(m, edge_gate(g->in[i]), &in[i])) VEC_PUSH(&m->stack, edge_gate(g->in[i]));
        in[i] ^= edge_sign(g->in[i]);
    }
    if (m->stack.n == before) *int_map_put(&m->values, gate, NULL) = 2 + gate_value(g, in);
}

static bool simulate(struct simulation *m, edge e) {
    bool v;
    VEC_PUSH(&m->stack, edge_gate(e));
    while (m->stack.n) {
        uint32_t gate = VEC_LAST(&m->stack);
        if (known_value(m, gate, &v)) (void)VEC_POP(&m->stack);
        else simulate_gate(m, gate);
    }
    known_value(m, edge_gate(e), &v);
    return v != edge_sign(e);
}

static value simulate_term(struct simulation *m, term t) {
    struct bits b;
    value v = {0, 0};
    blast_bits(t, &b);
    for (uint32_t i = 0; i < b.n; i++)
        if (simulate(m, b.at[i])) *(i < 64 ? &v.lo : &v.hi) |= UINT64_C(1) << (i % 64);
    return v;
}

static void simulation_release(struct simulation *m) {
    int_map_release(&m->values);
    VEC_RELEASE(&m->stack);
}

/* ---- cells ---- */

/* Sets s->matters[i] for the cells that the query depends on: those with a bit in the domain. */
static void find_cells(struct native *s) {
    VEC_CLEAR(&s->matters);
    VEC_RESIZE(&s->matters, s->cnf.cells.n);
    for (uint32_t i = 0; i < s->cnf.cell_bits.n; i++) {
        struct cell_bit b = s->cnf.cell_bits.at[i];
        if (small_in_domain(s->cnf.sat, b.variable)) s->matters.at[b.cell] = true;
    }
}

static bool index_reads(term read) {
    term_vec subterms = {0};
    bool found = false;
    term_subterms(term_arg(read, 1), &subterms);
    for (uint32_t i = 0; i < subterms.n && !found; i++) found = term_op_of(subterms.at[i]) == OP_SELECT;
    VEC_RELEASE(&subterms);
    return found;
}

static void classify_new_cells(struct native *s) {
    while (s->nested.n < s->cnf.cells.n) {
        bool nested = index_reads(s->cnf.cells.at[s->nested.n]);
        VEC_PUSH(&s->nested, nested);
        s->any_nested |= nested;
    }
}

bool native_reach_indices(struct native *s) {
    classify_new_cells(s);
    if (!s->any_nested) return false;
    find_cells(s);
    VEC_CLEAR(&s->scratch);
    for (uint32_t i = 0; i < s->matters.n; i++) {
        struct bits index;
        if (!s->matters.at[i] || !s->nested.at[i]) continue;
        blast_bits(term_arg(s->cnf.cells.at[i], 1), &index);
        for (uint32_t k = 0; k < index.n; k++) {
            uint32_t lit = cnf_literal(&s->cnf, index.at[k]);
            if (!small_in_domain(s->cnf.sat, lit / 2)) VEC_PUSH(&s->scratch, lit);
        }
    }
    if (s->scratch.n) small_extend(s->cnf.sat, s->scratch.at, s->scratch.n);
    return s->scratch.n > 0;
}

/* i = j -> a[i] = a[j], bit by bit. The equality of the indices belongs to every later domain, so
 * that the clauses work whenever both cells matter. */
static bool add_congruence(struct native *s, term p, term q) {
    bool added;
    int_map_put(&s->lemmas, p < q ? (uint64_t)p << 32 | q : (uint64_t)q << 32 | p, &added);
    if (!added) return false;
    struct bits a, b;
    blast_bits(p, &a);
    blast_bits(q, &b);
    uint32_t differ = cnf_literal(&s->cnf, edge_not(blast_bool(term_eq(term_arg(p, 1), term_arg(q, 1)))));
    small_require(s->cnf.sat, differ / 2);
    for (uint32_t k = 0; k < a.n; k++) {
        uint32_t x = cnf_literal(&s->cnf, a.at[k]), y = cnf_literal(&s->cnf, b.at[k]);
        small_require(s->cnf.sat, x / 2);
        small_require(s->cnf.sat, y / 2);
        cnf_clause(&s->cnf, (uint32_t[]){differ, x, y ^ 1}, 3);
        cnf_clause(&s->cnf, (uint32_t[]){differ, x ^ 1, y}, 3);
    }
    return true;
}

struct cell_value {
    term read;
    value index, element;
};

/* Values first, lemmas after: a lemma ends the model. */
bool native_repair_arrays(struct native *s) {
    struct simulation m = {.cnf = &s->cnf};
    VEC(struct cell_value) cells = {0};
    bool repaired = false;
    find_cells(s);
    for (uint32_t i = 0; i < s->cnf.cells.n; i++) {
        term read = s->cnf.cells.at[i];
        if (!s->matters.at[i]) continue;
        VEC_PUSH(&cells,
                 (struct cell_value){read, simulate_term(&m, term_arg(read, 1)), simulate_term(&m, read)});
    }
    for (uint32_t i = 0; i < cells.n; i++)
        for (uint32_t j = 0; j < i; j++) {
            struct cell_value *p = &cells.at[i], *q = &cells.at[j];
            if (term_arg(p->read, 0) != term_arg(q->read, 0)) continue;
            if (!value_same(p->index, q->index) || value_same(p->element, q->element)) continue;
            bool fresh = add_congruence(s, p->read, q->read);
            assert(fresh);
            repaired |= fresh;
        }
    simulation_release(&m);
    VEC_RELEASE(&cells);
    return repaired;
}

value native_array_value(struct native *s, term array) {
    struct simulation m = {.cnf = &s->cnf};
    value v = array_value_const(value_of(0));
    find_cells(s);
    for (uint32_t i = 0; i < s->cnf.cells.n; i++) {
        term read = s->cnf.cells.at[i];
        if (term_arg(read, 0) != array || !s->matters.at[i]) continue;
        v = array_value_store(v, simulate_term(&m, term_arg(read, 1)), simulate_term(&m, read));
    }
    simulation_release(&m);
    return v;
}
