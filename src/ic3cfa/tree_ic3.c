/* Tree-IC3 (Cimatti and Griggio 2012), FMCAD15's other baseline: the automaton is unwound into an
 * abstract reachability tree whose nodes carry a location and a formula, a conjunction of clauses.
 *
 * The tree grows breadth first. When a leaf is at lE, the path from the root to it is examined like
 * IC3 examines its frames: the formulas of the nodes on the path play the part of F_0, F_1, ...; a
 * cube c at node j is blocked when F(j-1) & wp(e_j, c) is unsatisfiable and added to F(j) as a
 * clause; otherwise its weakest precondition is the next obligation, one node closer to the root.
 * An obligation that reaches the root is an error. Inputs are eliminated as in predecessor.c (the
 * same code), by the model where they must.
 *
 * Covering: a node is covered by an older node of its location, not covered and not its descendant,
 * if its formula implies that one's; neither it nor what grew below it counts any more. That is
 * tried for leaves before they are expanded and for the nodes of a path whenever they gained
 * clauses. When the older node gains a clause that the covered one does not imply, the covering is
 * undone. When every leaf is covered or false, the disjunction of the formulas of a location's
 * nodes is an invariant. There is no generalization and no relative induction, as in the original's
 * plain variant.
 *
 * Tree-IC3-ITP (the same paper, and the strongest of FMCAD15's Fig. 4) differs in one place: the
 * next obligation is not a weakest precondition. The path to the parent, executed from l0, and
 * "guard & wp(e,c)" contradict each other unless the path leads to c; an interpolant P of the two
 * holds at the end of the path and excludes c's predecessors, all of them, inputs included. The
 * obligations at the parent are ¬P, one for each conjunct of P; once they are blocked, so is c.
 *
 *     int x = 0, y = 0;
 *     while (input()) x++, y++;      c = (x != y) at the loop's head, after two rounds:
 *     assert(x == y);                wp is x + 1 != y + 1; P is x = y, of which the program's
 *                                    condition has told (vocabulary.c)
 *
 * ¬P cannot be reached along this path, so every obligation but the leaf's gets blocked. Where
 * there is no interpolant (arrays, floats, a limit), the weakest precondition serves. */
#include "ic3cfa/ic3cfa.h"

#include <assert.h>
#include <stdlib.h>

#include "ic3cfa/cube.h"
#include "ic3cfa/inputs.h"
#include "ic3cfa/trace.h"
#include "ic3cfa/vocabulary.h"
#include "smt/solver.h"
#include "util/clock.h"
#include "util/options.h"
#include "util/stats.h"

struct tree_node {
    struct tree_node *parent;
    uint32_t step; /* from the parent */
    loc at;
    uint32_t number, depth;
    bool expanded;
    struct tree_node *covered_by;
    VEC(const struct cube *) blocked;
    struct solver *solver; /* holds the clauses */
};

typedef VEC(uint32_t) step_path;

/* More conjuncts of an interpolant than these are one obligation. */
enum { MAX_CONJUNCTS = 32 };

struct unwinding {
    struct cfa *cfa;
    struct cfa_index by;
    struct cube_table cubes;
    VEC(struct tree_node *) nodes;
    uint32_t next;          /* nodes before this one are expanded, covered or false */
    bool gave_up, too_deep; /* the solver's fault; --max-k */
    bool by_proofs;         /* obligations are interpolants */
    struct vocabulary words;
};

/* "c is not to be reached at the node." */
struct tree_goal {
    struct tree_node *node;
    const struct cube *cube;
};
typedef VEC(struct tree_goal) goal_vec;

static struct tree_node *node_new(struct unwinding *t, struct tree_node *parent, uint32_t step, loc at) {
    assert(at < t->cfa->locs.n);
    assert(!parent || step < t->cfa->steps.n);
    struct tree_node *n = MEM_NEW(struct tree_node);
    *n = (struct tree_node){.parent = parent, .step = step, .at = at, .number = t->nodes.n};
    n->depth = parent ? parent->depth + 1 : 0;
    n->solver = solver_new();
    VEC_PUSH(&t->nodes, n);
    return n;
}

