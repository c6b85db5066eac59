/* Second lemmas with atoms that no weakest precondition writes. Both kinds start from a cube c that
 * was generalized and blocked at (i,l), and block a cube that contains it, which is checked like
 * any other. The first lemma stays, because subsumption goes by literals.
 *
 * Weaker literals (--weaken). Dropping a literal is one way to weaken a cube, and often too much:
 * an equation becomes an inequality, a strict inequality becomes "different". Example (FMCAD15,
 * Fig. 1), over integers:
 *
 *     for (x = 10;; x++) assert(x != 9);
 *
 *     c       x = 9, then x = 8, x = 7, ... for ever, one for each frame
 *     weaker  x <= 9 is inductive at once, and its clause is the invariant x >= 10
 *
 * Where variables are unbounded integers that is always done, because nothing else ends there.
 *
 * Interpolants (--itp).
 *
 * When a cube c is blocked at (i,l), every incoming step e has F(i-1,lp) & T_e => not c, and an
 * interpolant P_e between the two: it holds after the step, contradicts c, and says so in words of
 * the program's conditions where these suffice (vocabulary.c). Then "not P_e for every e" contains
 * c and is blocked as well. Where that is a cube again it is generalized like any other and becomes
 * a second lemma. Example, at the head of `while (i < n) i++;` before `assert(i == n)`:
 *
 *     c        n <= i & i != n                  blocks what the assertion needs
 *     P_e      i <= n, for both steps           not P_e is the cube n < i, one literal instead of two
 *
 * Frames with many lemmas are left alone: each is blasted once more for each interpolant. */
#include <assert.h>
#include <stdlib.h>

#include "ic3cfa/engine.h"
#include "ic3cfa/vocabulary.h"
#include "term/subst.h"
#include "util/options.h"
#include "util/stats.h"

enum { MAX_FRAME = 40, MAX_LITERALS = 8 };

static bool frame_clauses(struct ic3 *ic3, uint32_t i, loc l, term_vec *clauses) {
    const struct frame_list *a = &ic3->frames.at[l];
    const struct facts *known = ic3->frames.known;
    for (uint32_t j = 0; known && j < known->at[l].n; j++) VEC_PUSH(clauses, known->at[l].at[j]);
    for (uint32_t j = 0; j < a->lemmas.n; j++)
        if (!a->lemmas.at[j]->dead && a->lemmas.at[j]->level >= i)
            VEC_PUSH(clauses, cube_clause(a->lemmas.at[j]->cube));
    return clauses->n <= MAX_FRAME;
}

/* Adds the literals of not P_e; false if there is no interpolant, or if that is no cube. */
static bool add_complement(struct ic3 *ic3, uint32_t i, uint32_t step, const term_vec *target,
                           term_vec *literals) {
    term_vec clauses = {0}, parts = {0};
    term p;
    bool is_cube =
        frame_clauses(ic3, i - 1, ic3->cfa->steps.at[step].from, &clauses) &&
        vocabulary_step_interpolant(ic3->words, ic3->cfa, step, &clauses, target, &p) == ANSWER_UNSAT;
    if (is_cube) term_conjuncts(term_not(p), &parts);
    for (uint32_t j = 0; j < parts.n && is_cube; j++) {
        enum term_op op = term_op_of(parts.at[j]);
        is_cube = op != OP_OR && op != OP_ITE;
        terms_add_once(literals, parts.at[j]);
    }
    VEC_RELEASE(&clauses);
    VEC_RELEASE(&parts);
    return is_cube && literals->n <= MAX_LITERALS;
}

static bool is_inductive(struct ic3 *ic3, uint32_t i, loc l, const struct cube *c) {
    for (uint32_t j = 0; j < ic3->by.in[l].n; j++)
        if (edge_relative_inductive(ic3, i, ic3->by.in[l].at[j], c) != ANSWER_UNSAT) {
            free(ic3->gave_up); /* the run can do without this lemma */
            ic3->gave_up = NULL;
            return false;
        }
    return true;
}

