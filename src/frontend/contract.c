/* Clauses of contracts: their value, their text. */
#include "frontend/contracts.h"

#include <inttypes.h>
#include <stdlib.h>

#include "util/bits.h"
#include "util/strbuf.h"

static i128 operand(const struct contract *c, const uint64_t *values, int i) {
    return i == CONTRACT_NONE ? 0 : bits_signed(bits_cut(values[i], c->width[i]), c->width[i]);
}

static bool atom_holds(const struct contract *c, const struct contract_atom *a, const uint64_t *values) {
    uint32_t w = c->width[a->left];
    i128 left = operand(c, values, a->left),
         right = operand(c, values, a->first) + operand(c, values, a->second) + a->constant;
    if (a->form == CONTRACT_PRODUCT) right = operand(c, values, a->first) * operand(c, values, a->second);
    right = bits_signed(bits_cut((u128)right, w), w);
    if (a->form == CONTRACT_PARITY) right &= 1;
    return a->relation == CONTRACT_EQ   ? left == right
           : a->relation == CONTRACT_LE ? left <= right
                                        : left >= right;
}

bool contract_holds(const struct contract *c, const struct contract_clause *clause, const uint64_t *values) {
    if (clause->conditional && !atom_holds(c, &clause->condition, values)) return true;
    return atom_holds(c, &clause->claim, values);
}

uint32_t contract_weaken(struct contract *c, const uint64_t *values) {
    uint32_t kept = 0, before = c->clauses.n;
    for (uint32_t i = 0; i < before; i++)
        if (contract_holds(c, &c->clauses.at[i], values)) c->clauses.at[kept++] = c->clauses.at[i];
    c->clauses.n = kept;
    return before - kept;
}

/* ---- which clauses are worth having ---- */

/* Does b's condition hold only where a's does? */
static bool covers(const struct contract_clause *a, const struct contract_clause *b) {
    if (!a->conditional) return true;
    if (!b->conditional || a->condition.left != b->condition.left ||
        a->condition.relation != b->condition.relation)
        return false;
    return a->condition.relation == CONTRACT_LE ? a->condition.constant >= b->condition.constant
                                                : a->condition.constant <= b->condition.constant;
}

/* Does a's claim imply b's, but for overflow? */
static bool claims(const struct contract_atom *a, const struct contract_atom *b) {
    if (a->first != b->first || a->second != b->second || a->form != b->form) return false;
    if (a->relation != CONTRACT_EQ && a->relation != b->relation) return false;
    if (b->relation == CONTRACT_EQ) return a->constant == b->constant;
    return b->relation == CONTRACT_LE ? a->constant <= b->constant : a->constant >= b->constant;
}

static bool implies(const struct contract_clause *a, const struct contract_clause *b) {
    return covers(a, b) && claims(&a->claim, &b->claim);
}

void contract_focus(struct contract *c) {
    for (uint32_t i = 0; i < c->clauses.n; i++) {
        struct contract_clause *x = &c->clauses.at[i];
        x->active = true;
        for (uint32_t j = 0; j < c->clauses.n && x->active; j++) {
            const struct contract_clause *y = &c->clauses.at[j];
            if (i != j && implies(y, x)) x->active = implies(x, y) && i < j; /* of equals, the first */
        }
    }
}

/* ---- text ---- */

static void print_operand(struct strbuf *b, const struct contract *c, int i) {
    if (i == (int)c->parameters) strbuf_text(b, "result");
    else strbuf_printf(b, "argument %d", i + 1);
}

static void print_atom(struct strbuf *b, const struct contract *c, const struct contract_atom *a) {
    static const char *const signs[] = {[CONTRACT_EQ] = "==", [CONTRACT_LE] = "<=", [CONTRACT_GE] = ">="};
    print_operand(b, c, a->left);
    strbuf_printf(b, " %s ", signs[a->relation]);
    if (a->first != CONTRACT_NONE)
        print_operand(b, c, a->first), strbuf_text(b, a->form == CONTRACT_PRODUCT ? " * " : " + ");
    if (a->second != CONTRACT_NONE)
        print_operand(b, c, a->second), strbuf_text(b, a->form == CONTRACT_PRODUCT ? "" : " + ");
    if (a->form != CONTRACT_PRODUCT)
        strbuf_printf(b, "%" PRId64 "%s", a->constant, a->form == CONTRACT_PARITY ? ", its last bit" : "");
}

char *contract_text(const struct contract_clause *clause, const struct contract *c) {
    struct strbuf b = {0};
    if (clause->conditional) print_atom(&b, c, &clause->condition), strbuf_text(&b, " => ");
    print_atom(&b, c, &clause->claim);
    return strbuf_take(&b);
}

void contracts_release(struct contracts *k) {
    for (uint32_t i = 0; i < k->of.n; i++) {
        free(k->of.at[i].function);
        VEC_RELEASE(&k->of.at[i].clauses);
    }
    VEC_RELEASE(&k->of);
    VEC_RELEASE(&k->constants);
    *k = (struct contracts){0};
}
