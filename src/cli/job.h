/* One verification from the command line to the exit code: what each phase leaves for the next. */
#ifndef CLI_JOB_H
#define CLI_JOB_H

#include "cfa/verdict.h"
#include "check/check.h"
#include "replay/harness.h"
#include "system/output.h"
#include "system/subject.h"
#include "report/checks.h"
#include "report/proof.h"
#include "replay/steps.h"
#include "replay/story.h"
#include "frontend/frontend.h"
#include "fuzz/fuzz.h"

/* How far executions were followed without a failure. */
struct rest_bound {
    /* No execution fails in which the conditions of these loops are met at most this often
     * together; 0: nothing is known. */
    uint64_t visits;
    VEC(struct src_pos) loops; /* one per line of the source */
    /* There is one loop, and it is entered once: then its rounds are one less than its visits. */
    bool one_loop;
};

struct job {
    /* Of --timeout: on the wall clock. */
    struct budget budget;
    struct program program;
    struct subject subject;
    struct cfa *unreduced, *reduced;
    struct verdict verdict; /* the engine's, then ours: a failed check makes it UNKNOWN */
    bool internal;          /* UNKNOWN because evidence contradicts the engine: exit code 6 */
    /* There is a counterexample (inputs, story) that no compiled run has confirmed: UNKNOWN, or
     * FALSE where that was asked for. */
    bool unconfirmed;
    bool needs_assumptions; /* UNKNOWN because of --strict alone */
    VEC(char *) warnings;   /* that TRUE says little: vacuity.c; owned */
    char *detail;           /* the line below the verdict, NULL: none; owned */
    const char *checked_by; /* TRUE: the solver that confirmed the proof; NULL: nobody */
    /* TRUE: "unreduced automaton", or "reduced automaton": the reductions are then trusted */
    const char *checked_on;
    char *not_on_unreduced; /* TRUE: why it is the reduced one; owned */
    /* TRUE: size of the proof before minimization; cuts proven unreachable */
    uint32_t lemmas, cuts;
    /* TRUE, --certificate: the obligations on the unreduced automaton, if it was checked there */
    struct strbuf certificate;
    /* TRUE with cuts, --certificate: the obligations of the second run */
    struct strbuf cut_certificate;
    /* the second run's proof was checked on its reduced automaton only */
    bool cuts_on_reduced;
    enum harness_outcome replay; /* of a counterexample */
    bool replay_ran;             /* the compiled program was run */
    /* FALSE, unconfirmed: the values that lead to the error in the unreduced automaton */
    input_log inputs;
    branch_log branches; /* FALSE: taken by the compiled program */
    struct story story;  /* FALSE, unconfirmed */
    struct steps steps;  /* the same in C's words */
    struct proof proof;  /* TRUE */
    /* UNKNOWN because an execution leads to a place that is not supported. */
    bool cut_reached;
    uint32_t cut_check; /* the number of the only check that the cut leaves open; 0: all */
    bool too_shallow;   /* UNKNOWN because recursion goes deeper than it was unfolded */
    bool recursive;     /* some function calls itself */
    /* TRUE: recursive functions whose contracts the proof rests on; the automata are then of the
     * pieces */
    uint32_t contracts;
    double engine_seconds;
    /* Candidates for the reduced automaton; n is 0 if there are none. */
    struct facts suggested;
    /* With a status for every check: the unreduced automaton with all checks, and what became of
     * them, in its order. */
    struct cfa *whole;
    struct check_answer *results;
    struct rest_bound rounds;   /* of the last question about all checks that were open */
    struct strbuf certificates; /* of all rounds that proved something, --certificate */
    /* The evidence of the first failure, while other checks are asked for. */
    struct {
        bool kept;
        uint32_t check;
        struct verdict verdict;
        input_log inputs;
        branch_log branches;
        char *detail;
        enum harness_outcome replay;
        bool is_apart; /* it refers to the automaton below */
    } first;
    /* The automaton of the assertions alone, if it was asked; failures found there refer to it. */
    struct cfa *apart;
    /* A file that could not be written while the engines worked, or NULL. */
    const char *unwritten;
};

/* sources.c: the program that the command line means, with -p by a project's list of commands;
 * false with *e set. */
bool sources_load(struct program *p, struct error *e);

/* pipeline.c: from the files to the two automata; false with *e set for bad input. */
bool job_translate(struct job *j, struct error *e);
/* From the files to the judged verdict, with recursion unfolded as deep as that needs; nothing is
 * judged if *e is set. */
void job_decide(struct job *j, struct error *e);
/* Engines on the reduced automaton, and the cuts if they say TRUE. */
void job_prove(struct job *j);
/* All that was found out about the automata, and the automata themselves. */
void job_forget_verdict(struct job *j);
void job_forget_automata(struct job *j);

/* statuses.c: every check of the translated program gets its status; the verdict is the worst of
 * them. */
void statuses_find(struct job *j, struct error *e);
void statuses_forget(struct job *j);
/* FALSE: the execution that fails, of the first failure if there are several. */
const struct story *job_story(const struct job *j);
/* --list-checks; false with *e set for bad input. */
bool statuses_list(struct job *j, struct strbuf *b, struct error *e);

/* engines.c: --engine on a reduced automaton; `task` is what can be executed, if that is the
 * question. What is inductive of the suggested facts (NULL: none) is known to the engines. */
void engine_prove(struct cfa *c, const struct fuzz_task *task, const struct facts *suggested,
                  const struct budget *b, struct verdict *v);

/* contracts.c: TRUE by contracts of recursive functions; false, and nothing has changed, if that
 * does not work. */
bool contracts_prove(struct job *j);

/* judge.c: turns the engine's verdict into one that was checked. */
void judge(struct job *j);
/* The same for a verdict TRUE about the unreduced automaton itself, of which `reduced` is a copy;
 * false, and there is no verdict, if the proof does not hold. */
bool judge_whole(struct job *j);
/* NULL if the proof of a TRUE verdict holds (or --no-recheck); as evidence_check_proof. */
char *proof_check(struct cfa *c, const struct verdict *v, bool *unsure);
/* Does the proof hold on the unreduced automaton? Obligations go to *certificate (may be NULL);
 * else *why is fresh. */
bool proof_check_unreduced(const struct job *j, const struct cfa *unreduced, const struct cfa *reduced,
                           const struct verdict *v, struct strbuf *certificate, char **why);

/* vacuity.c: after TRUE, warns where it says nothing because nothing can fail, or because no
 * execution comes to a check. */
void vacuity_check(struct job *j);

/* The proof obligations of a TRUE verdict (--certificate). */
void job_certificate(struct strbuf *b, const struct job *j);

/* report.c: everything that is printed or written at the end. Returns the exit code. */
int report(struct job *j, struct error *e);
/* result_json.c: the object of --json, a fresh string. */
char *result_json(const struct job *j, int exit_code);
/* The automaton whose ledger the verdict rests on, or would without --strict; NULL: there are no
 * assumptions. */
const struct cfa *job_ledger(const struct job *j);
const char *verdict_word(enum verdict_kind k); /* "TRUE", "FALSE", "UNKNOWN" */
int job_exit_code(const struct job *j);

#endif
