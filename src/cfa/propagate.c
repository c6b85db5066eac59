/* Propagation of constants, copies and small expressions, conditionally: a forward dataflow
 * analysis.
 *
 * At each location stands a map variable -> term that holds whenever control is there (x = 3, y =
 * x, z = x + 1). Locations start as "not reached"; a branch whose assume folds to false under the
 * map contributes nothing (Wegman and Zadeck's conditional constants). Maps meet by intersection of
 * identical entries, so each can only shrink once its location is reached, and the analysis ends.
 * They are persistent trees (env.h): joining costs what differs, which keeps automata with
 * thousands of variables and tens of thousands of locations near-linear.
 *
 * An entry y -> t must die when a variable of t is assigned. `users` lists, for each variable, the
 * variables that ever had an entry mentioning it; it only grows, so it never misses one.
 *
 * Beside it stands which few constants a pointer may be (few.h): null or the address of a block,
 * until a test for null leaves only one.
 *
 *     p = malloc(n);  if (!p) return;  p[i] = 0;      p is the block's address behind the test
 *
 * What counts as small is a matter of taste: a constant, a variable, or a term of at most
 * SMALL_TERM nodes over one variable without multiplication or division (those make lemmas hard to
 * find). */
#include <assert.h>
#include <stdlib.h>

#include "cfa/env.h"
#include "cfa/few.h"
#include "cfa/pass.h"
#include "cfa/reduce.h"
#include "util/mem.h"

enum { SMALL_TERM = 6 };

struct flow {
    struct cfa *c;
    struct var_lists vars;
    struct envs envs;
    struct subst subst;
    VEC(uint32_t) * users;
    struct int_map pairs; /* (variable, user) already in users */
    VEC(cmd) stack;
    VEC(struct cfa_assign) values; /* of one parallel assignment */
    struct int_map small;          /* term -> whether it may be an entry */
    struct few_sets few;
    bool rewrite; /* build new commands */
    uint32_t changes;
};

struct known {
    bool reached;
    env map;
    env sets; /* variable -> few */
};

/* ---- entries ---- */

static bool is_small(struct flow *f, term t) {
    if (term_is_const(t) || term_is_var(t)) return true;
    bool added;
    uint64_t *slot = int_map_put(&f->small, t, &added);
    if (!added) return *slot;
    if (term_is_larger(t, SMALL_TERM) || vars_of(&f->vars, t)[0] > 1) return false;
    if (sort_kind_of(term_sort(t)) == SORT_ARRAY) return false;
    enum term_op op = term_op_of(t);
    if (op == OP_BV_MUL || (op >= OP_BV_UDIV && op <= OP_BV_SREM) || op == OP_INT_MUL || op == OP_INT_DIV ||
        op == OP_INT_MOD)
        return false;
    *slot = 1;
    return true;
}

static void add_user(struct flow *f, uint32_t var, uint32_t user) {
    bool added;
    int_map_put(&f->pairs, (uint64_t)var << 32 | user, &added);
    if (added) VEC_PUSH(&f->users[var], user);
}

static env learn(struct flow *f, env m, term var, term by) {
    assert(term_is_var(var) && cfa_has_var(f->c, var));
    assert(term_sort(var) == term_sort(by));
    uint32_t index = cfa_var_index(f->c, var);
    const uint32_t *list = vars_of(&f->vars, by);
    for (uint32_t i = 1; i <= list[0]; i++) add_user(f, list[i], index);
    return env_set(&f->envs, m, index, by);
}

/* The variable changes: what is known of it and through it is gone. */
static env forget(struct flow *f, env m, term var) {
    assert(cfa_has_var(f->c, var));
    uint32_t index = cfa_var_index(f->c, var);
    m = env_set(&f->envs, m, index, TERM_NONE);
    for (uint32_t i = 0; i < f->users[index].n; i++) {
        uint32_t user = f->users[index].at[i];
        term t = env_get(&f->envs, m, user);
        if (t && term_mentions(t, var)) m = env_set(&f->envs, m, user, TERM_NONE);
    }
    return m;
}

/* Adds what the map knows of t's variables to the substitution; false if that is nothing. */
static bool add_known(struct flow *f, env m, term t) {
    if (!m || term_is_const(t)) return false;
    const uint32_t *list = vars_of(&f->vars, t);
    bool some = false;
    for (uint32_t i = 1; i <= list[0]; i++) {
        term by = env_get(&f->envs, m, list[i]);
        if (!by) continue;
        subst_set(&f->subst, f->c->vars.at[list[i]].var, by);
        some = true;
    }
    return some;
}

static term under(struct flow *f, env m, term t) {
    subst_clear(&f->subst);
    return add_known(f, m, t) ? subst_apply(&f->subst, t) : t;
}

/* ---- commands ---- */

