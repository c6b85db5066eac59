/* Every constant of time, each with its reason: they compete for the same minute, so they are read
 * together.
 *
 * *_SECONDS are seconds, *_SHARE parts of what is left or was spent, *_WEIGHT multiples of an
 * engine's share of the cores. Budgets (util/budget.h) are made from them. The limits of single
 * tools that only count rounds, boxes or conflicts stay where these are counted. */
#ifndef UTIL_SECONDS_H
#define UTIL_SECONDS_H

/* ---- the process (cli/limits.c) ---- */

/* An engine polls the stop flag many times a second; one that has not come back after so long is
 * stuck. With what it takes to end the children and to remove the files, --timeout is kept within a
 * second. */
#define LIMITS_GRACE_SECONDS 0.6

/* ---- the portfolio ---- */

/* A slice of the cores: short in the beginning, when most programs are decided, then a part of the
 * time spent, so that long runs do not freeze and thaw all the time. */
#define PORTFOLIO_FIRST_SLICE_SECONDS 0.1
#define PORTFOLIO_SLICE_SHARE 0.05
/* Children end so much earlier than their parent, because their last messages, which tell the
 * bound, must arrive. */
#define PORTFOLIO_LAST_WORDS_SECONDS 0.2
/* After Ctrl-C: as long as a person waits without pressing it again. */
#define PORTFOLIO_INTERRUPT_SECONDS 1.0
/* Dropping what a proof does not need saves the other solver more time than this, or is given
 * up. */
#define PORTFOLIO_TRIM_SECONDS 5.0
/* A job that has a verdict and checks it comes first: nothing else is closer to the end. */
#define PORTFOLIO_CONFIRM_WEIGHT 8.0
/* From this weight on, a worker runs before all others: execution has reached the error. */
#define PORTFOLIO_FIRST_WEIGHT 1e9
/* A pass of the suppliers, at most: the engines that wait for its facts must have the greater
 * part. */
#define PORTFOLIO_LEMMAS_SECONDS 30.0
#define PORTFOLIO_LEMMAS_SHARE 0.3
/* Bounded search finds what it finds early: after so long its share shrinks. */
#define BMC_PATIENCE_SECONDS 6.0
/* Unwinding decides what it can with few limits, and most of them within this time. */
#define UNWIND_PATIENCE_SECONDS 10.0
/* k-induction with small k succeeds at once or not at all. */
#define KIND_PATIENCE_SECONDS 4.0
/* Diagrams that have not closed by then seldom do. */
#define REGIONS_PATIENCE_SECONDS 5.0
/* Most inputs that matter are found early; a program that runs for very long without input still is
 * run. */
#define FUZZ_PATIENCE_SECONDS 6.0
/* Compiling the program takes half a second of a core, within which most programs are decided. */
#define FUZZ_DELAY_SECONDS 0.5
/* After so long without an input that covers anything new, the search is in vain, most likely. */
#define FUZZ_STALE_SECONDS 5.0
#define FUZZ_STALE_WEIGHT 0.2

/* ---- a single engine (--engine) ---- */

/* The suppliers before an engine that runs alone: a quarter of a short limit, and no more of a long
 * one. */
#define ENGINE_LEMMAS_SECONDS 15.0
#define ENGINE_LEMMAS_SHARE 0.25

/* ---- suppliers of lemmas ---- */

/* Where nobody gives a limit. */
#define LEMMAS_FOREVER_SECONDS 1e6
/* Lemmas by location are quick, so they need no more than this although they come first. */
#define LEMMAS_BY_LOCATION_SHARE 0.6
/* Whether the facts exclude the error is one query per step; an answer that is slow saves
 * nothing. */
#define LEMMAS_SUFFICE_SECONDS 1.0
/* Facts of earlier versions hold or fail at once, or are not worth the time. */
#define LEMMAS_EARLIER_QUERY_SECONDS 0.5
#define LEMMAS_EARLIER_SHARE 0.1
#define LEMMAS_EARLIER_SECONDS 20.0
/* With so much of the time gone after the simple ones, lemmas of all kinds are left to the round by
 * cases. */
#define LEMMAS_SLOW_SHARE 0.05
/* Executions before anything is guessed. */
#define LEMMAS_SAMPLE_SHARE 0.125
/* Dropping facts that others imply, in the end; each is one easy query. */
#define LEMMAS_REDUNDANT_SHARE 0.1
#define LEMMAS_REDUNDANT_QUERY_SECONDS 0.1
/* A query of the filter. What takes longer holds by a hair, and the check would take longer
 * still. */
