/* A status for every check.
 *
 * All checks that are open are one question first: can some check fail? A proof serves them all. A
 * failure names its check by the edge that the replay on the unreduced automaton takes into lE; if
 * it is confirmed, the check has failed, its edges are dropped, and the rest is asked again:
 * executions end at their first failure, so what is said of the other checks is about executions
 * that do not fail there. A failure that the compiled program does not show leaves its check
 * undecided, and it is set aside in the same way.
 *
 *     int f(int a, int b) { return a / b + 1; }    1st round: b = 0 fails f.division.1 2nd round: a
 *                                                  = INT_MAX, b = 1 fails f.overflow.2 3rd round:
 *                                                  INT_MIN / -1 fails f.overflow.1, then all are
 *                                                  closed
 *
 * Before that, the checks that a cheap analysis (src/sweep) sees pass are proved by its facts.
 *
 * The common question gets a first, short share of the time. If it is not answered then, each check
 * that is open is asked alone for a moment, those with the smallest slices first: alone, most of
 * the program is sliced away, and one hard check does not keep nine easy ones waiting. What is left
 * is asked together again, for longer.
 *
 * If the common question is not answered even so, the assertions are asked as if
 * there were no other checks: from a translation without them, which is smaller, which knows of no
 * memory, and for which there are engines that only know assertions (execution, contracts of
 * recursive functions). Its executions go on where the others end at a failure, so a proof there
 * holds here. Of the rest each check is a question of its own, with an equal share of the time that
 * is left: alone, most of the program is sliced away.
 *
 * In the end it is asked which of the proved checks no execution comes to. Executions on random
 * inputs answer that for most; the rest is proved, or nothing is said. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "cfa/reduce.h"
#include "cli/cli.h"
#include "cli/job.h"
#include "cli/rest.h"
#include "project/cache.h"
#include "sweep/sweep.h"
#include "util/clock.h"
#include "util/log.h"
#include "util/progress.h"
#include "util/rng.h"
#include "util/seconds.h"

enum { RANDOM_RUNS = 60, RANDOM_EDGES = 20000, REACH_ROUNDS = 20, SWEEP_MOST_FACTS = 200000 };

struct survey {
    struct job *j;
    struct cfa *whole;        /* the unreduced automaton with all checks; owned by the job */
    bool *open;               /* per check: not answered yet */
    struct budget whole_time; /* the job's, of which rounds get parts */
    struct sweep sweep;       /* of the whole automaton, as long as checks are asked */
    bool gave_up;             /* a fault of ours, a cut, or a limit: no more rounds */
};

/* ---- rounds ---- */

static uint32_t count_open(const struct survey *s) {
    uint32_t n = 0;
    for (uint32_t i = 0; i < s->whole->checks.n; i++) n += s->open[i];
    return n;
}

static void show_progress(const struct survey *s) {
    uint32_t all = s->whole->checks.n - checks_count(s->whole, s->j->results, STATUS_SKIPPED);
    progress_checks(all - count_open(s), all);
}

/* What the sweep says, as far as it goes for the reduced automaton at hand. */
static void suggest(struct survey *s) {
    struct job *j = s->j;
    facts_release(&j->suggested);
    if (!s->sweep.done) return;
    facts_init(&j->suggested, j->reduced->locs.n);
    sweep_facts(&s->sweep, j->reduced, &j->suggested);
}

/* The automata in which these checks are asked, and nothing of the round before. */
static void prepare_round(struct survey *s, const bool *asked) {
    show_progress(s);
    struct job *j = s->j;
    job_forget_verdict(j);
    job_forget_automata(j);
    j->unreduced = cfa_copy(s->whole);
    cfa_close_checks(j->unreduced, asked);
    j->reduced = cfa_reduce(cfa_copy(j->unreduced));
    suggest(s);
}

