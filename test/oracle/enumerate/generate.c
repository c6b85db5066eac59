/* The generator mixes two kinds of automata. In the first, a structured program is drawn: counters
 * that run up to a bound, branches with complementary conditions, nested loops, phi-like parallel
 * assignments, an assertion at the end or inside. In the second, edges are drawn between random
 * locations, several between the same two, self-loops, with conditions that need not exclude or
 * cover each other. Errors get rare conditions, so that both verdicts occur and counterexamples
 * have many lengths. */
#include "generate.h"

#include <stdio.h>

struct maker {
    struct rng *r;
    struct cfa *c;
    const struct shape *shape;
    term_vec vars;
};

static uint32_t below(struct maker *m, uint32_t n) { return rng_below(m->r, n); }
static bool chance(struct maker *m, uint32_t percent) { return below(m, 100) < percent; }
static term any_var(struct maker *m) { return m->vars.at[below(m, m->vars.n)]; }

/* ---- terms ---- */

static term fit(struct maker *m, term t, uint32_t width) {
    uint32_t w = term_width(t);
    if (w == width) return t;
    if (w > width) return term_extract(t, width - 1, 0);
    return chance(m, 50) ? term_zext(t, width) : term_sext(t, width);
}

static term constant(struct maker *m, uint32_t width) { return term_bv(width, below(m, 1u << width)); }

static term leaf(struct maker *m, uint32_t width) {
    return chance(m, 35) ? constant(m, width) : fit(m, any_var(m), width);
}

static term expression(struct maker *m, uint32_t width, uint32_t depth);
static term condition(struct maker *m, uint32_t depth);

static term operation(struct maker *m, term a, term b, uint32_t width, uint32_t depth) {
    switch (below(m, 14)) {
    case 0: return term_bv_sub(a, b);
    case 1: return term_bv_mul(a, b);
    case 2: return term_bv_and(a, b);
    case 3: return term_bv_or(a, b);
    case 4: return term_bv_xor(a, b);
    case 5: return term_bv_udiv(a, b);
    case 6: return term_bv_urem(a, b);
    case 7: return term_bv_shl(a, b);
    case 8: return term_bv_ashr(a, b);
    case 9: return term_ite(condition(m, depth), a, b);
    case 10: return term_bv_not(a);
    case 11: return term_bv_srem(a, constant(m, width));
    default: return term_bv_add(a, b);
    }
}

static term expression(struct maker *m, uint32_t width, uint32_t depth) {
    if (!depth || chance(m, 30)) return leaf(m, width);
    term a = expression(m, width, depth - 1), b = expression(m, width, depth - 1);
    return operation(m, a, b, width, depth - 1);
}

static term comparison(struct maker *m, uint32_t depth) {
    term a = any_var(m), b = chance(m, 60) ? constant(m, term_width(a)) : expression(m, term_width(a), depth);
    if (chance(m, 30)) a = expression(m, term_width(a), depth);
    switch (below(m, 8)) {
    case 0: return term_ult(a, b);
    case 1: return term_ule(a, b);
    case 2: return term_slt(a, b);
    case 3: return term_sle(a, b);
    case 4: return term_ult(b, a);
    case 5: return term_not(term_eq(a, b));
    default: return term_eq(a, b);
    }
}

static term condition(struct maker *m, uint32_t depth) {
    term a = comparison(m, depth ? 1 : 0);
    if (!depth || chance(m, 60)) return a;
    term b = condition(m, depth - 1);
    switch (below(m, 4)) {
    case 0: return term_or(a, b);
    case 1: return term_eq(a, b);
    case 2: return term_ite(a, b, comparison(m, 0));
    default: return term_and(a, b);
    }
}

/* ---- commands ---- */

/* Sites are shared between commands, as those of a function that is inlined several times. */
static uint32_t any_site(struct maker *m, sort s) {
    static const enum site_kind kinds[] = {SITE_NONDET, SITE_UNINIT, SITE_UNKNOWN};
    uint32_t old = m->c->sites.n ? below(m, m->c->sites.n) : 0;
    if (m->c->sites.n && m->c->sites.at[old].sort == s && chance(m, 70)) return old;
    return cfa_add_site(m->c, kinds[below(m, 3)], "__VERIFIER_nondet", s, false, (struct src_pos){0});
}

static cmd havoc(struct maker *m, term var) {
    uint32_t site = any_site(m, term_sort(var));
    return cfa_havoc(m->c, var, site);
}

static cmd assignment(struct maker *m) {
    term x = any_var(m), y = any_var(m);
    if (x == y || chance(m, 60)) return cfa_assign(m->c, x, expression(m, term_width(x), 2));
    struct cfa_assign phi[] = {
        {x, fit(m, chance(m, 50) ? y : expression(m, term_width(x), 1), term_width(x))},
        {y, fit(m, chance(m, 50) ? x : expression(m, term_width(y), 1), term_width(y))}};
    return cfa_assign_n(m->c, phi, 2);
}

static cmd statement(struct maker *m) {
    uint32_t what = below(m, 100);
    if (what < 12) return havoc(m, any_var(m));
    if (what < 20) return cfa_skip();
    if (what < 26) return cfa_assume(m->c, condition(m, 1));
    if (what < 30) return cfa_mark(m->c, (struct src_pos){0}, "x", any_var(m), false);
    if (what < 36 && !m->shape->deterministic) {
        cmd first = assignment(m);
        return cfa_choice(m->c, first, assignment(m));
    }
    return assignment(m);
}

static cmd statements(struct maker *m, uint32_t n) {
    cmd all = cfa_skip();
    while (n--) all = cfa_seq(m->c, all, statement(m));
    return all;
}

