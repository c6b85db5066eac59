#include "lemmas/places.h"

#include <assert.h>

bool places_include(const struct places *p, term when, unsigned kinds) {
    for (uint32_t i = 0; i < p->all.n; i++)
        if (p->all.at[i].when == when && p->all.at[i].kind & kinds) return true;
    return false;
}

bool places_is_ghost(const struct places *p, term var) { return terms_include(&p->ghosts, var); }

static bool mention_any(const term_vec *vars, term t) {
    for (uint32_t i = 0; i < vars->n; i++)
        if (term_mentions(t, vars->at[i])) return true;
    return false;
}

bool places_mention_ghost(const struct places *p, term t) { return mention_any(&p->ghosts, t); }

bool places_mention_cell(const struct places *p, term t) { return mention_any(&p->cells, t); }

bool places_only_ghosts(const struct places *p, term t) {
    term_vec vars = {0};
    term_free_vars(t, &vars);
    bool good = vars.n > 0;
    for (uint32_t i = 0; i < vars.n && good; i++) good = places_is_ghost(p, vars.at[i]);
    VEC_RELEASE(&vars);
    return good;
}

bool places_is_steady(const struct cfa *c, term var) {
    for (uint32_t i = 0; i < c->steps.n; i++)
        for (uint32_t j = 0; j < c->steps.at[i].updates.n && c->steps.at[i].from != c->l0; j++)
            if (c->steps.at[i].updates.at[j].var == var) return false;
    return true;
}

/* Ghosts, constants, and variables that are set before all loops, such as the size n of an
 * array. */
static bool is_fixed(const struct places *p, term when) {
    term_vec vars = {0};
    term_free_vars(when, &vars);
    bool fixed = true;
    for (uint32_t i = 0; i < vars.n && fixed; i++)
        fixed = places_is_ghost(p, vars.at[i]) || places_is_steady(p->c, vars.at[i]);
    VEC_RELEASE(&vars);
    return fixed;
}

void places_add(struct places *p, term when, enum place_kind kind) {
    assert(sort_kind_of(term_sort(when)) == SORT_BOOL);
    assert(kind == PLACE_MOVING || kind == PLACE_START || kind == PLACE_FLAG || kind == PLACE_CLAIM);
    if (places_include(p, when, kind == PLACE_CLAIM ? PLACE_CLAIM : ~(unsigned)PLACE_CLAIM)) return;
    if (kind == PLACE_MOVING && is_fixed(p, when))
        kind = term_op_of(when) == OP_AND ? PLACE_WITHIN : PLACE_FIXED;
    VEC_PUSH(&p->all, (struct place_condition){when, kind});
}

static uint32_t rank(enum place_kind kind) { return kind == PLACE_CLAIM ? 2 : kind == PLACE_FLAG; }

bool places_check(const struct places *p) {
    for (uint32_t i = 0; i < p->ghosts.n; i++)
        if (!cfa_has_var(p->c, p->ghosts.at[i]) || term_width(p->ghosts.at[i]) > 64) return false;
    for (uint32_t i = 0; i < p->all.n; i++) {
        uint32_t before = i ? rank(p->all.at[i - 1].kind) : 0;
        if (rank(p->all.at[i].kind) < before || (i == 0 && rank(p->all.at[i].kind))) return false;
        for (uint32_t j = 0; j < i; j++)
            if (p->all.at[j].when == p->all.at[i].when && rank(p->all.at[j].kind) == rank(p->all.at[i].kind))
                return false;
    }
    return true;
}

void places_release(struct places *p) {
    VEC_RELEASE(&p->ghosts);
    VEC_RELEASE(&p->cells);
    VEC_RELEASE(&p->all);
}