/* Proves and judges with a part of the time. */
static void run_round(struct survey *s, double share, double least) {
    s->j->budget = s->whole_time;
    if (s->whole_time.deadline > 0) { /* else --timeout=0: there is no limit to share */
        s->j->budget = budget_part(&s->whole_time, BUDGET_WALL, share, s->whole_time.deadline);
        if (budget_left(&s->j->budget) < least) s->j->budget = budget_wall(least);
    }
    job_prove(s->j);
    judge(s->j);
    s->j->budget = s->whole_time;
    bool at_cut = s->j->cut_reached && !s->j->cut_check;
    s->gave_up |= s->j->internal || at_cut || stop_requested();
}

static void close_check(struct survey *s, uint32_t check, enum check_status status, char *reason) {
    assert(check < s->whole->checks.n && s->open[check]);
    s->open[check] = false;
    s->j->results[check].status = status;
    s->j->results[check].reason = reason;
    verbose("%s: %s%s%s", s->whole->checks.at[check].id, check_status_word(status), reason ? ": " : "",
            reason ? reason : "");
}

static void close_all(struct survey *s, const bool *asked, enum check_status status, const char *reason) {
    for (uint32_t i = 0; i < s->whole->checks.n; i++)
        if (s->open[i] && asked[i]) close_check(s, i, status, reason ? mem_strdup(reason) : NULL);
}

/* The open assertion at a line and column; UINT32_MAX if there is none. */
static uint32_t assert_at(const struct survey *s, struct src_pos target) {
    for (uint32_t i = 0; i < s->whole->checks.n; i++) {
        const struct cfa_check *k = &s->whole->checks.at[i];
        if (s->open[i] && k->class == CHECK_ASSERT && k->pos.line == target.line &&
            k->pos.column == target.column)
            return i;
    }
    return UINT32_MAX;
}

/* The check that the round's counterexample fails; UINT32_MAX if there is none. */
static uint32_t failed_check(const struct survey *s) {
    const struct job *j = s->j;
    if (j->inputs.check) return j->inputs.check - 1;
    return j->verdict.kind == VERDICT_FALSE ? assert_at(s, j->verdict.target) : UINT32_MAX;
}

static void keep_trace(struct check_answer *r, struct job *from) {
    r->story = from->story;
    from->story = (struct story){0};
    r->steps = from->steps;
    from->steps = (struct steps){0};
}

/* The evidence of a failure that `from` has found. */
static void keep_evidence(struct survey *s, struct job *from, uint32_t check) {
    struct job *j = s->j;
    struct check_answer *r = &j->results[check];
    close_check(s, check, STATUS_FAILED, NULL);
    r->note = from->detail ? mem_strdup(from->detail) : NULL;
    keep_trace(r, from);
    if (j->first.kept) return;
    j->first.kept = true;
    j->first.check = check;
    j->first.is_apart = from != j;
    j->first.verdict = from->verdict;
    j->first.inputs = from->inputs;
    j->first.branches = from->branches;
    j->first.detail = from->detail;
    j->first.replay = from->replay;
    from->verdict = (struct verdict){0};
    from->inputs = (input_log){0};
    from->branches = (branch_log){0};
    from->detail = NULL;
}

/* The round's automaton goes, and its strings with it. */
static void outlive_round(struct survey *s, struct check_answer *r) {
    r->story.c = r->steps.c = s->whole;
    for (uint32_t i = 0; i < r->story.lines.n; i++) {
        struct src_pos *pos = &r->story.lines.at[i].pos;
        pos->function = cfa_intern(s->whole, pos->function);
    }
}

static void keep_failure(struct survey *s, uint32_t check) {
    keep_evidence(s, s->j, check);
    outlive_round(s, &s->j->results[check]);
}

/* A counterexample that no compiled run confirms: how it would fail. */
static void keep_unconfirmed(struct survey *s, uint32_t check, const char *why) {
    close_check(s, check, STATUS_UNDECIDED, mem_strdup(why));
    keep_trace(&s->j->results[check], s->j);
    outlive_round(s, &s->j->results[check]);
}

