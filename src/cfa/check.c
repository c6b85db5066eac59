/* Well-formedness: the invariants that cfa.h states, each with a message of its own. Variables of
 * terms are looked up with one set of visited subterms for the whole automaton, so the check is
 * linear in its size. */
#include "cfa/check.h"

#include "util/hash.h"
#include "util/mem.h"

struct checker {
    const struct cfa *c;
    char *wrong;            /* the first thing found */
    struct int_map visited; /* subterms whose variables are declared */
    term_vec stack;
};

#define REQUIRE(k, holds, ...)                                                                               \
    do {                                                                                                     \
        if (!(k)->wrong && !(holds)) (k)->wrong = mem_printf(__VA_ARGS__);                                   \
    } while (0)

static bool is_input(const struct cfa_step *s, term var) {
    for (uint32_t i = 0; s && i < s->inputs.n; i++)
        if (s->inputs.at[i].var == var) return true;
    return false;
}

/* Every variable of t is declared or, in a step, one of its inputs (those are not remembered). */
static void check_vars(struct checker *k, term t, const struct cfa_step *s) {
    VEC_CLEAR(&k->stack);
    VEC_PUSH(&k->stack, t);
    while (k->stack.n && !k->wrong) {
        term u = VEC_POP(&k->stack);
        if (term_is_var(u)) {
            REQUIRE(k, cfa_has_var(k->c, u) || is_input(s, u), "variable %s is not declared", term_name(u));
            continue;
        }
        bool added;
        int_map_put(&k->visited, u, &added);
        for (uint32_t i = 0; (added || s) && i < term_arity(u); i++) VEC_PUSH(&k->stack, term_arg(u, i));
    }
}

static bool is_bool(term t) { return sort_kind_of(term_sort(t)) == SORT_BOOL; }

static void check_assign(struct checker *k, const struct cfa_cmd *a) {
    struct int_map seen = {0};
    REQUIRE(k, a->n > 0, "an assignment to nothing");
    for (uint32_t i = 0; i < a->n && !k->wrong; i++) {
        term var = a->assigns[i].var, by = a->assigns[i].value;
        bool added;
        REQUIRE(k, cfa_has_var(k->c, var), "assignment to undeclared %s", term_name(var));
        REQUIRE(k, term_sort(var) == term_sort(by), "the sorts of %s and its value differ", term_name(var));
        int_map_put(&seen, var, &added);
        REQUIRE(k, added, "%s is assigned twice in parallel", term_name(var));
        check_vars(k, by, NULL);
    }
    int_map_release(&seen);
}

static void check_cmd(struct checker *k, cmd at) {
    const struct cfa_cmd *a = &k->c->cmds.at[at];
    switch (a->kind) {
    case CMD_SKIP: REQUIRE(k, at == 0, "command %u is a skip", at); break;
    case CMD_ASSUME:
        REQUIRE(k, is_bool(a->cond), "command %u assumes something that is not Bool", at);
        if (!k->wrong) check_vars(k, a->cond, NULL);
        break;
    case CMD_ASSIGN: check_assign(k, a); break;
    case CMD_HAVOC:
        REQUIRE(k, a->site < k->c->sites.n, "command %u has no such site as %u", at, a->site);
        if (k->wrong || !a->var) break;
        REQUIRE(k, cfa_has_var(k->c, a->var), "havoc of undeclared %s", term_name(a->var));
        REQUIRE(k, term_sort(a->var) == k->c->sites.at[a->site].sort, "site %u and %s differ in sort",
                a->site, term_name(a->var));
        break;
    case CMD_SEQ:
    case CMD_CHOICE:
        REQUIRE(k, a->first < at && a->second < at, "command %u has a child that is not older", at);
        break;
    case CMD_MARK:
        if (a->cond) check_vars(k, a->cond, NULL);
        break;
    }
}

