/* Nothing that an engine says is printed before something else has confirmed it.
 *
 *   TRUE   the proof is minimized and checked by fresh solvers of the other kind, on the unreduced
 *          automaton if it can be carried over and there is time, else on the reduced one.
 *   FALSE  the trace is evaluated on the reduced automaton, replayed on the unreduced one, made
 *          small, and the compiled program reaches the error on its values.
 *
 * A trace that the automaton confirms and the compiled program does not is UNKNOWN with the trace,
 * whatever the reason. Where nothing speaks against it and only the compiled run is missing
 * (HARNESS_SYMBOLIC), it is FALSE, and marked as unconfirmed, if --accept-unconfirmed or the rules
 * of SV-COMP say so: there, environments cannot be compiled. Example:
 *
 *     extern struct device *dev;    // nobody defines it: a compiled program would have nothing to
 *                                   point to
 *     int main(void) { assert(dev->state != 3); }
 *
 * With --strict, TRUE needs an empty ledger (cfa/ledger.h).
 *
 * Evidence that contradicts the engine is a bug of ours: UNKNOWN, exit code 6, and a file that
 * reproduces it. */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"
#include "cli/job.h"
#include "check/bounded.h"
#include "check/unreduced.h"
#include "fuzz/confirm.h"
#include "project/cache.h"
#include "util/clock.h"
#include "util/log.h"
#include "util/seconds.h"
#include "util/stats.h"

enum { REPLAY_EDGES = 50000000 };

/* --no-recheck, and --cache-trust for what comes from there. */
static bool is_rechecked(const struct verdict *v) {
    return options.recheck && !(options.cache_trust && v->remembered);
}

char *proof_check(struct cfa *c, const struct verdict *v, bool *unsure) {
    *unsure = false;
    return is_rechecked(v) ? evidence_check_proof(c, v, check_other_solver(), unsure) : NULL;
}

/* A share of the time that the engine took, or `least` seconds. */
static struct budget share_of(const struct job *j, double least) {
    double share = JUDGE_SHARE * j->engine_seconds;
    return budget_wall(share > least ? share : least);
}

static void print_log(struct strbuf *b, const struct cfa *c, const char *title, const input_log *log) {
    strbuf_printf(b, "\n%s (site: value):\n", title);
    for (uint32_t i = 0; i < log->n; i++) {
        const struct cfa_site *site = &c->sites.at[log->at[i].site];
        strbuf_printf(b, "%u same as %u %s ", log->at[i].site, site->same_as, site->name ? site->name : "?");
        cfa_print_pos(b, c, site->pos);
        strbuf_printf(b, ": 0x%" PRIx64 "%016" PRIx64 "\n", log->at[i].value.hi, log->at[i].value.lo);
    }
}

/* Keeps what an engineer needs to find the bug. */
static char *keep_reproducer(const struct job *j, const char *what) {
    struct strbuf b = {0};
    strbuf_printf(&b, "edgewise: %s\nengine: %s\nfiles:", what, j->verdict.engine ? j->verdict.engine : "?");
    for (uint32_t i = 0; i < j->subject.files.n; i++) strbuf_printf(&b, " %s", j->subject.files.at[i]);
    strbuf_text(&b, "\n\ntrace (step: inputs):\n");
    for (uint32_t i = 0; i < j->verdict.trace.n; i++) {
        const struct trace_step *t = &j->verdict.trace.at[i];
        strbuf_printf(&b, "%u:", t->step);
        for (uint32_t k = 0; k < t->inputs.n; k++)
            strbuf_printf(&b, " 0x%" PRIx64 "%016" PRIx64, t->inputs.at[k].hi, t->inputs.at[k].lo);
        strbuf_char(&b, '\n');
    }
    if (j->verdict.kind == VERDICT_FALSE) {
        input_log log = {0};
        replay_log(j->reduced, &j->verdict, &log);
        print_log(&b, j->reduced, "inputs of the trace", &log);
        print_log(&b, j->unreduced, "inputs drawn by the unreduced automaton", &j->inputs);
        input_log_release(&log);
    }
    strbuf_text(&b, "\ninvariant (location: fact):\n");
    for (loc l = 0; l < j->verdict.invariant.n; l++)
        for (uint32_t k = 0; k < j->verdict.invariant.at[l].n; k++) {
            char *text = term_text(j->verdict.invariant.at[l].at[k]);
            strbuf_printf(&b, "%u: %s\n", l, text);
            free(text);
        }
    strbuf_text(&b, "\nautomaton:\n");
    cfa_print(&b, j->reduced);
    char *path = output_fault_report(&b);
    strbuf_release(&b);
    return path;
}