/* The evidence of checks that were proved by `from`, and what it takes for granted. */
static void keep_proof(struct survey *s, const struct job *from, const bool *asked) {
    const struct cfa *c = from->unreduced;
    for (uint32_t i = 0; i < c->ledger.n; i++) {
        struct src_pos pos = c->ledger.at[i].pos;
        pos.file = cfa_add_file(s->whole, c->files.at[pos.file]);
        cfa_ledger_add(s->whole, c->ledger.at[i].kind, pos, c->ledger.at[i].detail);
    }
    for (uint32_t i = 0; i < s->whole->checks.n; i++)
        if (s->open[i] && asked[i]) s->j->results[i].note = from->detail ? mem_strdup(from->detail) : NULL;
    if (!options.certificate && !options.html) return;
    strbuf_text(&s->j->certificates, "; proved here:");
    for (uint32_t i = 0; i < s->whole->checks.n; i++)
        if (s->open[i] && asked[i]) strbuf_printf(&s->j->certificates, " %s", s->whole->checks.at[i].id);
    strbuf_char(&s->j->certificates, '\n');
    job_certificate(&s->j->certificates, from);
}

/* What the round says about the checks that it asked for; false if that is nothing. */
static bool take_answer(struct survey *s, const bool *asked) {
    struct job *j = s->j;
    uint32_t failed = failed_check(s);
    if (j->internal) return false;
    if (j->cut_check && s->open[j->cut_check - 1]) failed = j->cut_check - 1;
    if (j->verdict.kind == VERDICT_TRUE) {
        keep_proof(s, j, asked);
        close_all(s, asked, STATUS_PROVED, NULL);
        return true;
    }
    if (failed == UINT32_MAX || !s->open[failed]) return false;
    const char *why = j->verdict.reason ? j->verdict.reason : j->detail;
    if (j->verdict.kind == VERDICT_FALSE && !j->unconfirmed) keep_failure(s, failed);
    else if (j->unconfirmed) keep_unconfirmed(s, failed, why ? why : "unconfirmed counterexample");
    else close_check(s, failed, STATUS_UNDECIDED, mem_strdup(why ? why : "unconfirmed counterexample"));
    return true;
}

/* ---- the questions ---- */

/* Do the sweep's facts prove it on the unreduced automaton itself, edge by edge? So many of them
 * as there are in a large program are not worth while. */
static bool settle(struct survey *s) {
    struct job *j = s->j;
    if (sweep_size(&s->sweep) > SWEEP_MOST_FACTS) return false;
    for (uint32_t i = 0; i < j->unreduced->cuts.n; i++)
        if (s->sweep.at[j->unreduced->cuts.at[i].at].reached) return false;
    cfa_free(j->reduced);
    j->reduced = cfa_copy(j->unreduced);
    cfa_split(j->reduced, options.lbe_paths);
    j->verdict = (struct verdict){.kind = VERDICT_TRUE, .proof = PROOF_INVARIANT, .engine = "sweep"};
    facts_init(&j->verdict.invariant, j->reduced->locs.n);
    sweep_facts(&s->sweep, j->reduced, &j->verdict.invariant);
    return judge_whole(j);
}

/* The checks that the sweep sees pass are one question, answered by its facts alone or not at all:
 * what is left has less to say, and engines have less to do. */
static void ask_cheaply(struct survey *s) {
    struct budget b = budget_part(&s->whole_time, BUDGET_WALL, STATUSES_SWEEP_SHARE, STATUSES_SWEEP_SECONDS);
    uint32_t n = s->whole->checks.n, some = 0;
    struct cfa *swept = cfa_copy(s->whole);
    cfa_split(swept, options.lbe_paths);
    sweep_run(swept, &b, &s->sweep);
    cfa_free(swept);
    if (!s->sweep.done) return;
    bool *asked = mem_zero(n + 1, sizeof *asked);
    for (uint32_t i = 0; i < n; i++) some += asked[i] = s->open[i] && s->sweep.passed[i];
    if (some) {
        prepare_round(s, asked);
        if (settle(s)) take_answer(s, asked);
        s->gave_up |= stop_requested() != 0;
        if (count_open(s)) prepare_round(s, s->open);
    } else {
        suggest(s);
    }
    free(asked);
}

