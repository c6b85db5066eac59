/* From the input files to a judged verdict.
 *
 * TRUE needs the cuts (places where the translation gave up) to be unreachable too: a second run,
 * on the automaton in which the cuts are the error, decides that. If what it reaches is the depth
 * to which recursion was unfolded, everything starts again with a greater one. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "btor2/emit.h"
#include "cfa/reduce.h"
#include "frontend/source/allow.h"
#include "cli/cli.h"
#include "cli/version.h"
#include "cli/job.h"
#include "project/cache.h"
#include "project/sha256.h"
#include "replay/source.h"
#include "smt/record.h"
#include "smt/solver.h"
#include "system/companion.h"
#include "system/executions.h"
#include "system/family.h"
#include "system/process.h"
#include "system/sandbox.h"
#include "sweep/sweep.h"
#include "system/toolchain.h"
#include "util/clock.h"
#include "util/log.h"
#include "util/progress.h"
#include "util/seconds.h"
#include "util/stats.h"

/* Standard input is read twice, by the front end and by the replay: a copy stands in for it. */
static char *copy_of_stdin(struct error *e) {
    char *path = mem_printf("%s/stdin.c", temporary_dir());
    FILE *f = fopen(path, "wb");
    char block[1 << 16];
    size_t n;
    while (f && (n = fread(block, 1, sizeof block, stdin)) > 0) fwrite(block, 1, n, f);
    if (!f || fclose(f) || !freopen(path, "rb", stdin))
        error_set(e, "-", 0, 0, "cannot be copied to %s", path);
    return path;
}

static void subject_init(struct job *j, struct error *e) {
    const struct program *p = &j->program;
    struct subject *s = &j->subject;
    for (uint32_t i = 0; i < p->files.n; i++)
        VEC_PUSH(&s->files, strcmp(p->files.at[i], "-") ? mem_strdup(p->files.at[i]) : copy_of_stdin(e));
    for (uint32_t i = 0; i < p->error_functions.n; i++)
        VEC_PUSH(&s->error_functions, p->error_functions.at[i]);
    s->entry = p->entry;
    s->m32 = p->m32;
    s->version = EDGEWISE_VERSION;
    s->property = p->property ? p->property : "CHECK( init(main()), LTL(G ! call(reach_error())) )";
    s->temp_dir = temporary_dir();
    const char *flags[CHECK_FLAGS];
    for (uint32_t i = 0, n = checks_flags(program_placed_checks(p), flags); i < n; i++)
        VEC_PUSH(&s->check_flags, flags[i]);
}

void job_forget_verdict(struct job *j) {
    story_release(&j->story);
    steps_release(&j->steps);
    proof_release(&j->proof);
    input_log_release(&j->inputs);
    branch_log_release(&j->branches);
    strbuf_release(&j->certificate);
    strbuf_release(&j->cut_certificate);
    free(j->not_on_unreduced);
    for (uint32_t i = 0; i < j->warnings.n; i++) free(j->warnings.at[i]);
    VEC_RELEASE(&j->warnings);
    free(j->detail);
    verdict_clear(&j->verdict);
    j->story = (struct story){0};
    j->steps = (struct steps){0};
    j->proof = (struct proof){0};
    j->inputs = (input_log){0};
    j->branches = (branch_log){0};
    j->not_on_unreduced = j->detail = NULL;
    j->checked_by = j->checked_on = NULL;
    j->cuts = j->contracts = j->cut_check = 0;
    j->cuts_on_reduced = j->replay_ran = j->too_shallow = j->cut_reached = false;
    j->unconfirmed = j->needs_assumptions = false;
}

void job_forget_automata(struct job *j) {
    if (j->reduced) cfa_free(j->reduced);
    if (j->unreduced) cfa_free(j->unreduced);
    j->reduced = j->unreduced = NULL;
    facts_release(&j->suggested);
}

