/* What is printed at the end. The verdict is the last line on stdout; the line that explains it goes to
 * stderr, so that on a terminal it stands below the verdict and a pipe gets the verdict last. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/cli.h"
#include "cli/job.h"
#include "evidence/witness.h"
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

static void print_verdict(const struct job *j) {
    const struct verdict *v = &j->verdict;
    switch (v->kind) {
    case VERDICT_TRUE: puts("Verification result: TRUE"); break;
    case VERDICT_FALSE: puts("Verification result: FALSE (unreach-call)"); break;
    case VERDICT_UNKNOWN:
        printf("Verification result: UNKNOWN (%s)\n", v->reason ? v->reason : "no reason given");
        break;
    }
    fflush(stdout);
}

static void print_detail(const struct job *j) {
    if (options.quiet && !j->internal) return;
    if (j->detail) fprintf(stderr, "  %s\n", j->detail);
    if (j->verdict.kind == VERDICT_UNKNOWN && j->verdict.bound)
        fprintf(stderr, "  no error within %" PRIu64 " steps of the large-block automaton, %.2f s\n",
                j->verdict.bound, clock_wall());
    if (options.arith == ARITH_INT && j->verdict.kind != VERDICT_UNKNOWN)
        fputs("  under the assumption of unbounded integers (--arith=int)\n", stderr);
}

/* A proof is no better than what it takes for granted: said before the verdict, which is the last line. */
static void print_assumptions(const struct job *j) {
    if (j->verdict.kind != VERDICT_TRUE || options.quiet || !j->unreduced) return;
    for (uint32_t i = 0; i < j->unreduced->assumptions.n; i++)
        printf("Assuming that %s\n", j->unreduced->assumptions.at[i]);
}

static void print_text(const struct job *j) {
    struct strbuf b = {0};
    if (j->verdict.kind == VERDICT_FALSE && !options.quiet) story_print(&b, &j->story);
    if (j->verdict.kind == VERDICT_TRUE && options.show_invariant) proof_print(&b, &j->proof);
    if (b.n) fputs(b.text, stdout);
    strbuf_release(&b);
    if (options.stats) print_stats();
    print_assumptions(j);
    print_verdict(j);
    print_detail(j);
}

/* What was checked. Where constant folding has left nothing to ask, what the engine proved is asked as well. */
static void certificate(struct strbuf *b, const struct job *j) {
    strbuf_text(b, "; Proof obligations of edgewise: every check-sat answers unsat.\n");
    if (j->certificate.n) strbuf_bytes(b, j->certificate.text, j->certificate.n);
    if (!j->certificate.n || !strstr(j->certificate.text, "(check-sat"))
        certificate_print(b, j->reduced, &j->verdict);
    if (!strstr(b->text, "(check-sat"))
        strbuf_text(b, "; no path leads to the error once constants are folded\n(reset)\n(set-logic "
                       "QF_BV)\n(assert false)\n(check-sat)\n");
}

static void write_files(const struct job *j, struct error *e) {
    struct strbuf b = {0};
    enum verdict_kind k = j->verdict.kind;
    if (options.certificate && k == VERDICT_TRUE) {
        certificate(&b, j);
        if (j->cut_certificate.n) strbuf_text(&b, "; what is not supported is not reached\n");
        strbuf_bytes(&b, j->cut_certificate.n ? j->cut_certificate.text : "", j->cut_certificate.n);
        evidence_write(options.certificate, &b, e);
        strbuf_clear(&b);
    }
    if (options.harness && k == VERDICT_FALSE) {
        harness_print(&b, &j->subject, j->unreduced, &j->inputs);
        evidence_write(options.harness, &b, e);
        strbuf_clear(&b);
    }
    struct witness w = {&j->subject,
                        k,
                        k == VERDICT_FALSE ? &j->story : NULL,
                        &j->branches,
                        k == VERDICT_TRUE ? &j->proof : NULL,
                        j->verdict.reason};
    if (options.witness && k != VERDICT_UNKNOWN && witness_print(&b, options.witness, &w, e)) {
        evidence_write(options.witness, &b, e);
        strbuf_clear(&b);
    }
    if (options.sarif) {
        sarif_print(&b, &w);
        evidence_write(options.sarif, &b, e);
    }
    strbuf_release(&b);
}

int report(struct job *j, struct error *e) {
    int code = job_exit_code(j);
    write_files(j, e);
    if (!limits_claim_output()) pause(); /* the watchdog is ending the process */
    if (options.json) {
        char *text = result_json(j, code);
        puts(text ? text : "{}");
        free(text);
    } else {
        print_text(j);
    }
    if (e->set) { /* an output file could not be written: the verdict stands, the caller must hear of it */
        char *text = error_text(e);
        fprintf(stderr, "edgewise: %s\n", text);
        free(text);
        error_release(e);
        return EXIT_BAD_INPUT;
    }
    return code;
}
