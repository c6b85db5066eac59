/* The engines in turns, by CPU time.
 *
 * Sweeping decides miters and redundant designs at once and is a waste of time on others; bounded
 * model checking finds counterexamples of a hundred steps in a second that IC3 takes minutes for,
 * and never proves anything; k-induction proves in a moment what IC3 needs a clause for every case
 * for, and mostly nothing. None of this can be told from the model, so all of them get their share:
 * IC3 works in short turns; after each of them the other engines may use what they have not yet
 * used of their shares of the time; and the sweep gets as much time as IC3 had, from
 * BIT_FIRST_SWEEP_SECONDS seconds on and twice as long each time, as it starts anew each time,
 * until it has found all that it can or has used up its seconds. If it made the model much smaller,
 * all engines start again on that one; if not, nobody notices. */
#include "ic3bit/turns.h"

#include "ic3bit/bounded.h"
#include "ic3bit/induction.h"
#include "util/clock.h"
#include "util/log.h"
#include "util/seconds.h"
#include "util/stats.h"

struct turns {
    struct system *system;
    const struct turns_config *config;
    struct ic3_facts *facts; /* may be NULL */
    struct ic3 *ic3;
    struct bounded *bounded; /* these two: NULL if switched off, or at their end */
    struct induction *induction;
    double worked;               /* CPU seconds of IC3 since the last sweep */
    double searched, induced;    /* of the others in all */
    uint32_t refuted;            /* no counterexample has that many states, or fewer */
    double started;              /* CPU time */
    double next_sweep, to_sweep; /* length of the next one, and what is left for all */
};

static void report_size(const struct system *s) {
    stats.bit_inputs = s->model->inputs;
    stats.bit_latches = s->model->latches.n;
    stats.bit_gates = s->model->ands.n;
    verbose("%u inputs, %u latches, %u gates after reduction", s->model->inputs, s->model->latches.n,
            s->model->ands.n);
}

static enum sweep_result sweep(struct system *s, double seconds, uint64_t seed) {
    double start = timer_start();
    enum sweep_result r = seconds > 0 ? reduce_sweep(s, seconds, seed) : SWEEP_NOTHING;
    if (r == SWEEP_MERGED) reduce_latches(s);
    timer_stop(TIMER_REDUCE, start);
    report_size(s);
    return r;
}

/* Is it worth it to start again? */
static bool much_smaller(const struct aiger *new, const struct aiger *old) {
    return new->latches.n + old->latches.n / 20 < old->latches.n ||
           new->ands.n + old->ands.n / 10 < old->ands.n;
}

static void engines_start(struct turns *t) {
    bool bounded = t->config->bounded > 0, induction = bounded && t->config->induction > 0;
    t->ic3 = ic3_new(t->system->model, &t->config->ic3);
    if (t->facts) ic3_facts_offer(t->facts, t->system, t->ic3);
    t->bounded = bounded ? bounded_new(t->system->model, t->refuted) : NULL;
    t->induction = induction ? induction_new(t->system->model) : NULL;
}

static void engines_end(struct turns *t) {
    ic3_free(t->ic3);
    bounded_free(t->bounded);
    induction_free(t->induction);
}

/* Reductions keep the lengths of counterexamples, so that bounded model checking need not start
 * from the beginning. */
static void start_again(struct turns *t, struct system *smaller) {
    struct system old = *t->system;
    engines_end(t);
    *t->system = *smaller;
    engines_start(t);
    *smaller = old;
}

/* Sweeps a copy, and replaces engines and system by it if that helps. */
static void sweep_turn(struct turns *t) {
    double seconds = t->next_sweep < t->to_sweep ? t->next_sweep : t->to_sweep;
    struct system copy = system_copy(t->system);
    enum sweep_result r = sweep(&copy, seconds, t->config->seed);
    if (r == SWEEP_MERGED && much_smaller(copy.model, t->system->model)) start_again(t, &copy);
    system_release(&copy);
    t->to_sweep = r == SWEEP_TIMEOUT ? t->to_sweep - seconds : 0;
    t->next_sweep *= 2;
    t->worked = 0;
}

static bool decided(const struct ic3_result *r) { return r->verdict != BIT_UNKNOWN || r->reason; }

static struct ic3_result ic3_turn(struct turns *t) {
    double start = clock_cpu();
    struct ic3_result r =
        ic3_resume(t->ic3, t->bounded || t->induction || t->to_sweep > 0 ? BIT_TURN_SECONDS : 0);
    t->worked += clock_cpu() - start;
    return r;
}

/* What an engine may use now: its share of the time so far, without what it has used. */
static double due_to(const struct turns *t, double share, double used) {
    return (clock_cpu() - t->started) * share - used;
}

static struct ic3_result bounded_turn(struct turns *t) {
    double start = clock_cpu(), due = due_to(t, t->config->bounded, t->searched);
    if (!t->bounded || due <= 0) return (struct ic3_result){0};
    struct ic3_result r = bounded_resume(t->bounded, due);
    t->searched += clock_cpu() - start;
    t->refuted = bounded_states(t->bounded);
    if (r.verdict != BIT_UNKNOWN || !r.reason || stop_requested()) return r;
    bounded_free(t->bounded);
    t->bounded = NULL;
    return (struct ic3_result){0};
}

/* When k-induction has succeeded, most of the time is for its proof. */
static double induction_share(const struct turns *t) {
    return induction_succeeded(t->induction) ? BIT_PROOF_SHARE : t->config->induction;
}

static struct ic3_result induction_turn(struct turns *t) {
    if (!t->induction) return (struct ic3_result){0};
    double start = clock_cpu(), due = due_to(t, induction_share(t), t->induced);
    if (due <= 0) return (struct ic3_result){0};
    struct ic3_result r = induction_resume(t->induction, &t->ic3->infinity, t->refuted, due);
    t->induced += clock_cpu() - start;
    if (r.verdict != BIT_UNKNOWN || !r.reason || stop_requested()) return r;
    verbose("k-induction gave up: %s", r.reason);
    induction_free(t->induction);
    t->induction = NULL;
    return (struct ic3_result){0};
}

static bool time_to_sweep(const struct turns *t) {
    /* which would have to start again */
    if (t->induction && induction_succeeded(t->induction)) return false;
    return t->to_sweep > 0 && t->worked >= t->next_sweep;
}

struct ic3_result turns_run(struct system *s, const struct turns_config *config, struct ic3_facts *facts) {
    struct turns t = {.system = s,
                      .config = config,
                      .facts = facts,
                      .started = clock_cpu(),
                      .next_sweep = BIT_FIRST_SWEEP_SECONDS};
    if (sweep(s, config->sweep < BIT_GLANCE_SECONDS ? config->sweep : BIT_GLANCE_SECONDS, config->seed) ==
        SWEEP_TIMEOUT)
        t.to_sweep = config->sweep;
    engines_start(&t);
    struct ic3_result r;
    for (;;) {
        r = ic3_turn(&t);
        if (!decided(&r)) r = bounded_turn(&t);
        if (!decided(&r)) r = induction_turn(&t);
        if (decided(&r)) break;
        if (time_to_sweep(&t)) sweep_turn(&t);
    }
    if (facts) ic3_facts_take(facts, s, t.ic3);
    engines_end(&t);
    return r;
}