static void job_release(struct job *j) {
    for (uint32_t i = 0; i < j->subject.files.n; i++) free((char *)j->subject.files.at[i]);
    if (j->subject.check_flags.n) free((char *)j->subject.check_flags.at[0]);
    VEC_RELEASE(&j->subject.files);
    VEC_RELEASE(&j->subject.error_functions);
    VEC_RELEASE(&j->subject.check_flags);
    job_forget_verdict(j);
    job_forget_automata(j);
    statuses_forget(j);
    program_release(&j->program);
    companion_release();
    harness_forget();
    source_release();
    allow_forget();
}

bool job_translate(struct job *j, struct error *e) {
    status_phase("translating");
    j->program.is_recursive = &j->recursive;
    struct cfa *c = frontend_translate(&j->program, e);
    if (!c) return false;
    /* LLVM code says for which machine it is; the compiled program is one for that machine, too */
    j->program.m32 = j->subject.m32 = c->pointer_width == 32;
    verbose("translated: %u locations, %u edges, %u variables, %u cuts", c->locs.n, c->edges.n, c->vars.n,
            c->cuts.n);
    j->unreduced = cfa_copy(c);
    status_phase("reducing");
    j->reduced = cfa_reduce(c);
    verbose("reduced: %u locations, %u edges, %u steps, %u variables", j->reduced->locs.n,
            j->reduced->edges.n, j->reduced->steps.n, j->reduced->vars.n);
    return true;
}

static int emit(struct job *j, struct error *e) {
    struct strbuf b = {0};
    char *llvm = NULL;
    if (options.emit == EMIT_LLVM) {
        llvm = frontend_llvm_text(&j->program, e);
        if (llvm) strbuf_text(&b, llvm);
    } else if (job_translate(j, e)) {
        if (options.emit == EMIT_CFA) cfa_print(&b, j->reduced);
        if (options.emit == EMIT_DOT) cfa_print_dot(&b, j->reduced);
        if (options.emit == EMIT_CHC) cfa_print_chc(&b, j->reduced);
        if (options.emit == EMIT_BTOR2) btor2_print_cfa(&b, j->reduced, e);
        if (options.emit == EMIT_AIGER) hardware_print_aiger(&b, j->reduced, e);
        if (options.emit == EMIT_C) error_set(e, NULL, 0, 0, "--emit=c is for BTOR2 models");
    }
    free(llvm);
    if (!e->set) output_write("-", &b, e);
    strbuf_release(&b);
    return EXIT_SAFE;
}

static int list_checks(struct job *j, struct error *e) {
    struct strbuf b = {0};
    if (statuses_list(j, &b, e)) output_write("-", &b, e);
    strbuf_release(&b);
    return EXIT_SAFE;
}

/* For --each-function: what it may start at. */
static int list_entries(struct job *j, struct error *e) {
    char *text = frontend_listing(&j->program, e);
    struct strbuf b = {0};
    strbuf_text(&b, text ? text : "");
    if (!e->set) output_write("-", &b, e);
    free(text);
    strbuf_release(&b);
    return EXIT_SAFE;
}

/* The first line is a hash of what clang made of the program, whatever the temporary folder is
 * called. */
static int list_functions(struct job *j, struct error *e) {
    struct strbuf names = {0}, b = {0}, text = {0};
    char *llvm = frontend_functions(&j->program, &names, e);
    const char *folder = temporary_dir();
    for (const char *at = llvm ? llvm : ""; *at; at++)
        if (!strncmp(at, folder, strlen(folder))) at += strlen(folder) - 1;
        else strbuf_char(&text, *at);
    char hash[SHA256_HEX + 1];
    sha256_hex(text.n ? text.text : "", text.n, hash);
    strbuf_printf(&b, "source %s\n%s", hash, names.n ? names.text : "");
    if (!e->set) output_write("-", &b, e);
    free(llvm);
    strbuf_release(&names);
    strbuf_release(&text);
    strbuf_release(&b);
    return EXIT_SAFE;
}

