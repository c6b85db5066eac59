/* Greedy: each edit is tried on a copy; one that keeps the failure is kept. Edits are numbered, so
 * a round goes through all of them once, and rounds go on until one changes nothing. */
#include "shrink.h"

#include "cfa/check.h"
#include "cfa/reduce.h"
#include "util/fail.h"

/* ---- terms: replace a subterm's parent by one of its arguments, or by a constant ---- */

/* The e-th smaller version of t; TERM_NONE if there are fewer. */
static term smaller(term t, uint32_t e) {
    bool is_bool = sort_kind_of(term_sort(t)) == SORT_BOOL;
    if (term_is_const(t)) return TERM_NONE;
    if (!e--) return is_bool ? term_true() : term_bv(term_width(t), 0);
    for (uint32_t i = 0; i < term_arity(t); i++)
        if (term_sort(term_arg(t, i)) == term_sort(t) && !e--) return term_arg(t, i);
    if (term_op_of(t) != OP_AND && term_op_of(t) != OP_OR) return TERM_NONE;
    for (uint32_t i = 0; i < term_arity(t); i++) { /* one conjunct less */
        if (e--) continue;
        term_vec rest = {0};
        for (uint32_t j = 0; j < term_arity(t); j++)
            if (j != i) VEC_PUSH(&rest, term_arg(t, j));
        term less = term_op_of(t) == OP_AND ? term_and_n(rest.at, rest.n) : term_or_n(rest.at, rest.n);
        VEC_RELEASE(&rest);
        return less;
    }
    return TERM_NONE;
}

/* ---- commands ---- */

static void make_skip(struct cfa_cmd *k) { *k = (struct cfa_cmd){.kind = CMD_ASSUME, .cond = term_true()}; }

/* Applies the e-th edit of a command; false if it has fewer. */
static bool edit_cmd(struct cfa_cmd *k, uint32_t e) {
    if (k->kind == CMD_SKIP || k->kind == CMD_SEQ) return false;
    if (k->kind == CMD_CHOICE) {
        if (e > 1) return false;
        k->kind = CMD_SEQ;
        *(e ? &k->first : &k->second) = 0;
        return true;
    }
    if (k->kind == CMD_ASSUME && k->cond == term_true()) return false;
    if (!e--) {
        make_skip(k);
        return true;
    }
    if (k->kind == CMD_ASSUME) {
        term less = smaller(k->cond, e);
        if (less) k->cond = less;
        return less != TERM_NONE;
    }
    for (uint32_t i = 0; k->kind == CMD_ASSIGN && i < k->n; i++) {
        if (k->n > 1 && !e--) {
            k->assigns[i] = k->assigns[--k->n];
            return true;
        }
        for (uint32_t s = 0; smaller(k->assigns[i].value, s); s++) {
            if (e--) continue;
            k->assigns[i].value = smaller(k->assigns[i].value, s);
            return true;
        }
    }
    return false;
}

/* ---- the search ---- */

struct shrinking {
    struct cfa *best;
    still_fails *fails;
    void *context;
    uint32_t tries;
};

/* Takes the edited copy if it still fails. */
static bool keep_if_fails(struct shrinking *s, struct cfa *edited) {
    s->tries--;
    char *wrong = cfa_check(edited);
    bool good = !wrong && s->fails(s->context, edited);
    free(wrong);
    cfa_free(good ? s->best : edited);
    if (good) s->best = edited;
    return good;
}

static bool shrink_edges(struct shrinking *s) {
    bool progress = false;
    for (uint32_t i = 0; i < s->best->edges.n && s->tries;) {
        struct cfa *c = cfa_copy(s->best);
        for (uint32_t j = i; j + 1 < c->edges.n; j++) c->edges.at[j] = c->edges.at[j + 1];
        c->edges.n--;
        bool good = keep_if_fails(s, c);
        progress |= good;
        i += !good;
    }
    return progress;
}

static bool shrink_cmds(struct shrinking *s) {
    bool progress = false;
    for (cmd k = 0; k < s->best->cmds.n; k++)
        for (uint32_t e = 0; s->tries;) {
            struct cfa *c = cfa_copy(s->best);
            if (!edit_cmd(&c->cmds.at[k], e)) {
                cfa_free(c);
                break;
            }
            bool good = keep_if_fails(s, c);
            progress |= good;
            if (!good) e++;
        }
    return progress;
}

static bool shrink_locs(struct shrinking *s) {
    struct cfa *c = cfa_copy(s->best);
    uint32_t before = c->locs.n + c->cmds.n;
    cfa_prune(c);
    if (c->locs.n + c->cmds.n < before && s->tries) return keep_if_fails(s, c);
    cfa_free(c);
    return false;
}

struct cfa *shrink(struct cfa *c, still_fails *fails, void *context, uint32_t max_tries) {
    struct shrinking s = {c, fails, context, max_tries};
    for (bool progress = true; progress && s.tries;) {
        progress = shrink_edges(&s);
        progress |= shrink_locs(&s);
        progress |= shrink_cmds(&s);
    }
    return s.best;
}
