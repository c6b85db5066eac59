/* BTOR2 models: ways down, side by side.
 *
 *     model ─blast─▶ circuit ─▶ bit-level IC3, bounded search, k-induction ─▶ witness circuit, stimulus
 *           ─tracked─▶ a model without memories ─▶ the same; its counterexamples count if they simulate
 *           ─automaton─▶ CFA ─▶ the engines for programs ─────────────────▶ invariant, trace
 *
 * Each way runs in a process of its own, confirms its answer there, and writes one message into a
 * pipe; the first decisive message counts and the other process is killed. A proof is confirmed as
 * for circuits and programs; a counterexample of either way is simulated on the model itself
 * (btor2/simulate.h), which knows neither. Properties are decided in turn; what is printed for each
 * is the competition's ("sat" with a witness, "unsat", "unknown"), then edgewise's last line. */
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "btor2/automaton.h"
#include "btor2/blast.h"
#include "btor2/emit.h"
#include "btor2/liveness.h"
#include "btor2/tracked.h"
#include "cfa/reduce.h"
#include "check/bounded.h"
#include "check/unreduced.h"
#include "cli/cli.h"
#include "cli/job.h"
#include "ic3bit/ic3bit.h"
#include "ic3bit/output.h"
#include "util/clock.h"
#include "util/log.h"
#include "util/options.h"
#include "util/seconds.h"

enum { WAYS = 3, POLL_MILLISECONDS = 50, MAX_DELAY = 3, TRACKED_WORDS = 4 };

/* What one way says about one property. */
struct answer {
    enum verdict_kind kind;
    /* UNKNOWN because evidence contradicts the engine. */
    bool internal;
    /* FALSE: the witness; UNKNOWN: the reason. */
    struct strbuf text;
    /* TRUE with --certificate. */
    struct strbuf certificate;
};

static void answer_unknown(struct answer *a, const char *why, bool internal) {
    a->kind = VERDICT_UNKNOWN;
    a->internal = internal;
    strbuf_clear(&a->text);
    strbuf_text(&a->text, why ? why : "no reason given");
}

static void answer_release(struct answer *a) {
    strbuf_release(&a->text);
    strbuf_release(&a->certificate);
    *a = (struct answer){0};
}

/* One property: a bad state of the model, or a justice property, which is a bad state of another
 * model. */
struct question {
    const struct btor2_model *original;
    /* The model that the engines see, and its bad state. */
    const struct btor2_model *m;
    uint32_t property;
    /* Is it about liveness? Then this justice property of the original. */
    bool live;
    uint32_t justice;
};

static void answer_lasso(struct answer *a, const struct question *q, const struct btor2_run *run) {
    struct btor2_run lasso;
    uint32_t loop;
    btor2_lasso_of(q->original, run, &lasso);
    if (btor2_run_is_lasso(&lasso, q->justice, &loop)) {
        a->kind = VERDICT_FALSE;
        strbuf_clear(&a->text);
        btor2_run_print(&a->text, &lasso, lasso.steps - 1, 'j', q->justice);
        verbose("j%u: after step %u the state of step %u returns", q->justice, lasso.steps - 2, loop);
    } else {
        answer_unknown(a, "the lasso does not simulate", true);
    }
    btor2_run_release(&lasso);
}

/* FALSE, if the run simulates. */
static void answer_run(struct answer *a, const struct question *q, struct btor2_run *run) {
    if (!btor2_run_is_bad(run, q->m->bads.at[q->property])) {
        answer_unknown(a, "the counterexample does not simulate", true);
        return;
    }
    if (q->live) {
        answer_lasso(a, q, run);
        return;
    }
    a->kind = VERDICT_FALSE;
    strbuf_clear(&a->text);
    btor2_run_print(&a->text, run, run->steps, 'b', q->property);
}

/* ---- bits ---- */

