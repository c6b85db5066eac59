/* spl (SPIN18, Def. 6): every choice-free path of an edge's command becomes one step in normal
 * form.
 *
 * A path is executed symbolically: `value` maps each variable to a term over the state before the
 * edge and the inputs drawn so far; an assume adds the literals of its condition under `value` to
 * the guard, a parallel assignment changes `value`, `x := *` sets x to a fresh input. Paths share
 * their prefix: a choice is explored by backtracking over a trail, and a path whose guard contains
 * false or a literal and its complement is left at once.
 *
 * Afterwards literals of a guard that are disjunctions in disguise (or, Bool ite, Bool equality)
 * are split as well, shallow ones first, as long as the edge has fewer steps than the bound; wp
 * then distributes over all literals of a cube (Lemma 3). Splits may overlap, which is harmless:
 * both halves have the same updates. An update x := ite(b, s, t) is left alone.
 *
 * Last, variables that a guard equates with a constant are replaced by it in the other literals and
 * in the updates: x = 3, x + y < 5 / y := x becomes x = 3, 3 + y < 5 / y := 3. */
#include <assert.h>
#include <stdlib.h>

#include "cfa/pass.h"
#include "cfa/reduce.h"
#include "util/mem.h"

struct split_rest { /* commands that are still to be executed */
    cmd cmd;
    const struct split_rest *next;
};

struct undo {
    term var, old; /* TERM_NONE: was unset */
};

struct split_path {
    struct cfa *c;
    uint32_t edge;
    struct subst value;
    VEC(struct undo) trail;
    VEC(term) changed; /* variables that were ever assigned on the edge, for the updates */
    struct int_map is_changed;
    term_vec guard;
    VEC(struct cfa_input) inputs;
    VEC(uint32_t) draws;
    term_vec literals;  /* scratch */
    struct arena arena; /* of the rests */
};

static void set_value(struct split_path *p, term var, term by) {
    assert(term_is_var(var) && term_sort(var) == term_sort(by));
    VEC_PUSH(&p->trail, (struct undo){var, subst_get(&p->value, var)});
    subst_set(&p->value, var, by);
    bool added;
    int_map_put(&p->is_changed, var, &added);
    if (added) VEC_PUSH(&p->changed, var);
}

struct mark {
    uint32_t trail, guard, inputs, draws;
};

static struct mark path_mark(const struct split_path *p) {
    return (struct mark){p->trail.n, p->guard.n, p->inputs.n, p->draws.n};
}

static void path_undo(struct split_path *p, struct mark m) {
    assert(m.trail <= p->trail.n);
    while (p->trail.n > m.trail) {
        struct undo u = VEC_POP(&p->trail);
        subst_set(&p->value, u.var, u.old ? u.old : u.var);
    }
    p->guard.n = m.guard;
    p->inputs.n = m.inputs;
    p->draws.n = m.draws;
}

/* c = t and d = t for different constants c, d. */
static bool excludes(term a, term b) {
    if (term_op_of(a) != OP_EQ || term_op_of(b) != OP_EQ) return false;
    term c = term_arg(a, 0), d = term_arg(b, 0);
    return c != d && term_arg(a, 1) == term_arg(b, 1) && term_is_const(c) && term_is_const(d);
}

/* Adds the literals of a conjunction to a guard; false if it is contradictory now. */
static bool guard_add(term_vec *guard, term_vec *scratch, term cond) {
    assert(sort_kind_of(term_sort(cond)) == SORT_BOOL);
    VEC_CLEAR(scratch);
    term_conjuncts(cond, scratch);
    for (uint32_t i = 0; i < scratch->n; i++) {
        term literal = scratch->at[i];
        if (literal == term_true() || terms_include(guard, literal)) continue;
        if (literal == term_false() || terms_include(guard, term_not(literal))) return false;
        for (uint32_t j = 0; j < guard->n; j++)
            if (excludes(literal, guard->at[j])) return false;
        VEC_PUSH(guard, literal);
    }
    return true;
}

static void execute_assign(struct split_path *p, const struct cfa_cmd *k) {
    assert(k->kind == CMD_ASSIGN);
    struct cfa_assign *values = mem_alloc(k->n * sizeof *values);
    for (uint32_t i = 0; i < k->n; i++)
        values[i] = (struct cfa_assign){k->assigns[i].var, subst_apply(&p->value, k->assigns[i].value)};
    for (uint32_t i = 0; i < k->n; i++) set_value(p, values[i].var, values[i].value);
    free(values);
}

