#include "cfa/few.h"

#include <assert.h>
#include <string.h>

enum { MOST_CHOICES = 16 }; /* nodes of a term that are looked at */

void few_release(struct few_sets *s) { VEC_RELEASE(&s->all); }

static const struct few_set *set_of(const struct few_sets *s, few a) {
    assert(a != FEW_ANY && a <= s->all.n);
    return &s->all.at[a - 1];
}

/* Programs have few such sets, so a list is searched. */
static few number_of(struct few_sets *s, const struct few_set *set) {
    assert(set->n > 0 && set->n <= FEW_MOST);
    for (uint32_t i = 0; i < s->all.n; i++)
        if (s->all.at[i].n == set->n &&
            !memcmp(s->all.at[i].constants, set->constants, set->n * sizeof *set->constants))
            return i + 1;
    VEC_PUSH(&s->all, *set);
    return s->all.n;
}

few few_of_constant(struct few_sets *s, term constant) {
    assert(term_is_const(constant));
    struct few_set set = {.n = 1, .constants = {constant}};
    return number_of(s, &set);
}

static bool add(struct few_set *set, term constant) {
    uint32_t at = 0;
    while (at < set->n && set->constants[at] < constant) at++;
    if (at < set->n && set->constants[at] == constant) return true;
    if (set->n == FEW_MOST) return false;
    memmove(set->constants + at + 1, set->constants + at, (set->n - at) * sizeof *set->constants);
    set->constants[at] = constant;
    set->n++;
    return true;
}

few few_union(struct few_sets *s, few a, few b) {
    if (a == FEW_ANY || b == FEW_ANY || a == b) return a == b ? a : FEW_ANY;
    struct few_set all = *set_of(s, a), other = *set_of(s, b);
    for (uint32_t i = 0; i < other.n; i++)
        if (!add(&all, other.constants[i])) return FEW_ANY;
    return number_of(s, &all);
}

few few_without(struct few_sets *s, few a, term constant, bool *none) {
    struct few_set rest = {0}, all = *set_of(s, a);
    for (uint32_t i = 0; i < all.n; i++)
        if (all.constants[i] != constant) rest.constants[rest.n++] = all.constants[i];
    *none = rest.n == 0;
    return *none ? FEW_ANY : number_of(s, &rest);
}

term few_only(const struct few_sets *s, few a) {
    return a != FEW_ANY && set_of(s, a)->n == 1 ? set_of(s, a)->constants[0] : TERM_NONE;
}

struct view {
    struct few_sets *s;
    const struct envs *e;
    env known;
    uint32_t (*index)(void *, term);
    void *context;
    uint32_t left;
};

static few of_term(struct view *v, term t) {
    if (term_is_const(t)) return few_of_constant(v->s, t);
    if (term_is_var(t)) return env_get(v->e, v->known, v->index(v->context, t));
    if (term_op_of(t) != OP_ITE || !v->left) return FEW_ANY;
    v->left--;
    few yes = of_term(v, term_arg(t, 1));
    return yes == FEW_ANY ? FEW_ANY : few_union(v->s, yes, of_term(v, term_arg(t, 2)));
}

few few_of_term(struct few_sets *s, const struct envs *e, env known, uint32_t (*index)(void *, term),
                void *context, term t) {
    struct view v = {s, e, known, index, context, MOST_CHOICES};
    return of_term(&v, t);
}