static void decide_bits(const struct question *q, struct answer *a) {
    const struct btor2_model *m = q->m;
    const char *why;
    struct btor2_circuit *c = btor2_blast(m, &why);
    if (!c) {
        answer_unknown(a, why, false);
        return;
    }
    verbose("circuit: %u inputs, %u latches, %u gates", c->aiger->inputs, c->aiger->latches.n,
            c->aiger->ands.n);
    struct aiger *witness = aiger_copy(c->aiger);
    struct ic3bit_answer bits = ic3bit_decide(c->aiger, q->property, witness, NULL);
    if (bits.verdict == BIT_UNSAFE) {
        struct btor2_run run;
        btor2_circuit_run(c, m, &bits.trace, &run);
        answer_run(a, q, &run);
        btor2_run_release(&run);
    } else if (bits.verdict == BIT_SAFE) {
        a->kind = VERDICT_TRUE;
        if (options.certificate) aiger_write(witness, true, &a->certificate);
    } else {
        answer_unknown(a, bits.reason, bits.internal);
    }
    trace_release(&bits.trace);
    aiger_free(witness);
    btor2_circuit_free(c);
}

/* ---- memories by tracked cells, on bits ---- */

/* One abstraction: TRUE, or FALSE if the counterexample is one of the model. True if that decides
 * it. */
static bool decide_abstraction(const struct question *q, const struct btor2_tracked *t, struct answer *a) {
    const char *why;
    struct btor2_circuit *c = btor2_blast(t->m, &why);
    if (!c) {
        answer_unknown(a, why, false);
        return true;
    }
    struct aiger *witness = aiger_copy(c->aiger);
    struct ic3bit_answer bits = ic3bit_decide(c->aiger, 0, witness, NULL);
    bool decided = bits.verdict != BIT_UNSAFE;
    if (bits.verdict == BIT_UNSAFE) {
        struct btor2_run abstract, run;
        btor2_circuit_run(c, t->m, &bits.trace, &abstract);
        if (!btor2_run_is_bad(&abstract, t->m->bads.at[0]))
            answer_unknown(a, "the counterexample does not simulate", true);
        btor2_tracked_run(t, &abstract, &run);
        decided = a->internal || btor2_run_is_bad(&run, q->m->bads.at[q->property]);
        if (decided && !a->internal) answer_run(a, q, &run);
        btor2_run_release(&abstract);
        btor2_run_release(&run);
    } else if (bits.verdict == BIT_SAFE) {
        a->kind = VERDICT_TRUE;
        if (options.certificate) aiger_write(witness, true, &a->certificate);
    } else {
        answer_unknown(a, bits.reason, bits.internal);
    }
    trace_release(&bits.trace);
    aiger_free(witness);
    btor2_circuit_free(c);
    return decided;
}

/* A counterexample that the model does not have depends on what was read in an earlier step: the
 * addresses of more steps are foretold. */
static void decide_tracked(const struct question *q, struct answer *a) {
    answer_unknown(a, "what was read too long ago matters", false);
    for (uint32_t delay = 0; delay <= MAX_DELAY; delay++) {
        const char *why;
        struct btor2_tracked *t = btor2_tracked_new(q->m, q->property, delay, &why);
        if (!t) {
            answer_unknown(a, why, false);
            return;
        }
        verbose("tracked cells: %u, delay %u", t->cells.n, delay);
        bool decided = decide_abstraction(q, t, a);
        btor2_tracked_free(t);
        if (decided) return;
    }
}

/* ---- words ---- */

struct word_level {
    const struct question *q;
    struct btor2_automaton *automaton;
    struct cfa *unreduced, *reduced;
    struct verdict v;
};

static void confirm_proof(struct word_level *w, struct answer *a) {
    struct strbuf *certificate = options.certificate ? &a->certificate : NULL;
    char *why = NULL, *wrong = NULL;
    bool unsure = false;
    struct budget b = budget_wall(HARDWARE_UNREDUCED_SECONDS);
    if (options.recheck && !evidence_check_unreduced(w->unreduced, w->reduced, &w->v, check_other_solver(),
                                                     &b, certificate, &why)) {
        wrong = proof_check(w->reduced, &w->v, &unsure);
        if (!wrong && certificate) certificate_print(certificate, w->reduced, &w->v);
    }
    if (wrong) answer_unknown(a, unsure ? "the proof could not be checked" : wrong, !unsure);
    else a->kind = VERDICT_TRUE;
    free(why);
    free(wrong);
}

