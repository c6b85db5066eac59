/* Boxes: compilation of a query, contraction of a box, and the search.
 *
 * A box is one range per node of the query's graph. Contraction goes forward through all nodes and
 * backward through all nodes until little changes (HC4: Benhamou, Goualard, Granvilliers, Puget,
 * "Revising hull and box consistency", ICLP 1999). What is split is, in this order: a Bool that is
 * open (an alternative of a clause, a condition), the index of a table, and the variable whose
 * range is the widest compared with what it was in the first box. Splitting an inner node is as
 * good as splitting a variable: both halves together are all of its values. */
#include "smt/boxes/interval.h"

#include <math.h>

#include "util/budget.h"
#include "util/clock.h"

enum { ROUNDS = 4, SAMPLED = 256 };

/* ---- which terms have floats ---- */

bool term_has_floats(term t) {
    static VEC(uint8_t) known;                      /* by term: 1 no, 2 yes */
    if (known.n > terms_count()) VEC_CLEAR(&known); /* the table was made anew */
    uint32_t from = known.n ? known.n : 1;
    if (t >= known.n) VEC_RESIZE(&known, terms_count());
    for (term u = from; u < known.n; u++) {
        bool yes = sort_kind_of(term_sort(u)) == SORT_FLOAT;
        for (uint32_t i = 0; i < term_arity(u) && !yes; i++) yes = known.at[term_arg(u, i)] == 2;
        known.at[u] = yes ? 2 : 1;
    }
    return known.at[t] == 2;
}

/* ---- the graph of the query ---- */

static enum interval_kind kind_of(sort s) {
    switch (sort_kind_of(s)) {
    case SORT_BOOL: return IV_BOOL;
    case SORT_BV: return sort_width(s) <= 64 ? IV_BV : IV_OTHER;
    case SORT_FLOAT: {
        uint32_t e = sort_exponent(s), m = sort_significand(s);
        return (e == 8 && m == 24) || (e == 11 && m == 53) ? IV_FLOAT : IV_OTHER;
    }
    default: return IV_OTHER;
    }
}

static struct iv_node node_for(term t) {
    struct iv_node d = {.t = t, .op = term_op_of(t), .kind = kind_of(term_sort(t)), .n = term_arity(t)};
    sort s = term_sort(t);
    if (sort_kind_of(s) == SORT_BOOL && d.n) s = term_sort(term_arg(t, 0));
    d.single = sort_kind_of(s) == SORT_FLOAT && sort_width(s) == 32;
    d.width = d.kind == IV_BV ? term_width(t) : 0;
    return d;
}

static struct iv constant_of(term t) {
    struct iv_node d = node_for(t);
    return iv_all(&d);
}

static void take_table(struct iv_problem *p, const struct graph_table *from) {
    struct iv_table t = {.other = constant_of(from->other),
                         .element = mem_zero(from->index.n + 1, sizeof *t.element)};
    for (uint32_t i = 0; i < from->index.n; i++) t.element[i] = constant_of(from->element.at[i]);
    VEC_PUSH(&p->tables, t);
}

static void problem_init(struct iv_problem *p, const term *roots, uint32_t n) {
    graph_init(&p->graph, roots, n);
    for (uint32_t i = 0; i < p->graph.nodes.n; i++) {
        const struct graph_node *g = &p->graph.nodes.at[i];
        struct iv_node d = node_for(g->t);
        d.n = g->n, d.first = g->first, d.table = d.kind == IV_OTHER ? 0 : g->table;
        VEC_PUSH(&p->nodes, d);
    }
    for (uint32_t i = 0; i < p->graph.tables.n; i++) take_table(p, &p->graph.tables.at[i]);
    p->form = mem_zero(p->nodes.n + 1, sizeof *p->form);
    p->start = mem_zero(p->nodes.n + 1, sizeof *p->start);
}

static void problem_release(struct iv_problem *p) {
    for (uint32_t i = 0; i < p->tables.n; i++) free(p->tables.at[i].element);
    VEC_RELEASE(&p->tables);
    VEC_RELEASE(&p->nodes);
    graph_release(&p->graph);
    free(p->form);
    free(p->start);
}

