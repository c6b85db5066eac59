#include "smt/native/aig.h"

#include <assert.h>

#include "util/hash.h"
#include "util/vec.h"

static struct {
    uint32_t users;
    VEC(struct gate) gates;
    struct index_table table;
} aig;

void aig_acquire(void) {
    if (aig.users++) return;
    VEC_PUSH(&aig.gates, (struct gate){.kind = GATE_CONSTANT});
}

void aig_release(void) {
    assert(aig.users > 0);
    if (--aig.users) return;
    VEC_RELEASE(&aig.gates);
    index_table_release(&aig.table);
}

uint32_t aig_gates(void) { return aig.gates.n; }

const struct gate *aig_gate(uint32_t gate) {
    assert(gate < aig.gates.n);
    return &aig.gates.at[gate];
}

static bool same_gate(const void *sought, uint32_t index) {
    const struct gate *a = sought, *b = &aig.gates.at[index];
    return a->in[0] == b->in[0] && a->in[1] == b->in[1] && a->in[2] == b->in[2] && a->kind == b->kind;
}

static edge make_gate(enum gate_kind kind, edge a, edge b, edge c) {
    struct gate g = {{a, b, c}, kind};
    uint64_t hash = hash_mix(hash_mix((uint64_t)a << 32 | b, c), kind);
    uint32_t found = index_table_find(&aig.table, hash, same_gate, &g);
    if (found) return 2 * found;
    VEC_PUSH(&aig.gates, g);
    index_table_add(&aig.table, hash, aig.gates.n - 1);
    return 2 * (aig.gates.n - 1);
}

edge aig_input(uint32_t var, uint32_t bit) {
    VEC_PUSH(&aig.gates, (struct gate){{var, bit, 0}, GATE_INPUT});
    return 2 * (aig.gates.n - 1);
}

/* ---- AND: two-level rewriting ---- */

static const struct gate *as_and(edge e) {
    const struct gate *g = &aig.gates.at[edge_gate(e)];
    return g->kind == GATE_AND ? g : NULL;
}

enum rewrite { KEEP, DONE, AGAIN }; /* AGAIN: *a and *b are the new inputs */

static enum rewrite done(edge *a, edge result) {
    *a = result;
    return DONE;
}

/* x & b where x = (x0 & x1), not complemented. */
static enum rewrite rewrite_positive(edge *a, edge *b, const struct gate *x) {
    /* contradiction */
    if (x->in[0] == edge_not(*b) || x->in[1] == edge_not(*b)) return done(a, EDGE_FALSE);
    /* idempotence */
    if (x->in[0] == *b || x->in[1] == *b) return DONE;
    return KEEP;
}

/* !x & b where x = (x0 & x1). */
static enum rewrite rewrite_negative(edge *a, edge *b, const struct gate *x) {
    for (int i = 0; i < 2; i++) {
        if (x->in[i] == edge_not(*b)) return done(a, *b); /* subsumption */
        if (x->in[i] == *b) {                             /* substitution */
            *a = edge_not(x->in[1 - i]);
            return AGAIN;
        }
    }
    return KEEP;
}

/* x & y where both are ANDs. */
static enum rewrite rewrite_pair(edge *a, edge *b, const struct gate *x, const struct gate *y) {
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 2; j++) {
            if (x->in[i] == edge_not(y->in[j])) return done(a, EDGE_FALSE);
            if (x->in[i] == y->in[j]) { /* a shared input is needed once */
                *b = y->in[1 - j];
                return AGAIN;
            }
        }
    return KEEP;
}

/* !x & y where both are ANDs. */
static enum rewrite rewrite_mixed(edge *a, edge *b, const struct gate *x, const struct gate *y) {
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 2; j++) {
            if (x->in[i] == edge_not(y->in[j])) return done(a, *b);
            if (x->in[i] == y->in[j]) {
                *a = edge_not(x->in[1 - i]);
                return AGAIN;
            }
        }
    return KEEP;
}

/* !x & !y where both are ANDs: (p & q) and (p & !q) leave !p. */
static enum rewrite rewrite_resolution(edge *a, const struct gate *x, const struct gate *y) {
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 2; j++)
            if (x->in[i] == y->in[j] && x->in[1 - i] == edge_not(y->in[1 - j]))
                return done(a, edge_not(x->in[i]));
    return KEEP;
}

