#include "smt/record.h"

#include <assert.h>
#include <errno.h>
#include <string.h>

#include "smt/script.h"

/* What one instance has already told the file. */
struct recorded {
    struct int_map declared; /* variables */
    struct int_map defined;  /* assumptions that are no literals */
};

static FILE *file;
static VEC(struct recorded) solvers; /* solver N is at N - 1 */
static uint32_t current;

bool record_start(const char *path, struct error *e) {
    assert(!file);
    file = fopen(path, "w");
    if (!file) {
        error_set(e, path, 0, 0, "cannot write: %s", strerror(errno));
        return false;
    }
    fputs("(set-logic ALL)\n", file);
    current = 0;
    return true;
}

static void forget(struct recorded *r) {
    int_map_release(&r->declared);
    int_map_release(&r->defined);
}

bool record_stop(void) {
    if (!file) return true;
    bool good = !ferror(file);
    if (fclose(file)) good = false;
    file = NULL;
    for (uint32_t i = 0; i < solvers.n; i++) forget(&solvers.at[i]);
    VEC_RELEASE(&solvers);
    return good;
}

uint32_t record_new_solver(void) {
    if (!file) return 0;
    VEC_PUSH(&solvers, (struct recorded){0});
    return solvers.n;
}

/* The instance that the next line is about, or NULL when nothing is recorded. */
static struct recorded *turn_to(uint32_t solver) {
    if (!solver || !file) return NULL;
    if (solver != current) fprintf(file, ";; solver %u\n", (unsigned)solver);
    current = solver;
    return &solvers.at[solver - 1];
}

void record_end_solver(uint32_t solver) {
    struct recorded *r = turn_to(solver);
    if (!r) return;
    fputs(";; end\n", file);
    forget(r);
}

static void write_assert(struct recorded *r, term t) {
    script_declare(file, t, &r->declared);
    fputs("(assert ", file);
    script_term(file, t);
    fputs(")\n", file);
}

void record_assert(uint32_t solver, term activation, term t) {
    assert(sort_kind_of(term_sort(t)) == SORT_BOOL);
    struct recorded *r = turn_to(solver);
    if (!r) return;
    if (activation != TERM_NONE) {
        script_declare(file, activation, &r->declared);
        fprintf(file, ";; if %s\n", term_name(activation));
    }
    write_assert(r, t);
}

void record_retire(uint32_t solver, term activation) {
    struct recorded *r = turn_to(solver);
    if (!r) return;
    script_declare(file, activation, &r->declared);
    fputs(";; retire\n", file);
    write_assert(r, term_not(activation));
}

static bool is_literal(term t) {
    if (term_op_of(t) == OP_NOT) t = term_arg(t, 0);
    return term_is_var(t);
}

static void define(struct recorded *r, term t) {
    assert(sort_kind_of(term_sort(t)) == SORT_BOOL);
    bool added;
    script_declare(file, t, &r->declared);
    if (is_literal(t)) return;
    int_map_put(&r->defined, t, &added);
    if (!added) return;
    fprintf(file, "(define-fun |assume!%u| () Bool ", (unsigned)t);
    script_term(file, t);
    fputs(")\n", file);
}

void record_check(uint32_t solver, const term *assumptions, uint32_t n, enum answer a) {
    struct recorded *r = turn_to(solver);
    if (!r) return;
    for (uint32_t i = 0; i < n; i++) define(r, assumptions[i]);
    fputs("(check-sat-assuming (", file);
    for (uint32_t i = 0; i < n; i++) {
        if (i) fputc(' ', file);
        if (is_literal(assumptions[i])) script_term(file, assumptions[i]);
        else fprintf(file, "|assume!%u|", (unsigned)assumptions[i]);
    }
    fprintf(file, "))\n;; answer %s\n", a == ANSWER_SAT ? "sat" : a == ANSWER_UNSAT ? "unsat" : "unknown");
}
