/* The engines in turns, by CPU time.
 *
 * Sweeping decides miters and redundant designs at once and is a waste of time on others; bounded model checking finds
 * counterexamples of a hundred steps in a second that IC3 takes minutes for, and never proves anything. Neither can be
 * told from the model, so all of them get their share: IC3 works in short turns; after each of them bounded model
 * checking may use what it has not yet used of its share of the time; and the sweep gets as much time as IC3 had, from FIRST_SWEEP
 * seconds on and twice as long each time, as it starts anew each time, until it has found all that it can or has used up its
 * seconds. If it made the model much smaller, all engines start again on that one; if not, nobody notices. */
#include "ic3bit/turns.h"

#include "ic3bit/bounded.h"
#include "util/clock.h"
#include "util/log.h"
#include "util/stats.h"

/* CPU seconds: sweeping before the engine, IC3 before it is swept with patience, IC3 at a time */
#define GLANCE 0.03
#define FIRST_SWEEP 0.7
#define TURN 0.1

struct turns {
    struct system *system;
    const struct turns_config *config;
    struct ic3 *ic3;
    struct bounded *bounded; /* NULL: switched off, or at its end */
    double worked, searched; /* CPU seconds of IC3 since the last sweep; of bounded model checking in all */
    double started;          /* CPU time */
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

static void engines_start(struct turns *t, uint32_t refuted) {
    t->ic3 = ic3_new(t->system->model, &t->config->ic3);
    t->bounded = t->config->bounded > 0 ? bounded_new(t->system->model, refuted) : NULL;
}

static void engines_end(struct turns *t) {
    ic3_free(t->ic3);
    bounded_free(t->bounded);
}

/* Reductions keep the lengths of counterexamples, so that bounded model checking need not start from the beginning. */
static void start_again(struct turns *t, struct system *smaller) {
    struct system old = *t->system;
    uint32_t refuted = t->bounded ? bounded_states(t->bounded) : 0;
    engines_end(t);
    *t->system = *smaller;
    engines_start(t, refuted);
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
    struct ic3_result r = ic3_resume(t->ic3, t->bounded || t->to_sweep > 0 ? TURN : 0);
    t->worked += clock_cpu() - start;
    return r;
}

static struct ic3_result bounded_turn(struct turns *t) {
    double start = clock_cpu(), due = (start - t->started) * t->config->bounded - t->searched;
    if (!t->bounded || due <= 0) return (struct ic3_result){0};
    struct ic3_result r = bounded_resume(t->bounded, due);
    t->searched += clock_cpu() - start;
    if (r.verdict != BIT_UNKNOWN || !r.reason || stop_requested()) return r;
    bounded_free(t->bounded);
    t->bounded = NULL;
    return (struct ic3_result){0};
}

struct ic3_result turns_run(struct system *s, const struct turns_config *config) {
    struct turns t = {.system = s, .config = config, .started = clock_cpu(), .next_sweep = FIRST_SWEEP};
    if (sweep(s, config->sweep < GLANCE ? config->sweep : GLANCE, config->seed) == SWEEP_TIMEOUT)
        t.to_sweep = config->sweep;
    engines_start(&t, 0);
    struct ic3_result r;
    for (;;) {
        r = ic3_turn(&t);
        if (!decided(&r)) r = bounded_turn(&t);
        if (decided(&r)) break;
        if (t.to_sweep > 0 && t.worked >= t.next_sweep) sweep_turn(&t);
    }
    engines_end(&t);
    return r;
}