/* ---- one box ---- */

/* Forward through all nodes; the node that is empty, or UINT32_MAX. */
static uint32_t forward(struct iv_problem *p, struct iv *box, bool *changed) {
    for (uint32_t i = 0; i < p->nodes.n; i++) {
        const struct iv_node *d = &p->nodes.at[i];
        struct iv x = iv_forward(p, box, i);
        if (!iv_meet(d, &box[i], &x, changed)) {
            box[i].why |= x.why;
            return i;
        }
        if (!iv_linear(p, box, i)) return i;
    }
    return UINT32_MAX;
}

static uint64_t reasons_at(const struct iv_problem *p, const struct iv *box, uint32_t node) {
    uint64_t why = box[node].why;
    const struct iv_node *d = &p->nodes.at[node];
    for (uint32_t i = 0; i < d->n; i++) why |= box[iv_arg(p, d, i)].why;
    return why;
}

/* False if the box holds no solution; *why then tells the assumptions that this rests on. */
static bool contract(struct iv_problem *p, struct iv *box, uint64_t *why) {
    bool changed = true;
    for (int round = 0; round < ROUNDS && changed; round++) {
        bool ignored = false;
        changed = false;
        uint32_t empty = forward(p, box, &ignored);
        for (uint32_t i = p->nodes.n; i-- && empty == UINT32_MAX;)
            if (!iv_backward(p, box, i, &changed)) empty = i;
        if (empty == UINT32_MAX) continue;
        *why |= reasons_at(p, box, empty);
        return false;
    }
    return !iv_linear_conflict(p, box, why);
}

/* ---- splitting ---- */

static double width_of(const struct iv_node *d, const struct iv *x) {
    if (d->kind == IV_BV) return (double)(x->b.shi - x->b.slo);
    double lo = fmax(x->f.lo, -0x1p1000), hi = fmin(x->f.hi, 0x1p1000);
    return x->f.lo > x->f.hi ? 0 : hi - lo;
}

/* Is this a float or a number that depends on nothing else? */
static bool is_source(const struct iv_problem *p, uint32_t node) {
    const struct iv_node *d = &p->nodes.at[node];
    if (p->graph.nodes.at[node].is_pattern) return false;
    if (d->kind == IV_FLOAT)
        return d->op == OP_VAR || d->op == OP_FP_FROM_BITS || (d->op == OP_SELECT && !d->table);
    return d->kind == IV_BV && (d->op == OP_VAR || (d->op == OP_SELECT && !d->table));
}

static uint32_t open_bool(const struct iv_problem *p, const struct iv *box) {
    for (uint32_t i = p->nodes.n; i--;) {
        const struct iv_node *d = &p->nodes.at[i];
        bool clause = d->op == OP_OR && box[i].truth == MAY_TRUE,
             denied = d->op == OP_AND && box[i].truth == MAY_FALSE;
        bool choice = d->op == OP_ITE && d->n; /* one of arrays is a node without arguments */
        for (uint32_t j = 0; (clause || denied || choice) && j < (choice ? 1 : d->n); j++) {
            uint32_t x = iv_arg(p, d, j);
            bool settled = box[x].truth == (clause ? MAY_TRUE : MAY_FALSE);
            if (settled && !choice) break;
            if (box[x].truth == MAY_BOTH) return x;
        }
    }
    return UINT32_MAX;
}

static uint32_t open_index(const struct iv_problem *p, const struct iv *box) {
    for (uint32_t i = 0; i < p->nodes.n; i++) {
        const struct iv_node *d = &p->nodes.at[i];
        uint32_t x = d->table ? iv_arg(p, d, 0) : 0;
        if (d->table && !iv_is_point(&p->nodes.at[x], &box[x]) && box[x].b.uhi - box[x].b.ulo < 1 << 16)
            return x;
    }
    return UINT32_MAX;
}