static void execute_havoc(struct split_path *p, const struct cfa_cmd *k) {
    assert(k->kind == CMD_HAVOC);
    VEC_PUSH(&p->draws, k->site);
    if (!k->var) return;
    term input = term_fresh("in", term_sort(k->var));
    VEC_PUSH(&p->inputs, (struct cfa_input){input, k->site, p->draws.n - 1});
    set_value(p, k->var, input);
}

/* A command without choice; false if the path cannot be taken. */
static bool execute(struct split_path *p, const struct cfa_cmd *k) {
    switch (k->kind) {
    case CMD_ASSUME: return guard_add(&p->guard, &p->literals, subst_apply(&p->value, k->cond));
    case CMD_ASSIGN: execute_assign(p, k); return true;
    case CMD_HAVOC: execute_havoc(p, k); return true;
    default: return true;
    }
}

/* ---- steps ---- */

static int by_var(const void *a, const void *b) {
    term x = ((const struct cfa_assign *)a)->var, y = ((const struct cfa_assign *)b)->var;
    return x < y ? -1 : x > y;
}

/* At the end of a path: what was collected becomes a step. */
static void emit(struct split_path *p) {
    const struct cfa_edge *e = &p->c->edges.at[p->edge];
    struct cfa_step s = {.from = e->from, .to = e->to, .edge = p->edge};
    for (uint32_t i = 0; i < p->guard.n; i++) VEC_PUSH(&s.guard, p->guard.at[i]);
    for (uint32_t i = 0; i < p->changed.n; i++) {
        term var = p->changed.at[i], now = subst_get(&p->value, var);
        if (now && now != var) VEC_PUSH(&s.updates, (struct cfa_assign){var, now});
    }
    for (uint32_t i = 0; i < p->inputs.n; i++) VEC_PUSH(&s.inputs, p->inputs.at[i]);
    for (uint32_t i = 0; i < p->draws.n; i++) VEC_PUSH(&s.draws, p->draws.at[i]);
    VEC_PUSH(&p->c->steps, s);
}

static void explore(struct split_path *p, cmd k, const struct split_rest *rest) {
    assert(k < p->c->cmds.n);
    for (;;) {
        const struct cfa_cmd *command = &p->c->cmds.at[k];
        if (command->kind == CMD_SEQ) {
            struct split_rest *later = arena_alloc(&p->arena, sizeof *later);
            *later = (struct split_rest){command->second, rest};
            rest = later;
            k = command->first;
            continue;
        }
        if (command->kind == CMD_CHOICE) {
            struct mark here = path_mark(p);
            explore(p, command->first, rest);
            path_undo(p, here);
            k = command->second;
            continue;
        }
        if (!execute(p, command)) return;
        if (!rest) break;
        k = rest->cmd;
        rest = rest->next;
    }
    emit(p);
}

/* ---- disjunctive literals ---- */

/* The two halves of a literal that is a disjunction in disguise. */
static bool halves(term t, term *a, term *b) {
    assert(sort_kind_of(term_sort(t)) == SORT_BOOL);
    bool negated = term_op_of(t) == OP_NOT;
    term u = negated ? term_arg(t, 0) : t;
    switch (term_op_of(u)) {
    case OP_OR:
        if (negated) return false;
        *a = term_arg(u, 0);
        *b = term_false();
        for (uint32_t i = 1; i < term_arity(u); i++) *b = term_or(*b, term_arg(u, i));
        return true;
    case OP_ITE: {
        term c = term_arg(u, 0), x = term_arg(u, 1), y = term_arg(u, 2);
        *a = term_and(c, negated ? term_not(x) : x);
        *b = term_and(term_not(c), negated ? term_not(y) : y);
        return true;
    }
    case OP_EQ: {
        term x = term_arg(u, 0), y = term_arg(u, 1);
        if (sort_kind_of(term_sort(x)) != SORT_BOOL) return false;
        *a = term_and(x, negated ? term_not(y) : y);
        *b = term_and(term_not(x), negated ? y : term_not(y));
        return true;
    }
    default: return false;
    }
}

