#include "cells/follow.h"

#include <assert.h>

#include "cells/choose.h"
#include "cells/reads.h"

enum { MAX_SIZE = 4000 }; /* subterms of a term: larger ones are not taken apart */

struct follower {
    const struct cfa *c;
    struct cfa *to;
    struct cells_ghosts *g;
    const struct settled *settled;    /* NULL: ghosts are what lE reads */
    struct int_map cells[MAX_GHOSTS]; /* array variable -> A@g */
    /* of the step at hand */
    struct cfa_step *step;
    struct int_map scalar;           /* term -> what it is here */
    struct int_map cell[MAX_GHOSTS]; /* array term -> its cell */
};

static bool is_array(term t) { return sort_kind_of(term_sort(t)) == SORT_ARRAY; }

/* ---- terms ---- */

static term scalar(struct follower *f, term t);

static term new_input(struct follower *f, sort s) {
    term input = term_fresh("cell", s);
    VEC_PUSH(&f->step->inputs, (struct cfa_input){input, NO_SITE, 0});
    return input;
}

static term is_ghost(struct follower *f, uint32_t k, term index) {
    assert(k < f->g->n && sort_kind_of(term_sort(index)) == SORT_BV);
    return term_eq(scalar(f, index), f->g->at[k]);
}

static bool follows(const struct follower *f, uint32_t k, term array) {
    assert(k < f->g->n && is_array(array));
    if (f->g->moves[k] != TERM_NONE) return int_map_get(&f->cells[k], array) != NULL;
    return sort_index(term_sort(array)) == term_sort(f->g->at[k]);
}

/* The cell of ghost k in the array that t is. */
static term cell(struct follower *f, uint32_t k, term t) {
    assert(k < f->g->n && is_array(t));
    uint64_t *known = int_map_get(&f->cell[k], t);
    if (known) return (term)*known;
    uint64_t *variable = int_map_get(&f->cells[k], t);
    term r;
    if (variable) r = (term)*variable;
    else if (term_op_of(t) == OP_STORE)
        r = term_ite(is_ghost(f, k, term_arg(t, 1)), scalar(f, term_arg(t, 2)), cell(f, k, term_arg(t, 0)));
    else if (term_op_of(t) == OP_CONST_ARRAY) r = scalar(f, term_arg(t, 0));
    else if (term_op_of(t) == OP_ITE)
        r = term_ite(scalar(f, term_arg(t, 0)), cell(f, k, term_arg(t, 1)), cell(f, k, term_arg(t, 2)));
    else r = new_input(f, sort_element(term_sort(t))); /* an input of the step */
    *int_map_put(&f->cell[k], t, NULL) = r;
    return r;
}

/* A read: what is written just before or followed is known, the rest is any value. */
static term read_cell(struct follower *f, term t) {
    assert(term_op_of(t) == OP_SELECT);
    term array = term_arg(t, 0), index = term_arg(t, 1);
    if (term_op_of(array) == OP_STORE)
        return term_ite(term_eq(scalar(f, index), scalar(f, term_arg(array, 1))),
                        scalar(f, term_arg(array, 2)), scalar(f, term_select(term_arg(array, 0), index)));
    term r = new_input(f, term_sort(t));
    for (uint32_t k = f->g->n; k-- > 0;)
        if (follows(f, k, array)) r = term_ite(is_ghost(f, k, term_arg(t, 1)), cell(f, k, array), r);
    return r;
}

static term rebuild(struct follower *f, term t) {
    term_vec args = {0};
    for (uint32_t i = 0; i < term_arity(t); i++) VEC_PUSH(&args, scalar(f, term_arg(t, i)));
    term r = term_rebuild(t, args.at);
    VEC_RELEASE(&args);
    return r;
}

static term scalar(struct follower *f, term t) {
    assert(!is_array(t));
    uint64_t *known = int_map_get(&f->scalar, t);
    if (known) return (term)*known;
    term r = t;
    if (term_op_of(t) == OP_SELECT) r = read_cell(f, t);
    else if (term_arity(t) && term_op_of(t) == OP_EQ && is_array(term_arg(t, 0)))
        r = new_input(f, term_sort(t));
    else if (term_arity(t)) r = rebuild(f, t);
    *int_map_put(&f->scalar, t, NULL) = r;
    return r;
}

