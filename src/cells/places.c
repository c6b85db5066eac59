/* Where can the cell at a ghost lie, in the words of this program? Read off the automaton that
 * follows cells:
 *
 *     for (i = n; i > 0; i--) a[i] = 0;      i = g in the write:   g <= i (signed, because i comes down)
 *     if (found) assert(a[g] == 0);          flags:                found = 0, found = 1
 *
 * Positions are comparisons of g with the terms that steps compare it with for equality (those are
 * the indices of reads and writes), with the ends of loops, and with the last element; then what
 * these are where a loop starts. */
#include "cells/places.h"

#include <assert.h>

#include "util/bits.h"

static void add_position(struct places *places, term when) { places_add(places, when, PLACE_MOVING); }

static void add_ghost(struct places *places, term g) {
    if (g != TERM_NONE && sort_kind_of(term_sort(g)) == SORT_BV && term_width(g) <= 64)
        VEC_PUSH(&places->ghosts, g);
}

/* The greatest value that a guard lets something have, if it does so by a constant. */
static bool limit_in(term literal, uint64_t *limit) {
    enum term_op op = term_op_of(literal);
    if (op != OP_BV_SLE && op != OP_BV_ULE) return false;
    term a = term_arg(literal, 0), b = term_arg(literal, 1);
    if (term_is_const(b)) *limit = term_value(b).lo;
    else if (term_is_const(a)) *limit = term_value(a).lo - 1;
    return term_is_const(a) || term_is_const(b);
}

term cells_solve(const struct places *places, term equation, term x) {
    assert(term_op_of(equation) == OP_EQ && sort_kind_of(term_sort(x)) == SORT_BV);
    term d = term_bv_sub(term_arg(equation, 0), term_arg(equation, 1)), one = term_bv(term_width(x), 1);
    struct subst next = {0};
    subst_set(&next, x, term_bv_add(x, one));
    term slope = term_bv_sub(subst_apply(&next, d), d);
    subst_release(&next);
    term p = slope == one ? term_bv_sub(x, d) : slope == term_bv_neg(one) ? term_bv_add(x, d) : TERM_NONE;
    return p != TERM_NONE && places_only_ghosts(places, p) ? p : TERM_NONE;
}

term cells_narrowed(const struct places *places, term equation, term *fits) {
    assert(term_op_of(equation) == OP_EQ);
    *fits = term_true();
    for (uint32_t i = 0; i < 2; i++) {
        term p = term_arg(equation, i), t = term_arg(equation, 1 - i);
        if (!places_only_ghosts(places, p) || places_mention_ghost(places, t)) continue;
        while (term_op_of(t) == OP_BV_SEXT || term_op_of(t) == OP_BV_ZEXT) {
            term low = term_extract(p, term_width(term_arg(t, 0)) - 1, 0);
            *fits = term_and(*fits, term_ule(p, term_zext(low, term_width(p))));
            t = term_arg(t, 0);
            p = low;
        }
        term narrow = term_eq(t, p);
        if (term_op_of(narrow) == OP_EQ) return narrow;
    }
    return equation;
}

/* Cells at terms over g, such as 2 * g + 1, are met when x = 2 * g + 1: before, or after that. */
static void add_solved(struct places *places, term equation, term g, term_vec *solved) {
    term_vec vars = {0};
    term fits;
    equation = cells_narrowed(places, equation, &fits);
    term_free_vars(equation, &vars);
    for (uint32_t i = 0; i < vars.n; i++) {
        term x = vars.at[i];
        if (x == g || term_sort(x) != term_sort(term_arg(equation, 0))) continue;
        if (term_mentions(equation, g)) {
            term p = cells_solve(places, equation, x);
            if (p == TERM_NONE || p == g) continue;
            add_position(places, term_and(fits, term_ult(p, x)));
            terms_add_once(solved, p);
        }
    }
    VEC_RELEASE(&vars);
}