/* Which cut does the trace of the second run lead to? */
static const struct cfa_cut *reached_cut(const struct job *j, struct cfa *aimed, const struct verdict *v) {
    input_log log = {0};
    replay_adopt_classes(j->unreduced, aimed);
    replay_log(aimed, v, &log);
    struct replay_end end = replay_run(j->unreduced, &log, 0, NULL, NULL);
    input_log_release(&log);
    for (uint32_t i = 0; i < j->unreduced->cuts.n; i++)
        if (end.end == RUN_CUT && j->unreduced->cuts.at[i].at == end.at) return &j->unreduced->cuts.at[i];
    return &j->unreduced->cuts.at[0];
}

/* The second run's proof: confirmed on the automaton that it is about, or at least on the reduced
 * one. */
static bool confirm_cuts(struct job *j, struct cfa *aimed, const struct verdict *v) {
    struct cfa *unreduced = cfa_aim_at_cuts(j->unreduced);
    struct strbuf *certificate = options.certificate || options.html ? &j->cut_certificate : NULL;
    bool unsure = false,
         good = proof_check_unreduced(j, unreduced, aimed, v, certificate, &j->not_on_unreduced);
    if (!good) {
        j->cuts_on_reduced = true;
        char *wrong = proof_check(aimed, v, &unsure);
        good = !wrong;
        free(wrong);
        if (good && certificate) certificate_print(certificate, aimed, v);
    }
    cfa_free(unreduced);
    return good;
}

/* TRUE so far: are the cuts unreachable as well? */
static void prove_cuts(struct job *j) {
    status_phase("proving that what is not supported is not reached");
    struct cfa *aimed = cfa_reduce(cfa_aim_at_cuts(j->unreduced));
    struct verdict v = {0};
    /* reaching a cut is nothing that an execution shows */
    engine_prove(aimed, &(struct fuzz_task){0}, NULL, &j->budget, &v);
    if (v.kind == VERDICT_TRUE && confirm_cuts(j, aimed, &v)) {
        v.carried = !j->cuts_on_reduced;
        if (v.remembered && options.cache_trust)
            cfa_ledger_add(j->unreduced, LEDGER_NO_CHECK, (struct src_pos){0}, NULL);
        if (options.recheck) cache_keep(aimed, &v);
        j->cuts = j->unreduced->cuts.n;
    } else {
        const struct cfa_cut *cut =
            v.kind == VERDICT_FALSE ? reached_cut(j, aimed, &v) : &j->unreduced->cuts.at[0];
        verdict_clear(&j->verdict);
        verdict_unknown(&j->verdict, "%s", cut->reason);
        j->cut_reached = v.kind == VERDICT_FALSE;
        j->cut_check = j->cut_reached ? cut->check : 0;
        j->too_shallow = v.kind == VERDICT_FALSE && cut->deeper;
    }
    verdict_clear(&v);
    cfa_free(aimed);
}

/* The execution engine knows errors that are functions, and does not know which are closed, nor an
 * abstraction. */
static bool is_executable(const struct job *j) {
    return !j->whole && !j->program.abstraction && j->program.checks == CHECK_BIT(CHECK_ASSERT);
}

/* A property of memory or arithmetic, asked as one question: the sweep's facts are candidates. */
static void suggest_swept(struct job *j) {
    if (j->whole || j->program.checks == CHECK_BIT(CHECK_ASSERT)) return;
    struct budget b = budget_part(&j->budget, BUDGET_WALL, STATUSES_SWEEP_SHARE, STATUSES_SWEEP_SECONDS);
    struct cfa *swept = cfa_copy(j->unreduced);
    struct sweep sweep;
    cfa_split(swept, options.lbe_paths);
    sweep_run(swept, &b, &sweep);
    facts_release(&j->suggested);
    facts_init(&j->suggested, j->reduced->locs.n);
    if (sweep.done) sweep_facts(&sweep, j->reduced, &j->suggested);
    sweep_release(&sweep);
    cfa_free(swept);
}