/* ---- instances ---- */

enum { MAX_TUPLES = 24 };

static void step_indices(const struct cfa_step *s, term_vec *indices) {
    for (uint32_t i = 0; i < s->guard.n; i++) term_indices_read(s->guard.at[i], indices);
    for (uint32_t i = 0; i < s->updates.n; i++) term_indices_read(s->updates.at[i].value, indices);
}

/* The cell of array A of ghost k where the free ghosts are as in `by`: at another ghost, at an
 * index that the step reads, or any value. */
static term cell_at(struct follower *f, struct subst *by, uint32_t k, term array, const term_vec *indices) {
    assert(k < f->g->n && is_array(array));
    term at = subst_apply(by, f->g->at[k]);
    for (uint32_t j = 0; j < f->g->n; j++)
        if (f->g->at[j] == at && follows(f, j, array)) return (term)*int_map_get(&f->cells[j], array);
    for (uint32_t j = 0; j < indices->n; j++)
        if (term_sort(indices->at[j]) == term_sort(at) && scalar(f, indices->at[j]) == at)
            return scalar(f, term_select(array, indices->at[j]));
    return new_input(f, sort_element(term_sort(array)));
}

/* The instance of a tuple of choices: 0 .. for the indices, then for the ghosts. False if it is
 * none, or changes nothing. */
static bool make_instance(struct follower *f, uint32_t tuple, const term_vec *indices, struct subst *by) {
    uint32_t choices = indices->n + f->g->n;
    bool moved = false;
    for (uint32_t k = 0; k < f->g->n; k++) {
        if (!f->g->free[k]) continue;
        uint32_t choice = tuple % choices;
        tuple /= choices;
        term at = choice < indices->n ? scalar(f, indices->at[choice]) : f->g->at[choice - indices->n];
        if (term_sort(at) != term_sort(f->g->at[k])) return false;
        moved |= at != f->g->at[k];
        subst_set(by, f->g->at[k], at);
    }
    struct subst cells = {0};
    for (uint32_t k = 0; k < f->g->n && moved; k++)
        for (uint32_t i = 0; i < f->c->vars.n; i++) {
            term array = f->c->vars.at[i].var;
            if (is_array(array) && follows(f, k, array))
                subst_set(&cells, (term)*int_map_get(&f->cells[k], array), cell_at(f, by, k, array, indices));
        }
    for (uint32_t k = 0; k < f->g->n; k++)
        if (f->g->free[k]) subst_set(&cells, f->g->at[k], subst_apply(by, f->g->at[k]));
    subst_release(by);
    *by = cells;
    return moved;
}

static void add_instances(struct follower *f, const struct cfa_step *s, place_instances *instances) {
    assert(s->to != f->c->lE);
    term_vec indices = {0};
    uint32_t tuples = 1;
    step_indices(s, &indices);
    for (uint32_t k = 0; k < f->g->n; k++)
        if (f->g->free[k]) tuples *= indices.n + f->g->n;
    for (uint32_t t = 0; indices.n && t < tuples && instances->n < MAX_TUPLES; t++) {
        struct subst by = {0};
        if (make_instance(f, t, &indices, &by)) VEC_PUSH(instances, by);
        else subst_release(&by);
    }
    VEC_RELEASE(&indices);
}

static void instances_release(place_instances *instances) {
    for (uint32_t i = 0; i < instances->n; i++) subst_release(&instances->at[i]);
    VEC_RELEASE(instances);
}

/* ---- steps ---- */

static void add_update(struct cfa_step *s, term var, term v) {
    if (var != v) VEC_PUSH(&s->updates, (struct cfa_assign){var, v});
}

static void follow_update(struct follower *f, struct cfa_assign a) {
    assert(term_sort(a.var) == term_sort(a.value));
    if (!is_array(a.var)) {
        add_update(f->step, a.var, scalar(f, a.value));
        return;
    }
    for (uint32_t k = 0; k < f->g->n; k++)
        if (follows(f, k, a.var) && f->g->moves[k] == TERM_NONE)
            add_update(f->step, (term)*int_map_get(&f->cells[k], a.var), cell(f, k, a.value));
}

