/* Horn clauses and VMT systems: from the file to the exit code.
 *
 *     file ─horn_read─▶ automaton ─reduce─▶ engines ─▶ invariant: checked by the other solver
 *                                                     └─▶ trace: run on the automaton as it was read
 *
 * A derivation of false is printed as the facts that it goes through. What is printed before
 * edgewise's last line is SMT-LIB's answer for clauses: "sat" if they have a model, which is the
 * verdict TRUE. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "btor2/emit.h"
#include "cfa/reduce.h"
#include "check/check.h"
#include "check/unreduced.h"
#include "horn/horn.h"
#include "cli/cli.h"
#include "cli/job.h"
#include "ic3bit/output.h"
#include "replay/replay.h"
#include "system/output.h"
#include "util/log.h"
#include "util/seconds.h"

struct system_answer {
    enum verdict_kind kind;
    char *reason;  /* of UNKNOWN; owned */
    bool internal; /* evidence contradicts the engine */
    struct strbuf text, certificate;
};

static void answer_unknown(struct system_answer *a, const char *why, bool internal) {
    free(a->reason);
    a->kind = VERDICT_UNKNOWN;
    a->reason = mem_strdup(why);
    a->internal = internal;
}

/* ---- evidence ---- */

static void confirm_proof(struct system_answer *a, struct cfa *unreduced, struct cfa *reduced,
                          const struct verdict *v) {
    struct strbuf *certificate = options.certificate ? &a->certificate : NULL;
    char *why = NULL, *wrong = NULL;
    bool unsure = false;
    struct budget b = budget_wall(HARDWARE_UNREDUCED_SECONDS);
    if (options.recheck &&
        !evidence_check_unreduced(unreduced, reduced, v, check_other_solver(), &b, certificate, &why)) {
        wrong = proof_check(reduced, v, &unsure);
        if (!wrong && certificate) certificate_print(certificate, reduced, v);
    }
    if (wrong) answer_unknown(a, unsure ? "the proof could not be checked" : wrong, !unsure);
    else a->kind = VERDICT_TRUE;
    free(why);
    free(wrong);
}

struct derivation {
    const struct horn_system *s;
    struct strbuf *b;
};

static void print_fact(void *context, const struct cfa *c, loc l, struct model *state) {
    struct derivation *d = context;
    (void)c;
    if (l >= d->s->predicates.n || !d->s->predicates.at[l]) return;
    strbuf_printf(d->b, "  %s(", d->s->predicates.at[l]);
    const term_vec *arguments = &d->s->arguments.at[l];
    for (uint32_t i = 0; i < arguments->n; i++) {
        if (i) strbuf_text(d->b, ", ");
        value_print(d->b, term_sort(arguments->at[i]), term_eval(state, arguments->at[i]));
    }
    strbuf_text(d->b, ")\n");
}

static void confirm_trace(struct system_answer *a, const struct horn_system *s, struct cfa *reduced,
                          const struct verdict *v) {
    input_log log = {0};
    struct derivation d = {s, &a->text};
    struct replay_watch watch = {.context = &d, .at_loc = print_fact};
    char *wrong = replay_check_trace(reduced, v);
    if (!wrong) {
        replay_log(reduced, v, &log);
        replay_adopt_classes(s->cfa, reduced);
        struct replay_end end = replay_run(s->cfa, &log, 0, &watch, NULL);
        if (end.end == RUN_ERROR) a->kind = VERDICT_FALSE;
        else answer_unknown(a, "the counterexample does not replay", true);
    } else {
        answer_unknown(a, wrong, true);
    }
    free(wrong);
    input_log_release(&log);
}

/* ---- the way there ---- */

static void decide(const struct horn_system *s, struct system_answer *a) {
    struct cfa *reduced = cfa_reduce(cfa_copy(s->cfa));
    struct verdict v = {0};
    verbose("automaton: %u variables, %u steps", reduced->vars.n, reduced->steps.n);
    const struct budget b = {.clock = BUDGET_WALL, .deadline = options.timeout};
    engine_prove(reduced, &(struct fuzz_task){0}, NULL, &b, &v);
    if (v.kind == VERDICT_TRUE) confirm_proof(a, s->cfa, reduced, &v);
    else if (v.kind == VERDICT_FALSE) confirm_trace(a, s, reduced, &v);
    else answer_unknown(a, v.reason ? v.reason : "not decided", false);
    verdict_clear(&v);
    cfa_free(reduced);
}

static int emit(const struct horn_system *s, struct error *e) {
    struct strbuf b = {0};
    struct cfa *c = cfa_reduce(cfa_copy(s->cfa));
    if (options.emit == EMIT_CFA) cfa_print(&b, c);
    if (options.emit == EMIT_DOT) cfa_print_dot(&b, c);
    if (options.emit == EMIT_CHC) cfa_print_chc(&b, c);
    if (options.emit == EMIT_BTOR2) btor2_print_cfa(&b, c, e);
    if (options.emit == EMIT_AIGER) hardware_print_aiger(&b, c, e);
    if (options.emit == EMIT_LLVM || options.emit == EMIT_C)
        error_set(e, NULL, 0, 0, "--emit=llvm and --emit=c are not for clauses");
    if (!e->set) output_write("-", &b, e);
    strbuf_release(&b);
    cfa_free(c);
    return EXIT_SAFE;
}

static int conclude(const struct horn_system *s, const struct system_answer *a, const char *path) {
    static const char *const answers[] = {"unknown", "sat", "unsat"};
    const char *verdict = verdict_word(a->kind);
    const char *false_of = s->is_vmt ? "invar-property" : "clauses";
    const char *detail = a->kind == VERDICT_UNKNOWN ? a->reason : a->kind == VERDICT_FALSE ? false_of : NULL;
    if (!limits_claim_output()) pause();
    if (options.stats && !options.json) output_stats();
    if (options.json) {
        output_json(path, verdict, detail);
    } else {
        if (!options.quiet && a->kind == VERDICT_FALSE && a->text.n) fputs(a->text.text, stdout);
        if (!options.quiet && !s->is_vmt) puts(answers[a->kind]);
        if (detail) printf("Verification result: %s (%s)\n", verdict, detail);
        else printf("Verification result: %s\n", verdict);
    }
    if (!a->internal)
        return a->kind == VERDICT_FALSE ? EXIT_UNSAFE : a->kind == VERDICT_TRUE ? EXIT_SAFE : EXIT_UNKNOWN;
    fputs("edgewise: a check of the evidence failed; please report this system as a bug\n", stderr);
    return EXIT_INTERNAL;
}

bool systems_is_system(const char *path) { return horn_is_system(path); }

int systems_main(const char *path, struct error *e) {
    struct horn_system s;
    struct system_answer a = {0};
    int code = EXIT_BAD_INPUT;
    terms_init();
    if (horn_read(&s, path, options.property, e)) {
        if (options.emit && !s.unsupported) {
            code = emit(&s, e);
        } else {
            if (s.unsupported) answer_unknown(&a, s.unsupported, false);
            else decide(&s, &a);
            if (options.certificate && a.certificate.n) output_write(options.certificate, &a.certificate, e);
            if (!e->set) code = conclude(&s, &a, path);
        }
        horn_release(&s);
    }
    free(a.reason);
    strbuf_release(&a.text);
    strbuf_release(&a.certificate);
    terms_release();
    return e->set ? EXIT_BAD_INPUT : code;
}
