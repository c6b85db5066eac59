/* --json: one object, described in doc/json.md and doc/result.schema.json. */
#include "cli/version.h"
#include "cli/job.h"
#include "cli/rest.h"
#include "report/json.h"
#include "system/executions.h"
#include "system/sandbox.h"
#include "util/clock.h"
#include "util/stats.h"

static void add_counter(void *context, const char *field, const char *group, const char *help, uint64_t n) {
    (void)help;
    json_t *groups = context, *of_group = json_object_get(groups, group);
    if (!of_group) json_object_set_new(groups, group, of_group = json_object());
    json_object_set_new(of_group, field, json_integer((json_int_t)n));
}

static void skip_counter(void *context, const char *field, const char *group, const char *help, uint64_t n) {
    (void)context, (void)field, (void)group, (void)help, (void)n;
}

static void add_timer(void *context, const char *id, const char *help, double seconds) {
    (void)id;
    json_object_set_new(context, help, json_real(seconds));
}

static void skip_timer(void *context, const char *id, const char *help, double seconds) {
    (void)context, (void)id, (void)help, (void)seconds;
}

static json_t *statistics(void) {
    json_t *counters = json_object(), *timers = json_object(), *o = json_object();
    stats_visit(add_counter, skip_timer, counters);
    stats_visit(skip_counter, add_timer, timers);
    json_object_set_new(o, "counters", counters);
    json_object_set_new(o, "seconds", timers);
    return o;
}

static bool has_trace(const struct job *j) { return j->verdict.kind == VERDICT_FALSE || j->unconfirmed; }

static json_t *evidence(const struct job *j) {
    static const char *const outcomes[] = {
        [HARNESS_CONFIRMED] = "compiled", [HARNESS_SYMBOLIC] = "symbolic", [HARNESS_REFUTED] = "refuted",
        [HARNESS_LATE] = "late",          [HARNESS_SILENT] = "silent",     [HARNESS_CRASHED] = "crashed"};
    static const char *const proofs[] = {[PROOF_INVARIANT] = "invariant",
                                         [PROOF_BOUNDED] = "bounded",
                                         [PROOF_K_INDUCTION] = "k-induction",
                                         [PROOF_FORALL] = "forall"};
    json_t *o = json_object();
    if (j->verdict.kind == VERDICT_TRUE) {
        json_object_set_new(o, "kind", json_string(proofs[j->verdict.proof]));
        json_object_set_new(o, "checked_by", json_text(j->checked_by));
        json_object_set_new(o, "checked_on", json_text(j->checked_on));
        json_object_set_new(o, "not_on_unreduced", json_text(j->not_on_unreduced));
        json_object_set_new(o, "lemmas", json_integer(j->proof.lemmas));
        json_object_set_new(o, "lemmas_before_minimization", json_integer(j->lemmas));
        json_object_set_new(o, "contracts", json_integer(j->contracts));
    } else if (has_trace(j)) {
        json_object_set_new(o, "kind", json_string("trace"));
        json_object_set_new(o, "confirmed", json_boolean(!j->unconfirmed));
        json_object_set_new(o, "replay", json_string(outcomes[j->replay]));
    } else {
        json_object_set_new(o, "kind", json_string("none"));
    }
    json_object_set_new(o, "note", json_text(j->detail));
    return o;
}

static json_t *files(const struct job *j) {
    json_t *list = json_array();
    for (uint32_t i = 0; i < j->program.files.n; i++)
        json_array_append_new(list, json_text(j->program.files.at[i]));
    return list;
}

static json_t *warnings(const struct job *j) {
    json_t *list = json_array();
    for (uint32_t i = 0; i < j->warnings.n; i++) json_array_append_new(list, json_text(j->warnings.at[i]));
    return list;
}