/* The equalities that a literal which holds teaches. */
static env learn_literal(struct flow *f, env m, term literal) {
    assert(sort_kind_of(term_sort(literal)) == SORT_BOOL);
    if (term_is_var(literal)) return learn(f, m, literal, term_true());
    if (term_op_of(literal) == OP_NOT && term_is_var(term_arg(literal, 0)))
        return learn(f, m, term_arg(literal, 0), term_false());
    if (term_op_of(literal) != OP_EQ) return m;
    term a = term_arg(literal, 0), b = term_arg(literal, 1);
    /* the younger variable becomes the older one: a fixed direction, or they would swap for ever */
    if (term_is_var(b) && (term_is_const(a) || term_is_var(a))) return learn(f, m, b, a);
    return m;
}

/* ---- few values ---- */

static uint32_t index_in(void *c, term var) { return cfa_var_index(c, var); }

static bool has_few(const struct flow *f, term var) {
    sort s = term_sort(var);
    return sort_kind_of(s) == SORT_BV && sort_width(s) == f->c->pointer_width;
}

static term union_of(void *f, term a, term b) { return few_union(&((struct flow *)f)->few, a, b); }

/* x != c, or x == c where c is none of the values that x may have. */
static void exclude(struct flow *f, struct known *k, term literal) {
    bool differs = term_op_of(literal) == OP_NOT;
    term equality = differs ? term_arg(literal, 0) : literal;
    if (term_op_of(equality) != OP_EQ) return;
    term a = term_arg(equality, 0), b = term_arg(equality, 1);
    term var = term_is_var(a) ? a : b, constant = term_is_var(a) ? b : a;
    if (!term_is_var(var) || !term_is_const(constant) || !has_few(f, var)) return;
    uint32_t index = cfa_var_index(f->c, var);
    few set = env_get(&f->envs, k->sets, index);
    if (set == FEW_ANY) return;
    bool none;
    few rest = few_without(&f->few, set, constant, &none);
    if (!differs) {
        k->reached = rest != set;
        return;
    }
    k->reached = !none;
    k->sets = env_set(&f->envs, k->sets, index, rest);
    term only = none ? TERM_NONE : few_only(&f->few, rest);
    if (only) k->map = learn(f, k->map, var, only);
}

static cmd flow_assume(struct flow *f, struct known *k, const struct cfa_cmd *command, cmd old) {
    assert(command->kind == CMD_ASSUME);
    term cond = under(f, k->map, command->cond), all = cond;
    f->changes += f->rewrite && cond != command->cond;
    if (cond == term_false()) k->reached = false;
    uint32_t n = term_op_of(all) == OP_AND ? term_arity(all) : 1;
    for (uint32_t i = 0; k->reached && i < n; i++) {
        term literal = n > 1 ? term_arg(all, i) : all;
        k->map = learn_literal(f, k->map, literal);
        exclude(f, k, literal);
    }
    f->changes += f->rewrite && !k->reached && cond != term_false();
    return !f->rewrite || cond == command->cond ? old : cfa_assume(f->c, cond);
}

static bool mentions_target(const struct cfa_cmd *command, term t) {
    for (uint32_t i = 0; i < command->n; i++)
        if (term_mentions(t, command->assigns[i].var)) return true;
    return false;
}

static cmd flow_assign(struct flow *f, struct known *k, const struct cfa_cmd *command, cmd old) {
    assert(command->kind == CMD_ASSIGN && command->n > 0);
    bool changed = false;
    struct cfa_cmd a = *command;
    VEC_CLEAR(&f->values);
    /* one substitution for all: the values of a segment share most of their terms */
    bool some = false;
    subst_clear(&f->subst);
    for (uint32_t i = 0; i < a.n; i++) some |= add_known(f, k->map, a.assigns[i].value);
    for (uint32_t i = 0; i < a.n; i++) {
        term by = some ? subst_apply(&f->subst, a.assigns[i].value) : a.assigns[i].value;
        changed |= by != a.assigns[i].value;
        VEC_PUSH(&f->values, (struct cfa_assign){a.assigns[i].var, by});
    }
    env sets = k->sets; /* before the assignment */
    for (uint32_t i = 0; i < a.n; i++) {
        if (!has_few(f, a.assigns[i].var)) continue;
        few set = few_of_term(&f->few, &f->envs, sets, index_in, f->c, f->values.at[i].value);
        k->sets = env_set(&f->envs, k->sets, cfa_var_index(f->c, a.assigns[i].var), set);
    }
    for (uint32_t i = 0; i < a.n; i++) k->map = forget(f, k->map, a.assigns[i].var);
    for (uint32_t i = 0; i < a.n; i++) {
        term by = f->values.at[i].value;
        if (is_small(f, by) && !mentions_target(&a, by)) k->map = learn(f, k->map, a.assigns[i].var, by);
    }
    if (!f->rewrite || !changed) return old;
    f->changes++;
    return cfa_assign_n(f->c, f->values.at, f->values.n);
}

static cmd flow_primitive(struct flow *f, struct known *k, cmd old) {
    struct cfa_cmd command = f->c->cmds.at[old];
    switch (command.kind) {
    case CMD_ASSUME: return flow_assume(f, k, &command, old);
    case CMD_ASSIGN: return flow_assign(f, k, &command, old);
    case CMD_HAVOC:
        if (!command.var) return old;
        k->map = forget(f, k->map, command.var);
        k->sets = env_set(&f->envs, k->sets, cfa_var_index(f->c, command.var), FEW_ANY);
        return old;
    default: return old;
    }
}

