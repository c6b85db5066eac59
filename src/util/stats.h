/* Counters and timers, one row each: the struct, --stats and --json all come from these tables.
 *
 *     stats.queries++;
 *     double t = timer_start(); ...; timer_stop(TIMER_FRONTEND, t);
 *
 * COUNTER(field, "group", "what it counts"); TIMER(ID, "what it times"). Timers may nest. */
#ifndef UTIL_STATS_H
#define UTIL_STATS_H

#include <stdint.h>

/* clang-format off */
#define COUNTER_ROWS(COUNTER) \
COUNTER(front_locations, "frontend", "locations before reduction") \
COUNTER(front_edges,     "frontend", "edges before reduction") \
COUNTER(front_vars,      "frontend", "variables before reduction") \
COUNTER(cfa_locations,   "cfa", "locations after reduction") \
COUNTER(cfa_edges,       "cfa", "edges after reduction") \
COUNTER(cfa_steps,       "cfa", "choice-free edges after split") \
COUNTER(cfa_vars,        "cfa", "state variables after reduction") \
COUNTER(reduce_propagated, "cfa", "expressions propagated") \
COUNTER(reduce_sliced,   "cfa", "assignments sliced away") \
COUNTER(reduce_dead,     "cfa", "dead assignments dropped") \
COUNTER(reduce_bisimilar, "cfa", "locations merged by bisimulation") \
COUNTER(reduce_lbe,      "cfa", "locations eliminated by large blocks") \
COUNTER(queries,         "solver", "queries") \
COUNTER(queries_sat,     "solver", "satisfiable") \
COUNTER(queries_unsat,   "solver", "unsatisfiable") \
COUNTER(queries_unknown, "solver", "given up") \
COUNTER(solver_rebuilds, "solver", "solvers rebuilt") \
COUNTER(word_answers,    "solver", "answered at word level") \
COUNTER(interpolants,    "solver", "interpolants") \
COUNTER(interpolants_of_words, "solver", "of these, without bits") \
COUNTER(box_queries,     "solver", "queries with floats, put to intervals") \
COUNTER(box_answers,     "solver", "answered by intervals") \
COUNTER(box_checks,      "solver", "of these, in the check of a proof") \
COUNTER(algebra_checks,  "solver", "obligations of proofs seen by multiplying out") \
COUNTER(set_checks,      "solver", "obligations of proofs seen by sets of values") \
COUNTER(frames,          "ic3", "frames (k)") \
COUNTER(obligations,     "ic3", "obligations") \
COUNTER(lemmas,          "ic3", "lemmas learnt") \
COUNTER(lemmas_of_interpolants, "ic3", "lemmas from interpolants") \
COUNTER(lemmas_subsumed, "ic3", "lemmas subsumed") \
COUNTER(wp_computed,     "ic3", "weakest preconditions computed") \
COUNTER(wp_cached,       "ic3", "weakest preconditions from the cache") \
COUNTER(pre_exact,       "ic3", "predecessors that are exact") \
COUNTER(pre_model,       "ic3", "predecessors cut down by a model") \
COUNTER(inductive_syntactic, "generalize", "inductivity checks answered syntactically") \
COUNTER(literals_tried,  "generalize", "literals tried") \
COUNTER(literals_dropped, "generalize", "literals dropped") \
COUNTER(literals_weakened, "generalize", "lemmas with weaker literals") \
COUNTER(generalized,     "generalize", "cubes generalized (bit-level: without those of CTGs)") \
COUNTER(literals_before, "generalize", "literals before generalization") \
COUNTER(literals_after,  "generalize", "literals after generalization") \
COUNTER(context_upper,   "generalize", "upper bounds from contexts") \
COUNTER(context_lower,   "generalize", "lower bounds from contexts") \
COUNTER(ctg_met,         "generalize", "CTGs met") \
COUNTER(ctg_blocked,     "generalize", "CTGs blocked") \
COUNTER(ctg_joined,      "generalize", "CTGs joined") \
COUNTER(reused,          "reuse", "obligations reused") \
COUNTER(lifted_queues,   "reuse", "lifted queues") \
COUNTER(stable_iterations, "reuse", "stable iterations") \
COUNTER(skipped,         "reuse", "obligations skipped") \
COUNTER(push_checked,    "reuse", "pushes checked") \
COUNTER(push_done,       "reuse", "pushes that succeeded") \
COUNTER(push_triggered,  "reuse", "pushes tried because of a new lemma") \
COUNTER(push_free,       "reuse", "pushes without a query") \
COUNTER(termination_fired, "reuse", "termination criterion fired") \
COUNTER(termination_right, "reuse", "termination criterion right") \
COUNTER(supplied,        "lemmas", "candidate lemmas proposed") \
COUNTER(supplied_kept,   "lemmas", "candidate lemmas kept") \
COUNTER(samples,         "lemmas", "states sampled") \
COUNTER(regions_columns, "regions", "expressions followed") \
COUNTER(regions_images,  "regions", "images computed") \
COUNTER(regions_nodes,   "regions", "nodes of decision diagrams") \
COUNTER(bmc_depth,       "bmc", "depth reached") \
COUNTER(fuzz_executions, "execution", "runs of the compiled program") \
COUNTER(fuzz_corpus,     "execution", "inputs kept") \
COUNTER(fuzz_edges,      "execution", "edges covered") \
COUNTER(fuzz_timeouts,   "execution", "runs out of time") \
COUNTER(fuzz_crashes,    "execution", "runs that crashed") \
COUNTER(fuzz_hits,       "execution", "runs that reached the error") \
COUNTER(fuzz_dropped,    "execution", "of these not confirmed") \
COUNTER(fuzz_stale,      "execution", "seconds without a new input") \
COUNTER(cache_hits,      "cache", "verdicts from the cache") \
COUNTER(cache_misses,    "cache", "questions that it had no answer to") \
COUNTER(cache_wrong,     "cache", "of these, entries that did not hold") \
COUNTER(cache_kept,      "cache", "verdicts that were added") \
COUNTER(cache_suggested, "cache", "facts of earlier versions that were tried") \
COUNTER(cache_inductive, "cache", "of these, facts that hold of this version") \
COUNTER(bit_inputs,      "hardware", "inputs after reduction") \
COUNTER(bit_latches,     "hardware", "latches after reduction") \
COUNTER(bit_gates,       "hardware", "gates after reduction") \
COUNTER(bit_variables,   "hardware", "gates with a variable in the solver") \
COUNTER(reduce_latches,  "hardware", "latches found constant or equal by structure") \
COUNTER(reduce_swept,    "hardware", "signals found equal by induction") \
COUNTER(bit_depth,       "hardware", "longest chain of obligations") \
COUNTER(bit_offered,     "hardware", "facts of other properties or engines that were offered") \
COUNTER(bit_adopted,     "hardware", "facts that were proved again and kept") \
COUNTER(bit_dropped,     "hardware", "obligations dropped because they kept coming back") \
COUNTER(bit_infinite,    "hardware", "lemmas proved inductive by themselves") \
COUNTER(bit_conflicts,   "hardware", "conflicts of the small solver") \
COUNTER(bit_induction,   "hardware", "k that k-induction was tried with last") \
COUNTER(bit_layers,      "hardware", "layers of a proof by k-induction")