/* All that is open, again and again as long as there are failures. A program without checks is
 * asked once: it has a verdict, too. `prepared`: the automata are those of this question. */
static void ask_together(struct survey *s, double share, bool prepared) {
    for (bool first = true; ((first && prepared) || count_open(s)) && !s->gave_up; first = false) {
        if (!first || !prepared) prepare_round(s, s->open);
        run_round(s, share, 0);
        bool answered = take_answer(s, s->open);
        /* of the last question about all that is open: what is undecided in the end is a part of
         * it */
        rest_rounds(&s->j->rounds, s->j);
        if (!answered) return;
    }
}

/* What the program without other checks says about its assertions. A failure that is not confirmed,
 * or of an assertion that is not asked for, says nothing. */
static void take_apart(struct survey *s, struct job *apart, const bool *asserts) {
    struct job *j = s->j;
    if (apart->internal) { /* the report is about this verdict, then */
        verdict_clear(&j->verdict);
        j->verdict = apart->verdict;
        apart->verdict = (struct verdict){0};
        j->internal = s->gave_up = true;
    } else if (apart->verdict.kind == VERDICT_TRUE) {
        keep_proof(s, apart, asserts);
        close_all(s, asserts, STATUS_PROVED, NULL);
    } else if (apart->verdict.kind == VERDICT_FALSE && !apart->unconfirmed) {
        uint32_t k = apart->inputs.check;
        uint32_t check = assert_at(s, k ? apart->unreduced->checks.at[k - 1].pos : apart->verdict.target);
        if (check == UINT32_MAX || !asserts[check]) return;
        keep_evidence(s, apart, check);
        j->apart = apart->unreduced;
        apart->unreduced = NULL;
    }
}

/* The assertions as if nothing else could fail. */
static void ask_asserts(struct survey *s) {
    const struct program *p = &s->j->program;
    bool any = false, *asserts = mem_zero(s->whole->checks.n + 1, sizeof *asserts);
    for (uint32_t i = 0; i < s->whole->checks.n; i++)
        any |= asserts[i] = s->open[i] && s->whole->checks.at[i].class == CHECK_ASSERT;
    if (any && p->checks != CHECK_BIT(CHECK_ASSERT) && !s->j->internal && !stop_requested()) {
        verbose("the assertions, as if nothing else could fail");
        struct error e = {0};
        struct job apart = {.program = *p, .subject = s->j->subject};
        apart.program.checks = CHECK_BIT(CHECK_ASSERT);
        apart.program.statuses = false;
        memset(&apart.subject.check_flags, 0, sizeof apart.subject.check_flags);
        apart.budget =
            budget_part(&s->whole_time, BUDGET_WALL, STATUSES_ASSERTS_SHARE, s->whole_time.deadline);
        job_decide(&apart, &e);
        if (!e.set) take_apart(s, &apart, asserts);
        error_release(&e);
        job_forget_verdict(&apart);
        job_forget_automata(&apart);
    }
    free(asserts);
}

/* A check without an edge is one that the translation has decided wherever it came by. What the
 * other checks need is no reason to leave it open. */
static void close_decided(struct survey *s) {
    const struct cfa *c = s->whole;
    if (c->cuts.n || s->j->internal) return;
    bool *left = mem_zero(c->checks.n + 1, sizeof *left);
    for (uint32_t i = 0; i < c->edges.n; i++)
        if (c->edges.at[i].check) left[c->edges.at[i].check - 1] = true;
    for (uint32_t i = 0; i < c->checks.n; i++) {
        if (!s->open[i] || left[i] || !c->checks.at[i].met) continue;
        s->j->results[i].note = mem_strdup("the translation of the program decides it");
        close_check(s, i, STATUS_PROVED, NULL);
    }
    free(left);
}

static void ask_alone(struct survey *s, uint32_t check, double share) {
    bool *asked = mem_zero(s->whole->checks.n, sizeof *asked);
    asked[check] = true;
    prepare_round(s, asked);
    run_round(s, share, STATUSES_LEAST_SECONDS);
    take_answer(s, asked);
    free(asked);
}

