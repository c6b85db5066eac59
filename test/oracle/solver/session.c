#include "session.h"

#include <stdio.h>

#include "smt/record.h"
#include "smt/solver.h"
#include "util/options.h"

struct run {
    struct solver *native, *z3;
    term_vec facts, activations; /* live facts with what they hang on (TERM_NONE: nothing) */
    struct tally *tally;
    const char *wrong;
};

static void add_fact(struct run *r, term activation, term t) {
    VEC_PUSH(&r->facts, t);
    VEC_PUSH(&r->activations, activation);
    struct solver *both[] = {r->native, r->z3};
    for (int i = 0; i < 2; i++) {
        if (activation == TERM_NONE) solver_assert(both[i], t);
        else solver_assert_if(both[i], activation, t);
    }
}

static void retire(struct run *r, term activation) {
    for (uint32_t i = r->facts.n; i-- > 0;) {
        if (r->activations.at[i] != activation) continue;
        VEC_SWAP_REMOVE(&r->facts, i);
        VEC_SWAP_REMOVE(&r->activations, i);
    }
    solver_retire(r->native, activation);
    solver_retire(r->z3, activation);
}

static bool model_holds(struct run *r, struct solver *s, const term_vec *assumptions) {
    struct model m = {0};
    bool ok = true;
    for (uint32_t i = 0; i < r->facts.n; i++) {
        solver_model(s, r->facts.at[i], &m);
        if (r->activations.at[i] != TERM_NONE) solver_model(s, r->activations.at[i], &m);
    }
    for (uint32_t i = 0; i < assumptions->n; i++) solver_model(s, assumptions->at[i], &m);
    for (uint32_t i = 0; ok && i < r->facts.n; i++) {
        bool active = r->activations.at[i] == TERM_NONE || term_holds(&m, r->activations.at[i]);
        ok = !active || term_holds(&m, r->facts.at[i]);
    }
    for (uint32_t i = 0; ok && i < assumptions->n; i++) ok = term_holds(&m, assumptions->at[i]);
    model_release(&m);
    r->tally->models++;
    return ok;
}

static bool core_fails(struct run *r, struct solver *s, const term_vec *assumptions) {
    term_vec core = {0};
    for (uint32_t i = 0; i < assumptions->n; i++)
        if (solver_in_core(s, i)) VEC_PUSH(&core, assumptions->at[i]);
    enum answer a = solver_check(r->z3, core.at, core.n);
    VEC_RELEASE(&core);
    r->tally->cores++;
    return a != ANSWER_SAT;
}

static const char *check(struct run *r, const term_vec *assumptions) {
    enum answer a = solver_check(r->native, assumptions->at, assumptions->n);
    enum answer b = solver_check(r->z3, assumptions->at, assumptions->n);
    r->tally->queries++;
    r->tally->sat += a == ANSWER_SAT;
    r->tally->unsat += a == ANSWER_UNSAT;
    r->tally->unknown += a == ANSWER_UNKNOWN || b == ANSWER_UNKNOWN;
    if (a == ANSWER_SAT && b == ANSWER_UNSAT) return "native says sat, z3 unsat";
    if (a == ANSWER_UNSAT && b == ANSWER_SAT) return "native says unsat, z3 sat";
    if (a == ANSWER_SAT && !model_holds(r, r->native, assumptions)) return "native's model is wrong";
    if (b == ANSWER_SAT && !model_holds(r, r->z3, assumptions)) return "z3's model is wrong";
    if (b == ANSWER_UNSAT && !core_fails(r, r->z3, assumptions)) return "z3's core is wrong";
    if (a == ANSWER_UNSAT && !core_fails(r, r->native, assumptions)) return "native's core is wrong";
    return NULL;
}

static void do_step(struct run *r, const struct step *p) {
    switch (p->kind) {
    case STEP_ASSERT: add_fact(r, TERM_NONE, p->terms.at[0]); return;
    case STEP_ASSERT_IF: add_fact(r, p->activation, p->terms.at[0]); return;
    case STEP_RETIRE: retire(r, p->activation); return;
    case STEP_CHECK: r->wrong = check(r, &p->terms); return;
    }
}

const char *session_run(const session *s, struct tally *t) {
    struct run r = {.native = solver_new_kind(SOLVER_NATIVE, SOLVER_FINDS),
                    .z3 = solver_new_kind(SOLVER_Z3, SOLVER_FINDS),
                    .tally = t};
    solver_set_limit(r.native, 2);
    solver_set_limit(r.z3, 2);
    for (uint32_t i = 0; i < s->n && !r.wrong; i++) do_step(&r, &s->at[i]);
    t->sessions++;
    solver_free(r.native);
    solver_free(r.z3);
    VEC_RELEASE(&r.facts);
    VEC_RELEASE(&r.activations);
    return r.wrong;
}

session session_copy(const session *s) {
    session c = {0};
    for (uint32_t i = 0; i < s->n; i++) {
        struct step p = {s->at[i].kind, s->at[i].activation, {0}};
        for (uint32_t j = 0; j < s->at[i].terms.n; j++) VEC_PUSH(&p.terms, s->at[i].terms.at[j]);
        VEC_PUSH(&c, p);
    }
    return c;
}

void session_release(session *s) {
    for (uint32_t i = 0; i < s->n; i++) VEC_RELEASE(&s->at[i].terms);
    VEC_RELEASE(s);
}

void session_print(const session *s) {
    static const char *const names[] = {"assert", "assert-if", "retire", "check"};
    for (uint32_t i = 0; i < s->n; i++) {
        printf("  %s", names[s->at[i].kind]);
        if (s->at[i].activation != TERM_NONE) printf(" [%s]", term_name(s->at[i].activation));
        for (uint32_t j = 0; j < s->at[i].terms.n; j++) {
            char *text = term_text(s->at[i].terms.at[j]);
            printf("\n      %s", text);
            free(text);
        }
        printf("\n");
    }
}

/* What z3 answers; the file is for test/replay. */
bool session_record(const session *s, const char *path) {
    struct error e = {0};
    if (!record_start(path, &e)) {
        error_release(&e);
        return false;
    }
    struct solver *z3 = solver_new_kind(SOLVER_Z3, SOLVER_FINDS);
    for (uint32_t i = 0; i < s->n; i++) {
        const struct step *p = &s->at[i];
        switch (p->kind) {
        case STEP_ASSERT: solver_assert(z3, p->terms.at[0]); break;
        case STEP_ASSERT_IF: solver_assert_if(z3, p->activation, p->terms.at[0]); break;
        case STEP_RETIRE: solver_retire(z3, p->activation); break;
        case STEP_CHECK: solver_check(z3, p->terms.at, p->terms.n); break;
        }
    }
    solver_free(z3);
    record_stop();
    return true;
}