/* f(x) = f(g): x, which is in the place of g. */
static void add_twins(term equation, term g, term_vec *compared) {
    term_vec vars = {0};
    if (term_mentions(equation, g)) term_free_vars(equation, &vars);
    for (uint32_t i = 0; i < vars.n; i++) {
        struct subst by = {0};
        if (vars.at[i] == g || term_sort(vars.at[i]) != term_sort(g)) continue;
        subst_set(&by, g, vars.at[i]);
        if (subst_apply(&by, equation) == term_true()) terms_add_once(compared, vars.at[i]);
        subst_release(&by);
    }
    VEC_RELEASE(&vars);
}

/* What t compares with the ghost for equality: what is used as an index. */
static void add_compared(struct places *places, term t, term g, term_vec *compared, term_vec *solved) {
    term_vec subterms = {0};
    term_subterms(t, &subterms);
    for (uint32_t k = 0; k < subterms.n; k++) {
        term equation = subterms.at[k];
        if (term_op_of(equation) != OP_EQ) continue;
        for (uint32_t i = 0; i < 2; i++)
            if (term_arg(equation, i) == g) terms_add_once(compared, term_arg(equation, 1 - i));
        if (sort_kind_of(term_sort(term_arg(equation, 0))) == SORT_BV)
            add_solved(places, equation, g, solved);
        add_twins(equation, g, compared);
    }
    VEC_RELEASE(&subterms);
}

void cells_compared(struct places *places, term g, term_vec *compared, term_vec *solved) {
    assert(places_is_ghost(places, g));
    const struct cfa *c = places->c;
    for (uint32_t i = 0; i < c->steps.n; i++) {
        for (uint32_t j = 0; j < c->steps.at[i].guard.n; j++)
            add_compared(places, c->steps.at[i].guard.at[j], g, compared, solved);
        for (uint32_t j = 0; j < c->steps.at[i].updates.n; j++)
            add_compared(places, c->steps.at[i].updates.at[j].value, g, compared, solved);
    }
}

/* The end of a loop that is no constant: n in i < n. */
static term variable_end(term literal) {
    enum term_op op = term_op_of(literal);
    bool compares = op == OP_BV_SLT || op == OP_BV_ULT || op == OP_BV_SLE || op == OP_BV_ULE;
    return compares && term_is_var(term_arg(literal, 1)) && !term_is_const(term_arg(literal, 0))
               ? term_arg(literal, 1)
               : TERM_NONE;
}

/* f(n) for an index f(i) that the literal i < n bounds; TERM_NONE if f has other variables. */
static term index_at_end(term index, term literal, term n) {
    term_vec vars = {0};
    struct subst end = {0};
    term found = TERM_NONE;
    term_free_vars(index, &vars);
    if (vars.n == 1 && vars.at[0] != n && term_sort(vars.at[0]) == term_sort(n) &&
        term_mentions(literal, vars.at[0])) {
        subst_set(&end, vars.at[0], n);
        found = subst_apply(&end, index);
        subst_release(&end);
    }
    VEC_RELEASE(&vars);
    return found;
}

/* g < n for the end of a loop; for an index that is wider than its variable, g < f(n). */
static void add_variable_end(struct places *places, term g, term literal, const term_vec *compared) {
    assert(places_is_ghost(places, g));
    term n = variable_end(literal);
    if (n == TERM_NONE || n == g) return;
    if (term_sort(n) == term_sort(g)) add_position(places, term_ult(g, n));
    for (uint32_t i = 0; i < compared->n; i++) {
        term end = index_at_end(compared->at[i], literal, n);
        if (end != TERM_NONE) add_position(places, term_ult(g, end));
    }
}

/* Is the index a variable, perhaps extended, that some step decreases (increases)? */
static bool counts(const struct cfa *c, term index, bool down) {
    while (term_op_of(index) == OP_BV_SEXT || term_op_of(index) == OP_BV_ZEXT) index = term_arg(index, 0);
    for (uint32_t i = 0; i < c->steps.n && term_is_var(index); i++)
        for (uint32_t j = 0; j < c->steps.at[i].updates.n; j++) {
            const struct cfa_assign *a = &c->steps.at[i].updates.at[j];
            if (a->var != index) continue;
            term d = term_bv_sub(a->value, index);
            int64_t by =
                term_is_const(d) && term_width(d) <= 64 ? bits_signed64(term_value(d).lo, term_width(d)) : 0;
            if (down ? by < 0 : by > 0) return true;
        }
    return false;
}

