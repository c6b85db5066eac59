/* From a file to the verdict: properties in turn (bad states, then justice properties), each
 * reduced, decided, checked and printed as in the Hardware Model Checking Competition:
 *
 *     0            1                       2
 *     b0           b0                      b0
 *     .            0100   (latches)        .
 *                  01     (inputs), ...
 *                  .
 *
 * The last line sums up: FALSE if any property fails, else UNKNOWN if any is undecided, else
 * TRUE. */
#include "ic3bit/ic3bit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ic3bit/evidence.h"
#include "ic3bit/liveness.h"
#include "ic3bit/output.h"
#include "ic3bit/turns.h"
#include "system/output.h"
#include "util/clock.h"
#include "util/log.h"
#include "util/options.h"
#include "util/stats.h"

enum { SLACK = 300 };

struct run {
    const struct aiger *model;
    struct aiger *witness;  /* grows by the invariant of every property that is proved */
    int failed;             /* the first property that fails, or -1 */
    const char *unknown;    /* why some property is undecided, or NULL */
    struct strbuf results;  /* what is printed for each property, for --witness */
    bool internal;          /* some evidence did not hold: our bug */
    struct ic3_facts facts; /* lemmas of the property before */
};

bool ic3bit_is_model(const char *path) {
    char start[4] = "";
    FILE *f = fopen(path, "rb");
    if (!f) return false;
    bool is = fread(start, 1, 4, f) == 4 && (!memcmp(start, "aag ", 4) || !memcmp(start, "aig ", 4));
    fclose(f);
    return is;
}

static void add_values(struct strbuf *b, const uint8_t *value, uint32_t n) {
    for (uint32_t i = 0; i < n; i++) strbuf_char(b, value[i] ? '1' : '0');
    strbuf_char(b, '\n');
}

static void add_trace(struct strbuf *b, const struct aiger *m, const struct trace *t) {
    add_values(b, t->initial, m->latches.n);
    for (uint32_t k = 0; k < t->steps; k++) add_values(b, t->inputs + (size_t)k * m->inputs, m->inputs);
}

/* A property by its name in the output: b0, b1, ..., j0, j1, ... */
static char *property_name(const struct run *run, uint32_t property) {
    uint32_t bads = aiger_properties(run->model)->n;
    return property < bads ? mem_printf("b%u", property) : mem_printf("j%u", property - bads);
}

static void print_result(struct run *run, char status, uint32_t property, const struct trace *t) {
    struct strbuf lines = {0};
    char *name = property_name(run, property);
    strbuf_printf(&lines, "%c\n%s\n", status, name);
    free(name);
    if (t) add_trace(&lines, run->model, t);
    strbuf_text(&lines, ".\n");
    if (options.witness) strbuf_text(&run->results, lines.text);
    if (!options.quiet && !options.json) {
        fputs(lines.text, stdout);
        fflush(stdout);
    }
    strbuf_release(&lines);
}

static struct turns_config configure(void) {
    struct ic3_config ic3 = {
        .mic = (enum mic_kind)options.mic,
        .lift = (enum lift_kind)options.lift,
        .ctg = (enum ctg_kind)options.ctg,
        .parents = options.parents,
        .drop_after = (uint32_t)options.drop_after,
        .max_depth = (uint32_t)options.maxdepth,
        .max_ctgs = (uint32_t)options.maxctgs,
        .max_k = (uint32_t)options.max_k,
        .slack = SLACK,
        .constraints_later = options.constraints_later,
        .seed = options.seed > 1 ? (uint64_t)options.seed : 0, /* the default seed keeps the model's order */
    };
    return (struct turns_config){ic3, options.sweep, options.bounded, options.induction,
                                 (uint64_t)options.seed};
}

static struct ic3bit_answer unknown(const char *reason, bool internal) {
    return (struct ic3bit_answer){.verdict = BIT_UNKNOWN, .reason = reason, .internal = internal};
}

static struct ic3bit_answer prove(const struct aiger *m, uint32_t property, const struct system *s,
                                  const struct ic3_result *r, struct aiger *witness) {
    const char *why = NULL;
    double start = timer_start();
    enum check_result check = CHECK_HOLDS;
    witness_strengthen(witness, property, s, r);
    if (options.recheck) check = witness_check(m, witness, property, &why);
    timer_stop(TIMER_EVIDENCE, start);
    if (check == CHECK_FAILS) return unknown(why, true);
    if (check == CHECK_STOPPED) return unknown(stop_text(stop_requested()), false);
    return (struct ic3bit_answer){.verdict = BIT_SAFE};
}

static struct ic3bit_answer refute(const struct aiger *m, uint32_t property, const struct system *s,
                                   const struct ic3_result *r) {
    struct trace t = trace_of(s, m, r);
    if (trace_replays(m, aiger_properties(m)->at[property], &t))
        return (struct ic3bit_answer){.verdict = BIT_UNSAFE, .trace = t};
    trace_release(&t);
    return unknown("the counterexample does not replay", true);
}