#define HOUDINI_QUERY_SECONDS 1.5
/* With floats a weaker bound often does as well and is quick. */
#define HOUDINI_FLOAT_SECONDS 0.3
/* No query is given less, however many candidates share the time. */
#define HOUDINI_LEAST_SECONDS 0.02
/* For second tries of single candidates, which the solver gave up on beside others. */
#define HOUDINI_SPARE_SHARE 0.25

/* ---- cells of arrays ---- */

/* The suppliers on the automaton of cells: they decide most arrays alone, so they get more than in
 * general. */
#define CELLS_LEMMAS_SECONDS 40.0
#define CELLS_LEMMAS_SHARE 0.6
/* Facts about scalars are needed first and are quick. */
#define CELLS_SCALAR_SECONDS 4.0
#define CELLS_TRIM_SECONDS 5.0
/* Do the facts suffice? Asked once per round, with arrays gone: five seconds are plenty. */
#define CELLS_SUFFICE_SECONDS 5.0
/* Parts of the suppliers' time: facts that need each other, and cells at settled indices. */
#define CELLS_INSTANCES_SHARE (1.0 / 3)
#define CELLS_SETTLED_SHARE 0.25
/* Facts about linked nodes come first, because nothing else decides lists of any length. */
#define CELLS_NODES_SHARE 0.5
#define CELLS_NODES_SECONDS 60.0
/* What is decided by equalities takes a second or two of the engine, so it comes sooner than its
 * share; what is not waits that much longer for the others. */
#define CELLS_FIRST_WEIGHT 2.5
/* Equalities by place: few candidates, so a short time; runs that show them, of that. */
#define CELLS_EQUALITIES_SHARE 0.3
#define CELLS_OBSERVE_SHARE 0.1
/* Another round is worth while only if the last one was quicker than this part of the time. */
#define CELLS_ROUND_SHARE (1.0 / 16)
#define CELLS_INSTANCES_ROUND_SHARE 0.125

/* ---- bounded search ---- */

/* Counting loops as single steps are tried once, after plain search has not ended at once. */
#define BMC_ACCELERATE_AFTER_SECONDS 1.0
#define BMC_ACCELERATED_SECONDS 5.0
/* Asking which locations are reachable: at first, and of the time spent. */
#define BMC_PRUNE_SECONDS 0.05
#define BMC_PRUNE_SHARE 0.5

/* ---- checking proofs ---- */

/* An equation that is substituted in a check is proven first; most take milliseconds. */
#define CHECK_EQUATION_SECONDS 5.0
/* The cases of an obligation that multiplies: with products gone, each is easy. */
#define CHECK_CASES_SECONDS 5.0
/* Trying whether a proof can do without a fact about products. */
#define CHECK_BURDEN_SECONDS 0.5
/* Printing a certificate follows the paths once more, after the check has succeeded. */
#define CHECK_CERTIFICATE_SECONDS 60.0

/* Making a proof or a trace small: worth a quarter of what the engine took, and two seconds in any
 * case. */
#define JUDGE_MINIMIZE_SECONDS 2.0
#define JUDGE_SHARE 0.25
/* The proof on the unreduced automaton, likewise; if that is too slow, it is checked on the reduced
 * one. */
#define JUDGE_UNREDUCED_SECONDS 1.0
/* The same for a proof from the cache that has passed once, because nobody knows any more how long
 * the engine took. */
#define JUDGE_REMEMBERED_SECONDS 20.0
/* A job of a project that goes on for so much longer than it may is killed from outside. */
#define PROJECT_LATE_FACTOR 1.5
#define PROJECT_LATE_SECONDS 60.0
/* What the cache suggests must be checked in this part of the time, because the engines need the
 * rest if it is wrong. */
#define CACHE_CHECK_SHARE 0.5
#define CACHE_CHECK_SECONDS 600.0
/* Engines that gave up one by one after this part of the limit did so because of the time. */
#define JUDGE_LATE_SHARE 0.9
/* A check that can be reached is mostly found at once; the warning that none can is not worth
 * more. */
#define JUDGE_VACUITY_SECONDS 1.0
/* Names for terms of a proof; without them a proof is printed with the automaton's own. */
#define REPORT_NAMING_SECONDS 1.0
/* Fewer and simpler facts for people; what is not reached is told as it was found. */
#define REPORT_TIGHTEN_SECONDS 1.0