static void confirm_trace(struct word_level *w, struct answer *a) {
    input_log log = {0}, used = {0};
    char *wrong = replay_check_trace(w->reduced, &w->v);
    if (!wrong) {
        replay_log(w->reduced, &w->v, &log);
        replay_adopt_classes(w->unreduced, w->reduced);
        struct replay_end end = replay_run(w->unreduced, &log, 0, NULL, &used);
        if (end.end == RUN_ERROR) {
            struct btor2_run run;
            btor2_automaton_run(w->automaton, &used, end.edges, &run);
            answer_run(a, w->q, &run);
            btor2_run_release(&run);
        } else {
            answer_unknown(a, "the counterexample does not replay", true);
        }
    } else {
        answer_unknown(a, wrong, true);
    }
    free(wrong);
    input_log_release(&log);
    input_log_release(&used);
}

static void decide_words(const struct question *q, struct answer *a) {
    const char *why;
    struct word_level w = {.q = q, .automaton = btor2_automaton_new(q->m, q->property, &why)};
    if (!w.automaton) {
        answer_unknown(a, why, false);
        return;
    }
    w.unreduced = cfa_copy(w.automaton->cfa);
    w.reduced = cfa_reduce(w.automaton->cfa);
    w.automaton->cfa = NULL;
    verbose("automaton: %u variables, %u steps", w.reduced->vars.n, w.reduced->steps.n);
    const struct budget b = {.clock = BUDGET_WALL, .deadline = options.timeout};
    engine_prove(w.reduced, &(struct fuzz_task){0}, NULL, &b, &w.v);
    if (w.v.kind == VERDICT_TRUE) confirm_proof(&w, a);
    else if (w.v.kind == VERDICT_FALSE) confirm_trace(&w, a);
    else answer_unknown(a, w.v.reason, false);
    verdict_clear(&w.v);
    cfa_free(w.reduced);
    cfa_free(w.unreduced);
    btor2_automaton_free(w.automaton);
}

/* ---- processes ---- */

typedef void decide_way(const struct question *q, struct answer *a);

struct way {
    const char *name;
    decide_way *decide;
    pid_t pid;
    int pipe;
    struct strbuf received;
};

static void write_all(int fd, const struct strbuf *b) {
    size_t done = 0;
    while (done < b->n) {
        ssize_t n = write(fd, b->text + done, b->n - done);
        if (n < 0 && errno == EINTR) continue;
        if (n <= 0) return;
        done += (size_t)n;
    }
}

/* The message: a line "KIND INTERNAL BYTES-OF-TEXT BYTES-OF-CERTIFICATE", then both. */
static _Noreturn void be_a_way(const struct way *way, const struct question *q, int out, pid_t parent) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent) _exit(EXIT_INTERNAL);
    signal(SIGINT, SIG_IGN); /* the parent decides */
    fail_at_exit(NULL);
    stop_after_fork(options.timeout, (uint64_t)options.memory << 20);
    struct answer a = {0};
    struct strbuf message = {0};
    way->decide(q, &a);
    strbuf_printf(&message, "%d %d %zu %zu\n", (int)a.kind, a.internal, (size_t)a.text.n,
                  (size_t)a.certificate.n);
    if (a.text.n) strbuf_bytes(&message, a.text.text, a.text.n);
    if (a.certificate.n) strbuf_bytes(&message, a.certificate.text, a.certificate.n);
    write_all(out, &message);
    _exit(0);
}