/* The cells at an index of the program: what is read there after the step. */
static void follow_moving(struct follower *f, struct cfa_step *s) {
    for (uint32_t k = 0; k < f->g->n; k++) {
        term array = f->g->moves[k];
        if (array != TERM_NONE)
            add_update(f->step, (term)*int_map_get(&f->cells[k], array),
                       scalar(f, cfa_wp(s, term_select(array, f->g->at[k]))));
    }
}

/* The free ghosts are the independent indices that a step into lE reads; what depends on them
 * follows. */
static void meet_ghosts(struct follower *f, const struct cfa_step *s, term_vec *guard) {
    struct cells_reads r;
    if (f->g->variable != TERM_NONE) {
        cells_reads_init(&r, s);
        term x = cells_common_variable(&r);
        if (x != TERM_NONE && term_sort(x) == term_sort(f->g->variable))
            VEC_PUSH(guard, term_eq(x, f->g->variable));
        cells_reads_release(&r);
        return;
    }
    cells_reads_init(&r, s);
    for (uint32_t i = 0, k = 0; i < r.free.n && k < f->g->n; k++)
        if (f->g->free[k] && term_sort(r.free.at[i]) == term_sort(f->g->at[k]))
            VEC_PUSH(guard, is_ghost(f, k, r.free.at[i++]));
    cells_reads_release(&r);
}

/* The literals of all conditions; false if they contradict each other. */
static bool set_guard(struct cfa_step *s, const term_vec *conditions) {
    term all = term_and_n(conditions->at, conditions->n);
    if (all == term_false()) return false;
    term_conjuncts(all, &s->guard);
    return true;
}

/* The ghost is what the index will be when it is final. */
static void meet_settled(struct follower *f, struct cfa_step *s, term_vec *guard) {
    assert(f->settled->final && !f->settled->final[f->c->l0]);
    const struct settled *k = f->settled;
    if (!k->final[s->from] && k->final[s->to]) VEC_PUSH(guard, is_ghost(f, 0, cfa_wp(s, k->index)));
}

static void follow_step(struct follower *f, struct cfa_step *s) {
    struct cfa_step out = {.from = s->from, .to = s->to, .edge = s->edge};
    term_vec conditions = {0};
    f->step = &out;
    int_map_clear(&f->scalar);
    for (uint32_t k = 0; k < MAX_GHOSTS; k++) int_map_clear(&f->cell[k]);
    for (uint32_t i = 0; i < s->inputs.n; i++)
        if (!is_array(s->inputs.at[i].var)) VEC_PUSH(&out.inputs, s->inputs.at[i]);
    for (uint32_t i = 0; i < s->guard.n; i++) VEC_PUSH(&conditions, scalar(f, s->guard.at[i]));
    if (f->settled) meet_settled(f, s, &conditions);
    else if (s->to == f->c->lE) meet_ghosts(f, s, &conditions);
    for (uint32_t i = 0; i < s->updates.n; i++) follow_update(f, s->updates.at[i]);
    follow_moving(f, s);
    place_instances instances = {0};
    if (f->g->with_instances && s->to != f->c->lE) add_instances(f, s, &instances);
    if (set_guard(&out, &conditions)) {
        cfa_step_finish(&out);
        VEC_PUSH(&f->to->steps, out);
        VEC_PUSH(&f->g->instances, instances);
    } else {
        instances_release(&instances);
        cfa_step_release(&out);
    }
    VEC_RELEASE(&conditions);
}

/* ---- the automaton ---- */

static void declare(struct follower *f) {
    const struct cfa *c = f->c;
    for (uint32_t i = 0; i < c->vars.n; i++) {
        const struct cfa_var *v = &c->vars.at[i];
        if (!is_array(v->var)) cfa_add_var(f->to, v->var, v->c_name, v->is_signed, v->pos);
        for (uint32_t k = 0; is_array(v->var) && k < f->g->n; k++) {
            if (f->g->moves[k] != TERM_NONE ? f->g->moves[k] != v->var : !follows(f, k, v->var)) continue;
            term at = term_fresh("at", sort_element(term_sort(v->var)));
            *int_map_put(&f->cells[k], v->var, NULL) = at;
            cfa_add_var(f->to, at, NULL, v->is_signed, v->pos);
            VEC_PUSH(&f->g->cells, at);
            subst_set(&f->g->meaning, at, term_select(v->var, f->g->at[k]));
        }
    }
    if (f->g->variable != TERM_NONE) cfa_add_var(f->to, f->g->variable, NULL, false, (struct src_pos){0});
    for (uint32_t k = 0; k < f->g->n; k++)
        if (f->g->free[k]) cfa_add_var(f->to, f->g->at[k], NULL, false, (struct src_pos){0});
}