/* The engine was contradicted: `what` is "spurious trace" or "rejected proof"; takes `why`. */
static void our_fault(struct job *j, const char *what, char *why) {
    char *path = keep_reproducer(j, why);
    verdict_clear(&j->verdict);
    verdict_unknown(&j->verdict, "internal: %s", what);
    j->internal = true;
    j->detail = mem_printf("%s; this is a bug in edgewise: please report it with the input%s%s", why,
                           path ? " and the file " : "", path ? path : "");
    free(path);
    free(why);
}

static void not_confirmed(struct job *j, const char *format, char *why) {
    verdict_clear(&j->verdict);
    verdict_unknown(&j->verdict, format, why);
    free(why);
}

/* A counterexample that no compiled run has confirmed; its trace and its inputs stay. Takes
 * `why`. */
static void unconfirmed(struct job *j, char *why) {
    j->unconfirmed = true;
    not_confirmed(j, "unconfirmed counterexample: %s", why);
}

/* ---- TRUE ---- */

static void describe_proof(struct job *j) {
    static const char *const how[] = {[PROOF_INVARIANT] = "inductive",
                                      [PROOF_K_INDUCTION] = "k-inductive",
                                      [PROOF_FORALL] = "inductive for all elements of arrays"};
    const struct verdict *v = &j->verdict;
    bool whole = j->checked_on && !strcmp(j->checked_on, "unreduced automaton");
    char *by = j->checked_by
                   ? mem_printf("%s on the %s program", j->checked_by, whole ? "whole" : "simplified")
                   : mem_printf("nobody: %s", options.recheck ? "--cache-trust" : "--no-recheck");
    char *cuts = j->cuts ? mem_printf(", %u unsupported places proven unreachable", j->cuts)
                 : j->contracts
                     ? mem_printf(", with the contract%s of %u recursive function%s",
                                  j->contracts == 1 ? "" : "s", j->contracts, j->contracts == 1 ? "" : "s")
                     : mem_strdup("");
    if (v->proof == PROOF_BOUNDED)
        j->detail = mem_printf("proof: all paths were explored to their end (checked by %s)%s, %.2f s", by,
                               cuts, clock_wall());
    else if (!j->proof.lemmas)
        j->detail = mem_printf("proof: no step can lead to a failure (checked by %s)%s, %.2f s", by, cuts,
                               clock_wall());
    else
        j->detail = mem_printf("proof: %u fact%s at %u loop%s, %s (checked by %s)%s, %.2f s", j->proof.lemmas,
                               j->proof.lemmas == 1 ? "" : "s", j->proof.loop_heads,
                               j->proof.loop_heads == 1 ? "" : "s", how[v->proof], by, cuts, clock_wall());
    free(by);
    free(cuts);
}

bool proof_check_unreduced(const struct job *j, const struct cfa *unreduced, const struct cfa *reduced,
                           const struct verdict *v, struct strbuf *certificate, char **why) {
    *why = NULL;
    if (!is_rechecked(v)) return false;
    struct budget b =
        facts_count(&v->invariant) > MANY_LEMMAS
            ? budget_wall(JUDGE_UNREDUCED_SECONDS)
            : share_of(j, v->remembered && v->carried ? JUDGE_REMEMBERED_SECONDS : JUDGE_UNREDUCED_SECONDS);
    return evidence_check_unreduced(unreduced, reduced, v, check_other_solver(), &b, certificate, why);
}

/* The proof on the unreduced automaton; true if that settles it. */
static bool check_unreduced(struct job *j) {
    struct strbuf *certificate = options.certificate || options.html ? &j->certificate : NULL;
    char *why = NULL;
    bool good = proof_check_unreduced(j, j->unreduced, j->reduced, &j->verdict, certificate, &why);
    if (!j->not_on_unreduced) j->not_on_unreduced = why; /* what the second run said comes first */
    else free(why);
    j->checked_on = good && !j->cuts_on_reduced ? "unreduced automaton" : "reduced automaton";
    return good;
}