struct slice {
    uint32_t check;
    uint64_t size; /* of the automaton in which the check is asked alone */
};

static int by_size(const void *a, const void *b) {
    const struct slice *x = a, *y = b;
    if (x->size != y->size) return x->size < y->size ? -1 : 1;
    return x->check < y->check ? -1 : x->check > y->check;
}

static uint64_t size_of_slice(struct survey *s, uint32_t check) {
    bool *asked = mem_zero(s->whole->checks.n, sizeof *asked);
    struct cfa *c = cfa_copy(s->whole);
    asked[check] = true;
    cfa_close_checks(c, asked);
    c = cfa_reduce(c);
    uint64_t size = (uint64_t)c->cmds.n * (c->locs.n + 1);
    cfa_free(c);
    free(asked);
    return size;
}

/* Each open check for a moment, the small ones first; what one does not use is the others'. */
static void ask_each_shortly(struct survey *s) {
    uint32_t n = 0, open = count_open(s);
    double all = budget_left(&s->whole_time), end = all * (1 - STATUSES_SHORT_SHARE);
    if (s->whole_time.deadline <= 0 || open < 2) return;
    struct slice *slices = mem_zero(open, sizeof *slices);
    for (uint32_t i = 0; i < s->whole->checks.n && budget_left(&s->whole_time) > end; i++)
        if (s->open[i]) slices[n++] = (struct slice){i, size_of_slice(s, i)};
    qsort(slices, n, sizeof *slices, by_size);
    for (uint32_t i = 0; i < n && !s->gave_up && budget_left(&s->whole_time) > end; i++) {
        double left = budget_left(&s->whole_time);
        ask_alone(s, slices[i].check, (left - end) / left / (n - i));
    }
    free(slices);
}

static void ask_one_by_one(struct survey *s) {
    for (uint32_t i = 0; i < s->whole->checks.n && !s->gave_up; i++) {
        if (!s->open[i] || budget_left(&s->whole_time) <= STATUSES_LEAST_SECONDS) continue;
        ask_alone(s, i, 1.0 / (count_open(s) + 1));
        if (s->open[i] && !s->gave_up)
            close_check(s, i, STATUS_UNDECIDED,
                        mem_strdup(s->j->verdict.reason ? s->j->verdict.reason : "no reason given"));
    }
}

/* The common question, shortly; single ones; the common one again. */
static void ask_all(struct survey *s) {
    ask_together(s, STATUSES_FIRST_SHARE, true);
    if (count_open(s) && !s->gave_up) ask_each_shortly(s);
    if (count_open(s) && !s->gave_up) ask_together(s, STATUSES_JOINT_SHARE, false);
}

/* ---- what is reached ---- */

/* Where a check is decided: the last location before its failure from which something else is
 * possible. */
struct spot {
    loc at;
    uint32_t check;
};

struct walk {
    VEC(struct spot) spots; /* of the proved checks */
    bool *visited;          /* per location */
    struct rng rng;
};

/* Do all edges that leave the location lead to lE or to where that is so? */
static bool all_fail(const struct cfa *c, const struct cfa_index *by_edge, const bool *doomed, loc l) {
    bool all = by_edge->out[l].n > 0;
    for (uint32_t k = 0; k < by_edge->out[l].n; k++) {
        loc to = c->edges.at[by_edge->out[l].at[k]].to;
        all &= to == c->lE || doomed[to];
    }
    return all;
}

/* Locations from which every way leads to a failure, such as the blocks that only report one. */
static bool *find_doomed(const struct cfa *c, const struct cfa_index *by_edge) {
    bool *doomed = mem_zero(c->locs.n, sizeof *doomed);
    VEC(loc) waiting = {0};
    VEC_PUSH(&waiting, c->lE);
    while (waiting.n) {
        loc l = VEC_POP(&waiting);
        for (uint32_t k = 0; k < by_edge->in[l].n; k++) {
            loc from = c->edges.at[by_edge->in[l].at[k]].from;
            if (doomed[from] || !all_fail(c, by_edge, doomed, from)) continue;
            doomed[from] = true;
            VEC_PUSH(&waiting, from);
        }
    }
    VEC_RELEASE(&waiting);
    return doomed;
}