/* ---- the abstraction of a large program (cli/pipeline.c) ---- */

/* What is safe there is mostly proved in seconds; the program itself needs the greater part. */
#define PIPELINE_ABSTRACT_SECONDS 120.0
#define PIPELINE_ABSTRACT_SHARE 0.5

/* ---- after a leak was found (cli/pipeline.c) ---- */

/* Failures of accesses are mostly found at once. */
#define PIPELINE_GRAVER_SECONDS 10.0
#define PIPELINE_GRAVER_SHARE 0.3

/* ---- statuses of checks (cli/statuses.c) ---- */

/* All checks together: one proof of all is cheaper than one of each, but the rest must have time,
 * too. */
#define STATUSES_JOINT_SHARE 0.6
/* The common question at first, and single checks for a moment each: most questions that are
 * answered at all are answered in a few seconds, and one that is not keeps the others waiting. */
#define STATUSES_FIRST_SHARE 0.2
#define STATUSES_SHORT_SHARE 0.3
/* The sweep and the proof of what it says; a program for which that takes longer gains little. */
#define STATUSES_SWEEP_SECONDS 10.0
#define STATUSES_SWEEP_SHARE 0.2
/* The assertions as if nothing else could fail: what is left for single checks is as much. */
#define STATUSES_ASSERTS_SHARE 0.5
/* A check that is asked alone. */
#define STATUSES_LEAST_SECONDS 1.0
/* Which checks are reached is a question beside the statuses. */
#define STATUSES_REACH_SECONDS 3.0
#define STATUSES_REACH_SHARE 0.1

/* ---- solvers ---- */

/* A question about products is asked of bits for so long before algebra looks at its cases, then in
 * turns, each of them so many times as long as the one before. Most of what has a model is found at
 * once; of what has none, algebra sees most at once. */
#define PRODUCTS_BITS_SECONDS 0.01
#define PRODUCTS_TURN_FACTOR 10.0
/* A question is asked of bits for so long before comparisons of sums are taken for inequalities of
 * integers, which takes milliseconds. */
#define LINEAR_BITS_SECONDS 0.03
/* The cases of one question, where nobody gives a limit. */
#define PRODUCTS_SECONDS 5.0
/* Intervals may take so long before anybody else has; then as much as the others. */
#define BOXES_SECONDS 0.3
/* A check has few questions, and an evaluator that is slower. */
#define BOXES_CHECK_SECONDS 4.0
/* A solver behind a pipe names its core or its model, which it has already found. */
#define PIPE_ANSWER_SECONDS 60.0
/* Z3's incremental solver, which is quick on small questions, before its tactics are asked. */
#define Z3_FIRST_TRY_SECONDS 0.5
/* An attempt of which only a contradiction counts; a third of the limit at most. */
#define Z3_SHORT_TRY_SECONDS 6.0

/* ---- hardware (ic3bit/turns.c), all in CPU time ---- */

/* Sweeping before the engines: redundant designs are decided by a glance. */
#define BIT_GLANCE_SECONDS 0.03
/* IC3 before the model is swept again with patience. */
#define BIT_FIRST_SWEEP_SECONDS 0.7
/* IC3 at a time; after each turn the other engines may use what is theirs. */
#define BIT_TURN_SECONDS 0.1
/* Of k-induction once it has succeeded: making its layers is all that is missing. */
#define BIT_PROOF_SHARE 0.7
/* Sweeping a layer of such a proof. */
#define BIT_LAYER_SECONDS 1.5

/* A proof about words on the unreduced automaton; if that is too slow, it is checked on the reduced
 * one. */
#define HARDWARE_UNREDUCED_SECONDS 5.0

/* ---- programs of others ---- */

/* A compiler, of which the largest inputs take some seconds. */
#define TOOLCHAIN_SECONDS 120.0
/* The front end's compiler where --timeout gives no limit. */
#define DRIVER_CLANG_SECONDS 1e6
/* The program on the values of a counterexample, once; and builds that must agree on a long run. */
#define HARNESS_RUN_SECONDS 20.0
#define FUZZ_RUN_SECONDS 30.0
/* These limits are CPU time; so many times as much wall time may pass on a busy machine. */
#define PROCESS_WALL_WEIGHT 4.0

/* ---- contracts of recursive functions ---- */

/* All rounds together: if guesses do not work, unfolding must still have its time. */
#define CONTRACTS_SECONDS 20.0
#define CONTRACTS_SHARE 0.3

#endif