/* What the proof's check leaves open goes on the ledger. */
static void enter_checks(struct job *j) {
    struct src_pos nowhere = {0};
    if (!is_rechecked(&j->verdict)) cfa_ledger_add(j->unreduced, LEDGER_NO_CHECK, nowhere, NULL);
    else if (!strcmp(j->checked_on, "reduced automaton"))
        cfa_ledger_add(j->unreduced, LEDGER_REDUCTIONS, nowhere, j->not_on_unreduced);
}

static void accept_proof(struct job *j) {
    j->checked_by =
        is_rechecked(&j->verdict) ? check_done_by(!strcmp(j->checked_on, "reduced automaton")) : NULL;
    if (!is_rechecked(&j->verdict)) j->checked_on = NULL;
    else
        verbose("proof checked on: %s%s%s", j->checked_on, j->not_on_unreduced ? ": " : "",
                j->not_on_unreduced ? j->not_on_unreduced : "");
    enter_checks(j);
    j->verdict.carried = is_rechecked(&j->verdict) && !strcmp(j->checked_on, "unreduced automaton");
    if (is_rechecked(&j->verdict)) cache_keep(j->reduced, &j->verdict);
    bool told = options.show_invariant || options.suggest || options.json || options.witness ||
                options.sarif || options.html;
    if (j->verdict.invariant.n)
        proof_init(&j->proof, j->reduced, told ? j->unreduced : NULL, &j->verdict.invariant);
    j->proof.bounded = j->verdict.proof == PROOF_BOUNDED;
    describe_proof(j);
}

/* --strict: nothing is taken for granted. */
static void forbid_assumptions(struct job *j) {
    if (!options.strict || !j->unreduced->ledger.n) return;
    struct strbuf names = {0};
    cfa_ledger_names(&names, j->unreduced);
    free(j->detail);
    j->detail = NULL;
    j->needs_assumptions = true;
    not_confirmed(j, "--strict: the proof needs assumptions: %s", strbuf_take(&names));
}

/* The minimized invariant could not be checked in time; the one that the portfolio confirmed will
 * do. */
static void fall_back(struct job *j, struct facts *confirmed, char **wrong, bool unsure) {
    struct verdict *v = &j->verdict;
    if (!*wrong || !unsure || !v->checked) return;
    free(*wrong);
    *wrong = NULL;
    struct facts minimized = v->invariant;
    v->invariant = *confirmed;
    *confirmed = minimized;
}

static void judge_true(struct job *j) {
    struct verdict *v = &j->verdict;
    struct facts confirmed;
    bool unsure = false;
    struct budget b = share_of(j, JUDGE_MINIMIZE_SECONDS);
    status_phase("checking the proof");
    j->lemmas = facts_count(&v->invariant);
    facts_copy(&confirmed, &v->invariant);
    if (v->proof == PROOF_INVARIANT && is_rechecked(&j->verdict) && !v->remembered &&
        v->invariant.n == j->reduced->locs.n)
        check_minimize_invariant(j->reduced, &v->invariant, check_other_solver(), &b);
    /* What minimization has not changed is as the portfolio confirmed it. */
    bool changed = facts_count(&v->invariant) != facts_count(&confirmed);
    bool again = !check_unreduced(j) && (!v->checked || changed);
    char *wrong = again ? proof_check(j->reduced, v, &unsure) : NULL;
    fall_back(j, &confirmed, &wrong, unsure);
    facts_release(&confirmed);
    if (wrong && unsure) {
        not_confirmed(j, stop_requested() ? "%s" : "the proof could not be checked: %s",
                      stop_requested() ? mem_strdup(stop_text(stop_requested())) : wrong);
        if (stop_requested()) free(wrong);
    } else if (wrong) {
        our_fault(j, "rejected proof", wrong);
    } else {
        accept_proof(j);
        forbid_assumptions(j);
    }
}

bool judge_whole(struct job *j) {
    bool unsure = false;
    status_phase("checking the proof");
    j->lemmas = facts_count(&j->verdict.invariant);
    char *wrong = proof_check(j->reduced, &j->verdict, &unsure);
    if (wrong) {
        verbose("%s: not proved: %s", j->verdict.engine, wrong);
        job_forget_verdict(j);
        free(wrong);
        return false;
    }
    j->checked_on = "unreduced automaton";
    accept_proof(j);
    forbid_assumptions(j);
    return true;
}

/* ---- FALSE ---- */

static char *out_of_steps(uint64_t edges) {
    return stop_requested()
               ? mem_strdup(stop_text(stop_requested()))
               : mem_printf("its replay step by step was given up after %" PRIu64 " edges", edges);
}