static void start_way(struct way *way, const struct question *q) {
    int ends[2];
    pid_t parent = getpid();
    if (pipe(ends)) fail_environment("cannot make a pipe: %s", strerror(errno));
    fflush(stdout);
    fflush(stderr);
    way->pid = fork();
    if (way->pid < 0) fail_environment("cannot start a process: %s", strerror(errno));
    if (way->pid == 0) {
        close(ends[0]);
        be_a_way(way, q, ends[1], parent);
    }
    close(ends[1]);
    way->pipe = ends[0];
}

static void end_way(struct way *way) {
    if (way->pid <= 0) return;
    kill(way->pid, SIGKILL);
    while (waitpid(way->pid, NULL, 0) < 0 && errno == EINTR) {
    }
    close(way->pipe);
    way->pid = 0;
}

/* Takes what is in the pipe; true when the way is at its end. */
static bool read_way(struct way *way) {
    char block[1 << 16];
    ssize_t n = read(way->pipe, block, sizeof block);
    if (n > 0) strbuf_bytes(&way->received, block, (size_t)n);
    if (n > 0 || (n < 0 && errno == EINTR)) return false;
    end_way(way);
    return true;
}

/* False if the message is not whole: the process has died. */
static bool parse_message(const struct strbuf *b, struct answer *a) {
    int kind, internal, header = 0;
    size_t text, certificate;
    if (!b->n || sscanf(b->text, "%d %d %zu %zu%n", &kind, &internal, &text, &certificate, &header) < 4)
        return false;
    header++; /* the end of the line */
    if ((size_t)header > b->n || text > b->n || certificate > b->n ||
        (size_t)header + text + certificate != b->n)
        return false;
    a->kind = (enum verdict_kind)kind;
    a->internal = internal != 0;
    strbuf_clear(&a->text);
    strbuf_bytes(&a->text, b->text + header, text);
    strbuf_bytes(&a->certificate, b->text + header + text, certificate);
    return true;
}

/* The answer of a way that has ended. A reason is kept with the name of its way. */
static bool take_answer(struct way *way, struct answer *best) {
    struct answer a = {0};
    if (!parse_message(&way->received, &a)) answer_unknown(&a, "the process ended without an answer", false);
    bool decided = a.kind != VERDICT_UNKNOWN;
    verbose("%s say %s%s%s", way->name, verdict_word(a.kind), decided ? "" : ": ",
            decided ? "" : a.text.text);
    if (decided) {
        answer_release(best);
        *best = a;
        return true;
    }
    strbuf_printf(&best->text, "%s%s: %s", best->text.n ? "; " : "", way->name, a.text.text);
    best->internal |= a.internal;
    answer_release(&a);
    return false;
}

static void race(struct way *ways, uint32_t n, struct answer *best) {
    uint32_t left = n;
    while (left > 0 && !stop_requested()) {
        struct pollfd fds[WAYS];
        for (uint32_t i = 0; i < n; i++)
            fds[i] = (struct pollfd){ways[i].pid > 0 ? ways[i].pipe : -1, POLLIN, 0};
        if (poll(fds, n, POLL_MILLISECONDS) <= 0) continue;
        for (uint32_t i = 0; i < n; i++) {
            if (!fds[i].revents || !read_way(&ways[i])) continue;
            left--;
            if (take_answer(&ways[i], best)) return;
        }
    }
    if (left > 0) answer_unknown(best, stop_text(stop_requested()), best->internal);
}

/* The number of words as a power of two; 0 if there is no memory. */
static uint32_t largest_memory(const struct btor2_model *m) {
    uint32_t largest = 0;
    for (uint32_t i = 0; i < m->states.n; i++) {
        uint32_t width = m->nodes.at[m->states.at[i].node].sort.index;
        if (width > largest) largest = width;
    }
    return largest;
}

