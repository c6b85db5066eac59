/* Clauses of contracts: their value, their text. */
#include "frontend/contracts/contracts.h"

#include <inttypes.h>
#include <stdlib.h>

#include "util/bits.h"
#include "util/strbuf.h"

static i128 operand(const struct contract *c, const uint64_t *values, int i) {
    return i == CONTRACT_NONE ? 0 : bits_signed(bits_cut(values[i], c->width[i]), c->width[i]);
}

struct contract_atom contract_sum(int left, int first, int second, enum contract_relation relation,
                                  int64_t constant) {
    return (struct contract_atom){left, first, second, relation, constant, CONTRACT_SUM, 1};
}

int contract_before(const struct contract *c, uint32_t result) {
    uint32_t globals = c->parameters - c->arguments, first = c->parameters + c->results - globals;
    return result < first ? CONTRACT_NONE : (int)(c->arguments + result - first);
}

uint64_t contract_right(const struct contract *c, const struct contract_atom *a, const uint64_t *values) {
    i128 first = operand(c, values, a->first), second = operand(c, values, a->second);
    if (a->form == CONTRACT_POWER) first = (i128)1 << (values[a->first] % c->width[a->first]);
    u128 right = a->form == CONTRACT_PRODUCT
                     ? (u128)first * (u128)second
                     : (u128)a->factor * (u128)first + (u128)second + (u128)(i128)a->constant;
    if (a->form == CONTRACT_PARITY) right &= 1;
    return (uint64_t)bits_cut(right, c->width[a->left]);
}

static bool atom_holds(const struct contract *c, const struct contract_atom *a, const uint64_t *values) {
    i128 left = operand(c, values, a->left),
         right = bits_signed(contract_right(c, a, values), c->width[a->left]);
    return a->relation == CONTRACT_EQ   ? left == right
           : a->relation == CONTRACT_LE ? left <= right
                                        : left >= right;
}

bool contract_applies(const struct contract *c, const struct contract_clause *clause,
                      const uint64_t *values) {
    for (uint32_t i = 0; i < clause->conditions; i++)
        if (!atom_holds(c, &clause->condition[i], values)) return false;
    return true;
}

bool contract_holds(const struct contract *c, const struct contract_clause *clause, const uint64_t *values) {
    return !contract_applies(c, clause, values) || atom_holds(c, &clause->claim, values);
}

uint32_t contract_weaken(struct contract *c, const uint64_t *values) {
    uint32_t kept = 0, before = c->clauses.n;
    for (uint32_t i = 0; i < before; i++)
        if (contract_holds(c, &c->clauses.at[i], values)) c->clauses.at[kept++] = c->clauses.at[i];
    c->clauses.n = kept;
    return before - kept;
}

/* ---- which clauses are worth having ---- */

static bool same_atom(const struct contract_atom *a, const struct contract_atom *b) {
    return a->left == b->left && a->first == b->first && a->second == b->second &&
           a->relation == b->relation && a->constant == b->constant && a->form == b->form &&
           a->factor == b->factor;
}

/* Does the condition b hold only where a does? Both compare an argument with a constant. */
static bool condition_covers(const struct contract_atom *a, const struct contract_atom *b) {
    if (a->relation == CONTRACT_EQ || b->relation == CONTRACT_EQ) return same_atom(a, b);
    if (a->left != b->left || a->relation != b->relation) return false;
    return a->relation == CONTRACT_LE ? a->constant >= b->constant : a->constant <= b->constant;
}

/* Do b's conditions hold only where a's do? */
static bool covers(const struct contract_clause *a, const struct contract_clause *b) {
    if (a->conditions > b->conditions) return false;
    for (uint32_t i = 0; i < a->conditions; i++)
        if (!condition_covers(&a->condition[i], &b->condition[i])) return false;
    return true;
}

/* Does a's claim imply b's, but for overflow? */
static bool claims(const struct contract_atom *a, const struct contract_atom *b) {
    if (a->left != b->left || a->first != b->first || a->second != b->second) return false;
    if (a->form != b->form || a->factor != b->factor) return false;
    if (a->relation != CONTRACT_EQ && a->relation != b->relation) return false;
    if (b->relation == CONTRACT_EQ) return a->constant == b->constant;
    return b->relation == CONTRACT_LE ? a->constant <= b->constant : a->constant >= b->constant;
}

static bool implies(const struct contract_clause *a, const struct contract_clause *b) {
    return covers(a, b) && claims(&a->claim, &b->claim);
}

void contract_focus(struct contract *c, bool equations) {
    for (uint32_t i = 0; i < c->clauses.n; i++) {
        struct contract_clause *x = &c->clauses.at[i];
        x->active = x->equation || !equations;
        for (uint32_t j = 0; j < c->clauses.n && x->active; j++) {
            const struct contract_clause *y = &c->clauses.at[j];
            /* of equals, the first */
            if (i != j && implies(y, x)) x->active = implies(x, y) && i < j;
        }
    }
}

/* ---- text ---- */

static void print_operand(struct strbuf *b, const struct contract *c, int i) {
    uint32_t n = (uint32_t)i;
    if (n < c->arguments) strbuf_printf(b, "argument %d", i + 1);
    else if (n < c->parameters) strbuf_printf(b, "%s before", c->globals[n - c->arguments]);
    else if (contract_before(c, n) == CONTRACT_NONE) strbuf_text(b, "result");
    else strbuf_text(b, c->globals[(uint32_t)contract_before(c, n) - c->arguments]);
}

static void print_atom(struct strbuf *b, const struct contract *c, const struct contract_atom *a) {
    static const char *const signs[] = {[CONTRACT_EQ] = "==", [CONTRACT_LE] = "<=", [CONTRACT_GE] = ">="};
    bool product = a->form == CONTRACT_PRODUCT;
    print_operand(b, c, a->left);
    strbuf_printf(b, " %s ", signs[a->relation]);
    if (a->first != CONTRACT_NONE && a->factor != 1 && !product)
        strbuf_printf(b, "%" PRId64 " * ", a->factor);
    if (a->form == CONTRACT_POWER) strbuf_text(b, "2^");
    if (a->first != CONTRACT_NONE) print_operand(b, c, a->first), strbuf_text(b, product ? " * " : " + ");
    if (a->second != CONTRACT_NONE) print_operand(b, c, a->second), strbuf_text(b, product ? "" : " + ");
    if (!product)
        strbuf_printf(b, "%" PRId64 "%s", a->constant, a->form == CONTRACT_PARITY ? ", its last bit" : "");
}

char *contract_text(const struct contract_clause *clause, const struct contract *c) {
    struct strbuf b = {0};
    for (uint32_t i = 0; i < clause->conditions; i++) {
        if (i) strbuf_text(&b, " and ");
        print_atom(&b, c, &clause->condition[i]);
    }
    if (clause->conditions) strbuf_text(&b, " => ");
    print_atom(&b, c, &clause->claim);
    return strbuf_take(&b);
}

void contract_release(struct contract *c) {
    free(c->function);
    for (uint32_t i = 0; i < CONTRACT_GLOBALS; i++) free(c->globals[i]);
    VEC_RELEASE(&c->clauses);
}

void contracts_release(struct contracts *k) {
    for (uint32_t i = 0; i < k->of.n; i++) contract_release(&k->of.at[i]);
    VEC_RELEASE(&k->of);
    *k = (struct contracts){0};
}
