/* What is printed at the end. The verdict is the last line on stdout; the line that explains it
 * goes to stderr, so that on a terminal it stands below the verdict and a pipe gets the verdict
 * last. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/cli.h"
#include "cli/job.h"
#include "cli/rest.h"
#include "report/explain.h"
#include "report/gcc.h"
#include "report/html.h"
#include "report/witness.h"
#include "system/executions.h"
#include "system/sandbox.h"
#include "util/clock.h"
#include "util/stats.h"

const char *verdict_word(enum verdict_kind k) {
    return k == VERDICT_TRUE ? "TRUE" : k == VERDICT_FALSE ? "FALSE" : "UNKNOWN";
}

int job_exit_code(const struct job *j) {
    if (j->internal) return EXIT_INTERNAL;
    return j->verdict.kind == VERDICT_TRUE    ? EXIT_SAFE
           : j->verdict.kind == VERDICT_FALSE ? EXIT_UNSAFE
                                              : EXIT_UNKNOWN;
}

static void print_counter(void *context, const char *field, const char *group, const char *help, uint64_t n) {
    (void)context;
    (void)field;
    printf("  %-12s %-44s %14" PRIu64 "\n", group, help, n);
}

static void print_timer(void *context, const char *id, const char *help, double seconds) {
    (void)context;
    (void)id;
    double all = clock_wall();
    printf("  %-12s %-44s %12.3f s %5.1f %%\n", "time", help, seconds, all > 0 ? 100 * seconds / all : 0);
}

static void print_stats(void) {
    puts("Statistics:");
    stats_visit(print_counter, print_timer, NULL);
    printf("  %-12s %-44s %12.3f s\n", "time", "all", clock_wall());
    printf("  %-12s %-44s %10.1f MiB\n", "memory", "peak", (double)memory_peak() / (1 << 20));
}

const struct story *job_story(const struct job *j) {
    return j->whole && j->verdict.kind == VERDICT_FALSE ? &j->results[j->first.check].story : &j->story;
}

/* SV-COMP's word for what fails. */
static const char *failed_property(const struct job *j) {
    const struct cfa *c = j->whole ? j->whole : j->unreduced;
    return checks_property(j->inputs.check ? c->checks.at[j->inputs.check - 1].class : CHECK_ASSERT);
}

static void print_verdict(const struct job *j) {
    const struct verdict *v = &j->verdict;
    switch (v->kind) {
    case VERDICT_TRUE: puts("Verification result: TRUE"); break;
    case VERDICT_FALSE:
        printf("Verification result: FALSE (%s%s)\n", failed_property(j),
               j->unconfirmed ? ", unconfirmed" : "");
        break;
    case VERDICT_UNKNOWN:
        printf("Verification result: UNKNOWN (%s)\n", v->reason ? v->reason : "no reason given");
        break;
    }
    fflush(stdout);
}

static void print_times(uint64_t n, const char *what) {
    if (n == 1) fprintf(stderr, "once %s", what);
    else fprintf(stderr, "%" PRIu64 " times %s", n, what);
}

/* What of the program was run, whatever the verdict. */
static void print_execution(void) {
    uint64_t replays = executions()->replays, searched = executions()->searched;
    if (!replays && !searched) return;
    fputs("  executed: the compiled program, ", stderr);
    if (searched) print_times(searched, "on inputs of a search");
    if (searched && replays) fputs(", ", stderr);
    if (replays) print_times(replays, "on a counterexample");
    fputs(", in a sandbox", stderr);
    if (options.verbose) fprintf(stderr, " (%s)", sandbox_name());
    fprintf(stderr, "%s%s\n", sandbox_gaps() ? "; " : "", sandbox_gaps() ? sandbox_gaps() : "");
}

/* UNKNOWN: what is known all the same. */
static void print_rest(const struct job *j) {
    struct strbuf b = {0};
    struct rest_known r;
    rest_init(&r, j);
    rest_print(&b, &r, j);
    if (b.n) fputs(b.text, stderr);
    rest_release(&r);
    strbuf_release(&b);
}

static void print_detail(const struct job *j) {
    if (options.quiet && !j->internal) return;
    if (j->detail) fprintf(stderr, "  %s\n", j->detail);
    print_execution();
    if (j->verdict.kind == VERDICT_UNKNOWN) print_rest(j);
}

const struct cfa *job_ledger(const struct job *j) {
    const struct cfa *c = j->whole ? j->whole : j->unreduced;
    bool counts = j->verdict.kind == VERDICT_TRUE || j->needs_assumptions ||
                  (j->whole && checks_count(j->whole, j->results, STATUS_PROVED));
    return counts && c && c->ledger.n ? c : NULL;
}

/* A proof is no better than what it takes for granted: said before the verdict, which is the last
 * line. */