static uint32_t widest_source(const struct iv_problem *p, const struct iv *box) {
    uint32_t best = UINT32_MAX;
    double most = -1;
    for (uint32_t i = 0; i < p->nodes.n; i++) {
        const struct iv_node *d = &p->nodes.at[i];
        if (!is_source(p, i) || iv_is_point(d, &box[i])) continue;
        double w = d->kind == IV_FLOAT && box[i].f.nan
                       ? 2
                       : width_of(d, &box[i]) / fmax(width_of(d, &p->start[i]), 1e-300);
        if (w > most) most = w, best = i;
    }
    return best;
}

static uint32_t choose(const struct iv_problem *p, const struct iv *box) {
    uint32_t x = open_bool(p, box);
    if (x == UINT32_MAX) x = open_index(p, box);
    return x == UINT32_MAX ? widest_source(p, box) : x;
}

/* A number in [lo, hi) of the format: the middle of moderate ranges; large ones are first cut at 0
 * and 1 and then where half of their exponents are below. */
static double middle(bool single, double lo, double hi) {
    double m = lo / 2 + hi / 2, size = fmax(fabs(lo), fabs(hi));
    if (size > 1e4) {
        if (lo < 0 && hi > 0) m = 0;
        else if (lo >= 0) m = lo < 1 ? 1 : isinf(hi) ? lo * 0x1p20 : sqrt(lo) * sqrt(hi);
        else m = hi > -1 ? -1 : isinf(lo) ? hi * 0x1p20 : -sqrt(-lo) * sqrt(-hi);
    }
    if (single) m = (double)(float)m;
    if (m >= hi) m = iv_previous(single, hi);
    return m < lo ? lo : m;
}

/* Two ranges that together are x; both smaller. */
static void halves(const struct iv_node *d, const struct iv *x, struct iv *a, struct iv *b) {
    *a = *b = *x;
    if (d->kind == IV_BOOL) {
        a->truth = MAY_TRUE, b->truth = MAY_FALSE;
    } else if (d->kind == IV_BV) {
        i128 m = x->b.slo + (x->b.shi - x->b.slo) / 2;
        if (x->b.slo < 0 && x->b.shi >= 0) m = -1;
        a->b.shi = m, b->b.slo = m + 1;
    } else if (x->f.nan) {
        a->f.nan = false;
        b->f = (struct iv_float){INFINITY, -INFINITY, true};
    } else {
        double m = middle(d->single, x->f.lo, x->f.hi);
        a->f.hi = m, b->f.lo = iv_next(d->single, m);
    }
}

/* ---- models ---- */

static uint64_t bits_of(bool single, double x) {
    uint64_t bits = 0;
    float f = (float)x;
    memcpy(&bits, single ? (const void *)&f : (const void *)&x, single ? sizeof f : sizeof x);
    return bits;
}

static value float_value(const struct iv_node *d, const struct iv *x) {
    sort s = term_sort(d->t);
    if (x->f.lo > x->f.hi) return term_value(term_float_bits(s, value_of(bits_of(d->single, NAN))));
    double lo = fmax(x->f.lo, -1e30), hi = fmin(x->f.hi, 1e30), m = middle(d->single, lo, hi);
    return value_of(bits_of(d->single, lo > hi || m > x->f.hi || m < x->f.lo ? x->f.lo : m));
}

/* A point of the box. */
static void sample(const struct iv_problem *p, const struct iv *box, struct model *m) {
    for (uint32_t i = 0; i < p->nodes.n; i++) {
        const struct iv_node *d = &p->nodes.at[i];
        const struct iv *x = &box[i];
        if (d->op == OP_FP_FROM_BITS && d->kind == IV_FLOAT && term_is_var(term_arg(d->t, 0)))
            model_set(m, term_arg(d->t, 0), float_value(d, x));
        if (d->op != OP_VAR) continue;
        if (d->kind == IV_BOOL) model_set(m, d->t, value_of(x->truth == MAY_TRUE));
        if (d->kind == IV_FLOAT) model_set(m, d->t, float_value(d, x));
        value ignored;
        if (d->kind != IV_BV || model_get(m, d->t, &ignored)) continue;
        i128 v = x->b.slo > 0 || x->b.shi < 0 ? x->b.slo + (x->b.shi - x->b.slo) / 2 : 0;
        model_set(m, d->t, value_of((uint64_t)bits_cut((u128)v, d->width)));
    }
}