static void decide_property(const struct question *q, struct answer *best) {
    struct way ways[WAYS];
    uint32_t n = 0;
    if (options.level == LEVEL_BOTH || options.level == LEVEL_BIT)
        ways[n++] = (struct way){.name = "bits", .decide = decide_bits};
    if (options.level == LEVEL_TRACKED ||
        (options.level == LEVEL_BOTH && largest_memory(q->m) >= TRACKED_WORDS))
        ways[n++] = (struct way){.name = "tracked cells", .decide = decide_tracked};
    if (options.level == LEVEL_BOTH || options.level == LEVEL_WORD)
        ways[n++] = (struct way){.name = "words", .decide = decide_words};
    for (uint32_t i = 0; i < n; i++) start_way(&ways[i], q);
    race(ways, n, best);
    for (uint32_t i = 0; i < n; i++) {
        end_way(&ways[i]);
        strbuf_release(&ways[i].received);
    }
}

/* ---- what is printed ---- */

struct summary {
    char *failed;  /* the first property that fails, or NULL; owned */
    char *unknown; /* why one is undecided, or NULL; owned */
    bool internal;
    struct strbuf results, certificate;
};

static void add_result(struct summary *s, const char *property, const struct answer *a) {
    struct strbuf lines = {0};
    if (a->kind == VERDICT_FALSE) strbuf_bytes(&lines, a->text.text, a->text.n);
    else strbuf_printf(&lines, "%s\n%s\n", a->kind == VERDICT_TRUE ? "unsat" : "unknown", property);
    if (a->kind == VERDICT_FALSE && !s->failed) s->failed = mem_strdup(property);
    if (a->kind == VERDICT_UNKNOWN && !s->unknown) s->unknown = mem_strdup(a->text.text);
    s->internal |= a->internal;
    if (a->certificate.n) strbuf_bytes(&s->certificate, a->certificate.text, a->certificate.n);
    if (!options.quiet && !options.json) fputs(lines.text, stdout);
    strbuf_bytes(&s->results, lines.text, lines.n);
    strbuf_release(&lines);
}

static int conclude(const struct summary *s, const char *path) {
    const char *verdict = s->failed ? "FALSE" : s->unknown ? "UNKNOWN" : "TRUE";
    char *detail = s->failed    ? mem_strdup(s->failed)
                   : s->unknown ? mem_printf("%s%s", s->internal ? "internal: " : "", s->unknown)
                                : NULL;
    if (!limits_claim_output()) pause();
    if (options.stats && !options.json) output_stats();
    if (options.json) output_json(path, verdict, detail);
    else if (detail) printf("Verification result: %s (%s)\n", verdict, detail);
    else printf("Verification result: %s\n", verdict);
    free(detail);
    if (s->internal) {
        fputs("edgewise: a check of the evidence failed; please report this model as a bug\n", stderr);
        return EXIT_INTERNAL;
    }
    return s->failed ? EXIT_UNSAFE : s->unknown ? EXIT_UNKNOWN : EXIT_SAFE;
}

static void decide_one(const struct btor2_model *m, uint32_t property, struct summary *s) {
    struct question q = {.original = m, .m = m, .property = property, .live = property >= m->bads.n};
    struct btor2_model *safety = NULL;
    if (q.live) {
        q.justice = property - m->bads.n;
        q.m = safety = btor2_liveness(m, q.justice);
        q.property = 0;
    }
    struct answer a = {0};
    char *name = q.live ? mem_printf("j%u", q.justice) : mem_printf("b%u", property);
    decide_property(&q, &a);
    add_result(s, name, &a);
    free(name);
    answer_release(&a);
    btor2_free(safety);
}

/* Bad states first, then justice properties; --property counts through both. */
static void decide_all(const struct btor2_model *m, struct summary *s) {
    uint32_t n = m->bads.n + m->justices.n;
    for (uint32_t i = 0; i < n; i++)
        if (options.property < 0 || (uint32_t)options.property == i) decide_one(m, i, s);
    if (!n) s->unknown = mem_strdup("the model has no property");
}