/* ---- weaker literals ---- */

/* a = b, as what is weaker: an order, of which only one way can be right. */
static void weaker_than_equal(term a, term b, term_vec *weaker) {
    enum sort_kind k = sort_kind_of(term_sort(a));
    if (k == SORT_INT) {
        VEC_PUSH(weaker, term_int_le(a, b));
        VEC_PUSH(weaker, term_int_le(b, a));
    } else if (k == SORT_BV && term_width(a) > 1) {
        VEC_PUSH(weaker, term_sle(a, b));
        VEC_PUSH(weaker, term_sle(b, a));
        VEC_PUSH(weaker, term_ule(a, b));
        VEC_PUSH(weaker, term_ule(b, a));
    }
}

static void weaker_literals(term literal, term_vec *weaker) {
    enum term_op op = term_op_of(literal);
    if (op == OP_EQ) weaker_than_equal(term_arg(literal, 0), term_arg(literal, 1), weaker);
    if (op == OP_BV_ULT || op == OP_BV_SLT)
        VEC_PUSH(weaker, term_not(term_eq(term_arg(literal, 0), term_arg(literal, 1))));
}

/* The cube with another literal in the place of its j-th one; NULL if that is none. */
static const struct cube *replaced(struct ic3 *ic3, const struct cube *c, uint32_t j, term by) {
    term_vec lits = {0};
    for (uint32_t k = 0; k < c->n; k++) VEC_PUSH(&lits, k == j ? by : c->lits[k]);
    const struct cube *d = cube_make(&ic3->cubes, lits.at, lits.n);
    VEC_RELEASE(&lits);
    return d == c ? NULL : d;
}

/* The first of the weaker cubes that is inductive; NULL: none. */
static const struct cube *weaken_once(struct ic3 *ic3, uint32_t i, loc l, const struct cube *c) {
    const struct cube *found = NULL;
    term_vec weaker = {0};
    for (uint32_t j = 0; j < c->n && !found; j++) {
        VEC_CLEAR(&weaker);
        weaker_literals(c->lits[j], &weaker);
        for (uint32_t k = 0; k < weaker.n && !found; k++) {
            const struct cube *d = replaced(ic3, c, j, weaker.at[k]);
            if (d && is_inductive(ic3, i, l, d)) found = d;
        }
    }
    VEC_RELEASE(&weaker);
    return found;
}

void weaken_literals(struct ic3 *ic3, uint32_t i, loc l, const struct cube *c) {
    assert(i >= 1 && l != ic3->cfa->l0);
    const struct cube *best = NULL;
    for (const struct cube *d = c; (d = weaken_once(ic3, i, l, d));) best = d;
    if (!best || frame_find_subset(&ic3->frames, i, l, best)) return;
    block(ic3, i, l, generalize_cube(ic3, i, l, best, NULL, 0));
    stats.literals_weakened++;
}

/* ---- interpolants ---- */

void weaken_by_interpolants(struct ic3 *ic3, uint32_t i, loc l, const struct cube *c) {
    assert(i >= 1 && l != ic3->cfa->l0);
    term_vec target = {0}, literals = {0};
    bool found = c->n > 0;
    for (uint32_t j = 0; j < c->n; j++) VEC_PUSH(&target, c->lits[j]);
    for (uint32_t j = 0; j < ic3->by.in[l].n && found; j++) {
        uint32_t step = ic3->by.in[l].at[j];
        if (frame_is_false(&ic3->frames, i - 1, ic3->cfa->steps.at[step].from)) continue;
        found = add_complement(ic3, i, step, &target, &literals);
    }
    const struct cube *d = found ? cube_make(&ic3->cubes, literals.at, literals.n) : NULL;
    if (d && !frame_find_subset(&ic3->frames, i, l, d) && is_inductive(ic3, i, l, d)) {
        block(ic3, i, l, generalize_cube(ic3, i, l, d, NULL, 0));
        stats.lemmas_of_interpolants++;
    }
    VEC_RELEASE(&target);
    VEC_RELEASE(&literals);
}