static bool is_solution(const term *roots, uint32_t n, struct model *m) {
    for (uint32_t i = 0; i < n; i++)
        if (!term_holds(m, roots[i])) return false;
    return true;
}

/* ---- the search ---- */

struct interval_search {
    struct iv_problem p;
    term_vec roots; /* facts, then assumptions */
    VEC(struct iv *) open;
    uint64_t boxes, why;
};

static struct iv *first_box(struct interval_search *s, uint32_t n_facts) {
    struct iv *box = mem_zero(s->p.nodes.n + 1, sizeof *box);
    for (uint32_t i = 0; i < s->p.nodes.n; i++) box[i] = iv_all(&s->p.nodes.at[i]);
    for (uint32_t i = 0; i < s->roots.n; i++) {
        struct iv *x = &box[s->p.graph.roots.at[i]];
        x->truth &= MAY_TRUE;
        if (i >= n_facts) x->why |= UINT64_C(1) << (i - n_facts < 63 ? i - n_facts : 63);
    }
    return box;
}

/* Contracts the box, looks for a solution in it, and splits it; takes it. False if a solution was
 * found. */
static bool handle(struct interval_search *s, struct iv *box, struct model *m, bool *stuck) {
    bool first = s->boxes == 0;
    uint64_t number = s->boxes++;
    if (!contract(&s->p, box, &s->why)) {
        free(box);
        return true;
    }
    if (first) memcpy(s->p.start, box, s->p.nodes.n * sizeof *box);
    if (number < SAMPLED || number % 16 == 0) {
        model_clear(m);
        sample(&s->p, box, m);
        if (is_solution(s->roots.at, s->roots.n, m)) {
            free(box);
            return false;
        }
    }
    uint32_t x = choose(&s->p, box);
    if (x == UINT32_MAX) {
        *stuck = true; /* nothing left to split: a solution may hide in what has no range */
        free(box);
        return true;
    }
    struct iv *other = mem_alloc((s->p.nodes.n + 1) * sizeof *other);
    memcpy(other, box, s->p.nodes.n * sizeof *other);
    halves(&s->p.nodes.at[x], &box[x], &box[x], &other[x]);
    VEC_PUSH(&s->open, other);
    VEC_PUSH(&s->open, box);
    return true;
}

enum answer interval_decide(const term *facts, uint32_t n_facts, const term *assumptions, uint32_t n,
                            uint64_t boxes, double seconds, bool *in_core, struct model *m) {
    struct interval_search s = {0};
    bool stuck = false, found = false;
    for (uint32_t i = 0; i < n_facts; i++) VEC_PUSH(&s.roots, facts[i]);
    for (uint32_t i = 0; i < n; i++) VEC_PUSH(&s.roots, assumptions[i]);
    problem_init(&s.p, s.roots.at, s.roots.n);
    struct budget b = budget_cpu(seconds);
    VEC_PUSH(&s.open, first_box(&s, n_facts));
    while (s.open.n && !stuck && !found && s.boxes < boxes && !stop_requested()) {
        if (s.boxes % 64 == 63 && budget_left(&b) <= 0) break;
        struct iv *box = VEC_POP(&s.open);
        found = !handle(&s, box, m, &stuck);
    }
    bool unsat = !found && !stuck && !s.open.n;
    for (uint32_t i = 0; i < n; i++) in_core[i] = unsat && s.why >> (i < 63 ? i : 63) & 1;
    for (uint32_t i = 0; i < s.open.n; i++) free(s.open.at[i]);
    VEC_RELEASE(&s.open);
    VEC_RELEASE(&s.roots);
    problem_release(&s.p);
    return found ? ANSWER_SAT : unsat ? ANSWER_UNSAT : ANSWER_UNKNOWN;
}