static void print_assumptions(struct strbuf *b, const struct job *j) {
    const struct cfa *c = job_ledger(j);
    if (!c) return;
    if (!options.quiet) {
        cfa_ledger_print(b, c, "");
        return;
    }
    strbuf_text(b, "Assuming ");
    cfa_ledger_names(b, c);
    strbuf_char(b, '\n');
}

static bool has_trace(const struct job *j) { return j->verdict.kind == VERDICT_FALSE || j->unconfirmed; }

/* --format=gcc. --quiet changes nothing here: without its lines the format would be empty. */
static void print_like_compiler(struct strbuf *b, const struct job *j) {
    if (j->whole) gcc_print_checks(b, j->whole, j->results);
    else if (has_trace(j)) gcc_print_trace(b, &j->steps, &j->story, !j->unconfirmed);
    else if (j->verdict.kind == VERDICT_UNKNOWN)
        gcc_print_unknown(b, j->program.files.at[0], j->verdict.reason);
}

/* What a program without any check says: there is nothing to ask, or a failure that is none of the
 * checks. */
static void print_checks(struct strbuf *b, const struct job *j) {
    checks_print_table(b, j->whole, j->results, options.verbose);
    bool told = j->verdict.kind == VERDICT_FALSE && checks_count(j->whole, j->results, STATUS_FAILED);
    if (!b->n && j->verdict.kind == VERDICT_TRUE)
        strbuf_text(b, "The program has none of the checks that were asked for.\n");
    if (has_trace(j) && !told && j->steps.check) explain_trace(b, &j->steps, &j->story);
}

static void print_text(const struct job *j) {
    struct strbuf b = {0};
    if (options.format == FORMAT_GCC) print_like_compiler(&b, j);
    else if (j->whole && !options.quiet) print_checks(&b, j);
    else if (has_trace(j) && !options.quiet) explain_trace(&b, &j->steps, &j->story);
    if (j->verdict.kind == VERDICT_TRUE && options.show_invariant) proof_print(&b, &j->proof);
    if (j->verdict.kind == VERDICT_TRUE && options.suggest) proof_suggest(&b, &j->proof);
    if (b.n) fputs(b.text, stdout);
    strbuf_clear(&b);
    if (options.stats) print_stats();
    print_assumptions(&b, j);
    if (b.n) fputs(b.text, stdout);
    strbuf_release(&b);
    print_verdict(j);
    print_detail(j);
}

/* What was checked. Where constant folding has left nothing to ask, what the engine proved is asked
 * as well. */
void job_certificate(struct strbuf *b, const struct job *j) {
    size_t start = b->n;
    strbuf_text(b, "; Proof obligations of edgewise: every check-sat answers unsat.\n");
    if (job_ledger(j)) cfa_ledger_print(b, job_ledger(j), "; ");
    if (j->certificate.n) strbuf_bytes(b, j->certificate.text, j->certificate.n);
    if (!j->certificate.n || !strstr(j->certificate.text, "(check-sat"))
        certificate_print(b, j->reduced, &j->verdict);
    if (!strstr(b->text + start, "(check-sat"))
        strbuf_text(b, "; no path leads to the error once constants are folded\n(reset)\n(set-logic "
                       "QF_BV)\n(assert false)\n(check-sat)\n");
    if (j->cut_certificate.n) strbuf_text(b, "; what is not supported is not reached\n");
    strbuf_bytes(b, j->cut_certificate.n ? j->cut_certificate.text : "", j->cut_certificate.n);
}

bool report_prepare(const text_list *more, struct error *e) {
    const char *const asked[] = {options.certificate, options.harness, options.witness,
                                 options.sarif,       options.record,  options.html};
    text_list targets = {0}, inputs = {0};
    for (size_t i = 0; i < sizeof asked / sizeof *asked; i++)
        if (asked[i]) VEC_PUSH(&targets, asked[i]);
    for (uint32_t i = 0; i < options.inputs.n; i++) VEC_PUSH(&inputs, options.inputs.at[i]);
    for (uint32_t i = 0; more && i < more->n; i++) VEC_PUSH(&inputs, more->at[i]);
    if (options.spec) VEC_PUSH(&inputs, options.spec);
    if (output_check(&targets, &inputs, e) &&
        (!more || !options.witness || witness_check_name(options.witness, e)))
        output_remove(&targets, e);
    VEC_RELEASE(&targets);
    VEC_RELEASE(&inputs);
    return !e->set;
}

static char *command_line;