static void tree_release(struct unwinding *t) {
    for (uint32_t i = 0; i < t->nodes.n; i++) {
        VEC_RELEASE(&t->nodes.at[i]->blocked);
        solver_free(t->nodes.at[i]->solver);
        free(t->nodes.at[i]);
    }
    VEC_RELEASE(&t->nodes);
    vocabulary_release(&t->words);
    cube_table_release(&t->cubes);
    cfa_index_release(&t->by);
}

static bool is_false(const struct tree_node *n) {
    for (uint32_t i = 0; i < n->blocked.n; i++)
        if (!n->blocked.at[i]->n) return true;
    return false;
}

/* guard and wp of the cube along the step, as literals. */
static void wp_literals(struct cfa_step *s, const struct cube *c, term_vec *lits) {
    for (uint32_t j = 0; j < s->guard.n; j++) term_conjuncts(s->guard.at[j], lits);
    for (uint32_t j = 0; j < c->n; j++) term_conjuncts(cfa_wp(s, c->lits[j]), lits);
}

static const struct cube *pre_image(struct unwinding *t, const struct tree_node *n, struct cfa_step *s,
                                    term_vec *lits) {
    for (uint32_t j = 0; j < s->inputs.n; j++) {
        term input = s->inputs.at[j].var;
        if (!inputs_mentioned(lits, input) || inputs_eliminate(lits, input)) continue;
        inputs_substitute(lits, input, term_const(term_sort(input), solver_value(n->solver, input)));
    }
    return cube_make(&t->cubes, lits->at, lits->n);
}

/* Does the node's formula imply ¬c? */
static bool implies_not(struct unwinding *t, struct tree_node *n, const struct cube *c) {
    /* F(n) & c */
    enum answer answer = solver_check(n->solver, c->lits, c->n);
    if (answer == ANSWER_UNKNOWN) t->gave_up = true;
    return answer == ANSWER_UNSAT;
}

static void uncover(struct unwinding *t, struct tree_node *strengthened, const struct cube *c) {
    for (uint32_t i = 0; i < t->nodes.n; i++) {
        struct tree_node *n = t->nodes.at[i];
        if (n->covered_by != strengthened || implies_not(t, n, c)) continue;
        n->covered_by = NULL;
        if (i < t->next) t->next = i;
    }
}

static void add_clause(struct unwinding *t, struct tree_node *n, const struct cube *c) {
    assert(c->n > 0 || n->at != t->cfa->l0);
    VEC_PUSH(&n->blocked, c);
    solver_assert(n->solver, cube_clause(c));
    stats.lemmas++;
    uncover(t, n, c);
}

static void steps_to(const struct tree_node *n, step_path *steps) {
    VEC_RESIZE(steps, n->depth);
    for (; n->parent; n = n->parent) steps->at[n->depth - 1] = n->step;
}

/* The cubes of ¬P: one for each conjunct of P, or ¬P as the only literal of one if there are
 * many. */
static void push_complement(struct unwinding *t, struct tree_node *n, term p, goal_vec *stack) {
    term_vec all = {0}, lits = {0};
    term_conjuncts(p, &all);
    if (all.n > MAX_CONJUNCTS) {
        VEC_CLEAR(&all);
        VEC_PUSH(&all, p);
    }
    for (uint32_t i = 0; i < all.n; i++) {
        VEC_CLEAR(&lits);
        term_conjuncts(term_not(all.at[i]), &lits);
        const struct cube *c = cube_make(&t->cubes, lits.at, lits.n);
        assert(c);
        VEC_PUSH(stack, (struct tree_goal){n, c});
    }
    VEC_RELEASE(&all);
    VEC_RELEASE(&lits);
}

/* The obligations at the node that an interpolant of the path to it and the literals gives: UNSAT;
 * SAT if the path leads there; UNKNOWN if there is none. */
static enum answer push_interpolant(struct unwinding *t, struct tree_node *n, const term_vec *lits,
                                    goal_vec *stack) {
    step_path steps = {0};
    term p;
    steps_to(n, &steps);
    enum answer answer = vocabulary_interpolant(&t->words, t->cfa, steps.at, steps.n, lits, &p);
    if (answer == ANSWER_UNSAT) push_complement(t, n, p, stack);
    VEC_RELEASE(&steps);
    return answer;
}

/* F(parent) & guard & wp(e,c) has a model: what is to be blocked at the parent first. False if
 * that is the root, or can be reached from there. */