/* From the failing edges of a check backwards through the doomed locations. */
static void add_spots(const struct survey *s, struct walk *w, const struct cfa_index *by_edge,
                      const bool *doomed, uint32_t edge) {
    const struct cfa *c = s->whole;
    VEC(loc) waiting = {0};
    bool *seen = mem_zero(c->locs.n, sizeof *seen);
    VEC_PUSH(&waiting, c->edges.at[edge].from);
    while (waiting.n) {
        loc l = VEC_POP(&waiting);
        if (seen[l]) continue;
        seen[l] = true;
        if (!doomed[l]) VEC_PUSH(&w->spots, (struct spot){l, c->edges.at[edge].check - 1});
        for (uint32_t k = 0; doomed[l] && k < by_edge->in[l].n; k++)
            VEC_PUSH(&waiting, c->edges.at[by_edge->in[l].at[k]].from);
    }
    free(seen);
    VEC_RELEASE(&waiting);
}

static void find_spots(const struct survey *s, struct walk *w) {
    const struct cfa *c = s->whole;
    struct cfa_index by_edge;
    cfa_index_edges(c, &by_edge);
    bool *doomed = find_doomed(c, &by_edge);
    for (uint32_t i = 0; i < c->edges.n; i++) {
        uint32_t check = c->edges.at[i].check;
        if (check && s->j->results[check - 1].status == STATUS_PROVED) add_spots(s, w, &by_edge, doomed, i);
    }
    free(doomed);
    cfa_index_release(&by_edge);
}

static void at_loc(void *context, const struct cfa *c, loc l, struct model *state) {
    (void)c, (void)state;
    ((struct walk *)context)->visited[l] = true;
}

/* Mostly small numbers, because most branches ask for those. */
static value random_input(void *context, const struct cfa *c, uint32_t site) {
    struct walk *w = context;
    sort s = c->sites.at[site].sort;
    if (sort_kind_of(s) == SORT_ARRAY) return array_value_const(value_of(0));
    uint32_t width = sort_kind_of(s) == SORT_BOOL ? 1 : sort_width(s);
    uint64_t any = rng_next(&w->rng), v = any % 4 ? any >> 8 & 15 : any;
    if (any % 8 == 7) v = 0 - (any >> 8 & 15);
    return value_of(width < 64 ? v & (((uint64_t)1 << width) - 1) : v);
}

static void walk_randomly(const struct survey *s, struct walk *w) {
    struct cfa_index by_edge;
    cfa_index_edges(s->whole, &by_edge);
    struct cfa_machine *m = cfa_machine_new(s->whole);
    struct budget b = budget_part(&s->whole_time, BUDGET_WALL, STATUSES_REACH_SHARE, STATUSES_REACH_SECONDS);
    for (uint32_t i = 0; i < RANDOM_RUNS && !budget_over(&b); i++) {
        struct cfa_world world = {
            .context = w, .input = random_input, .at_loc = at_loc, .max_edges = RANDOM_EDGES};
        struct cfa_run run = {0};
        cfa_machine_run(m, &by_edge, &world, &run);
        model_release(&run.state);
    }
    cfa_machine_free(m);
    cfa_index_release(&by_edge);
}

/* Is the check decided at a place that was visited? */
static bool is_reached(const struct walk *w, uint32_t check) {
    bool reached = false;
    for (uint32_t i = 0; i < w->spots.n; i++)
        reached |= w->spots.at[i].check == check && w->visited[w->spots.at[i].at];
    return reached;
}

/* The automaton in which coming to a spot of a check that was not reached is the error; NULL if
 * there is none. */