/* As a shell reads it. */
static void add_word(struct strbuf *b, const char *word) {
    if (b->n) strbuf_char(b, ' ');
    bool plain =
        *word &&
        !word[strspn(word, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+=./,:@%")];
    if (plain) strbuf_text(b, word);
    else {
        strbuf_char(b, '\'');
        for (; *word; word++) strbuf_printf(b, *word == '\'' ? "'\\%c'" : "%c", *word);
        strbuf_char(b, '\'');
    }
}

void report_command(int argc, char **argv) {
    struct strbuf b = {0};
    for (int i = 0; i < argc; i++) add_word(&b, argv[i]);
    free(command_line);
    command_line = strbuf_take(&b);
}

/* Of the first check that fails, if all were asked for. */
static const struct steps *job_steps(const struct job *j) {
    return j->whole && j->verdict.kind == VERDICT_FALSE ? &j->results[j->first.check].steps : &j->steps;
}

/* --html, with the other evidence as files in the page. */
static void write_page(const struct job *j, const struct witness *w, struct error *e) {
    struct strbuf page = {0}, harness = {0}, witness = {0}, proof = {0}, rest = {0};
    enum verdict_kind k = j->verdict.kind;
    struct rest_known known;
    rest_init(&known, j);
    rest_print(&rest, &known, j);
    rest_release(&known);
    struct html_report r = {.subject = &j->subject,
                            .kind = k,
                            .verdict = verdict_word(k),
                            .detail = k == VERDICT_UNKNOWN ? j->verdict.reason : j->detail,
                            .command = command_line ? command_line : "edgewise",
                            .engine = j->verdict.engine,
                            .seconds = clock_wall(),
                            .unreduced = j->whole ? j->whole : j->unreduced,
                            .reduced = j->reduced,
                            .steps = has_trace(j) ? job_steps(j) : NULL,
                            .story = has_trace(j) ? job_story(j) : NULL,
                            .answers = j->whole ? j->results : NULL,
                            .history = progress_history(),
                            .rest = rest.text,
                            .ledger = job_ledger(j),
                            .proof = k == VERDICT_TRUE ? &j->proof : NULL};
    if (has_trace(j)) harness_print(&harness, &j->subject, j->unreduced, &j->inputs);
    if (k != VERDICT_UNKNOWN) witness_yaml(&witness, w);
    if (j->whole && j->certificates.n) strbuf_bytes(&proof, j->certificates.text, j->certificates.n);
    else if (!j->whole && k == VERDICT_TRUE) job_certificate(&proof, j);
    if (harness.n) VEC_PUSH(&r.files, (struct html_file){"harness.c", &harness});
    if (witness.n) VEC_PUSH(&r.files, (struct html_file){"witness.yml", &witness});
    if (proof.n) VEC_PUSH(&r.files, (struct html_file){"certificate.smt2", &proof});
    html_print(&page, &r);
    output_write(options.html, &page, e);
    VEC_RELEASE(&r.files);
    strbuf_release(&rest);
    strbuf_release(&page);
    strbuf_release(&harness);
    strbuf_release(&witness);
    strbuf_release(&proof);
}

static void write_files(const struct job *j, struct error *e) {
    struct strbuf b = {0};
    enum verdict_kind k = j->verdict.kind;
    if (options.certificate && (j->whole ? j->certificates.n > 0 : k == VERDICT_TRUE)) {
        if (j->whole) strbuf_bytes(&b, j->certificates.text, j->certificates.n);
        else job_certificate(&b, j);
        output_write(options.certificate, &b, e);
        strbuf_clear(&b);
    }
    if (options.harness && has_trace(j)) {
        harness_print(&b, &j->subject, j->unreduced, &j->inputs);
        output_write(options.harness, &b, e);
        strbuf_clear(&b);
    }
    struct witness w = {&j->subject,
                        k,
                        has_trace(j) ? job_story(j) : NULL,
                        &j->branches,
                        k == VERDICT_TRUE ? &j->proof : NULL,
                        j->verdict.reason,
                        job_ledger(j),
                        j->warnings.at,
                        j->warnings.n,
                        j->whole,
                        j->results};
    if (options.witness && k != VERDICT_UNKNOWN && witness_print(&b, options.witness, &w, e)) {
        output_write(options.witness, &b, e);
        strbuf_clear(&b);
    }
    if (options.sarif) {
        sarif_print(&b, &w);
        output_write(options.sarif, &b, e);
    }
    if (options.html) write_page(j, &w, e);
    strbuf_release(&b);
}

int report(struct job *j, struct error *e) {
    int code = job_exit_code(j);
    /* The result is there: from here on the watchdog lets the files be written, however busy the
     * machine is. */
    if (!limits_claim_output()) pause(); /* the watchdog is ending the process already */
    write_files(j, e);
    if (j->unwritten) error_set(e, j->unwritten, 0, 0, "cannot be written completely");
    if (options.json) {
        char *text = result_json(j, code);
        puts(text ? text : "{}");
        free(text);
    } else {
        print_text(j);
    }
    /* an output file could not be written: the verdict stands, the caller must hear of it */
    if (e->set) {
        char *text = error_text(e);
        fprintf(stderr, "edgewise: %s\n", text);
        free(text);
        error_release(e);
        return EXIT_BAD_INPUT;
    }
    return code;
}