static cmd flow_cmd(struct flow *f, struct known *k, cmd command);

static cmd flow_choice(struct flow *f, struct known *k, struct cfa_cmd choice) {
    assert(choice.kind == CMD_CHOICE);
    struct known first = *k, second = *k;
    cmd a = flow_cmd(f, &first, choice.first), b = flow_cmd(f, &second, choice.second);
    if (!first.reached) *k = second;
    else if (!second.reached) *k = first;
    else {
        k->map = env_join(&f->envs, first.map, second.map);
        k->sets = env_join_with(&f->envs, first.sets, second.sets, union_of, f);
    }
    return f->rewrite ? cfa_choice(f->c, a, b) : 0;
}

/* Follows a command from *k to what holds after it; returns the new command when rewriting. */
static cmd flow_cmd(struct flow *f, struct known *k, cmd command) {
    assert(command < f->c->cmds.n);
    cmd out = cfa_skip();
    uint32_t base = f->stack.n;
    VEC_PUSH(&f->stack, command);
    while (f->stack.n > base && k->reached) {
        cmd top = VEC_POP(&f->stack);
        struct cfa_cmd t = f->c->cmds.at[top];
        if (t.kind == CMD_SEQ) {
            VEC_PUSH(&f->stack, t.second);
            VEC_PUSH(&f->stack, t.first);
            continue;
        }
        cmd part = t.kind == CMD_CHOICE ? flow_choice(f, k, t) : flow_primitive(f, k, top);
        if (f->rewrite) out = cfa_seq(f->c, out, part);
    }
    f->stack.n = base;
    if (k->reached || !f->rewrite) return out;
    return cfa_assume(f->c, term_false());
}

/* ---- the fixpoint ---- */

static bool meet(struct flow *f, struct known *at, struct known with) {
    if (!with.reached) return false;
    struct known old = *at;
    at->map = old.reached ? env_join(&f->envs, old.map, with.map) : with.map;
    at->sets = old.reached ? env_join_with(&f->envs, old.sets, with.sets, union_of, f) : with.sets;
    at->reached = true;
    return !old.reached || old.map != at->map || old.sets != at->sets;
}

static void analyse(struct flow *f, const struct cfa_index *by_edge, struct known *at) {
    loc_vec order = {0};
    cfa_order(f->c, by_edge, &order);
    uint8_t *dirty = mem_zero(f->c->locs.n, 1);
    at[f->c->l0].reached = true;
    dirty[f->c->l0] = 1;
    for (bool again = true; again;) {
        again = false;
        for (uint32_t i = 0; i < order.n; i++) {
            loc l = order.at[i];
            if (!dirty[l]) continue;
            dirty[l] = 0;
            for (uint32_t j = 0; j < by_edge->out[l].n; j++) {
                const struct cfa_edge *e = &f->c->edges.at[by_edge->out[l].at[j]];
                struct known after = at[l];
                flow_cmd(f, &after, e->cmd);
                if (meet(f, &at[e->to], after)) dirty[e->to] = again = 1;
            }
        }
    }
    VEC_RELEASE(&order);
    free(dirty);
}

/* Edges from locations that are not reached, and edges that cannot be taken, become assume
 * false. */
static void rewrite(struct flow *f, const struct known *at) {
    f->rewrite = true;
    for (uint32_t i = 0; i < f->c->edges.n; i++) {
        struct cfa_edge e = f->c->edges.at[i];
        struct known k = at[e.from];
        uint32_t before = f->changes;
        cmd now = k.reached ? flow_cmd(f, &k, e.cmd) : cfa_assume(f->c, term_false());
        f->changes += !k.reached && f->changes == before;
        if (f->changes != before) f->c->edges.at[i].cmd = now;
    }
}

uint32_t cfa_propagate(struct cfa *c) {
    struct flow f = {.c = c, .vars = {.c = c}};
    struct cfa_index by_edge;
    cfa_clear_steps(c);
    cfa_index_edges(c, &by_edge);
    envs_init(&f.envs, c->vars.n);
    f.users = mem_zero(c->vars.n, sizeof *f.users);
    struct known *at = mem_zero(c->locs.n, sizeof *at);
    analyse(&f, &by_edge, at);
    rewrite(&f, at);
    for (uint32_t i = 0; i < c->vars.n; i++) VEC_RELEASE(&f.users[i]);
    free(f.users);
    free(at);
    cfa_index_release(&by_edge);
    var_lists_release(&f.vars);
    envs_release(&f.envs);
    subst_release(&f.subst);
    int_map_release(&f.pairs);
    int_map_release(&f.small);
    few_release(&f.few);
    VEC_RELEASE(&f.stack);
    VEC_RELEASE(&f.values);
    if (f.changes) cfa_prune(c);
    return f.changes;
}