static void check_graph(struct checker *k) {
    const struct cfa *c = k->c;
    uint32_t n = c->locs.n;
    REQUIRE(k, c->l0 < n && c->lE < n && c->l0 != c->lE, "l0 = %u, lE = %u of %u locations", c->l0, c->lE, n);
    REQUIRE(k, c->cmds.n && c->files.n, "no skip command or no empty file name");
    uint8_t *final = mem_zero(n, 1);
    if (!k->wrong) final[c->lE] = 1;
    for (uint32_t i = 0; i < c->cuts.n && !k->wrong; i++) {
        REQUIRE(k, c->cuts.at[i].at < n && c->cuts.at[i].at != c->lE, "cut %u is at no location of its own",
                i);
        if (!k->wrong) final[c->cuts.at[i].at] = 1;
    }
    for (uint32_t i = 0; i < c->edges.n && !k->wrong; i++) {
        const struct cfa_edge *e = &c->edges.at[i];
        REQUIRE(k, e->from < n && e->to < n && e->cmd < c->cmds.n, "edge %u leads out of the automaton", i);
        REQUIRE(k, k->wrong || e->to != c->l0, "edge %u leads to l0", i);
        REQUIRE(k, k->wrong || !final[e->from], "edge %u starts at lE or a cut", i);
    }
    for (uint32_t i = 0; i < c->sites.n; i++)
        REQUIRE(k, c->sites.at[i].same_as <= i, "site %u stands for the younger %u", i,
                c->sites.at[i].same_as);
    for (uint32_t i = 0; i < c->vars.n; i++)
        REQUIRE(k, cfa_var_index(c, c->vars.at[i].var) == i, "variable %u is not indexed", i);
    free(final);
}

static void check_guard(struct checker *k, const struct cfa_step *s, uint32_t at) {
    for (uint32_t i = 0; i < s->guard.n && !k->wrong; i++) {
        term g = s->guard.at[i];
        REQUIRE(k, is_bool(g) && !term_is_const(g) && term_op_of(g) != OP_AND, "step %u: %s is no literal",
                at, term_text(g));
        REQUIRE(k, !i || s->guard.at[i - 1] < g, "step %u: the guard is not sorted", at);
        if (!k->wrong) check_vars(k, g, s);
    }
}

static void check_step(struct checker *k, uint32_t at) {
    const struct cfa_step *s = &k->c->steps.at[at];
    const struct cfa_edge *e = s->edge < k->c->edges.n ? &k->c->edges.at[s->edge] : NULL;
    REQUIRE(k, e && e->from == s->from && e->to == s->to, "step %u does not fit its edge", at);
    check_guard(k, s, at);
    for (uint32_t i = 0; i < s->updates.n && !k->wrong; i++) {
        const struct cfa_assign *u = &s->updates.at[i];
        REQUIRE(k, cfa_has_var(k->c, u->var), "step %u updates undeclared %s", at, term_name(u->var));
        REQUIRE(k, u->var != u->value && term_sort(u->var) == term_sort(u->value), "step %u: update %u", at,
                i);
        REQUIRE(k, !i || s->updates.at[i - 1].var < u->var, "step %u: the updates are not sorted", at);
        if (!k->wrong) check_vars(k, u->value, s);
    }
    for (uint32_t i = 0; i < s->inputs.n && !k->wrong; i++) {
        uint32_t draw = s->inputs.at[i].draw;
        REQUIRE(k, !cfa_has_var(k->c, s->inputs.at[i].var), "step %u: an input is a variable", at);
        REQUIRE(k, draw < s->draws.n && s->draws.at[draw] == s->inputs.at[i].site,
                "step %u: draw of input %u", at, i);
    }
}

char *cfa_check(const struct cfa *c) {
    struct checker k = {.c = c};
    check_graph(&k);
    for (uint32_t i = 0; i < c->cmds.n && !k.wrong; i++) check_cmd(&k, i);
    for (uint32_t i = 0; i < c->steps.n && !k.wrong; i++) check_step(&k, i);
    int_map_release(&k.visited);
    VEC_RELEASE(&k.stack);
    return k.wrong;
}