/* Two indices that are the same have the same cell. */
static void find_congruences(struct follower *f) {
    for (uint32_t k = 0; k < f->g->n; k++)
        for (uint32_t j = 0; j < k; j++)
            for (uint32_t i = 0; i < f->c->vars.n; i++) {
                uint64_t *a = int_map_get(&f->cells[j], f->c->vars.at[i].var);
                uint64_t *b = int_map_get(&f->cells[k], f->c->vars.at[i].var);
                term same = a && b ? term_eq(f->g->at[j], f->g->at[k]) : term_false();
                if (same != term_false())
                    VEC_PUSH(&f->g->congruences, term_implies(same, term_eq((term)*a, (term)*b)));
            }
}

static bool worth_following(const struct cfa *c) {
    bool arrays = false;
    for (uint32_t i = 0; i < c->vars.n; i++) {
        sort s = term_sort(c->vars.at[i].var);
        arrays |= sort_kind_of(s) == SORT_ARRAY;
        if (sort_kind_of(s) == SORT_ARRAY && sort_kind_of(sort_element(s)) == SORT_ARRAY) return false;
    }
    for (uint32_t i = 0; i < c->steps.n; i++) {
        const struct cfa_step *s = &c->steps.at[i];
        for (uint32_t j = 0; j < s->guard.n; j++)
            if (term_is_larger(s->guard.at[j], MAX_SIZE)) return false;
        for (uint32_t j = 0; j < s->updates.n; j++)
            if (term_is_larger(s->updates.at[j].value, MAX_SIZE)) return false;
    }
    return arrays;
}

/* The locations of c and nothing else. */
static struct cfa *bare_copy(const struct cfa *c) {
    struct cfa *to = cfa_new();
    while (to->locs.n < c->locs.n) cfa_add_loc(to, (struct src_pos){0});
    for (loc l = 0; l < c->locs.n; l++) to->locs.at[l].loop_head = c->locs.at[l].loop_head;
    to->l0 = c->l0;
    to->lE = c->lE;
    to->pointer_width = c->pointer_width;
    return to;
}

static struct cfa *follow_all(const struct cfa *c, struct cells_ghosts *g, const struct settled *settled) {
    assert(g->n <= MAX_GHOSTS);
    struct follower f = {.c = c, .to = bare_copy(c), .g = g, .settled = settled};
    declare(&f);
    find_congruences(&f);
    for (uint32_t i = 0; i < c->steps.n; i++) follow_step(&f, &c->steps.at[i]);
    int_map_release(&f.scalar);
    for (uint32_t k = 0; k < MAX_GHOSTS; k++) {
        int_map_release(&f.cells[k]);
        int_map_release(&f.cell[k]);
    }
    return f.to;
}

struct cfa *cells_follow(const struct cfa *c, enum cells_way way, struct cells_ghosts *g) {
    *g = (struct cells_ghosts){.with_instances = way != CELLS_OF_THE_ERROR};
    if (!worth_following(c)) return NULL;
    cells_choose_ghosts(c, g);
    uint32_t fixed = g->n;
    if (way == CELLS_MOVING) cells_choose_moving(c, g);
    return way != CELLS_MOVING || g->n > fixed ? follow_all(c, g, NULL) : NULL;
}

struct cfa *cells_follow_settled(const struct cfa *c, const struct settled *s, struct cells_ghosts *g) {
    assert(sort_kind_of(term_sort(s->index)) == SORT_BV);
    *g = (struct cells_ghosts){0};
    if (!worth_following(c)) return NULL;
    (void)cells_free_ghost(g, 0, term_sort(s->index));
    return follow_all(c, g, s);
}

void cells_ghosts_release(struct cells_ghosts *g) {
    subst_release(&g->meaning);
    VEC_RELEASE(&g->congruences);
    VEC_RELEASE(&g->cells);
    for (uint32_t i = 0; i < g->instances.n; i++) instances_release(&g->instances.at[i]);
    VEC_RELEASE(&g->instances);
}