struct ic3bit_answer ic3bit_decide(const struct aiger *m, uint32_t property, struct aiger *witness,
                                   struct ic3_facts *facts) {
    struct system s;
    struct turns_config config = configure();
    double start = timer_start();
    system_init(&s, m, aiger_properties(m)->at[property]);
    reduce_latches(&s);
    timer_stop(TIMER_REDUCE, start);
    struct ic3_result r = turns_run(&s, &config, facts);
    struct ic3bit_answer a = r.verdict == BIT_SAFE     ? prove(m, property, &s, &r, witness)
                             : r.verdict == BIT_UNSAFE ? refute(m, property, &s, &r)
                                                       : unknown(r.reason, false);
    ic3_result_release(&r);
    system_release(&s);
    return a;
}

/* A justice property: the lasso is simulated on the model itself. The model that the proof is about
 * is liveness.c's, and so is the witness circuit that is checked. */
static struct ic3bit_answer decide_justice(const struct run *run, uint32_t justice) {
    const struct aiger *m = run->model;
    struct aiger *safety = liveness_to_safety(m, justice), *witness = aiger_copy(safety);
    struct ic3bit_answer a = ic3bit_decide(safety, 0, witness, NULL);
    if (a.verdict == BIT_UNSAFE) {
        uint32_t loop;
        struct trace lasso = liveness_trace(m, safety, &a.trace);
        trace_release(&a.trace);
        if (trace_is_lasso(m, justice, &lasso, &loop)) {
            verbose("j%u: after step %u the state of step %u returns", justice, lasso.steps - 2, loop);
            lasso.steps--; /* the state that returns is not printed: it has no inputs */
            a.trace = lasso;
        } else {
            trace_release(&lasso);
            a = unknown("the lasso does not replay", true);
        }
    }
    aiger_free(witness);
    aiger_free(safety);
    return a;
}

static void decide(struct run *run, uint32_t property) {
    uint32_t bads = aiger_properties(run->model)->n;
    struct ic3bit_answer a = property < bads ? ic3bit_decide(run->model, property, run->witness, &run->facts)
                                             : decide_justice(run, property - bads);
    print_result(run,
                 a.verdict == BIT_SAFE     ? '0'
                 : a.verdict == BIT_UNSAFE ? '1'
                                           : '2',
                 property, a.verdict == BIT_UNSAFE ? &a.trace : NULL);
    if (a.verdict == BIT_UNKNOWN) run->unknown = a.reason;
    if (a.verdict == BIT_UNSAFE && run->failed < 0) run->failed = (int)property;
    run->internal |= a.internal;
    trace_release(&a.trace);
}

static void write_certificate(const struct run *run, struct error *e) {
    struct strbuf text = {0};
    size_t n = strlen(options.certificate);
    aiger_write(run->witness, n > 4 && !strcmp(options.certificate + n - 4, ".aag"), &text);
    output_write(options.certificate, &text, e);
    strbuf_release(&text);
}

/* The property that fails, or why one is undecided, in parentheses after the verdict; NULL for
 * TRUE. */
static char *detail_of(const struct run *run) {
    if (run->failed >= 0) return property_name(run, (uint32_t)run->failed);
    if (run->internal) return mem_printf("internal: %s", run->unknown);
    return run->unknown ? mem_strdup(run->unknown) : NULL;
}

static int conclude(const struct run *run, const char *path) {
    const char *verdict = run->failed >= 0 ? "FALSE" : run->unknown ? "UNKNOWN" : "TRUE";
    char *detail = detail_of(run);
    if (options.stats && !options.json) output_stats();
    if (options.json) output_json(path, verdict, detail);
    else if (detail) printf("Verification result: %s (%s)\n", verdict, detail);
    else printf("Verification result: %s\n", verdict);
    free(detail);
    if (run->internal) {
        fputs("edgewise: a check of the evidence failed; please report this model as a bug\n", stderr);
        return EXIT_INTERNAL;
    }
    return run->failed >= 0 ? EXIT_UNSAFE : run->unknown ? EXIT_UNKNOWN : EXIT_SAFE;
}

static void decide_all(struct run *run, uint32_t properties) {
    for (uint32_t i = 0; i < properties; i++)
        if (options.property < 0 || (uint32_t)options.property == i) decide(run, i);
    if (!properties) run->unknown = "the model has no property";
}

int ic3bit_main(const char *path, struct error *e) {
    struct aiger *m = aiger_read(path, e);
    if (!m) return EXIT_BAD_INPUT;
    uint32_t properties = aiger_properties(m)->n + m->justices.n;
    if (options.property >= properties) {
        error_set(e, path, 0, 0, "there is no property %.0f: the model has %u", options.property, properties);
        aiger_free(m);
        return EXIT_BAD_INPUT;
    }
    struct run run = {.model = m, .witness = aiger_copy(m), .failed = -1};
    decide_all(&run, properties);
    if (options.certificate) write_certificate(&run, e);
    if (options.witness) output_write(options.witness, &run.results, e);
    int code = conclude(&run, path);
    strbuf_release(&run.results);
    ic3_facts_release(&run.facts);
    aiger_free(run.witness);
    aiger_free(m);
    return e->set ? EXIT_BAD_INPUT : code;
}