void job_prove(struct job *j) {
    double start = clock_wall();
    status_phase("proving");
    struct fuzz_task task = {0};
    suggest_swept(j);
    if (is_executable(j)) task = (struct fuzz_task){&j->subject, j->unreduced};
    engine_prove(j->reduced, &task, j->suggested.n ? &j->suggested : NULL, &j->budget, &j->verdict);
    verbose("%s says %s%s%s", j->verdict.engine ? j->verdict.engine : "the engine",
            verdict_word(j->verdict.kind), j->verdict.reason ? ": " : "",
            j->verdict.reason ? j->verdict.reason : "");
    if (j->verdict.kind == VERDICT_TRUE && j->reduced->cuts.n) prove_cuts(j);
    j->engine_seconds += clock_wall() - start;
}

/* Is it worth while to unfold recursion deeper? Then all is as before the translation, but for the
 * depth. */
static bool go_deeper(struct job *j) {
    uint32_t depth = 4 * j->program.recursion;
    if (!j->too_shallow || options.recursion > 0 || depth > LAST_RECURSION || stop_requested()) return false;
    verbose("again, with recursion unfolded %u deep", depth);
    j->program.recursion = depth;
    statuses_forget(j);
    job_forget_verdict(j);
    job_forget_automata(j);
    return true;
}

/* Is the program proven by contracts? That is tried once, before recursion is unfolded deeper. */
static bool contracts_tried(struct job *j) {
    double start = clock_wall();
    bool safe = j->program.recursion == FIRST_RECURSION && contracts_prove(j);
    j->engine_seconds += clock_wall() - start;
    return safe;
}

/* A large program that is asked for assertions alone, by rules under which nobody else changes its
 * memory, has an abstraction. What else is asked for about the proof is about the whole program. */
static bool may_abstract(const struct job *j) {
    const struct rules *r = &j->program.rules;
    return options.abstraction != ABSTRACTION_NEVER && j->program.checks == CHECK_BIT(CHECK_ASSERT) &&
           !j->program.statuses && r->extern_pure && r->volatile_memory && !options.isr &&
           !options.certificate && !options.html;
}

/* Is the abstraction safe? Then that is the verdict; else all is as before. The program is
 * translated if it has no abstraction. */
static bool prove_abstraction(struct job *j, struct error *e) {
    struct abstraction a = {.always = options.abstraction == ABSTRACTION_ALWAYS};
    struct job small = {.program = j->program, .subject = j->subject};
    small.budget = budget_part(&j->budget, BUDGET_WALL, PIPELINE_ABSTRACT_SHARE, PIPELINE_ABSTRACT_SECONDS);
    small.program.abstraction = &a;
    bool translated = job_translate(&small, e), safe = false;
    j->recursive = small.recursive;
    if (translated && a.made) {
        job_prove(&small);
        if (small.verdict.kind == VERDICT_TRUE) judge(&small);
        safe = small.verdict.kind == VERDICT_TRUE;
        verbose("the abstraction is %s%s%s", safe ? "safe" : "not known to be safe",
                small.verdict.reason ? ": " : "", small.verdict.reason ? small.verdict.reason : "");
    }
    if (safe || (translated && !a.made)) {
        small.program.abstraction = NULL;
        small.program.is_recursive = NULL;
        small.budget = j->budget;
        *j = small;
    } else {
        job_forget_verdict(&small);
        job_forget_automata(&small);
    }
    abstraction_release(&a);
    return safe;
}