static enum rewrite rewrite_single(edge *a, edge *b, const struct gate *x) {
    return edge_sign(*a) ? rewrite_negative(a, b, x) : rewrite_positive(a, b, x);
}

static enum rewrite rewrite_and(edge *a, edge *b) {
    const struct gate *x = as_and(*a), *y = as_and(*b);
    enum rewrite r = KEEP;
    if (x) r = rewrite_single(a, b, x);
    if (r == KEEP && y) {
        edge swapped = *b;
        r = rewrite_single(&swapped, a, y);
        if (r == DONE) *a = swapped;
        if (r == AGAIN) *b = swapped;
    }
    if (r != KEEP || !x || !y) return r;
    if (!edge_sign(*a) && !edge_sign(*b)) return rewrite_pair(a, b, x, y);
    if (edge_sign(*a) && edge_sign(*b)) return rewrite_resolution(a, x, y);
    if (edge_sign(*a)) return rewrite_mixed(a, b, x, y);
    edge negative = *b, positive = *a;
    r = rewrite_mixed(&negative, &positive, y, x);
    *a = negative;
    *b = positive;
    return r;
}

edge aig_and(edge a, edge b) {
    for (;;) {
        if (a == EDGE_FALSE || b == EDGE_FALSE || a == edge_not(b)) return EDGE_FALSE;
        if (a == EDGE_TRUE || a == b) return b;
        if (b == EDGE_TRUE) return a;
        enum rewrite r = rewrite_and(&a, &b);
        if (r == DONE) return a;
        if (r == KEEP) break;
    }
    return a > b ? make_gate(GATE_AND, a, b, 0) : make_gate(GATE_AND, b, a, 0);
}

edge aig_or(edge a, edge b) { return edge_not(aig_and(edge_not(a), edge_not(b))); }

/* ---- XOR ---- */

edge aig_xor(edge a, edge b) {
    edge sign = (a ^ b) & 1;
    a &= ~1u;
    b &= ~1u;
    if (a == b) return sign;
    if (a == EDGE_FALSE) return b ^ sign;
    if (b == EDGE_FALSE) return a ^ sign;
    for (int i = 0; i < 2; i++) { /* (x ^ y) ^ y */
        const struct gate *g = &aig.gates.at[edge_gate(a)];
        if (g->kind == GATE_XOR && g->in[0] == b) return g->in[1] ^ sign;
        if (g->kind == GATE_XOR && g->in[1] == b) return g->in[0] ^ sign;
        edge c = a;
        a = b;
        b = c;
    }
    return (a > b ? make_gate(GATE_XOR, a, b, 0) : make_gate(GATE_XOR, b, a, 0)) ^ sign;
}

/* ---- ITE ---- */

edge aig_ite(edge c, edge a, edge b) {
    if (edge_sign(c)) {
        edge swap = a;
        a = b;
        b = swap;
        c = edge_not(c);
    }
    if (c == EDGE_FALSE) return b;
    if (a == b) return a;
    if (a == edge_not(b)) return aig_xor(c, b);
    if (edge_gate(a) == edge_gate(c)) a = a == c ? EDGE_TRUE : EDGE_FALSE;
    if (edge_gate(b) == edge_gate(c)) b = b == c ? EDGE_FALSE : EDGE_TRUE;
    if (a == EDGE_TRUE) return aig_or(c, b);
    if (a == EDGE_FALSE) return aig_and(edge_not(c), b);
    if (b == EDGE_TRUE) return aig_or(edge_not(c), a);
    if (b == EDGE_FALSE) return aig_and(c, a);
    edge sign = a & 1;
    return make_gate(GATE_ITE, c, a ^ sign, b ^ sign) ^ sign;
}

/* ---- MAJ ---- */

static void order(edge *a, edge *b) {
    if (*a >= *b) return;
    edge c = *a;
    *a = *b;
    *b = c;
}

edge aig_maj(edge a, edge b, edge c) {
    order(&a, &b);
    order(&b, &c);
    order(&a, &b);
    if (a == b || b == edge_not(c)) return a;
    if (b == c || a == edge_not(b)) return a == edge_not(b) ? c : b;
    if (c == EDGE_FALSE) return aig_and(a, b);
    if (c == EDGE_TRUE) return aig_or(a, b);
    edge sign = (a & 1) + (b & 1) + (c & 1) >= 2;
    return make_gate(GATE_MAJ, a ^ sign, b ^ sign, c ^ sign) ^ sign;
}
