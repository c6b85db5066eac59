#include "cells/settled.h"

#include <assert.h>
#include <stdlib.h>

#include "util/mem.h"

enum { MAX_INDEX = 24 }; /* subterms */

static bool assigns(const struct cfa_step *s, term index) {
    for (uint32_t i = 0; i < s->updates.n; i++)
        if (term_mentions(index, s->updates.at[i].var)) return true;
    return false;
}

/* Backwards from the steps that assign. */
static bool *find_final(const struct cfa *c, term index) {
    bool *final = mem_alloc(c->locs.n * sizeof *final);
    for (loc l = 0; l < c->locs.n; l++) final[l] = l != c->l0;
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t i = 0; i < c->steps.n; i++) {
            const struct cfa_step *s = &c->steps.at[i];
            if (!final[s->from] || (final[s->to] && !assigns(s, index))) continue;
            final[s->from] = false;
            changed = true;
        }
    }
    return final;
}

static bool is_good(const struct cfa *c, term index) {
    if (sort_kind_of(term_sort(index)) != SORT_BV || term_is_larger(index, MAX_INDEX)) return false;
    term_vec subterms = {0};
    term_subterms(index, &subterms);
    bool good = true;
    for (uint32_t i = 0; i < subterms.n && good; i++)
        good = term_op_of(subterms.at[i]) != OP_SELECT &&
               (!term_is_var(subterms.at[i]) || cfa_has_var(c, subterms.at[i]));
    VEC_RELEASE(&subterms);
    return good;
}

/* The indices of stores, in terms of what holds after the step. */
static void stored_at(const struct cfa_step *s, term_vec *indices) {
    struct int_map after = {0};
    for (uint32_t i = 0; i < s->updates.n; i++)
        if (!term_is_const(s->updates.at[i].value))
            *int_map_put(&after, s->updates.at[i].value, NULL) = s->updates.at[i].var;
    for (uint32_t i = 0; i < s->updates.n; i++) {
        if (sort_kind_of(term_sort(s->updates.at[i].var)) != SORT_ARRAY) continue;
        term_vec subterms = {0};
        term_subterms(s->updates.at[i].value, &subterms);
        for (uint32_t j = 0; j < subterms.n; j++)
            if (term_op_of(subterms.at[j]) == OP_STORE)
                VEC_PUSH(indices, term_replace(&after, term_arg(subterms.at[j], 1)));
        VEC_RELEASE(&subterms);
    }
    int_map_release(&after);
}

static bool seen_before(const term_vec *v, uint32_t i) {
    for (uint32_t j = 0; j < i; j++)
        if (v->at[j] == v->at[i]) return true;
    return false;
}

bool cells_settled_find(const struct cfa *c, uint32_t number, struct cells_settled *s) {
    term_vec indices = {0};
    bool found = false;
    for (uint32_t i = 0; i < c->steps.n && !found; i++) {
        uint32_t first = indices.n;
        stored_at(&c->steps.at[i], &indices);
        for (uint32_t j = first; j < indices.n && !found; j++) {
            if (seen_before(&indices, j) || !is_good(c, indices.at[j])) continue;
            *s = (struct cells_settled){indices.at[j], find_final(c, indices.at[j])};
            found = s->final[c->steps.at[i].to] && number-- == 0;
            if (!found) cells_settled_release(s);
        }
    }
    VEC_RELEASE(&indices);
    return found;
}

void cells_settled_release(struct cells_settled *s) { free(s->final); }