static struct cfa *aim_at_spots(const struct survey *s, const struct walk *w) {
    struct cfa *c = cfa_copy(s->whole);
    bool *is_spot = mem_zero(c->locs.n, sizeof *is_spot);
    uint32_t kept = 0, spots = 0;
    for (uint32_t i = 0; i < w->spots.n; i++)
        is_spot[w->spots.at[i].at] |= !is_reached(w, w->spots.at[i].check);
    for (uint32_t i = 0; i < c->edges.n; i++)
        if (c->edges.at[i].to != c->lE && !is_spot[c->edges.at[i].from]) c->edges.at[kept++] = c->edges.at[i];
    c->edges.n = kept;
    for (loc l = 0; l < c->locs.n; l++)
        if (is_spot[l]) spots++, cfa_add_edge(c, l, cfa_skip(), c->lE);
    free(is_spot);
    if (spots) return c;
    cfa_free(c);
    return NULL;
}

/* The spot that the counterexample comes to is visited; false if there is no progress. */
static bool learn_visit(struct walk *w, struct cfa *unreduced, struct cfa *reduced, const struct verdict *v) {
    input_log log = {0};
    replay_adopt_classes(unreduced, reduced);
    replay_log(reduced, v, &log);
    struct replay_end end = replay_run(unreduced, &log, 0, NULL, NULL);
    input_log_release(&log);
    if (end.end != RUN_ERROR || !end.edges) return false;
    loc at = unreduced->edges.at[end.last].from;
    bool news = !w->visited[at];
    w->visited[at] = true;
    return news;
}

/* Asks once whether some check is reached that was not; true if there is more to ask. */
static bool ask_reached(struct survey *s, struct walk *w, const struct budget *b) {
    struct cfa *unreduced = aim_at_spots(s, w);
    if (!unreduced) return false;
    struct cfa *reduced = cfa_reduce(cfa_copy(unreduced));
    struct verdict v = {0};
    bool more = false, unsure;
    engine_prove(reduced, &(struct fuzz_task){0}, NULL, b, &v);
    if (v.kind == VERDICT_FALSE && v.trace_kind == TRACE_STEPS) {
        more = learn_visit(w, unreduced, reduced, &v);
    } else if (v.kind == VERDICT_TRUE) {
        char *wrong = proof_check(reduced, &v, &unsure);
        if (!wrong && options.recheck) cache_keep(reduced, &v);
        for (uint32_t i = 0; !wrong && i < w->spots.n; i++)
            if (!is_reached(w, w->spots.at[i].check))
                s->j->results[w->spots.at[i].check].status = STATUS_UNREACHABLE;
        free(wrong);
    }
    verdict_clear(&v);
    cfa_free(reduced);
    cfa_free(unreduced);
    return more;
}

/* Proved checks that nothing leads to. The translation itself came by no place of some. */
static void find_unreachable(struct survey *s) {
    struct walk w = {0};
    for (uint32_t i = 0; i < s->whole->checks.n; i++)
        if (s->j->results[i].status == STATUS_PROVED && !s->whole->checks.at[i].met)
            s->j->results[i].status = STATUS_UNREACHABLE;
    w.visited = mem_zero(s->whole->locs.n, sizeof *w.visited);
    w.rng.state = (uint64_t)options.seed;
    find_spots(s, &w);
    if (w.spots.n) walk_randomly(s, &w);
    struct budget b = budget_part(&s->whole_time, BUDGET_WALL, STATUSES_REACH_SHARE, STATUSES_REACH_SECONDS);
    for (uint32_t i = 0; i < REACH_ROUNDS && !budget_over(&b); i++)
        if (!ask_reached(s, &w, &b)) break;
    VEC_RELEASE(&w.spots);
    free(w.visited);
}

/* ---- the whole ---- */