/* The step with literal i of its guard replaced by a half; false if that is contradictory. */
static bool replace_literal(const struct cfa_step *s, uint32_t i, term half, struct cfa_step *out) {
    assert(i < s->guard.n);
    term_vec scratch = {0};
    *out = (struct cfa_step){.from = s->from, .to = s->to, .edge = s->edge};
    bool possible = true;
    for (uint32_t j = 0; j < s->guard.n && possible; j++)
        if (j != i) VEC_PUSH(&out->guard, s->guard.at[j]);
    possible = guard_add(&out->guard, &scratch, half);
    VEC_RELEASE(&scratch);
    if (!possible) {
        cfa_step_release(out);
        return false;
    }
    for (uint32_t j = 0; j < s->updates.n; j++) VEC_PUSH(&out->updates, s->updates.at[j]);
    for (uint32_t j = 0; j < s->inputs.n; j++) VEC_PUSH(&out->inputs, s->inputs.at[j]);
    for (uint32_t j = 0; j < s->draws.n; j++) VEC_PUSH(&out->draws, s->draws.at[j]);
    return true;
}

/* Splits one literal of step i; the second half is appended to c->steps. */
static bool split_step(struct cfa *c, uint32_t i) {
    assert(i < c->steps.n);
    term a, b;
    for (uint32_t j = 0; j < c->steps.at[i].guard.n; j++) {
        if (!halves(c->steps.at[i].guard.at[j], &a, &b)) continue;
        struct cfa_step whole = c->steps.at[i], first, second;
        bool has_first = replace_literal(&whole, j, a, &first),
             has_second = replace_literal(&whole, j, b, &second);
        cfa_step_release(&whole);
        if (has_first) c->steps.at[i] = first;
        if (!has_first && has_second) c->steps.at[i] = second;
        if (has_first && has_second) VEC_PUSH(&c->steps, second);
        if (!has_first && !has_second) { /* marked for removal: the guard `false` */
            c->steps.at[i] = (struct cfa_step){.from = whole.from, .to = whole.to, .edge = whole.edge};
            VEC_PUSH(&c->steps.at[i].guard, term_false());
        }
        return true;
    }
    return false;
}

static void split_literals(struct cfa *c, uint32_t begin, double max_paths) {
    for (bool again = true; again;) {
        again = false;
        for (uint32_t i = begin, n = c->steps.n; i < n && c->steps.n - begin < max_paths; i++)
            again |= split_step(c, i);
    }
}

/* ---- finishing ---- */

/* The variable (or input) that an equality with a constant fixes. */
static bool fixes(term literal, term *var, term *by) {
    bool negated = term_op_of(literal) == OP_NOT;
    if (negated || term_is_var(literal)) {
        *var = negated ? term_arg(literal, 0) : literal;
        *by = term_bool(!negated);
        return term_is_var(*var);
    }
    if (term_op_of(literal) != OP_EQ) return false;
    *var = term_arg(literal, 1);
    *by = term_arg(literal, 0);
    return term_is_var(*var) && term_is_const(*by);
}

/* Constants that the guard fixes are used everywhere else; false if the guard becomes
 * contradictory. */
static bool use_constants(struct cfa_step *s) {
    struct subst fixed = {0};
    term var, by;
    term_vec guard = {0}, scratch = {0};
    for (uint32_t i = 0; i < s->guard.n; i++)
        if (fixes(s->guard.at[i], &var, &by)) {
            subst_set(&fixed, var, by);
            VEC_PUSH(&guard, s->guard.at[i]);
        }
    bool possible = true, some = guard.n > 0, again = false;
    for (uint32_t i = 0; some && possible && i < s->guard.n; i++) {
        if (fixes(s->guard.at[i], &var, &by)) continue;
        term t = subst_apply(&fixed, s->guard.at[i]);
        again |= t != s->guard.at[i];
        possible = guard_add(&guard, &scratch, t);
    }
    if (some && possible) {
        term_vec old = s->guard;
        s->guard = guard;
        guard = old;
        for (uint32_t i = 0; i < s->updates.n; i++)
            s->updates.at[i].value = subst_apply(&fixed, s->updates.at[i].value);
    }
    VEC_RELEASE(&guard);
    VEC_RELEASE(&scratch);
    subst_release(&fixed);
    return possible && (!again || use_constants(s)); /* a new constant may have appeared */
}

