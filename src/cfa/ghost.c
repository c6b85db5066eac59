#include "cfa/ghost.h"

#include <assert.h>

#include "cfa/pass.h"

enum { MAX_SIZE = 4000 }; /* subterms of a term: larger ones are not taken apart */

struct follower {
    const struct cfa *c;
    struct cfa *to;
    struct cfa_ghosts *g;
    const struct cfa_settled *settled; /* NULL: ghosts are what lE reads */
    struct int_map cells[MAX_GHOSTS];  /* array variable -> A@g */
    /* of the step at hand */
    struct cfa_step *step;
    struct int_map scalar;           /* term -> what it is here */
    struct int_map cell[MAX_GHOSTS]; /* array term -> its cell */
};

static bool is_array(term t) { return sort_kind_of(term_sort(t)) == SORT_ARRAY; }

/* ---- indices ---- */

void cfa_indices_read(term t, term_vec *indices) {
    term_vec subterms = {0};
    term_subterms(t, &subterms);
    for (uint32_t i = 0; i < subterms.n; i++) {
        term read = subterms.at[i];
        if (term_op_of(read) == OP_SELECT && !terms_include(indices, term_arg(read, 1)))
            VEC_PUSH(indices, term_arg(read, 1));
    }
    VEC_RELEASE(&subterms);
    terms_sort(indices->at, indices->n);
}

/* ---- indices that depend on others ---- */

static uint64_t mask_of(uint32_t width) { return width >= 64 ? UINT64_MAX : (UINT64_C(1) << width) - 1; }

/* x with odd * x = 1 modulo 2^64 (Newton: each round doubles the number of right bits). */
static uint64_t inverse(uint64_t odd) {
    uint64_t x = odd;
    for (int i = 0; i < 6; i++) x *= 2 - odd * x;
    return x;
}

/* One layer of t = g: from `c + u = g`, `c * u = g` (c odd), `ext(u) = g` to u = *g. */
static bool peel(term *t, term *g) {
    uint32_t width = term_width(*t);
    term c = term_arity(*t) ? term_arg(*t, 0) : TERM_NONE;
    bool scaled = term_arity(*t) == 2 && term_is_const(c) && width <= 64;
    switch (term_op_of(*t)) {
    case OP_BV_ADD:
        if (!scaled) return false;
        *g = term_bv_sub(*g, c);
        *t = term_arg(*t, 1);
        return true;
    case OP_BV_MUL:
        if (!scaled || !(term_value(c).lo & 1)) return false;
        *g = term_bv_mul(term_bv(width, inverse(term_value(c).lo) & mask_of(width)), *g);
        *t = term_arg(*t, 1);
        return true;
    case OP_BV_ZEXT:
    case OP_BV_SEXT:
        *t = term_arg(*t, 0);
        *g = term_extract(*g, term_width(*t) - 1, 0);
        return true;
    default: return false;
    }
}

/* The index as a term over g where base = g; TERM_NONE if base does not determine it, or if it is base. */
static term express(term index, term base, term g) {
    term known = g;
    if (index == base || term_sort(index) != term_sort(base) || term_sort(g) != term_sort(base))
        return TERM_NONE;
    while (!term_is_var(base))
        if (sort_kind_of(term_sort(base)) != SORT_BV || !peel(&base, &known)) return TERM_NONE;
    struct subst by = {0};
    subst_set(&by, base, known);
    term t = subst_apply(&by, index);
    subst_release(&by);
    term_vec vars = {0};
    term_free_vars(t, &vars);
    bool determined = vars.n == 1 && vars.at[0] == g;
    VEC_RELEASE(&vars);
    return determined ? t : TERM_NONE;
}

/* The indices that a step reads; every one is free or determined by one that is. */
struct reads {
    term_vec indices, free;
};

static void reads_release(struct reads *r) {
    VEC_RELEASE(&r->indices);
    VEC_RELEASE(&r->free);
}

static bool is_determined(const struct reads *r, term index, term g) {
    for (uint32_t k = 0; k < r->free.n; k++)
        if (r->free.at[k] == index || express(index, r->free.at[k], g) != TERM_NONE) return true;
    return false;
}

/* The index that determines most of those that are not determined yet; of these, a simple one. */
static term best_base(const struct reads *r, term g) {
    term best = TERM_NONE;
    uint32_t most = 0;
    for (uint32_t i = 0; i < r->indices.n; i++) {
        uint32_t n = 1;
        if (is_determined(r, r->indices.at[i], g)) continue;
        for (uint32_t j = 0; j < r->indices.n; j++)
            n += !is_determined(r, r->indices.at[j], g) &&
                 express(r->indices.at[j], r->indices.at[i], g) != TERM_NONE;
        bool simpler = best != TERM_NONE && term_size(r->indices.at[i]) < term_size(best);
        if (n < most || (n == most && !simpler)) continue;
        most = n;
        best = r->indices.at[i];
    }
    return best;
}