/* False if there is nothing to judge. */
static bool translate_and_prove(struct job *j, struct error *e) {
    bool first = j->program.recursion == FIRST_RECURSION || options.recursion > 0;
    if (first && may_abstract(j) && prove_abstraction(j, e)) return false;
    if (e->set || (!j->unreduced && !job_translate(j, e))) {
        if (!stop_requested()) return false;
        error_release(e);
        verdict_unknown(&j->verdict, "%s", stop_text(stop_requested()));
        return false;
    }
    if (j->program.statuses) statuses_find(j, e);
    else if (!contracts_tried(j)) job_prove(j);
    return true;
}

/* Memory that is lost is often not all that is wrong. An access or a free that is invalid leaves
 * more undefined, so that it is the answer if one is found in a part of the time. */
static void look_for_graver(struct job *j) {
    const check_set ends = CHECK_BIT(CHECK_LEAK) | CHECK_BIT(CHECK_CLEANUP);
    if (j->verdict.kind != VERDICT_FALSE || !j->inputs.check) return;
    const struct cfa *c = j->unreduced;
    bool lost = CHECK_BIT(c->checks.at[j->inputs.check - 1].class) & ends;
    if (!lost || !(j->program.checks & ~ends) || stop_requested()) return;
    bool *open = mem_zero(c->checks.n, sizeof *open);
    for (uint32_t i = 0; i < c->checks.n; i++) open[i] = !(CHECK_BIT(c->checks.at[i].class) & ends);
    struct job second = {.program = j->program, .subject = j->subject};
    second.budget = budget_part(&j->budget, BUDGET_WALL, PIPELINE_GRAVER_SHARE, PIPELINE_GRAVER_SECONDS);
    second.unreduced = cfa_copy(c);
    cfa_close_checks(second.unreduced, open);
    second.reduced = cfa_reduce(cfa_copy(second.unreduced));
    free(open);
    job_prove(&second);
    judge(&second);
    bool graver = second.verdict.kind == VERDICT_FALSE;
    struct job other = graver ? *j : second;
    second.budget = j->budget;
    second.engine_seconds += j->engine_seconds;
    if (graver) *j = second;
    job_forget_verdict(&other);
    job_forget_automata(&other);
}

void job_decide(struct job *j, struct error *e) {
    bool proven;
    do proven = translate_and_prove(j, e);
    while (proven && go_deeper(j));
    if (!proven || j->program.statuses) return;
    judge(j);
    look_for_graver(j);
}

static void verify(struct job *j, struct error *e) {
    if (j->program.unsupported) {
        verdict_unknown(&j->verdict, "property not supported: %s", j->program.unsupported);
        return;
    }
    if (options.record && !record_start(options.record, e)) return;
    job_decide(j, e);
    if (options.record && !record_stop()) j->unwritten = options.record;
}

int pipeline_run(struct error *e) {
    struct job j = {.budget = {.clock = BUDGET_WALL, .deadline = options.timeout}};
    int code = EXIT_BAD_INPUT;
    if (!toolchain_check_options(e) || !sandbox_check_confine(e) || !cache_open(EDGEWISE_VERSION, e))
        return code;
    executions(); /* before anything is forked */
    temporary_dir();
    limits_at_end(temporary_remove);
    terms_init();
    process_meanwhile(solver_prepare); /* clang runs first, and needs longer */
    if (status_start(options.inputs.n ? options.inputs.at[0] : options.build_dir, e) &&
        sources_load(&j.program, e)) {
        if (report_prepare(&j.program.files, e)) subject_init(&j, e);
        if (options.list_functions && !e->set)
            code = options.each_function ? list_entries(&j, e) : list_functions(&j, e);
        else if (options.list_checks && !e->set) code = list_checks(&j, e);
        else if (options.emit && !e->set) code = emit(&j, e);
        else if (!e->set) verify(&j, e);
    }
    status_stop();
    if (!e->set && !options.emit && !options.list_checks && !options.list_functions) code = report(&j, e);
    job_release(&j);
    progress_forget();
    cache_close();
    terms_release();
    family_kill();
    temporary_remove();
    return code;
}
