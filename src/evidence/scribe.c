#include "evidence/scribe.h"

const char *smt_logic(const struct cfa *c) {
    bool arrays = false;
    for (uint32_t i = 0; i < c->vars.n; i++) {
        enum sort_kind k = sort_kind_of(term_sort(c->vars.at[i].var));
        if (k == SORT_FLOAT || k == SORT_INT) return "ALL";
        arrays |= k == SORT_ARRAY;
    }
    for (uint32_t i = 0; i < c->sites.n; i++) /* inputs may be floats even if no variable is */
        if (sort_kind_of(c->sites.at[i].sort) == SORT_FLOAT) return "ALL";
    return arrays ? "QF_ABV" : "QF_BV";
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
    smt_declare(b, &t, 1, declared);
    strbuf_text(b, "(assert ");
    term_print(b, t);
    strbuf_text(b, ")\n");
}

void scribe_init(struct scribe *s, const struct cfa *c, int kind, struct strbuf *text, const char *comment) {
    *s = (struct scribe){.text = text, .solver = solver_new_kind(kind)};
    if (text) strbuf_printf(text, "; %s\n(reset)\n(set-logic %s)\n", comment, smt_logic(c));
}

void scribe_release(struct scribe *s) {
    if (s->solver) solver_free(s->solver);
    int_map_release(&s->declared);
}

void scribe_assert(struct scribe *s, term t) {
    if (t == term_true()) return;
    if (s->solver) solver_assert(s->solver, t);
    if (s->text) smt_assert(s->text, t, &s->declared);
}

enum answer scribe_claim(struct scribe *s, term literal, double seconds) {
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