/* The first line that is no comment begins with a number and a keyword of BTOR2: no C file does. */
bool hardware_is_model(const char *path) {
    char line[256], word[16];
    FILE *f = fopen(path, "rb");
    bool is = false;
    unsigned long number;
    while (f && fgets(line, sizeof line, f)) {
        bool whole = strchr(line, '\n') != NULL;
        if (line[0] != ';' && line[strspn(line, " \t\r\n")] != 0) {
            is = sscanf(line, "%lu %15[a-z]", &number, word) == 2 && !strcmp(word, "sort");
            break;
        }
        for (int c; !whole && (c = fgetc(f)) != EOF && c != '\n';) {
        }
    }
    if (f) fclose(f);
    return is;
}

/* ---- --emit ---- */

static void print_circuit(struct strbuf *b, const struct btor2_model *m, struct error *e) {
    const char *why;
    struct btor2_circuit *c = btor2_blast(m, &why);
    if (c) aiger_write(c->aiger, true, b);
    else error_set(e, NULL, 0, 0, "%s", why);
    btor2_circuit_free(c);
}

void hardware_print_aiger(struct strbuf *b, const struct cfa *c, struct error *e) {
    struct strbuf words = {0};
    if (btor2_print_cfa(&words, c, e)) {
        struct btor2_model *m = btor2_parse(words.text, words.n, "automaton", e);
        if (m) print_circuit(b, m, e);
        btor2_free(m);
    }
    strbuf_release(&words);
}

static void print_automaton(struct strbuf *b, const struct btor2_model *m, uint32_t property,
                            struct error *e) {
    const char *why;
    struct btor2_automaton *a = btor2_automaton_new(m, property, &why);
    if (!a) {
        error_set(e, NULL, 0, 0, "%s", why);
        return;
    }
    struct cfa *c = cfa_reduce(a->cfa);
    a->cfa = NULL;
    if (options.emit == EMIT_CFA) cfa_print(b, c);
    if (options.emit == EMIT_DOT) cfa_print_dot(b, c);
    if (options.emit == EMIT_CHC) cfa_print_chc(b, c);
    if (options.emit == EMIT_BTOR2) btor2_print_cfa(b, c, e);
    if (options.emit == EMIT_LLVM) error_set(e, NULL, 0, 0, "--emit=llvm is for C programs");
    cfa_free(c);
    btor2_automaton_free(a);
}

/* Circuits hold all properties; the other forms are about one: --property, or the first. */
static int emit(const struct btor2_model *m, struct error *e) {
    struct strbuf b = {0};
    uint32_t property = options.property > 0 ? (uint32_t)options.property : 0;
    if (options.emit != EMIT_AIGER && property >= m->bads.n)
        error_set(e, NULL, 0, 0, "the model has no such bad-state property");
    else if (options.emit == EMIT_AIGER) print_circuit(&b, m, e);
    else if (options.emit == EMIT_C) btor2_print_c(&b, m, property, e);
    else print_automaton(&b, m, property, e);
    if (!e->set) output_write("-", &b, e);
    strbuf_release(&b);
    return e->set ? EXIT_BAD_INPUT : EXIT_SAFE;
}

int hardware_main(const char *path, struct error *e) {
    struct btor2_model *m = btor2_read(path, e);
    if (!m) return EXIT_BAD_INPUT;
    uint32_t properties = m->bads.n + m->justices.n;
    if (options.property >= properties) {
        error_set(e, path, 0, 0, "there is no property %.0f: the model has %u", options.property, properties);
        btor2_free(m);
        return EXIT_BAD_INPUT;
    }
    terms_init();
    if (options.emit) {
        int code = emit(m, e);
        terms_release();
        btor2_free(m);
        return code;
    }
    struct summary s = {0};
    decide_all(m, &s);
    if (options.witness) output_write(options.witness, &s.results, e);
    if (options.certificate && s.certificate.n && !e->set)
        output_write(options.certificate, &s.certificate, e);
    int code = conclude(&s, path);
    free(s.unknown);
    free(s.failed);
    strbuf_release(&s.results);
    strbuf_release(&s.certificate);
    terms_release();
    btor2_free(m);
    return e->set ? EXIT_BAD_INPUT : code;
}