#define TIMER_ROWS(TIMER) \
TIMER(CLANG,      "clang") \
TIMER(FRONTEND,   "front end") \
TIMER(REDUCE,     "reduction") \
TIMER(WP,         "weakest preconditions") \
TIMER(SOLVER,     "solver") \
TIMER(SOLVER_SAT, "solver, satisfiable") \
TIMER(SOLVER_UNSAT, "solver, unsatisfiable") \
TIMER(GENERALIZE, "generalization") \
TIMER(PUSH,       "pushing") \
TIMER(LEMMAS,     "lemma suppliers") \
TIMER(BMC,        "bounded search") \
TIMER(INDUCTION,  "k-induction") \
TIMER(REGIONS,    "reachability over regions") \
TIMER(FUZZ_BUILD, "building the program for execution") \
TIMER(EVIDENCE,   "evidence")
/* clang-format on */

struct stats {
#define COUNTER(field, group, help) uint64_t field;
    COUNTER_ROWS(COUNTER)
#undef COUNTER
};
extern struct stats stats;

#define TIMER(id, help) TIMER_##id,
enum timer { TIMER_ROWS(TIMER) TIMER_COUNT };
#undef TIMER

double timer_start(void);
void timer_stop(enum timer t, double start);
double timer_total(enum timer t);

/* Calls `visit` for every counter that is not zero and every timer that ran. */
void stats_visit(void (*counter)(void *context, const char *field, const char *group, const char *help,
                                 uint64_t value),
                 void (*timer)(void *context, const char *id, const char *help, double seconds),
                 void *context);
void stats_reset(void);
/* Takes over the counters and timers (TIMER_COUNT of them) of another process. */
void stats_adopt(const struct stats *counters, const double *timers);

#endif