static cmd initialization(struct maker *m) {
    cmd all = cfa_skip();
    for (uint32_t i = 0; i < m->vars.n; i++) {
        term x = m->vars.at[i];
        if (!m->shape->initialize && chance(m, 30)) continue;
        cmd one = chance(m, 65) ? cfa_assign(m->c, x, constant(m, term_width(x))) : havoc(m, x);
        all = cfa_seq(m->c, all, one);
    }
    return all;
}

/* ---- structured programs: each function continues at a location and says where it ends ---- */

static loc location(struct maker *m) { return cfa_add_loc(m->c, (struct src_pos){0}); }

static term rare(struct maker *m) {
    term t = condition(m, 1);
    for (uint32_t i = below(m, 3); i; i--) t = term_and(t, comparison(m, 0));
    return t;
}

static loc block(struct maker *m, loc at, uint32_t budget);

static loc branch(struct maker *m, loc at, uint32_t budget) {
    term b = condition(m, 1);
    loc yes = location(m), no = location(m), end = location(m);
    cfa_add_edge(m->c, at, cfa_assume(m->c, b), yes);
    cfa_add_edge(m->c, at, cfa_assume(m->c, term_not(b)), no);
    cfa_add_edge(m->c, block(m, yes, budget / 2), statements(m, 1), end);
    cfa_add_edge(m->c, chance(m, 50) ? no : block(m, no, budget / 2), statements(m, 1), end);
    return end;
}

static loc loop(struct maker *m, loc at, uint32_t budget) {
    loc head = location(m), body = location(m), end = location(m);
    term x = any_var(m), b = chance(m, 50) ? condition(m, 1) : term_ult(x, constant(m, term_width(x)));
    cfa_add_edge(m->c, at, statements(m, 1), head);
    cfa_add_edge(m->c, head, cfa_assume(m->c, b), body);
    cfa_add_edge(m->c, head,
                 m->shape->deterministic || chance(m, 90) ? cfa_assume(m->c, term_not(b)) : cfa_skip(), end);
    cmd step =
        cfa_seq(m->c, statements(m, 1), cfa_assign(m->c, x, term_bv_add(x, term_bv(term_width(x), 1))));
    cfa_add_edge(m->c, chance(m, 50) ? body : block(m, body, budget / 2), step, head);
    return end;
}

static loc assertion(struct maker *m, loc at) {
    term b = rare(m);
    loc end = location(m);
    cfa_add_edge(m->c, at, cfa_assume(m->c, b), m->c->lE);
    cfa_add_edge(m->c, at, cfa_assume(m->c, term_not(b)), end);
    return end;
}

static loc block(struct maker *m, loc at, uint32_t budget) {
    for (uint32_t i = 0; i <= budget && m->c->locs.n < m->shape->max_locs; i++) {
        uint32_t what = below(m, 100);
        if (what < 30) at = loop(m, at, budget);
        else if (what < 60) at = branch(m, at, budget);
        else if (what < 75) at = assertion(m, at);
        else {
            loc next = location(m);
            cfa_add_edge(m->c, at, statements(m, 1 + below(m, 2)), next);
            at = next;
        }
    }
    return at;
}

/* ---- free graphs ---- */

static void graph(struct maker *m, loc at) {
    uint32_t n = 1 + below(m, m->shape->max_locs), first = m->c->locs.n;
    for (uint32_t i = 0; i < n; i++) location(m);
    cfa_add_edge(m->c, at, statements(m, 1), first);
    for (uint32_t i = n + below(m, 2 * n + 1); i; i--) {
        loc from = first + below(m, n), to = chance(m, 15) ? from : first + below(m, n);
        cmd command = chance(m, 60) ? cfa_assume(m->c, condition(m, 1)) : cfa_skip();
        cfa_add_edge(m->c, from, cfa_seq(m->c, command, statements(m, below(m, 3))), to);
    }
    for (uint32_t i = 1 + below(m, 2); i; i--)
        cfa_add_edge(m->c, first + below(m, n), cfa_assume(m->c, rare(m)), m->c->lE);
}

static void add_cut(struct maker *m) {
    loc cut = location(m);
    cfa_add_cut(m->c, cut, "cut for a test");
    for (uint32_t i = 0, n = m->c->edges.n; i < n; i++)
        if (m->c->edges.at[i].from != m->c->l0 && chance(m, 20))
            cfa_add_edge(m->c, m->c->edges.at[i].from, cfa_assume(m->c, rare(m)), cut);
}

static void add_vars(struct maker *m) {
    uint32_t n = 1 + below(m, m->shape->max_vars), left = m->shape->max_bits;
    for (uint32_t i = 0; i < n && left; i++) {
        uint32_t width = 1 + below(m, left < 4 ? left : 4);
        if (width == 1 && left > 1 && chance(m, 70)) width = 2;
        char name[16];
        /* the width makes the sort unique */
        snprintf(name, sizeof name, "%c%u", "xyzuvw"[i % 6], width);
        term x = term_var(name, sort_bv(width));
        cfa_add_var(m->c, x, name, chance(m, 50), (struct src_pos){0});
        VEC_PUSH(&m->vars, x);
        left -= width;
    }
}

struct cfa *random_cfa(struct rng *r, const struct shape *shape) {
    struct maker m = {.r = r, .c = cfa_new(), .shape = shape};
    add_vars(&m);
    loc start = location(&m);
    cfa_add_edge(m.c, m.c->l0, initialization(&m), start);
    if (!shape->deterministic && chance(&m, 50)) {
        graph(&m, start);
    } else {
        loc end = block(&m, start, 1 + below(&m, 4));
        cfa_add_edge(m.c, end, cfa_assume(m.c, rare(&m)), m.c->lE);
    }
    if (shape->cuts && chance(&m, 30)) add_cut(&m);
    VEC_RELEASE(&m.vars);
    return m.c;
}