/* The worst status is the verdict. */
static void conclude(struct survey *s) {
    struct job *j = s->j;
    if (j->internal) return;
    uint32_t undecided = checks_count(s->whole, j->results, STATUS_UNDECIDED);
    bool shallow = j->too_shallow;
    if (j->first.kept) {
        job_forget_verdict(j);
        j->verdict = j->first.verdict;
        j->inputs = j->first.inputs;
        j->branches = j->first.branches;
        j->detail = j->first.detail;
        j->replay = j->first.replay;
        j->replay_ran = true;
        if (j->first.is_apart) {
            cfa_free(j->unreduced);
            j->unreduced = cfa_copy(j->apart);
        }
        uint32_t check = j->first.check;
        memset(&j->first, 0, sizeof j->first);
        j->first.check = check;
    } else if (undecided) {
        const char *why = "no reason given";
        for (uint32_t i = s->whole->checks.n; i-- > 0;)
            if (j->results[i].status == STATUS_UNDECIDED) why = j->results[i].reason;
        char *reason = mem_strdup(why);
        job_forget_verdict(j);
        verdict_unknown(&j->verdict, "%s", reason);
        free(reason);
    }
    j->too_shallow = shallow && undecided;
}

void statuses_forget(struct job *j) {
    for (uint32_t i = 0; j->whole && i < j->whole->checks.n; i++) check_answer_release(&j->results[i]);
    free(j->results);
    if (j->whole) cfa_free(j->whole);
    if (j->apart) cfa_free(j->apart);
    verdict_clear(&j->first.verdict);
    input_log_release(&j->first.inputs);
    branch_log_release(&j->first.branches);
    free(j->first.detail);
    strbuf_release(&j->certificates);
    VEC_RELEASE(&j->rounds.loops);
    memset(&j->first, 0, sizeof j->first);
    j->whole = j->apart = NULL;
    j->results = NULL;
}

/* --only: names that no check has are bad input. */
static bool choose(struct survey *s, struct error *e) {
    uint32_t n = s->whole->checks.n;
    for (uint32_t i = 0; i < n; i++) s->open[i] = !options.only.n && !s->whole->checks.at[i].allowed;
    for (uint32_t k = 0; k < options.only.n; k++) {
        bool known = false;
        for (uint32_t i = 0; i < n; i++)
            if (!strcmp(s->whole->checks.at[i].id, options.only.at[k])) known = s->open[i] = true;
        if (!known)
            error_set(e, NULL, 0, 0, "--only: there is no check '%s'; --list-checks lists them",
                      options.only.at[k]);
    }
    for (uint32_t i = 0; i < n; i++) s->j->results[i].status = s->open[i] ? STATUS_UNDECIDED : STATUS_SKIPPED;
    return !e->set;
}

/* Takes over the automaton that was just translated; false with *e set for bad input. */
static bool survey_init(struct survey *s, struct error *e) {
    struct job *j = s->j;
    j->whole = s->whole = cfa_copy(j->unreduced);
    j->results = mem_zero(s->whole->checks.n + 1, sizeof *j->results);
    s->open = mem_zero(s->whole->checks.n + 1, sizeof *s->open);
    if (!choose(s, e)) return false;
    if (options.only.n) prepare_round(s, s->open);
    return true;
}

bool statuses_list(struct job *j, struct strbuf *b, struct error *e) {
    if (!job_translate(j, e)) return false;
    struct survey s = {.j = j};
    if (survey_init(&s, e)) checks_print_list(b, s.whole, j->results);
    free(s.open);
    return !e->set;
}

void statuses_find(struct job *j, struct error *e) {
    struct survey s = {.j = j, .whole_time = j->budget};
    if (survey_init(&s, e)) {
        ask_cheaply(&s);
        if (!s.gave_up && (count_open(&s) || !s.whole->checks.n)) ask_all(&s);
        close_decided(&s);
        ask_asserts(&s);
        if (count_open(&s) && !s.gave_up) ask_one_by_one(&s);
        const char *reason = stop_requested() ? stop_text(stop_requested()) : j->verdict.reason;
        close_all(&s, s.open, STATUS_UNDECIDED, reason ? reason : "out of time");
        if (!s.gave_up && checks_count(s.whole, j->results, STATUS_PROVED)) find_unreachable(&s);
        conclude(&s);
    }
    sweep_release(&s.sweep);
    free(s.open);
}