static bool push_predecessors(struct unwinding *t, struct tree_goal g, struct cfa_step *s, term_vec *lits,
                              goal_vec *stack) {
    struct tree_node *parent = g.node->parent;
    if (!parent->parent) return false;
    if (t->by_proofs) {
        enum answer answer = push_interpolant(t, parent, lits, stack);
        if (answer != ANSWER_UNKNOWN) return answer == ANSWER_UNSAT;
    }
    VEC_PUSH(stack, (struct tree_goal){parent, pre_image(t, parent, s, lits)});
    return true;
}

/* Blocks the empty cube at the leaf along its path: true if done, false if the root was reached (or
 * gave up).
 */
static bool block_path(struct unwinding *t, struct tree_node *leaf) {
    goal_vec stack = {0};
    bool error = false;
    VEC_PUSH(&stack, (struct tree_goal){leaf, cube_make(&t->cubes, NULL, 0)});
    while (stack.n && !error && !t->gave_up) {
        struct tree_goal g = VEC_LAST(&stack);
        struct cfa_step *s = &t->cfa->steps.at[g.node->step];
        term_vec lits = {0};
        wp_literals(s, g.cube, &lits);
        stats.obligations++;
        /* F(parent) & guard & wp(e,c) */
        enum answer answer = solver_check(g.node->parent->solver, lits.at, lits.n);
        if (answer == ANSWER_UNSAT) {
            add_clause(t, g.node, g.cube);
            stack.n--;
        } else if (answer == ANSWER_UNKNOWN) {
            t->gave_up = true;
        } else {
            error = !push_predecessors(t, g, s, &lits, &stack);
        }
        VEC_RELEASE(&lits);
        if (stop_requested()) t->gave_up = true;
    }
    VEC_RELEASE(&stack);
    return !error && !t->gave_up;
}

static bool descends(const struct tree_node *n, const struct tree_node *from) {
    while (n && n != from) n = n->parent;
    return n != NULL;
}

/* F(n) implies every clause of F(w)? */
static bool covers(struct unwinding *t, struct tree_node *w, struct tree_node *n) {
    if (w->at != n->at || w->covered_by || descends(w, n)) return false;
    for (const struct tree_node *up = w; up; up = up->parent)
        if (up->covered_by) return false;
    for (uint32_t i = 0; i < w->blocked.n; i++)
        if (!implies_not(t, n, w->blocked.at[i])) return false;
    return true;
}

static bool cover(struct unwinding *t, struct tree_node *n) {
    if (n->at == t->cfa->l0 || n->at == t->cfa->lE) return false;
    for (uint32_t i = 0; i < n->number && !t->gave_up; i++)
        if (t->nodes.at[i]->expanded && covers(t, t->nodes.at[i], n)) {
            n->covered_by = t->nodes.at[i];
            return true;
        }
    return false;
}

/* Nodes below a covered one do not count: covered or not, they are not needed. */
static bool under_cover(const struct tree_node *n) {
    for (const struct tree_node *up = n->parent; up; up = up->parent)
        if (up->covered_by) return true;
    return false;
}

/* After the nodes of a path were strengthened: the first that can be covered is. What was covered
 * by nodes that no longer count loses its cover. */
static void cover_path(struct unwinding *t, struct tree_node *leaf) {
    VEC(struct tree_node *) path = {0};
    bool done = false;
    for (struct tree_node *n = leaf->parent; n; n = n->parent) VEC_PUSH(&path, n);
    for (uint32_t i = path.n; i-- > 0 && !done && !t->gave_up;)
        done = path.at[i]->blocked.n && !path.at[i]->covered_by && cover(t, path.at[i]);
    VEC_RELEASE(&path);
    for (uint32_t i = 0; done && i < t->nodes.n; i++) {
        struct tree_node *n = t->nodes.at[i];
        if (!n->covered_by || !under_cover(n->covered_by)) continue;
        n->covered_by = NULL;
        if (i < t->next) t->next = i;
    }
}

static void expand(struct unwinding *t, struct tree_node *n) {
    n->expanded = true;
    for (uint32_t j = 0; j < t->by.out[n->at].n; j++) {
        uint32_t step = t->by.out[n->at].at[j];
        node_new(t, n, step, t->cfa->steps.at[step].to);
    }
}

static bool read_trace(struct unwinding *t, const struct tree_node *leaf, struct verdict *v) {
    step_path steps = {0};
    steps_to(leaf, &steps);
    bool feasible = trace_along(t->cfa, steps.at, steps.n, v);
    VEC_RELEASE(&steps);
    return feasible;
}

