#include "cfa/ghost.h"

#include <assert.h>

#include "cfa/pass.h"

enum { MAX_SIZE = 4000 }; /* subterms of a term: larger ones are not taken apart */

struct follower {
    const struct cfa *c;
    struct cfa *to;
    struct cfa_ghosts *g;
    struct int_map cells[MAX_GHOSTS]; /* array variable -> A@g */
    /* of the step at hand */
    struct cfa_step *step;
    struct int_map scalar;            /* term -> what it is here */
    struct int_map cell[MAX_GHOSTS];  /* array term -> its cell */
};

static bool is_array(term t) { return sort_kind_of(term_sort(t)) == SORT_ARRAY; }

/* ---- indices ---- */

static bool contains(const term_vec *v, term t) {
    for (uint32_t i = 0; i < v->n; i++)
        if (v->at[i] == t) return true;
    return false;
}

void cfa_indices_read(term t, term_vec *indices) {
    term_vec subterms = {0};
    term_subterms(t, &subterms);
    for (uint32_t i = 0; i < subterms.n; i++) {
        term read = subterms.at[i];
        if (term_op_of(read) == OP_SELECT && !contains(indices, term_arg(read, 1))) VEC_PUSH(indices, term_arg(read, 1));
    }
    VEC_RELEASE(&subterms);
    terms_sort(indices->at, indices->n);
}

static void step_indices(const struct cfa_step *s, term_vec *indices) {
    for (uint32_t i = 0; i < s->guard.n; i++) cfa_indices_read(s->guard.at[i], indices);
}

/* ---- terms ---- */

static term scalar(struct follower *f, term t);

static term new_input(struct follower *f, sort s) {
    term input = term_fresh("cell", s);
    VEC_PUSH(&f->step->inputs, (struct cfa_input){input, NO_SITE, 0});
    return input;
}

static term is_ghost(struct follower *f, uint32_t k, term index) { return term_eq(scalar(f, index), f->g->at[k]); }

static bool follows(const struct follower *f, uint32_t k, term array) {
    return sort_index(term_sort(array)) == term_sort(f->g->at[k]);
}

/* The cell of ghost k in the array that t is. */
static term cell(struct follower *f, uint32_t k, term t) {
    uint64_t *known = int_map_get(&f->cell[k], t);
    if (known) return (term)*known;
    uint64_t *variable = int_map_get(&f->cells[k], t);
    term r;
    if (variable) r = (term)*variable;
    else if (term_op_of(t) == OP_STORE)
        r = term_ite(is_ghost(f, k, term_arg(t, 1)), scalar(f, term_arg(t, 2)), cell(f, k, term_arg(t, 0)));
    else if (term_op_of(t) == OP_CONST_ARRAY)
        r = scalar(f, term_arg(t, 0));
    else if (term_op_of(t) == OP_ITE)
        r = term_ite(scalar(f, term_arg(t, 0)), cell(f, k, term_arg(t, 1)), cell(f, k, term_arg(t, 2)));
    else
        r = new_input(f, sort_element(term_sort(t))); /* an input of the step */
    *int_map_put(&f->cell[k], t, NULL) = r;
    return r;
}

/* A read: what is followed is known, the rest is any value. */
static term read_cell(struct follower *f, term t) {
    term array = term_arg(t, 0), r = new_input(f, term_sort(t));
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
    else if (term_arity(t))
        r = rebuild(f, t);
    *int_map_put(&f->scalar, t, NULL) = r;
    return r;
}

/* ---- steps ---- */

static void add_update(struct cfa_step *s, term var, term v) {
    if (var != v) VEC_PUSH(&s->updates, (struct cfa_assign){var, v});
}

static void follow_update(struct follower *f, struct cfa_assign a) {
    if (!is_array(a.var)) {
        add_update(f->step, a.var, scalar(f, a.value));
        return;
    }
    for (uint32_t k = 0; k < f->g->n; k++)
        if (follows(f, k, a.var)) add_update(f->step, (term)*int_map_get(&f->cells[k], a.var), cell(f, k, a.value));
}