/* A variable, perhaps extended, that jumps: some step sets it to something else than itself with a
 * constant added. */
static bool jumps(const struct cfa *c, term index) {
    while (term_op_of(index) == OP_BV_SEXT || term_op_of(index) == OP_BV_ZEXT) index = term_arg(index, 0);
    for (uint32_t i = 0; i < c->steps.n && term_is_var(index); i++)
        for (uint32_t j = 0; j < c->steps.at[i].updates.n; j++) {
            const struct cfa_assign *a = &c->steps.at[i].updates.at[j];
            if (a->var == index && !term_is_const(a->value) && !term_is_const(term_bv_sub(a->value, index)))
                return true;
        }
    return false;
}

/* Adds x -> the greatest value that a guard of some step lets x have, for each variable of the
 * index that has one. */
static void find_limits(const struct cfa *c, const term_vec *vars, struct subst *limits) {
    for (uint32_t k = 0; k < vars->n; k++) {
        uint64_t greatest = 0;
        for (uint32_t i = 0; i < c->steps.n; i++)
            for (uint32_t j = 0; j < c->steps.at[i].guard.n; j++) {
                term literal = c->steps.at[i].guard.at[j];
                uint64_t limit = 0;
                if (limit_in(literal, &limit) && term_arg(literal, 0) == vars->at[k] && limit > greatest)
                    greatest = limit;
            }
        if (greatest) subst_set(limits, vars->at[k], term_bv(term_width(vars->at[k]), greatest));
    }
}

/* The last element of an array of several dimensions: g <= 300 * 299 + 299. */
static void add_last(struct places *places, term g, term index) {
    assert(places_is_ghost(places, g));
    term_vec vars = {0};
    struct subst limits = {0};
    term_free_vars(index, &vars);
    if (vars.n > 1) {
        find_limits(places->c, &vars, &limits);
        term last = subst_apply(&limits, index);
        if (term_is_const(last) && term_sort(last) == term_sort(g)) add_position(places, term_ule(g, last));
    }
    subst_release(&limits);
    VEC_RELEASE(&vars);
}

/* g is below what it is compared with (above, if that comes down to it), or below the end of a
 * loop. */
static void describe_positions(struct places *places, term g) {
    assert(places_is_ghost(places, g));
    const struct cfa *c = places->c;
    uint32_t width = term_width(g);
    term_vec compared = {0}, solved = {0};
    cells_compared(places, g, &compared, &solved);
    for (uint32_t i = 0; i < compared.n; i++) {
        bool down = counts(c, compared.at[i], true), up = counts(c, compared.at[i], false);
        /* Down to -1 in the end: signed, and where it was is what is not below. Up and down: the
         * top of a stack. */
        if (down) add_position(places, term_sle(g, compared.at[i]));
        if (up || !down) add_position(places, term_ult(g, compared.at[i]));
        if (jumps(c, compared.at[i])) add_position(places, term_eq(g, compared.at[i]));
        add_last(places, g, compared.at[i]);
    }
    for (uint32_t i = 0; i < c->steps.n; i++)
        for (uint32_t j = 0; j < c->steps.at[i].guard.n; j++) {
            uint64_t limit = 0;
            add_variable_end(places, g, c->steps.at[i].guard.at[j], &compared);
            if (!limit_in(c->steps.at[i].guard.at[j], &limit) || limit == 0 || limit > bits_mask64(width) / 2)
                continue;
            term end = term_bv(width, limit), within = term_ule(g, end);
            add_position(places, within);
            for (uint32_t k = 0; k < solved.n; k++) {
                term there = term_ule(solved.at[k], term_bv(term_width(solved.at[k]), limit));
                add_position(places, term_and(within, there));
            }
        }
    VEC_RELEASE(&compared);
    VEC_RELEASE(&solved);
}

/* ---- where loops start ---- */

enum { MAX_STARTS = 6 };

