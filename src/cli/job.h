/* One verification from the command line to the exit code: what each phase leaves for the next. */
#ifndef CLI_JOB_H
#define CLI_JOB_H

#include "cfa/verdict.h"
#include "evidence/evidence.h"
#include "evidence/harness.h"
#include "evidence/proof.h"
#include "evidence/story.h"
#include "frontend/frontend.h"
#include "fuzz/fuzz.h"

struct job {
    struct program program;
    struct subject subject;
    struct cfa *unreduced, *reduced;
    struct verdict verdict; /* the engine's, then ours: a failed check makes it UNKNOWN */
    bool internal;          /* UNKNOWN because evidence contradicts the engine: exit code 6 */
    char *detail;           /* the line below the verdict, NULL: none; owned */
    const char *checked_by; /* TRUE: the solver that confirmed the proof; NULL: nobody */
    const char *
        checked_on; /* TRUE: "unreduced automaton", or "reduced automaton": the reductions are then trusted */
    char *not_on_unreduced; /* TRUE: why it is the reduced one; owned */
    uint32_t lemmas, cuts;  /* TRUE: size of the proof before minimization; cuts proven unreachable */
    struct strbuf
        certificate; /* TRUE, --certificate: the obligations on the unreduced automaton, if it was checked there */
    struct strbuf cut_certificate; /* TRUE with cuts, --certificate: the obligations of the second run */
    bool cuts_on_reduced;          /* the second run's proof was checked on its reduced automaton only */
    enum harness_outcome replay;   /* FALSE */
    bool replay_ran;               /* FALSE: the compiled program was run */
    input_log inputs;              /* FALSE: the values that lead to the error in the unreduced automaton */
    branch_log branches;           /* FALSE: taken by the compiled program */
    struct story story;            /* FALSE */
    struct proof proof;            /* TRUE */
    bool too_shallow;              /* UNKNOWN because recursion goes deeper than it was unfolded */
    bool recursive;                /* some function calls itself */
    uint32_t
        contracts; /* TRUE: recursive functions whose contracts the proof rests on; the automata are then of the pieces */
    double engine_seconds;
};

/* engines.c: --engine on a reduced automaton; `task` is what can be executed, if that is the question. */
void engine_prove(struct cfa *c, const struct fuzz_task *task, struct verdict *v);

/* contracts.c: TRUE by contracts of recursive functions; false, and nothing has changed, if that does not work. */
bool contracts_prove(struct job *j);

/* judge.c: turns the engine's verdict into one that was checked. */
void judge(struct job *j);
/* NULL if the proof of a TRUE verdict holds (or --no-check); as evidence_check_proof. */
char *proof_check(struct cfa *c, const struct verdict *v, bool *unsure);
/* Does the proof hold on the unreduced automaton? Obligations go to *certificate (may be NULL); else *why is fresh. */
bool proof_check_unreduced(const struct job *j, const struct cfa *unreduced, const struct cfa *reduced,
                           const struct verdict *v, struct strbuf *certificate, char **why);

/* report.c: everything that is printed or written at the end. Returns the exit code. */
int report(struct job *j, struct error *e);
/* result_json.c: the object of --json, a fresh string. */
char *result_json(const struct job *j, int exit_code);
const char *verdict_word(enum verdict_kind k); /* "TRUE", "FALSE", "UNKNOWN" */
int job_exit_code(const struct job *j);

#endif