/* The ghosts are the indices that a step into lE reads. */
static void meet_ghosts(struct follower *f, const struct cfa_step *s, term_vec *guard) {
    term_vec indices = {0};
    step_indices(s, &indices);
    for (uint32_t i = 0, k = 0; i < indices.n && k < f->g->n; i++)
        if (term_sort(indices.at[i]) == term_sort(f->g->at[k])) VEC_PUSH(guard, is_ghost(f, k++, indices.at[i]));
    VEC_RELEASE(&indices);
}

/* The literals of all conditions; false if they contradict each other. */
static bool set_guard(struct cfa_step *s, const term_vec *conditions) {
    term all = term_and_n(conditions->at, conditions->n);
    if (all == term_false()) return false;
    term_conjuncts(all, &s->guard);
    return true;
}

static void follow_step(struct follower *f, const struct cfa_step *s) {
    struct cfa_step out = {.from = s->from, .to = s->to, .edge = s->edge};
    term_vec conditions = {0};
    f->step = &out;
    int_map_clear(&f->scalar);
    for (uint32_t k = 0; k < MAX_GHOSTS; k++) int_map_clear(&f->cell[k]);
    for (uint32_t i = 0; i < s->inputs.n; i++)
        if (!is_array(s->inputs.at[i].var)) VEC_PUSH(&out.inputs, s->inputs.at[i]);
    for (uint32_t i = 0; i < s->guard.n; i++) VEC_PUSH(&conditions, scalar(f, s->guard.at[i]));
    if (s->to == f->c->lE) meet_ghosts(f, s, &conditions);
    for (uint32_t i = 0; i < s->updates.n; i++) follow_update(f, s->updates.at[i]);
    if (set_guard(&out, &conditions)) {
        cfa_step_finish(&out);
        VEC_PUSH(&f->to->steps, out);
    } else {
        cfa_step_release(&out);
    }
    VEC_RELEASE(&conditions);
}

/* ---- the automaton ---- */

/* As many ghosts as a step into lE reads indices (of one sort). */
static void choose_ghosts(const struct cfa *c, struct cfa_ghosts *g) {
    for (uint32_t i = 0; i < c->steps.n; i++) {
        term_vec indices = {0};
        if (c->steps.at[i].to == c->lE) step_indices(&c->steps.at[i], &indices);
        for (uint32_t k = g->n; k < indices.n && k < MAX_GHOSTS; k++) {
            sort s = term_sort(g->n ? g->at[0] : indices.at[k]);
            g->at[g->n++] = term_fresh("ghost", s);
        }
        VEC_RELEASE(&indices);
    }
}

static void declare(struct follower *f) {
    const struct cfa *c = f->c;
    for (uint32_t i = 0; i < c->vars.n; i++) {
        const struct cfa_var *v = &c->vars.at[i];
        if (!is_array(v->var)) cfa_add_var(f->to, v->var, v->c_name, v->is_signed, v->pos);
        for (uint32_t k = 0; is_array(v->var) && k < f->g->n; k++) {
            if (!follows(f, k, v->var)) continue;
            term at = term_fresh("at", sort_element(term_sort(v->var)));
            *int_map_put(&f->cells[k], v->var, NULL) = at;
            cfa_add_var(f->to, at, NULL, v->is_signed, v->pos);
            subst_set(&f->g->meaning, at, term_select(v->var, f->g->at[k]));
        }
    }
    for (uint32_t k = 0; k < f->g->n; k++) cfa_add_var(f->to, f->g->at[k], NULL, false, (struct src_pos){0});
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
            if (term_size(s->guard.at[j]) > MAX_SIZE) return false;
        for (uint32_t j = 0; j < s->updates.n; j++)
            if (term_size(s->updates.at[j].value) > MAX_SIZE) return false;
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

struct cfa *cfa_follow_cells(const struct cfa *c, struct cfa_ghosts *g) {
    *g = (struct cfa_ghosts){0};
    if (!worth_following(c)) return NULL;
    choose_ghosts(c, g);
    struct follower f = {.c = c, .to = bare_copy(c), .g = g};
    declare(&f);
    for (uint32_t i = 0; i < c->steps.n; i++) follow_step(&f, &c->steps.at[i]);
    int_map_release(&f.scalar);
    for (uint32_t k = 0; k < MAX_GHOSTS; k++) {
        int_map_release(&f.cells[k]);
        int_map_release(&f.cell[k]);
    }
    return f.to;
}

void cfa_ghosts_release(struct cfa_ghosts *g) { subst_release(&g->meaning); }