/* On the reduced and on the unreduced automaton; j->inputs is what was drawn there. *late: no
 * contradiction, but out of time. */
static char *replay_symbolically(struct job *j, bool *late) {
    static const char *const ends[] = {"the error", "a place that is not supported", "a dead end", "no end"};
    char *wrong = replay_check_trace(j->reduced, &j->verdict);
    if (wrong) return wrong;
    input_log log = {0};
    replay_adopt_classes(j->unreduced, j->reduced);
    replay_log(j->reduced, &j->verdict, &log);
    struct replay_end end = replay_run(j->unreduced, &log, REPLAY_EDGES, NULL, &j->inputs);
    input_log_release(&log);
    if (end.end == RUN_ERROR) return NULL;
    *late = end.end == RUN_LIMIT;
    if (*late) return out_of_steps(end.edges);
    struct strbuf b = {0};
    strbuf_printf(&b, "its replay step by step leads to %s at location %u (", ends[end.end], end.at);
    cfa_print_pos(&b, j->unreduced, j->unreduced->locs.at[end.at].pos);
    strbuf_text(&b, ")");
    return strbuf_take(&b);
}

/* A verdict that names the values drawn by the unreduced automaton, and no steps. */
static void take_draws(struct job *j) {
    for (uint32_t i = 0; i < j->verdict.draws.n; i++)
        VEC_PUSH(&j->inputs, (struct input_value){j->verdict.draws.at[i].site, j->verdict.draws.at[i].v});
}

static char *replay_draws(struct job *j, bool *late) {
    take_draws(j);
    struct replay_end end = replay_run(j->unreduced, &j->inputs, REPLAY_EDGES, NULL, NULL);
    j->inputs.check = replay_failed_check(j->unreduced, end) + 1;
    if (end.end == RUN_ERROR) return NULL;
    *late = end.end == RUN_LIMIT;
    return *late ? out_of_steps(end.edges) : mem_printf("the inputs do not lead to the error");
}

/* Was a value drawn that C leaves undefined, such as that of a number that does not fit? The
 * compiled program has its own. */
static bool draws_undefined(const struct job *j) {
    for (uint32_t i = 0; i < j->inputs.n; i++) {
        const struct cfa_site *site = &j->unreduced->sites.at[j->inputs.at[i].site];
        if (site->kind == SITE_INTERNAL && !harness_fails_allocation(site)) return true;
    }
    return false;
}

/* Branches are for the witness alone. */
static char *replay_compiled(struct job *j) {
    char *note = NULL;
    status_phase("running the counterexample");
    j->replay =
        harness_run(&j->subject, j->unreduced, &j->inputs, options.witness ? &j->branches : NULL, &note);
    j->replay_ran = true;
    return note;
}

/* Does the error depend on a value that we made up: where C leaves one undefined, or the library
 * computes one? Memory that runs out is asked for by an option and real. */
static bool depends_on_invented(const struct job *j) {
    for (uint32_t i = 0; i < j->inputs.n; i++) {
        const struct cfa_site *site = &j->unreduced->sites.at[j->inputs.at[i].site];
        bool zero = value_same(j->inputs.at[i].value, value_of(0));
        if (site->kind == SITE_LIBRARY) return true;
        if (site->kind == SITE_INTERNAL && !zero && !harness_fails_allocation(site)) return true;
    }
    return false;
}

/* May FALSE be said without a compiled run? Nothing may speak against the trace. */
static bool stands_unconfirmed(const struct job *j) {
    if (j->replay != HARNESS_SYMBOLIC || options.strict) return false;
    return options.accept_unconfirmed || (j->program.rules.sv_comp && !depends_on_invented(j));
}

/* The automaton has replayed the trace; this is why the compiled program has not. Takes `why`. */
static void without_compiled_run(struct job *j, char *why) {
    if (!stands_unconfirmed(j)) {
        unconfirmed(j, why);
        return;
    }
    j->unconfirmed = true;
    j->detail = mem_printf("replayed on the automaton only (%s): %s",
                           options.accept_unconfirmed ? "--accept-unconfirmed" : "rules of SV-COMP", why);
    free(why);
}

/* The compiled program on the trace's values. It contradicts the engine if it ran as the trace says
 * and has not failed; not if the automaton knows less than the compiler about what it ran, or if
 * the run does something undefined, such as a write of eight bytes to an int: what follows is then
 * the compiler's choice. */