/* Does the step set a variable of t to something else than itself with a constant added? */
static bool sets_anew(const struct cfa_step *s, term t) {
    for (uint32_t i = 0; i < s->updates.n; i++) {
        const struct cfa_assign *a = &s->updates.at[i];
        if (sort_kind_of(term_sort(a->var)) == SORT_BV && term_mentions(t, a->var) &&
            !term_is_const(term_bv_sub(a->value, a->var)))
            return true;
    }
    return false;
}

/* Only variables of the automaton, and not only ghosts. */
static bool over_variables(const struct places *places, term t) {
    term_vec vars = {0};
    term_free_vars(t, &vars);
    bool good = places_mention_ghost(places, t) && !places_only_ghosts(places, t);
    for (uint32_t i = 0; i < vars.n && good; i++) good = cfa_has_var(places->c, vars.at[i]);
    VEC_RELEASE(&vars);
    return good;
}

/* The weakest precondition of a place along a step into a loop: g < i is g < n before a loop that
 * begins with i := n, and g < 300 * i + j is g < 300 * i before an inner loop over j. */
static void describe_starts(struct places *places) {
    uint32_t direct = places->all.n, found = 0;
    for (uint32_t i = 0; i < places->c->steps.n; i++)
        for (uint32_t j = 0; j < direct && found < MAX_STARTS; j++) {
            struct cfa_step *s = &places->c->steps.at[i];
            if (s->from == s->to || !sets_anew(s, places->all.at[j].when)) continue;
            term before = cfa_wp(s, places->all.at[j].when);
            if (places_include(places, before, PLACE_POSITION) || !over_variables(places, before)) continue;
            places_add(places, before, PLACE_START);
            found++;
        }
}

/* ---- flags ---- */

/* Adds the constants and the variables that t may be; false if it may be anything else. */
static bool sources_of(term t, term_vec *constants, term_vec *vars) {
    if (term_op_of(t) == OP_ITE)
        return sources_of(term_arg(t, 1), constants, vars) && sources_of(term_arg(t, 2), constants, vars);
    if (!term_is_const(t) && !term_is_var(t)) return false;
    terms_add_once(term_is_const(t) ? constants : vars, t);
    return true;
}

/* x = c for the variables that are set to two constants, directly or by way of other variables, and
 * nothing else: what the program found out about elements. */
static void describe_flag(struct places *places, term var) {
    assert(term_is_var(var));
    const struct cfa *c = places->c;
    term_vec constants = {0}, vars = {0};
    bool flag = sort_kind_of(term_sort(var)) == SORT_BV;
    VEC_PUSH(&vars, var);
    for (uint32_t k = 0; k < vars.n && flag; k++) {
        flag = cfa_has_var(c, vars.at[k]); /* no input */
        for (uint32_t i = 0; i < c->steps.n && flag; i++)
            for (uint32_t j = 0; j < c->steps.at[i].updates.n && flag; j++) {
                const struct cfa_assign *a = &c->steps.at[i].updates.at[j];
                if (a->var == vars.at[k])
                    flag = term_size(a->value) < 200 && sources_of(a->value, &constants, &vars);
            }
    }
    for (uint32_t i = 0; i < constants.n && flag && constants.n == 2; i++)
        places_add(places, term_eq(constants.at[i], var), PLACE_FLAG);
    VEC_RELEASE(&constants);
    VEC_RELEASE(&vars);
}

void cells_places(const struct cfa *cells, const struct cells_ghosts *g, struct places *places) {
    *places = (struct places){.c = cells, .instances = g->with_instances ? g->instances.at : NULL};
    assert(!g->with_instances || g->instances.n == cells->steps.n);
    for (uint32_t i = 0; i < g->cells.n; i++) VEC_PUSH(&places->cells, g->cells.at[i]);
    add_ghost(places, g->variable);
    for (uint32_t k = 0; k < g->n; k++) add_ghost(places, g->free[k] ? g->at[k] : TERM_NONE);
    for (uint32_t i = 0; i < places->ghosts.n; i++) describe_positions(places, places->ghosts.at[i]);
    if (!places->all.n) return;
    describe_starts(places);
    for (uint32_t i = 0; i < cells->vars.n; i++) describe_flag(places, cells->vars.at[i].var);
    cells_claims(places);
    assert(places_check(places));
}