static void read_indices(const struct cfa_step *s, struct reads *r) {
    *r = (struct reads){0};
    for (uint32_t i = 0; i < s->guard.n; i++) cfa_indices_read(s->guard.at[i], &r->indices);
    if (!r->indices.n) return;
    term g = term_fresh("index", term_sort(r->indices.at[0]));
    for (term base; (base = best_base(r, g)) != TERM_NONE;) VEC_PUSH(&r->free, base);
}

/* The one variable of all indices that a step into lE reads, at least two of which no ghost of theirs determines: x in a[2 * x] and
 * a[2 * x + 1]. */
static term common_variable(const struct cfa_step *s, struct reads *r) {
    term_vec vars = {0};
    read_indices(s, r);
    for (uint32_t i = 0; i < r->indices.n; i++) term_free_vars(r->indices.at[i], &vars);
    bool common = r->free.n > 1 && vars.n == 1 && r->indices.n <= MAX_GHOSTS;
    term x = common ? vars.at[0] : TERM_NONE;
    VEC_RELEASE(&vars);
    return x;
}

/* ---- terms ---- */

static term scalar(struct follower *f, term t);

static term new_input(struct follower *f, sort s) {
    term input = term_fresh("cell", s);
    VEC_PUSH(&f->step->inputs, (struct cfa_input){input, NO_SITE, 0});
    return input;
}

static term is_ghost(struct follower *f, uint32_t k, term index) {
    return term_eq(scalar(f, index), f->g->at[k]);
}

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
    else if (term_op_of(t) == OP_CONST_ARRAY) r = scalar(f, term_arg(t, 0));
    else if (term_op_of(t) == OP_ITE)
        r = term_ite(scalar(f, term_arg(t, 0)), cell(f, k, term_arg(t, 1)), cell(f, k, term_arg(t, 2)));
    else r = new_input(f, sort_element(term_sort(t))); /* an input of the step */
    *int_map_put(&f->cell[k], t, NULL) = r;
    return r;
}

/* A read: what is written just before or followed is known, the rest is any value. */
static term read_cell(struct follower *f, term t) {
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
    for (uint32_t i = 0; i < s->guard.n; i++) cfa_indices_read(s->guard.at[i], indices);
    for (uint32_t i = 0; i < s->updates.n; i++) cfa_indices_read(s->updates.at[i].value, indices);
}

/* The cell of array A of ghost k where the free ghosts are as in `by`: at another ghost, at an index that the step reads, or any value. */
static term cell_at(struct follower *f, struct subst *by, uint32_t k, term array, const term_vec *indices) {
    term at = subst_apply(by, f->g->at[k]);
    for (uint32_t j = 0; j < f->g->n; j++)
        if (f->g->at[j] == at && follows(f, j, array)) return (term)*int_map_get(&f->cells[j], array);
    for (uint32_t j = 0; j < indices->n; j++)
        if (term_sort(indices->at[j]) == term_sort(at) && scalar(f, indices->at[j]) == at)
            return scalar(f, term_select(array, indices->at[j]));
    return new_input(f, sort_element(term_sort(array)));
}

/* The instance of a tuple of choices: 0 .. for the indices, then for the ghosts. False if it is none, or changes nothing. */
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

