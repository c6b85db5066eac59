/* Horn clauses from asserted formulas.
 *
 * A formula is read as a term in which Boolean variables stand for P(args). What is asserted of all
 * values of its variables is a clause: its negation is a conjunction,
 *
 *     P(x)  &  not Q(x + 1)  &  x < 10               of   forall x: P(x) & x < 10 => Q(x + 1)
 *
 * in which atoms are the body, negated atoms the head, and the rest is the constraint. Where an
 * atom stands below a disjunction or a choice, the clause is several ones: one for each case. */
#include <assert.h>
#include <string.h>

#include "horn/build.h"

enum { MAX_SPLITS = 10000 };

/* ---- atoms ---- */

term horn_apply(struct horn_builder *b, uint32_t predicate, const term *args, uint32_t n) {
    const struct horn_predicate *p = &b->predicates.at[predicate];
    struct horn_atom atom = {.predicate = predicate};
    if (p->sorts.n != n) return TERM_NONE;
    for (uint32_t i = 0; i < n; i++)
        if (term_sort(args[i]) != p->sorts.at[i]) return TERM_NONE;
    for (uint32_t i = 0; i < n; i++) VEC_PUSH(&atom.args, args[i]);
    term v = term_fresh("atom", sort_bool());
    *int_map_put(&b->atom_of, v, NULL) = b->atoms.n;
    VEC_PUSH(&b->atoms, atom);
    return v;
}

static bool is_atom(const struct horn_builder *b, term v) {
    return term_is_var(v) && int_map_get(&b->atom_of, v);
}

static bool mentions_atom(const struct horn_builder *b, term t) {
    term_vec vars = {0};
    bool some = false;
    term_free_vars(t, &vars);
    for (uint32_t i = 0; i < vars.n && !some; i++) some = is_atom(b, vars.at[i]);
    VEC_RELEASE(&vars);
    return some;
}

static bool is_literal_of_atom(const struct horn_builder *b, term t) {
    return is_atom(b, t) || (term_op_of(t) == OP_NOT && is_atom(b, term_arg(t, 0)));
}

/* ---- one clause ---- */

static loc location_of(struct horn_builder *b, uint32_t predicate) {
    struct horn_predicate *p = &b->predicates.at[predicate];
    struct horn_system *s = b->s;
    if (p->at != LOC_NONE) return p->at;
    p->at = cfa_add_loc(s->cfa, (struct src_pos){0});
    while (s->predicates.n <= p->at) {
        VEC_PUSH(&s->predicates, NULL);
        VEC_PUSH(&s->arguments, (term_vec){0});
    }
    s->predicates.at[p->at] = mem_strdup(p->name);
    for (uint32_t i = 0; i < p->sorts.n; i++) {
        /* predicates share the variables of their sorts: what a clause hands on stays where it
         * is */
        uint32_t same = 0;
        for (uint32_t k = 0; k < i; k++) same += p->sorts.at[k] == p->sorts.at[i];
        char *name = mem_printf("a%u.%u", p->sorts.at[i], same);
        term v = term_var(name, p->sorts.at[i]);
        if (!cfa_has_var(s->cfa, v)) cfa_add_var(s->cfa, v, name, true, (struct src_pos){0});
        VEC_PUSH(&s->arguments.at[p->at], v);
        free(name);
    }
    return p->at;
}

static void note_locals(const struct horn_builder *b, struct horn_edge *e, term t) {
    term_vec vars = {0};
    term_free_vars(t, &vars);
    for (uint32_t i = 0; i < vars.n; i++)
        if (!cfa_has_var(b->s->cfa, vars.at[i])) terms_add_once(&e->locals, vars.at[i]);
    VEC_RELEASE(&vars);
}

static void add_body(struct horn_builder *b, struct horn_edge *e, const struct horn_atom *a) {
    e->from = location_of(b, a->predicate);
    for (uint32_t i = 0; i < a->args.n; i++) {
        term param = b->s->arguments.at[e->from].at[i];
        note_locals(b, e, a->args.at[i]);
        VEC_PUSH(&e->constraint, term_eq(param, a->args.at[i]));
    }
}

static void add_head(struct horn_builder *b, struct horn_edge *e, const struct horn_atom *a) {
    e->to = location_of(b, a->predicate);
    for (uint32_t i = 0; i < a->args.n; i++) {
        note_locals(b, e, a->args.at[i]);
        VEC_PUSH(&e->targets, b->s->arguments.at[e->to].at[i]);
        VEC_PUSH(&e->values, a->args.at[i]);
    }
}

/* The conjunction of these literals is impossible: a clause. */
static void add_clause(struct horn_builder *b, const term_vec *literals) {
    struct horn_edge e = {.from = b->s->cfa->l0, .to = b->s->cfa->lE};
    uint32_t bodies = 0, heads = 0;
    for (uint32_t i = 0; i < literals->n; i++) {
        term lit = literals->at[i];
        bool negated = term_op_of(lit) == OP_NOT;
        uint64_t *atom = int_map_get(&b->atom_of, negated ? term_arg(lit, 0) : lit);
        if (atom && negated && heads++ == 0) add_head(b, &e, &b->atoms.at[*atom]);
        else if (atom && !negated && bodies++ == 0) add_body(b, &e, &b->atoms.at[*atom]);
        if (atom) continue;
        note_locals(b, &e, lit);
        VEC_PUSH(&e.constraint, lit);
    }
    if (heads > 1) reader_error(&b->r, "not a Horn clause: two predicates in the head", NULL);
    if (bodies > 1) horn_give_up(b, "a clause is not linear (line %d)", b->r.line);
    horn_solve(&e);
    VEC_PUSH(&b->edges, e);
}