static void hand_over_invariant(struct unwinding *t, struct verdict *v) {
    v->kind = VERDICT_TRUE;
    facts_init(&v->invariant, t->cfa->locs.n);
    for (loc l = 0; l < t->cfa->locs.n; l++) {
        term any = term_false();
        if (l == t->cfa->l0 || l == t->cfa->lE) continue;
        for (uint32_t i = 0; i < t->nodes.n; i++) {
            const struct tree_node *n = t->nodes.at[i];
            if (n->at != l || n->covered_by || under_cover(n)) continue;
            term all = term_true();
            for (uint32_t j = 0; j < n->blocked.n; j++) all = term_and(all, cube_clause(n->blocked.at[j]));
            any = term_or(any, all);
        }
        facts_add(&v->invariant, l, any);
    }
}

/* Works off one node; false when the verdict is there. */
static bool advance(struct unwinding *t, struct verdict *v) {
    struct tree_node *n = t->nodes.at[t->next++];
    if (n->expanded || n->covered_by || is_false(n) || under_cover(n)) return true;
    if (n->at == t->cfa->lE) {
        if (block_path(t, n)) {
            cover_path(t, n);
            return true;
        }
        if (!t->gave_up && read_trace(t, n, v)) v->kind = VERDICT_FALSE;
        else t->gave_up = true;
        return false;
    }
    t->too_deep = options.max_k > 0 && n->depth >= options.max_k;
    if (!cover(t, n) && !t->too_deep) expand(t, n);
    stats.frames = n->depth;
    return true;
}

/* How many steps from the root no error is within: one less than the way to the nearest node that
 * is still open, where a covered node continues at the one that covers it. Depths alone do not
 * tell: a node that lost its cover grows its children behind deeper ones, and may be covered by a
 * deeper one. */
static uint64_t proven_bound(const struct unwinding *t) {
    VEC(uint32_t) far = {0};
    uint32_t nearest = UINT32_MAX;
    VEC_RESIZE(&far, t->nodes.n);
    for (uint32_t i = 0; i < t->nodes.n; i++) far.at[i] = i ? UINT32_MAX : 0;
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t i = 1; i < t->nodes.n; i++) {
            const struct tree_node *n = t->nodes.at[i], *up = n->parent;
            uint32_t from = up->covered_by ? UINT32_MAX : far.at[up->number],
                     here = from == UINT32_MAX ? from : from + 1;
            if (here < far.at[i]) far.at[i] = here, changed = true;
            if (n->covered_by && far.at[i] < far.at[n->covered_by->number])
                far.at[n->covered_by->number] = far.at[i], changed = true;
        }
    }
    for (uint32_t i = 0; i < t->nodes.n; i++) {
        const struct tree_node *n = t->nodes.at[i];
        if (!n->expanded && !n->covered_by && !is_false(n) && far.at[i] < nearest) nearest = far.at[i];
    }
    VEC_RELEASE(&far);
    return nearest && nearest != UINT32_MAX ? nearest - 1 : 0;
}

static void unwind(struct cfa *c, bool by_proofs, struct verdict *v) {
    struct unwinding t = {.cfa = c, .by_proofs = by_proofs};
    v->engine = by_proofs ? "tree-ic3-itp" : "tree-ic3";
    if (by_proofs) vocabulary_init(&t.words, c);
    cfa_index_steps(c, &t.by);
    node_new(&t, NULL, 0, c->l0);
    while (t.next < t.nodes.n && !t.gave_up && !t.too_deep && !stop_requested())
        if (!advance(&t, v)) break;
    if (v->kind == VERDICT_UNKNOWN && !t.gave_up && !t.too_deep && !stop_requested())
        hand_over_invariant(&t, v);
    else if (v->kind == VERDICT_UNKNOWN) {
        const char *why = t.too_deep ? "--max-k reached" : "the solver gave up";
        verdict_unknown(v, "%s", stop_requested() ? stop_text(stop_requested()) : why);
        v->bound = proven_bound(&t);
    }
    tree_release(&t);
}

void tree_ic3_prove(struct cfa *c, struct verdict *v) { unwind(c, false, v); }

void tree_ic3_itp_prove(struct cfa *c, struct verdict *v) { unwind(c, true, v); }
