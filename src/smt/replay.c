/* Replay of recorded query streams (record.h). Only the solver's own work is timed, in CPU seconds
 * of the process; reading the text and building terms is not. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "smt/reader.h"
#include "smt/record.h"
#include "util/clock.h"

struct replay {
    struct reader reader;
    int kind;
    VEC(struct solver *) solvers; /* by number */
    struct solver *current;
    term activation;    /* of the next assert; TERM_NONE: none */
    bool retire;        /* the next assert retires */
    enum answer answer; /* of the last check */
    struct replay_result *result;
};

static void switch_to(struct replay *p, uint32_t solver) {
    if (solver >= p->solvers.n) VEC_RESIZE(&p->solvers, solver + 1);
    if (!p->solvers.at[solver]) p->solvers.at[solver] = solver_new_kind(p->kind, SOLVER_FINDS);
    p->current = p->solvers.at[solver];
}

static void end_current(struct replay *p) {
    for (uint32_t i = 0; i < p->solvers.n; i++)
        if (p->solvers.at[i] == p->current) p->solvers.at[i] = NULL;
    solver_free(p->current);
    p->current = NULL;
}

static const char *answer_text(enum answer a) {
    return a == ANSWER_SAT ? "sat" : a == ANSWER_UNSAT ? "unsat" : "unknown";
}

static void replay_comment(struct replay *p) {
    const char *text = p->reader.comment.text + 2;
    if (!strncmp(text, "solver ", 7)) {
        unsigned long n = strtoul(text + 7, NULL, 10);
        if (n < 1 || n > 10000000) reader_error(&p->reader, "a solver's number is out of range", text);
        else switch_to(p, (uint32_t)n);
    } else if (!strcmp(text, "end") && p->current) {
        end_current(p);
    } else if (!strcmp(text, "retire")) {
        p->retire = true;
    } else if (!strncmp(text, "if ", 3)) {
        uint32_t i = reader_symbol(&p->reader, text + 3);
        p->activation = i ? p->reader.symbols.at[i].t : TERM_NONE;
    } else if (!strncmp(text, "answer ", 7)) {
        p->result->differences += strcmp(text + 7, "unknown") && strcmp(text + 7, answer_text(p->answer));
    }
}

/* The clause without the literal (not a); the clause itself if it has none. */
static term without(term clause, term a) {
    term_vec rest = {0};
    if (clause == term_not(a)) return term_false();
    if (term_op_of(clause) != OP_OR) return clause;
    for (uint32_t i = 0; i < term_arity(clause); i++)
        if (term_arg(clause, i) != term_not(a)) VEC_PUSH(&rest, term_arg(clause, i));
    term t = term_or_n(rest.at, rest.n);
    VEC_RELEASE(&rest);
    return t;
}

static void replay_assert(struct replay *p, term t) {
    term fact = p->activation == TERM_NONE ? t : without(t, p->activation);
    double start = clock_cpu();
    if (p->retire) solver_retire(p->current, term_arg(t, 0));
    else if (fact != t) solver_assert_if(p->current, p->activation, fact);
    else solver_assert(p->current, t);
    p->result->seconds += clock_cpu() - start;
    p->retire = false;
    p->activation = TERM_NONE;
}

static void replay_check(struct replay *p, uint32_t list) {
    term_vec assumptions = {0};
    for (uint32_t x = p->reader.nodes.at[list].first; x && !p->reader.error->set;
         x = p->reader.nodes.at[x].next) {
        term t = reader_term(&p->reader, x);
        VEC_PUSH(&assumptions, t);
    }
    if (!p->reader.error->set) {
        double start = clock_cpu();
        p->answer = solver_check(p->current, assumptions.at, assumptions.n);
        p->result->seconds += clock_cpu() - start;
        p->result->queries++;
    }
    VEC_RELEASE(&assumptions);
}

static void replay_declaration(struct replay *p, uint32_t name, uint32_t node) {
    sort s = reader_sort(&p->reader, node);
    if (s || !p->reader.error->set)
        reader_define(&p->reader, reader_text(&p->reader, name), term_var(reader_text(&p->reader, name), s));
}

static void replay_command(struct replay *p) {
    struct reader *r = &p->reader;
    const char *name = reader_text(r, reader_child(r, 1, 0));
    uint32_t first = reader_child(r, 1, 1);
    if (!strcmp(name, "set-logic")) return;
    if (!strcmp(name, "declare-fun")) {
        replay_declaration(p, first, reader_child(r, 1, 3));
        return;
    }
    if (!strcmp(name, "define-fun")) {
        term t = reader_term(r, reader_child(r, 1, 4));
        if (t != TERM_NONE) reader_define(r, reader_text(r, first), t);
        return;
    }
    if (!p->current) {
        reader_error(r, "no solver is current", name);
        return;
    }
    if (!strcmp(name, "assert")) {
        term t = reader_term(r, first);
        if (t != TERM_NONE) replay_assert(p, t);
    } else if (!strcmp(name, "check-sat-assuming") && first) {
        replay_check(p, first);
    } else {
        reader_error(r, "a command that is not known", name);
    }
}

bool replay_file(const char *path, int kind, struct replay_result *result, struct error *e) {
    struct replay p = {.kind = kind, .result = result};
    *result = (struct replay_result){0};
    bool ok = reader_open(&p.reader, path, e);
    while (ok && !e->set && !stop_requested()) {
        enum reader_item item = reader_next(&p.reader);
        if (item == READER_END) break;
        if (item == READER_COMMENT) replay_comment(&p);
        if (item == READER_COMMAND) replay_command(&p);
    }
    result->peak_memory = memory_peak();
    for (uint32_t i = 0; i < p.solvers.n; i++) solver_free(p.solvers.at[i]);
    VEC_RELEASE(&p.solvers);
    reader_close(&p.reader);
    return !e->set;
}