/* ---- cases ---- */

/* The literal that an atom stands below, or the number of literals. */
static uint32_t find_nested(const struct horn_builder *b, const term_vec *literals) {
    uint32_t i = 0;
    while (i < literals->n && (is_literal_of_atom(b, literals->at[i]) || !mentions_atom(b, literals->at[i])))
        i++;
    return i;
}

/* The cases of a term; false if it is nothing that has cases. */
static bool cases_of(term t, term_vec *cases) {
    if (term_op_of(t) == OP_OR) {
        for (uint32_t i = 0; i < term_arity(t); i++) VEC_PUSH(cases, term_arg(t, i));
        return true;
    }
    bool negated = term_op_of(t) == OP_NOT;
    term choice = negated ? term_arg(t, 0) : t;
    if (term_op_of(choice) != OP_ITE) return false;
    term c = term_arg(choice, 0), yes = term_arg(choice, 1), no = term_arg(choice, 2);
    VEC_PUSH(cases, term_and(c, negated ? term_not(yes) : yes));
    VEC_PUSH(cases, term_and(term_not(c), negated ? term_not(no) : no));
    return true;
}

/* Each work item is a conjunction that is impossible. */
static void add_clauses(struct horn_builder *b, term impossible) {
    term_vec waiting = {0}, literals = {0}, cases = {0};
    VEC_PUSH(&waiting, impossible);
    while (waiting.n && !b->e->set && !b->s->unsupported) {
        term now = VEC_POP(&waiting);
        VEC_CLEAR(&literals);
        VEC_CLEAR(&cases);
        term_conjuncts(now, &literals);
        uint32_t nested = find_nested(b, &literals);
        if (now == term_false()) continue;
        if (nested == literals.n) {
            add_clause(b, &literals);
        } else if (!cases_of(literals.at[nested], &cases)) {
            reader_error(&b->r, "not a Horn clause: a predicate inside of a formula", NULL);
        } else if (++b->splits > MAX_SPLITS) {
            horn_give_up(b, "clauses with too many cases");
        } else {
            literals.at[nested] = term_true();
            term rest = term_and_n(literals.at, literals.n);
            for (uint32_t i = 0; i < cases.n; i++) VEC_PUSH(&waiting, term_and(rest, cases.at[i]));
        }
    }
    VEC_RELEASE(&waiting);
    VEC_RELEASE(&literals);
    VEC_RELEASE(&cases);
}

/* ---- quantifiers ---- */

struct bound_name {
    const char *name;
    term outside;
};
typedef VEC(struct bound_name) bound_vec;

/* (x S) of a quantifier: a fresh variable by that name. */
static void bind(struct horn_builder *b, uint32_t binding, bound_vec *bound) {
    struct reader *r = &b->r;
    const char *name = reader_text(r, reader_child(r, binding, 0));
    sort s = reader_sort(r, reader_child(r, binding, 1));
    if (!s) return;
    uint32_t old = reader_symbol(r, name);
    VEC_PUSH(bound, (struct bound_name){name, old ? r->symbols.at[old].t : TERM_NONE});
    reader_define(r, name, term_fresh(*name ? name : "x", s));
}

/* Strips (forall ...), and (not (exists ...)); *negated tells whether a negation is left. */
static uint32_t strip(struct horn_builder *b, uint32_t node, bound_vec *bound, bool *negated) {
    struct reader *r = &b->r;
    *negated = false;
    for (;;) {
        const char *head = reader_text(r, reader_child(r, node, 0));
        bool quantifies = !strcmp(head, *negated ? "exists" : "forall");
        if (!strcmp(head, "!")) {
            node = reader_child(r, node, 1);
        } else if (!strcmp(head, "not")) {
            const char *below = reader_text(r, reader_child(r, reader_child(r, node, 1), 0));
            if (strcmp(below, "exists") && strcmp(below, "forall") && strcmp(below, "not")) return node;
            *negated = !*negated;
            node = reader_child(r, node, 1);
        } else if (quantifies) {
            uint32_t list = reader_child(r, node, 1);
            for (uint32_t v = reader_child(r, list, 0); v; v = r->nodes.at[v].next) bind(b, v, bound);
            node = reader_child(r, node, 2);
        } else {
            return node;
        }
    }
}

void horn_assert(struct horn_builder *b, uint32_t node) {
    bound_vec bound = {0};
    bool negated;
    uint32_t body = strip(b, node, &bound, &negated);
    term t = b->e->set ? TERM_NONE : reader_term(&b->r, body);
    if (t && sort_kind_of(term_sort(t)) != SORT_BOOL)
        reader_error(&b->r, "what is asserted is no formula", NULL);
    else if (t) add_clauses(b, negated ? t : term_not(t));
    while (bound.n) {
        struct bound_name n = VEC_POP(&bound);
        reader_define(&b->r, n.name, n.outside);
    }
    VEC_RELEASE(&bound);
}