static void add_instances(struct follower *f, const struct cfa_step *s, cfa_instances *instances) {
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

static void instances_release(cfa_instances *instances) {
    for (uint32_t i = 0; i < instances->n; i++) subst_release(&instances->at[i]);
    VEC_RELEASE(instances);
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
        if (follows(f, k, a.var))
            add_update(f->step, (term)*int_map_get(&f->cells[k], a.var), cell(f, k, a.value));
}

/* The free ghosts are the independent indices that a step into lE reads; what depends on them follows. */
static void meet_ghosts(struct follower *f, const struct cfa_step *s, term_vec *guard) {
    struct reads r;
    if (f->g->variable != TERM_NONE) {
        term x = common_variable(s, &r);
        if (x != TERM_NONE && term_sort(x) == term_sort(f->g->variable))
            VEC_PUSH(guard, term_eq(x, f->g->variable));
        reads_release(&r);
        return;
    }
    read_indices(s, &r);
    for (uint32_t i = 0, k = 0; i < r.free.n && k < f->g->n; k++)
        if (f->g->free[k] && term_sort(r.free.at[i]) == term_sort(f->g->at[k]))
            VEC_PUSH(guard, is_ghost(f, k, r.free.at[i++]));
    reads_release(&r);
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
    const struct cfa_settled *k = f->settled;
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
    cfa_instances instances = {0};
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

static void add_ghost(struct cfa_ghosts *g, term t, bool free) {
    for (uint32_t k = 0; k < g->n; k++)
        if (g->at[k] == t) return;
    if (g->n == MAX_GHOSTS) return;
    g->free[g->n] = free;
    g->at[g->n++] = t;
}

/* The free ghost of this number, made if need be; TERM_NONE if there are enough. All are of one sort. */
static term free_ghost(struct cfa_ghosts *g, uint32_t number, sort s) {
    for (uint32_t k = 0; k < g->n; k++)
        if (g->free[k] && number-- == 0) return g->at[k];
    if (number || g->n == MAX_GHOSTS) return TERM_NONE;
    add_ghost(g, term_fresh("ghost", g->n ? term_sort(g->at[0]) : s), true);
    return g->at[g->n - 1];
}

/* A ghost for a variable instead of for indices, if the first step into lE that reads arrays is of that kind. */
static bool choose_variable(const struct cfa *c, struct cfa_ghosts *g) {
    for (uint32_t i = 0; i < c->steps.n && g->variable == TERM_NONE; i++) {
        if (c->steps.at[i].to != c->lE) continue;
        struct reads r;
        term x = common_variable(&c->steps.at[i], &r);
        if (x != TERM_NONE) {
            struct subst by = {0};
            g->variable = term_fresh("ghost", term_sort(x));
            subst_set(&by, x, g->variable);
            for (uint32_t j = 0; j < r.indices.n; j++) add_ghost(g, subst_apply(&by, r.indices.at[j]), false);
            subst_release(&by);
        }
        reads_release(&r);
    }
    return g->variable != TERM_NONE;
}

/* As many free ghosts as a step into lE reads independent indices, and the indices that depend on them. */
static void choose_ghosts(const struct cfa *c, struct cfa_ghosts *g) {
    if (choose_variable(c, g)) return;
    for (uint32_t i = 0; i < c->steps.n; i++) {
        if (c->steps.at[i].to != c->lE) continue;
        struct reads r;
        read_indices(&c->steps.at[i], &r);
        for (uint32_t k = 0; k < r.free.n && k < MAX_FREE_GHOSTS; k++) {
            term ghost = free_ghost(g, k, term_sort(r.free.at[k]));
            for (uint32_t j = 0; j < r.indices.n && ghost != TERM_NONE; j++) {
                term depends = express(r.indices.at[j], r.free.at[k], ghost);
                if (depends != TERM_NONE) add_ghost(g, depends, false);
            }
        }
        reads_release(&r);
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
    if (f->g->variable != TERM_NONE) cfa_add_var(f->to, f->g->variable, NULL, false, (struct src_pos){0});
    for (uint32_t k = 0; k < f->g->n; k++)
        if (f->g->free[k]) cfa_add_var(f->to, f->g->at[k], NULL, false, (struct src_pos){0});
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

static struct cfa *follow_all(const struct cfa *c, struct cfa_ghosts *g, const struct cfa_settled *settled) {
    struct follower f = {.c = c, .to = bare_copy(c), .g = g, .settled = settled};
    declare(&f);
    for (uint32_t i = 0; i < c->steps.n; i++) follow_step(&f, &c->steps.at[i]);
    int_map_release(&f.scalar);
    for (uint32_t k = 0; k < MAX_GHOSTS; k++) {
        int_map_release(&f.cells[k]);
        int_map_release(&f.cell[k]);
    }
    return f.to;
}

struct cfa *cfa_follow_cells(const struct cfa *c, struct cfa_ghosts *g) {
    *g = (struct cfa_ghosts){0};
    if (!worth_following(c)) return NULL;
    choose_ghosts(c, g);
    return follow_all(c, g, NULL);
}

struct cfa *cfa_follow_instances(const struct cfa *c, struct cfa_ghosts *g) {
    *g = (struct cfa_ghosts){.with_instances = true};
    if (!worth_following(c)) return NULL;
    choose_ghosts(c, g);
    return follow_all(c, g, NULL);
}

struct cfa *cfa_follow_settled(const struct cfa *c, const struct cfa_settled *s, struct cfa_ghosts *g) {
    *g = (struct cfa_ghosts){0};
    if (!worth_following(c)) return NULL;
    (void)free_ghost(g, 0, term_sort(s->index));
    return follow_all(c, g, s);
}

void cfa_ghosts_release(struct cfa_ghosts *g) {
    subst_release(&g->meaning);
    for (uint32_t i = 0; i < g->instances.n; i++) instances_release(&g->instances.at[i]);
    VEC_RELEASE(&g->instances);
}