static void resolve_choices(struct cfa_step *s, struct int_map *resolved) {
    for (uint32_t i = 0; i < s->updates.n; i++)
        s->updates.at[i].value = term_resolve_choices(resolved, s->updates.at[i].value);
}

static void drop_unused_inputs(struct cfa_step *s) {
    struct int_map used = {0};
    term_vec vars = {0};
    for (uint32_t i = 0; i < s->guard.n; i++) term_free_vars(s->guard.at[i], &vars);
    for (uint32_t i = 0; i < s->updates.n; i++) term_free_vars(s->updates.at[i].value, &vars);
    for (uint32_t i = 0; i < vars.n; i++) int_map_put(&used, vars.at[i], NULL);
    uint32_t kept = 0;
    for (uint32_t i = 0; i < s->inputs.n; i++)
        if (int_map_get(&used, s->inputs.at[i].var)) s->inputs.at[kept++] = s->inputs.at[i];
    s->inputs.n = kept;
    VEC_RELEASE(&vars);
    int_map_release(&used);
}

void cfa_step_finish(struct cfa_step *s) {
    uint32_t kept = 0;
    for (uint32_t i = 0; i < s->updates.n; i++)
        if (s->updates.at[i].var != s->updates.at[i].value) s->updates.at[kept++] = s->updates.at[i];
    s->updates.n = kept;
    if (kept) qsort(s->updates.at, kept, sizeof *s->updates.at, by_var);
    terms_sort(s->guard.at, s->guard.n);
    drop_unused_inputs(s);
    subst_clear(&s->wp);
    for (uint32_t i = 0; i < s->updates.n; i++)
        subst_set(&s->wp, s->updates.at[i].var, s->updates.at[i].value);
}

/* Paths share the inputs of their common prefix; a step's inputs are its own. */
static void own_inputs(struct cfa_step *s, struct int_map *taken) {
    struct subst renaming = {0};
    bool added, some = false;
    for (uint32_t i = 0; i < s->inputs.n; i++) {
        int_map_put(taken, s->inputs.at[i].var, &added);
        if (added) continue;
        term fresh = term_fresh("in", term_sort(s->inputs.at[i].var));
        subst_set(&renaming, s->inputs.at[i].var, fresh);
        s->inputs.at[i].var = fresh;
        some = true;
    }
    for (uint32_t i = 0; some && i < s->guard.n; i++) s->guard.at[i] = subst_apply(&renaming, s->guard.at[i]);
    for (uint32_t i = 0; some && i < s->updates.n; i++)
        s->updates.at[i].value = subst_apply(&renaming, s->updates.at[i].value);
    subst_release(&renaming);
    if (some) cfa_step_finish(s);
}

static void split_edge(struct cfa *c, uint32_t edge, double max_paths, struct int_map *resolved) {
    assert(edge < c->edges.n);
    struct split_path p = {.c = c, .edge = edge};
    uint32_t begin = c->steps.n, kept = begin;
    explore(&p, c->edges.at[edge].cmd, NULL);
    VEC_RELEASE(&p.trail);
    VEC_RELEASE(&p.changed);
    VEC_RELEASE(&p.guard);
    VEC_RELEASE(&p.inputs);
    VEC_RELEASE(&p.draws);
    VEC_RELEASE(&p.literals);
    int_map_release(&p.is_changed);
    subst_release(&p.value);
    arena_release(&p.arena);
    split_literals(c, begin, max_paths);
    struct int_map taken = {0};
    for (uint32_t i = begin; i < c->steps.n; i++) {
        struct cfa_step s = c->steps.at[i];
        if (terms_include(&s.guard, term_false()) || !use_constants(&s)) {
            cfa_step_release(&s);
            continue;
        }
        resolve_choices(&s, resolved);
        cfa_step_finish(&s);
        own_inputs(&s, &taken);
        c->steps.at[kept++] = s;
    }
    int_map_release(&taken);
    c->steps.n = kept;
}

void cfa_split(struct cfa *c, double max_paths) {
    struct int_map resolved = {0};
    cfa_clear_steps(c);
    for (uint32_t i = 0; i < c->edges.n; i++) split_edge(c, i, max_paths, &resolved);
    int_map_release(&resolved);
}
