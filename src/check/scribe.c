#include "check/scribe.h"

#include <assert.h>

/* ---- logics ---- */

struct sorts {
    bool arrays, others;
    term_vec met; /* subterms */
};

static void meet_sort(struct sorts *s, sort k) {
    s->arrays |= sort_kind_of(k) == SORT_ARRAY;
    s->others |= sort_kind_of(k) == SORT_FLOAT || sort_kind_of(k) == SORT_INT;
}

static void meet_term(struct sorts *s, term t) {
    VEC_CLEAR(&s->met);
    if (t == TERM_NONE) return;
    term_subterms(t, &s->met);
    for (uint32_t i = 0; i < s->met.n && !s->others; i++) {
        meet_sort(s, term_sort(s->met.at[i]));
        /* which z3 does not know in QF_ABV */
        s->others |= term_op_of(s->met.at[i]) == OP_CONST_ARRAY;
    }
}

static const char *logic_name(struct sorts *s) {
    VEC_RELEASE(&s->met);
    return s->others ? "ALL" : s->arrays ? "QF_ABV" : "QF_BV";
}

const char *smt_logic(const term_vec *formulas) {
    struct sorts s = {0};
    for (uint32_t i = 0; i < formulas->n; i++) meet_term(&s, formulas->at[i]);
    return logic_name(&s);
}

const char *smt_logic_of_automaton(const struct cfa *c) {
    struct sorts s = {0};
    for (uint32_t i = 0; i < c->vars.n; i++) meet_sort(&s, term_sort(c->vars.at[i].var));
    for (uint32_t i = 0; i < c->sites.n; i++) meet_sort(&s, c->sites.at[i].sort);
    for (uint32_t i = 0; i < c->cmds.n && !s.others; i++) {
        const struct cfa_cmd *k = &c->cmds.at[i];
        if (k->kind == CMD_ASSUME) meet_term(&s, k->cond);
        for (uint32_t j = 0; k->kind == CMD_ASSIGN && j < k->n; j++) meet_term(&s, k->assigns[j].value);
    }
    return logic_name(&s);
}

void smt_declare(struct strbuf *b, const term *formulas, uint32_t n, struct int_map *declared) {
    term_vec vars = {0};
    for (uint32_t i = 0; i < n; i++) term_free_vars(formulas[i], &vars);
    for (uint32_t i = 0; i < vars.n; i++) {
        bool added;
        int_map_put(declared, vars.at[i], &added);
        if (!added) continue;
        strbuf_text(b, "(declare-fun ");
        term_print_symbol(b, term_name(vars.at[i]));
        strbuf_text(b, " () ");
        sort_print(b, term_sort(vars.at[i]));
        strbuf_text(b, ")\n");
    }
    VEC_RELEASE(&vars);
}

void smt_assert(struct strbuf *b, term t, struct int_map *declared) {
    assert(sort_kind_of(term_sort(t)) == SORT_BOOL);
    smt_declare(b, &t, 1, declared);
    strbuf_text(b, "(assert ");
    term_print(b, t);
    strbuf_text(b, ")\n");
}

void scribe_init(struct scribe *s, const struct cfa *c, int kind, struct strbuf *text, const char *comment) {
    *s = (struct scribe){.text = text, .solver = solver_new_kind(kind, SOLVER_CHECKS)};
    if (text) strbuf_printf(text, "; %s\n(reset)\n(set-logic %s)\n", comment, smt_logic_of_automaton(c));
}

void scribe_release(struct scribe *s) {
    if (s->solver) solver_free(s->solver);
    int_map_release(&s->declared);
}

void scribe_assert(struct scribe *s, term t) {
    assert(sort_kind_of(term_sort(t)) == SORT_BOOL);
    if (t == term_true()) return;
    if (s->solver) solver_assert(s->solver, t);
    if (s->text) smt_assert(s->text, t, &s->declared);
}

enum answer scribe_claim(struct scribe *s, term literal, double seconds) {
    assert(seconds > 0);
    if (literal == term_false()) return ANSWER_UNSAT;
    assert(term_is_var(literal) || literal == term_true());
    enum answer a = ANSWER_UNSAT;
    if (s->solver) {
        solver_set_limit(s->solver, seconds);
        a = solver_check(s->solver, &literal, literal == term_true() ? 0 : 1);
    }
    if (a != ANSWER_UNSAT || !s->text) return a;
    smt_declare(s->text, &literal, 1, &s->declared);
    strbuf_text(s->text, "(check-sat-assuming (");
    term_print(s->text, literal);
    strbuf_text(s->text, "))\n");
    return a;
}