static void run_program(struct job *j) {
    char *note = replay_compiled(j);
    bool vague = j->unreduced->over_approximate || draws_undefined(j);
    if (j->replay == HARNESS_CONFIRMED) {
        cache_keep(j->reduced, &j->verdict);
        j->detail = note;
    } else if (j->replay == HARNESS_REFUTED && !vague &&
               confirm_undefined(&j->subject, j->unreduced, &j->inputs)) {
        unconfirmed(j, mem_printf("%s, after something that C leaves undefined", note));
        free(note);
    } else if (j->replay == HARNESS_REFUTED && !vague) {
        our_fault(j, "spurious trace", note);
    } else {
        without_compiled_run(j, note);
    }
}

/* The automaton cannot follow the run: what counts is that the compiled program reaches the
 * error. */
static void judge_compiled(struct job *j) {
    take_draws(j);
    char *note = replay_compiled(j);
    if (j->replay != HARNESS_CONFIRMED) {
        story_init_inputs(&j->story, j->unreduced, &j->inputs, j->verdict.target);
        unconfirmed(j, note);
        return;
    }
    story_init_inputs(&j->story, j->unreduced, &j->inputs, j->verdict.target);
    j->detail = mem_printf(
        "%s; too long to be followed in the automaton, so builds by another compiler and with sanitizers "
        "had to reach it as well",
        note);
    free(note);
}

static void judge_false(struct job *j) {
    status_phase("replaying the counterexample");
    if (j->verdict.trace_kind == TRACE_COMPILED) {
        judge_compiled(j);
        return;
    }
    bool late = false;
    char *wrong =
        j->verdict.trace_kind == TRACE_DRAWS ? replay_draws(j, &late) : replay_symbolically(j, &late);
    if (wrong && late) {
        j->replay = HARNESS_LATE;
        story_init_inputs(&j->story, j->unreduced, &j->inputs, (struct src_pos){0});
        unconfirmed(j, wrong);
        return;
    }
    if (wrong) {
        our_fault(j, "spurious trace", wrong);
        return;
    }
    struct budget b = budget_wall(JUDGE_MINIMIZE_SECONDS);
    replay_minimize(j->unreduced, &j->inputs, &b);
    story_init(&j->story, j->unreduced, &j->inputs);
    steps_init(&j->steps, j->unreduced, &j->inputs, options.trace == SHOW_FULL);
    j->replay = HARNESS_SYMBOLIC;
    if (options.replay && options.execute) run_program(j);
    else
        without_compiled_run(j, mem_printf("the compiled program was not run (--no-%s)",
                                           options.execute ? "replay" : "execute"));
    assert(j->verdict.kind != VERDICT_FALSE || (j->replay == HARNESS_CONFIRMED) != j->unconfirmed);
}

/* Engines that gave up one by one because the time was running out: the reason is the time. */
static bool out_of_time(void) {
    return options.timeout > 0 && clock_wall() > JUDGE_LATE_SHARE * options.timeout;
}

/* What the cache knows was not confirmed as it was when it was kept: the engines may find something
 * better. */
static bool ask_engines_instead(struct job *j, bool remembered) {
    if (!remembered || j->verdict.kind != VERDICT_UNKNOWN || j->needs_assumptions || stop_requested())
        return false;
    verbose("cache: not confirmed, the engines are asked");
    cache_refuse(j->reduced);
    job_forget_verdict(j);
    j->internal = false;
    job_prove(j);
    return true;
}

static void judge_once(struct job *j) {
    if (j->verdict.kind == VERDICT_TRUE) judge_true(j);
    if (j->verdict.kind == VERDICT_FALSE) judge_false(j);
}

void judge(struct job *j) {
    double start = timer_start();
    bool remembered = j->verdict.remembered;
    judge_once(j);
    if (ask_engines_instead(j, remembered)) judge_once(j);
    /* the reason is no lack of time */
    bool kept = j->internal || j->unconfirmed || j->needs_assumptions;
    if (j->verdict.kind == VERDICT_UNKNOWN && !kept && (stop_requested() || out_of_time())) {
        uint64_t bound = j->verdict.bound;
        verdict_clear(&j->verdict);
        verdict_unknown(&j->verdict, "%s", stop_text(stop_requested() ? stop_requested() : STOP_TIMEOUT));
        j->verdict.bound = bound;
    }
    vacuity_check(j);
    timer_stop(TIMER_EVIDENCE, start);
}