/* What of the program was run, and what kept it from doing harm. */
static json_t *execution(void) {
    json_t *o = json_object();
    uint64_t replays = executions()->replays, searched = executions()->searched;
    json_object_set_new(o, "searched", json_integer((json_int_t)searched));
    json_object_set_new(o, "replayed", json_integer((json_int_t)replays));
    json_object_set_new(o, "cage", json_text(replays || searched ? sandbox_name() : NULL));
    json_object_set_new(o, "gaps", json_text(replays || searched ? sandbox_gaps() : NULL));
    return o;
}

static json_t *loops(const struct rest_bound *r, const struct cfa *c) {
    json_t *list = json_array();
    for (uint32_t i = 0; i < r->loops.n; i++) {
        json_t *at = json_object();
        json_object_set_new(at, "file", json_text(c->files.at[r->loops.at[i].file]));
        json_object_set_new(at, "line", json_integer(r->loops.at[i].line));
        json_array_append_new(list, at);
    }
    return list;
}

/* UNKNOWN: what is known all the same. */
static json_t *rest(const struct job *j) {
    struct rest_known r;
    rest_init(&r, j);
    json_t *o = json_object(), *hints = json_array();
    json_object_set_new(o, "loop_conditions_met", json_integer((json_int_t)r.rounds.visits));
    json_object_set_new(o, "rounds",
                        r.rounds.one_loop && r.rounds.visits ? json_integer((json_int_t)r.rounds.visits - 1)
                                                             : json_null());
    json_object_set_new(o, "loops", loops(&r.rounds, j->whole ? j->whole : j->reduced));
    json_object_set_new(o, "held", r.held.c ? json_proof(&r.held) : json_array());
    for (uint32_t i = 0; i < r.hints.n; i++) json_array_append_new(hints, json_text(r.hints.at[i]));
    json_object_set_new(o, "try_next", hints);
    rest_release(&r);
    return o;
}

char *result_json(const struct job *j, int exit_code) {
    const struct verdict *v = &j->verdict;
    json_t *o = json_object();
    json_object_set_new(o, "tool", json_string("edgewise"));
    json_object_set_new(o, "version", json_string(EDGEWISE_VERSION));
    json_object_set_new(o, "files", files(j));
    json_object_set_new(o, "data_model", json_string(j->program.m32 ? "ILP32" : "LP64"));
    json_object_set_new(o, "arithmetic", json_string("bit-precise"));
    json_object_set_new(o, "property", json_text(j->subject.property));
    json_object_set_new(o, "verdict", json_string(verdict_word(v->kind)));
    json_object_set_new(o, "reason", json_text(v->kind == VERDICT_UNKNOWN ? v->reason : NULL));
    json_object_set_new(o, "exit_code", json_integer(exit_code));
    json_object_set_new(o, "engine", json_text(v->engine));
    json_object_set_new(o, "bound", json_integer((json_int_t)v->bound));
    json_object_set_new(o, "seconds", json_real(clock_wall()));
    json_object_set_new(o, "memory_bytes", json_integer((json_int_t)memory_peak()));
    json_object_set_new(o, "evidence", evidence(j));
    json_object_set_new(o, "execution", execution());
    json_object_set_new(o, "rules", json_string(j->program.rules.sv_comp ? "sv-comp" : "c"));
    json_object_set_new(o, "assumptions", json_ledger(job_ledger(j)));
    json_object_set_new(o, "warnings", warnings(j));
    json_object_set_new(o, "checks", j->whole ? json_checks(j->whole, j->results) : json_array());
    json_object_set_new(o, "trace", has_trace(j) ? json_story(job_story(j)) : json_null());
    json_object_set_new(o, "invariant", v->kind == VERDICT_TRUE ? json_proof(&j->proof) : json_null());
    json_object_set_new(o, "rest", v->kind == VERDICT_UNKNOWN ? rest(j) : json_null());
    json_object_set_new(o, "statistics", statistics());
    char *text = json_dumps(o, JSON_INDENT(2) | JSON_ENSURE_ASCII);
    json_decref(o);
    return text;
}
