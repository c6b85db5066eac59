/* Every option of edgewise, one row each. The rows make the struct `options`, its
 * defaults, the parser, --help and the shell completion; nothing else lists options.
 *
 *   FLAG(field, "name", default, GROUP, level, "help")                     --name and --no-name
 *   NUMBER(field, "name", default, min, max, GROUP, level, "help")         --name=N, a double
 *   CHOICE(field, "name", default, "a|b|c:X", GROUP, level, "help")        --name=b; field holds
 *                                                                          the index. --name=c:TEXT
 *                                                                          puts TEXT into
 *                                                                          solver_command (one row
 *                                                                          has such)
 *   TEXT(field, "name", default, "ARG", GROUP, level, "help")              --name=ARG
 *   LIST(field, "name", "ARG", GROUP, level, "help")                       may be given several
 *                                                                          times
 *
 * `level` is BASIC (shown by --help) or EXPERT (shown by --help=all). Presets are rows of their own
 * in options_presets.h: a preset is a list of option settings. */
#ifndef UTIL_OPTIONS_H
#define UTIL_OPTIONS_H

#include <stdbool.h>
#include <stdint.h>

#include "util/fail.h"
#include "util/vec.h"

/* Indices of the CHOICE rows below, in their order. */
enum { EMIT_NONE, EMIT_CFA, EMIT_DOT, EMIT_CHC, EMIT_LLVM, EMIT_BTOR2, EMIT_AIGER, EMIT_C };
/* The others are found by their names (portfolio/engine.h). */
enum { ENGINE_PORTFOLIO };
enum { SOLVER_NATIVE, SOLVER_Z3, SOLVER_BOTH, SOLVER_SMTLIB };
enum { LEVEL_BOTH, LEVEL_BIT, LEVEL_WORD, LEVEL_TRACKED };
enum { LBE_NONE, LBE_SEQUENCE, LBE_LOOP };
enum { ABSTRACTION_NEVER, ABSTRACTION_LARGE, ABSTRACTION_ALWAYS };
enum { VOLATILE_NEW, VOLATILE_MEMORY };
enum { GLOBALS_INITIAL, GLOBALS_ANY };
enum { RULES_AUTO, RULES_C, RULES_SV_COMP };
enum { EXTERN_RULES, EXTERN_PURE, EXTERN_HAVOC };
enum { MALLOC_RULES, MALLOC_SUCCEEDS, MALLOC_MAY_FAIL };
enum { SHOW_RELEVANT, SHOW_FULL };
enum { FORMAT_TEXT, FORMAT_GCC };
enum { INDUCTIVITY_WP, INDUCTIVITY_TR };
enum { ORDER_SYNTACTIC, ORDER_ACTIVITY, ORDER_VARIABLES, ORDER_RECENT };
enum { PUSH_OFF, PUSH_TRIGGERED, PUSH_NONE, PUSH_ASSIGN, PUSH_PREDECESSOR, PUSH_RESTRICTIVE };
enum { TERMINATION_FRAMES, TERMINATION_NEW, TERMINATION_GREEDY };

#define OPTION_GROUPS(GROUP)                                                                                 \
    GROUP(INPUT, "Input")                                                                                    \
    GROUP(LIMITS, "Limits")                                                                                  \
    GROUP(OUTPUT, "Output")                                                                                  \
    GROUP(EVIDENCE, "Evidence")                                                                              \
    GROUP(CACHE, "Cache of proofs")                                                                          \
    GROUP(PROJECT, "Projects (edgewise project)")                                                            \
    GROUP(ENGINE, "Engine")                                                                                  \
    GROUP(GENERALIZE, "Generalization (SPIN18, FMCAD13)")                                                    \
    GROUP(REUSE, "Information reuse (MERTENS)")                                                              \
    GROUP(LEMMAS, "Lemma suppliers")                                                                         \
    GROUP(REDUCE, "Reductions of the automaton")                                                             \
    GROUP(HARDWARE, "Hardware (AIGER, BTOR2)")

/* clang-format off */
#define OPTION_ROWS(FLAG, NUMBER, CHOICE, TEXT, LIST) \
FLAG(  m32,          "32",           false, INPUT, BASIC, "ILP32 data model") \
FLAG(  m64,          "64",           false, INPUT, BASIC, "LP64 data model (the default)") \
TEXT(  entry,        "entry",        "main", "FUNCTION", INPUT, BASIC, "start at this function") \
LIST(  assume,       "assume",       "EXPRESSION", INPUT, BASIC, \
      "with --entry: the arguments satisfy this expression of C, in the names of the parameters; " \
      "may be given several times") \
NUMBER(entry_depth,  "entry-depth",  0, 0, 8, INPUT, BASIC, \
      "with --entry: pointers in the structures that arguments lead to are null or lead to new " \
      "blocks, this many levels deep") \
CHOICE(globals,      "globals",      GLOBALS_INITIAL, "initial|any", INPUT, BASIC, \
      "global variables have their initial values, or any") \
FLAG(  each_function, "each-function", false, INPUT, BASIC, \
      "start at every function of the files, static ones too, each with any arguments: which are " \
      "proved, which need a precondition (and a weakest one that was found), which fail") \
FLAG(  suggest,      "suggest",      false, INPUT, BASIC, \
      "print clauses that were found, ready to paste: preconditions of the function of --entry, " \
      "invariants of loops") \
LIST(  enforce,      "enforce",      "FUNCTION", INPUT, BASIC, \
      "prove the function against its contract (CBMC's clauses), from any arguments; " \
      "--entry names a function that calls it, if there is one") \
LIST(  replace,      "replace",      "FUNCTION", INPUT, BASIC, \
      "calls of the function rely on its contract: what it requires is checked, what it " \
      "assigns becomes arbitrary, what it ensures is assumed") \
FLAG(  loop_contracts, "loop-contracts", false, INPUT, BASIC, \
      "check the invariants that the source gives for loops (CBMC's clauses)") \
TEXT(  isr,          "isr",          NULL, "FUNCTION", INPUT, BASIC, \
      "this interrupt handler may run between any two accesses to memory that it can see") \
CHOICE(volatile_reads, "volatile",   VOLATILE_NEW, "new|memory", INPUT, BASIC, \
      "reading a volatile object that is not local yields a new value each time, or what " \
      "was written (as in SV-COMP)") \
TEXT(  spec,         "spec",         NULL, "FILE.prp", INPUT, BASIC, \
      "property file (unreach-call with any function name)") \
TEXT(  check,        "check",        NULL, "LIST", INPUT, BASIC, \
      "what is checked: none, assert, standard (default), memory, all, classes of --list-checks; " \
      "+CLASS, -CLASS") \
LIST(  only,         "only",         "ID", INPUT, BASIC, \
      "ask for this check only, by its name of --list-checks; may be given several times") \
FLAG(  list_checks,  "list-checks",  false, INPUT, BASIC, \
      "list the checks of the program and stop; without a file: the classes") \
FLAG(  list_functions, "list-functions", false, INPUT, EXPERT, \
      "list the functions of the program that other files can call, after a hash of what " \
      "clang made of it, and stop") \
TEXT(  build_dir,    "build-dir",    NULL, "DIR", INPUT, BASIC, \
      "as -p: take each file's flags from DIR/compile_commands.json; without a file: all " \
      "files that it names") \
TEXT(  link,         "link",         NULL, "TARGET|auto", INPUT, BASIC, \
      "with -p: the files of this target make the program, or (auto) the given files and " \
      "those that define what is missing") \
LIST(  stub,         "stub",         "FILE", INPUT, EXPERT, \
      "one more file of the program, whose functions --remove-body leaves alone") \
LIST(  remove_body,  "remove-body",  "FUNCTION", INPUT, EXPERT, \
      "take away the function's bodies, but for those in files of --stub") \
LIST(  include,      "include-dir",  "DIR", INPUT, EXPERT, "as -I: passed to clang") \
LIST(  define,       "define",       "MACRO[=V]", INPUT, EXPERT, "as -D: passed to clang") \
TEXT(  confine,      "confine",      NULL, "DIR", INPUT, BASIC, \
      "read nothing outside of DIR and the system's include folders on behalf of the " \
      "program (needs landlock)") \
CHOICE(rules,        "rules",        RULES_AUTO, "auto|c|sv-comp", INPUT, BASIC, \
      "what is taken for granted of the world around the program: nothing (c), or functions " \
      "without a body change no memory and malloc never fails (sv-comp); auto is sv-comp " \
      "with a task or property file, else c") \
CHOICE(externals,    "extern",       EXTERN_RULES, "rules|pure|havoc", INPUT, EXPERT, \
      "functions without a body: as --rules has it, they change no memory, or they change " \
      "all that they can reach") \
CHOICE(malloc,       "malloc",       MALLOC_RULES, "rules|succeeds|may-fail", INPUT, EXPERT, \
      "malloc and its relatives: as --rules has it, they never fail, or they may return " \
      "NULL") \
FLAG(  strict,       "strict",       false, INPUT, BASIC, \
      "no assumptions: where TRUE would need one, the verdict is UNKNOWN and names it") \
NUMBER(recursion,    "recursion",    0, 0, 10000, INPUT, EXPERT, \
      "unfold recursive calls this deep and cut deeper ones (no TRUE through a cut); 0 goes " \
      "as deep as the verdict needs") \
FLAG(  contracts,    "contracts",    true, INPUT, EXPERT, \
      "prove recursive functions by guessed contracts before they are unfolded (portfolio " \
      "only)") \
NUMBER(max_cells,    "max-cells",    16, 0, 100000, INPUT, EXPERT, \
      "arrays of at most this many elements are split into scalar cells") \
NUMBER(timeout,      "timeout",      900, 0, 1e9, LIMITS, BASIC, \
      "seconds of wall time; 0 is no limit") \
NUMBER(memory,       "memory",       0, 0, 1e9, LIMITS, BASIC, "MiB of memory; 0 is no limit") \
NUMBER(max_k,        "max-k",        0, 0, 1e9, LIMITS, EXPERT, \
      "stop after this many frames; 0 is no limit") \
NUMBER(jobs,         "jobs",         0, 0, 64, LIMITS, BASIC, \
      "processes that work side by side; 0 is one per core") \
NUMBER(port,         "port",         8642, 0, 65535, OUTPUT, EXPERT, \
      "of `edgewise serve`; 0 takes any that is free") \
NUMBER(seed,         "seed",         1, 0, 4294967295.0, LIMITS, EXPERT, \
      "seed of everything that is random") \
FLAG(  verbose,      "verbose",      false, OUTPUT, BASIC, "say what is being done, on stderr, and list every check that is proved") \
FLAG(  quiet,        "quiet",        false, OUTPUT, BASIC, "print the verdict only") \
FLAG(  stats,        "stats",        false, OUTPUT, BASIC, "print counters and times at the end") \
FLAG(  json,         "json",         false, OUTPUT, BASIC, \
      "print one JSON object instead of text") \
CHOICE(format,       "format",       FORMAT_TEXT, "text|gcc", OUTPUT, BASIC, \
      "text for people, or lines as of a compiler (file:line:column: error: ...), which " \
      "editors read; C programs only") \
CHOICE(emit,         "emit",         EMIT_NONE, "none|cfa|dot|chc|llvm|btor2|aiger|c", OUTPUT, BASIC, \
      "print the automaton (text, Graphviz, Horn clauses, BTOR2, AIGER) or, from BTOR2, a C " \
      "program, and stop") \
CHOICE(trace,        "trace",        SHOW_RELEVANT, "relevant|full", OUTPUT, BASIC, \
      "show the steps that the failure depends on, or all") \
FLAG(  progress,     "progress",     true, OUTPUT, EXPERT, \
      "a live status line, on a terminal only") \
TEXT(  progress_file, "progress-file", NULL, "FILE", OUTPUT, EXPERT, \
      "write how the run goes to FILE (a pipe, say), one JSON object per line, five times a " \
      "second") \
TEXT(  bug_report,   "bug-report",   NULL, "FILE", OUTPUT, EXPERT, \
      "where the report of a fault of edgewise itself goes; a new file in $TMPDIR otherwise") \
TEXT(  record,       "record",       NULL, "FILE", OUTPUT, EXPERT, \
      "record the stream of solver queries") \
FLAG(  replay,       "replay",       true, EVIDENCE, BASIC, \
      "compile and run the program on the values of a counterexample") \
FLAG(  execute,      "execute",      true, EVIDENCE, BASIC, \
      "run the compiled program, caged; --no-execute runs nothing of it") \
FLAG(  recheck,      "recheck",      true, EVIDENCE, EXPERT, \
      "check the invariant with the other solver before printing TRUE") \
FLAG(  accept_unconfirmed, "accept-unconfirmed", false, EVIDENCE, BASIC, \
      "FALSE also for a counterexample that was replayed on the automaton only, not by the " \
      "compiled program") \
TEXT(  certificate,  "certificate",  NULL, "FILE", EVIDENCE, BASIC, \
      "write the proof obligations as SMT-LIB (software) or a witness circuit (AIGER)") \
TEXT(  witness,      "witness",      NULL, "FILE", EVIDENCE, BASIC, \
      "write an SV-COMP witness: .yml (2.0) or .graphml (1.0); for AIGER the lines of the " \
      "competition") \
TEXT(  harness,      "harness",      NULL, "FILE", EVIDENCE, BASIC, \
      "write a C file that drives the program into the error") \
TEXT(  sarif,        "sarif",        NULL, "FILE", EVIDENCE, BASIC, \
      "write the result as SARIF 2.1.0") \
TEXT(  html,         "html",         NULL, "FILE", EVIDENCE, BASIC, \
      "write the result as one web page") \
FLAG(  show_invariant, "show-invariant", false, EVIDENCE, BASIC, \
      "print the invariant as C expressions") \
TEXT(  cache,        "cache",        NULL, "DIR|auto", CACHE, BASIC, \
      "keep verdicts of C programs with their evidence in DIR (auto: " \
      "$XDG_CACHE_HOME/edgewise) and use them again; what is found there is checked like an " \
      "engine's answer") \
FLAG(  no_cache,     "no-cache",     false, CACHE, BASIC, \
      "whatever --cache says, neither read nor write a cache") \
NUMBER(cache_size,   "cache-size",   1024, 0.001, 1e9, CACHE, EXPERT, \
      "MiB that the cache may take; what was used longest ago is dropped first") \
FLAG(  cache_trust,  "cache-trust",  false, CACHE, EXPERT, \
      "proofs from the cache are taken without a check, if the folder is one's own; they " \
      "are then marked as unchecked") \
TEXT(  folder,       "folder",       "edgewise-run", "DIR", PROJECT, BASIC, \
      "the state of a run: plan, results, and what the last run found") \
TEXT(  plan,         "plan",         NULL, "FILE", PROJECT, BASIC, \
      "write the list of jobs as JSON lines and stop; with --run, --merge and --status: " \
      "read it from there") \
NUMBER(run,          "run",          -1, -1, 1e9, PROJECT, BASIC, \
      "run this job of the plan (the first is 0) and nothing else") \
FLAG(  merge,        "merge",        false, PROJECT, BASIC, "run nothing: report what is there") \
FLAG(  status,       "status",       false, PROJECT, BASIC, "run nothing: say how far the run is") \
FLAG(  fresh,        "fresh",        false, PROJECT, BASIC, "do not go on with an unfinished run") \
TEXT(  runner,       "runner",       "local", "WHO", PROJECT, BASIC, \
      "who runs the jobs: local, ninja, slurm, or a command that reads lines of shell, such " \
      "as 'parallel --sshlogin a,b'") \
TEXT(  partition,    "partition",    NULL, "NAME", PROJECT, EXPERT, "Slurm's partition") \
FLAG(  detach,       "detach",       false, PROJECT, BASIC, \
      "do not wait for Slurm's jobs; the report goes to report.txt in the folder") \
TEXT(  functions,    "functions",    NULL, "all|A,B", PROJECT, BASIC, \
      "start at these functions; without it at main, or in files without main at all that " \
      "others can call") \
TEXT(  check_groups, "check-groups", NULL, "A,B/C", PROJECT, EXPERT, \
      "a job for every group of checks, which are parted by slashes (as --check)") \
FLAG(  split,        "split",        false, PROJECT, EXPERT, \
      "one hard program: engines, presets and seeds as jobs; the first that is sure ends " \
      "the others") \
TEXT(  junit,        "junit",        NULL, "FILE", PROJECT, BASIC, \
      "write the report as JUnit XML") \
TEXT(  markdown,     "markdown",     NULL, "FILE", PROJECT, BASIC, \
      "write a summary as Markdown, compared with the last run") \
TEXT(  baseline,     "baseline",     NULL, "FILE", PROJECT, BASIC, \
      "fail only for findings that are not in this file") \
TEXT(  write_baseline, "write-baseline", NULL, "FILE", PROJECT, BASIC, \
      "write the findings, for --baseline of later runs") \
CHOICE(engine,       "engine",       ENGINE_PORTFOLIO, \
      "portfolio|ic3cfa|ic3smt|tree-ic3|tree-ic3-itp|bmc|unwind|kind|cells|fuzz|regions", ENGINE, BASIC, \
      "what does the work") \
TEXT(  preset,       "preset",       "default", "NAME", ENGINE, BASIC, \
      "a named configuration of the papers; see --help=presets") \
CHOICE(solver,       "solver",       SOLVER_NATIVE, "native|z3|both|smtlib:COMMAND", ENGINE, BASIC, \
      "the solver that the engines ask; both compares every answer; smtlib:COMMAND starts a " \
      "program that reads SMT-LIB (smtlib:cvc5 --incremental)") \
CHOICE(inductivity,  "inductivity",  INDUCTIVITY_WP, "wp|tr", ENGINE, EXPERT, \
      "inductivity checks by weakest precondition or by transition relation") \
FLAG(  self_loop,    "self-loop",    false, ENGINE, EXPERT, \
      "query (6) on self-loops; only without generalization") \
NUMBER(exact_inputs, "exact-inputs", 1, 0, 1, ENGINE, EXPERT, \
      "eliminate nondeterministic inputs exactly where possible") \
FLAG(  generalize,   "generalize",   true, GENERALIZE, EXPERT, "drop literals from blocked cubes") \
CHOICE(order,        "order",        ORDER_SYNTACTIC, "syntactic|activity|variables|recent", GENERALIZE, EXPERT, \
      "which literals are dropped first") \
FLAG(  unsat_cores,  "unsat-cores",  true, GENERALIZE, EXPERT, "start from the solver's core") \
FLAG(  pre_cubes,    "pre-cubes",    true, GENERALIZE, EXPERT, \
      "predecessor cubes: look for the answer in the predecessor frame first") \
FLAG(  upper_bounds, "upper-bounds", true, GENERALIZE, EXPERT, \
      "reuse generalizations from contexts as upper bounds") \
FLAG(  lower_bounds, "lower-bounds", true, GENERALIZE, EXPERT, \
      "reuse generalizations from contexts as lower bounds") \
FLAG(  joint,        "joint",        true, GENERALIZE, EXPERT, \
      "literals that one incoming edge needs are not tried for the next") \
NUMBER(context_cache, "context-cache", 20000, 1, 1e8, GENERALIZE, EXPERT, \
      "number of generalization contexts that are kept") \
NUMBER(ctg_depth,    "ctg-depth",    1, 0, 10, GENERALIZE, EXPERT, \
      "recursion depth of ctgDown; 0 turns it off") \
NUMBER(ctg_max,      "ctg-max",      3, 0, 100, GENERALIZE, EXPERT, \
      "counterexamples to generalization tried between two joins") \
FLAG(  weaken,       "weaken",       false, GENERALIZE, EXPERT, \
      "further lemmas with weaker literals: an order for an equation (always over integers)") \
FLAG(  itp,          "itp",          false, GENERALIZE, EXPERT, \
      "interpolants over the words of the program's conditions as further lemmas") \
FLAG(  reuse,        "reuse",        true, REUSE, EXPERT, \
      "the obligations of iteration k seed iteration k+1") \
FLAG(  skip,         "skip",         true, REUSE, EXPERT, \
      "skip obligations whose predecessor frames did not change") \
CHOICE(push,         "push",         PUSH_TRIGGERED, "off|triggered|none|assign|predecessor|restrictive", REUSE, EXPERT, \
      "which lemmas are pushed to the next frame (the filter)") \
FLAG(  push_at_once, "push-at-once", false, REUSE, EXPERT, \
      "with --push=triggered: a new lemma pushes what only its states have stopped, at once") \
CHOICE(termination,  "termination",  TERMINATION_FRAMES, "frames|new|greedy", REUSE, EXPERT, \
      "termination criterion; new and greedy are suggestions that are checked") \
FLAG(  lemmas,       "lemmas",       true, LEMMAS, BASIC, \
      "let suppliers propose lemmas that are kept if inductive") \
TEXT(  without,      "without",      "", "A,B", LEMMAS, EXPERT, \
      "suppliers of lemmas, and engines of the portfolio, that are switched off") \
CHOICE(lbe,          "lbe",          LBE_LOOP, "none|sequence|loop", REDUCE, EXPERT, \
      "large blocks: none, straight lines, everything between loop heads") \
NUMBER(lbe_paths,    "lbe-paths",    32, 1, 1e6, REDUCE, EXPERT, \
      "a large block holds at most this many paths") \
CHOICE(abstraction,  "abstraction",  ABSTRACTION_LARGE, "never|large|always", REDUCE, EXPERT, \
      "which programs are first proved without what has nothing to do with their assertions " \
      "(rules of SV-COMP)") \
FLAG(  propagate,    "propagate",    true, REDUCE, EXPERT, "constant and expression propagation") \
FLAG(  slice,        "slice",        true, REDUCE, EXPERT, \
      "drop what cannot influence reaching the error") \
FLAG(  dead,         "dead",         true, REDUCE, EXPERT, "drop dead variables") \
FLAG(  bisim,        "bisim",        true, REDUCE, EXPERT, "merge bisimilar locations") \
NUMBER(property,     "property",     -1, -1, 1e9, HARDWARE, BASIC, \
      "index of the bad-state property; -1 is all in turn") \
CHOICE(level,        "level",        LEVEL_BOTH, "both|bit|word|tracked", HARDWARE, BASIC, \
      "BTOR2: as a circuit, on words, both side by side, or as a circuit with tracked cells " \
      "of memories") \
CHOICE(mic,          "mic",          3, "drop|down|ctg|dynamic", HARDWARE, EXPERT, \
      "generalization of the bit-level engine") \
CHOICE(ctg,          "ctg",          0, "listing|down|no-joins|delayed|late", HARDWARE, EXPERT, \
      "variant of ctgDown (FMCAD13): as listed, down at line 26, without joins, blocking " \
      "late, off until level 0") \
FLAG(  parents,      "parents",      false, HARDWARE, EXPERT, \
      "drop literals last that a lemma of the level below has in common with the cube") \
NUMBER(drop_after,   "drop-after",   0, 0, 1e9, HARDWARE, EXPERT, \
      "drop obligations that were tried more often; 0 is never") \
CHOICE(lift,         "lift",         0, "ternary|core", HARDWARE, EXPERT, \
      "how predecessors are lifted") \
FLAG(  constraints_later, "constraints-later", false, HARDWARE, EXPERT, \
      "demand the constraints of the state after a step, too") \
NUMBER(maxdepth,     "maxdepth",     1, 0, 10, HARDWARE, EXPERT, \
      "recursion depth of ctgDown (FMCAD13)") \
NUMBER(maxctgs,      "maxctgs",      3, 0, 100, HARDWARE, EXPERT, "CTGs between joins (FMCAD13)") \
NUMBER(sweep,        "sweep",        6, 0, 1e9, HARDWARE, EXPERT, \
      "seconds of CPU time for finding equal signals by induction; 0 turns it off") \
NUMBER(bounded,      "bounded",      0.2, 0, 0.5, HARDWARE, EXPERT, \
      "share of the CPU time for bounded model checking beside the bit-level engine; 0 " \
      "turns it off") \
NUMBER(induction,    "induction",    0.1, 0, 0.4, HARDWARE, EXPERT, \
      "share of the CPU time for k-induction beside the bit-level engine (not without " \
      "--bounded); 0 turns it off")
/* clang-format on */

typedef VEC(const char *) text_list;

struct options {
#define FLAG(field, name, value, group, level, help) bool field;
#define NUMBER(field, name, value, min, max, group, level, help) double field;
#define CHOICE(field, name, value, names, group, level, help) int field;
#define TEXT(field, name, value, arg, group, level, help) const char *field;
#define LIST(field, name, arg, group, level, help) text_list field;
    OPTION_ROWS(FLAG, NUMBER, CHOICE, TEXT, LIST)
#undef FLAG
#undef NUMBER
#undef CHOICE
#undef TEXT
#undef LIST
    text_list inputs;       /* file names; "-" is standard input */
    text_list flags;        /* words for the compiler, in order (util/flags.h) */
    bool help, version;     /* --help, --version */
    const char *help_topic; /* "", "all" or "presets" */
    /* With --solver=smtlib:COMMAND: the program and its arguments, separated by blanks. */
    const char *solver_command;
};

/* The one instance: set by options_parse, then read-only. */
extern struct options options;

/* Sets everything to the table's defaults. */
void options_reset(void);
/* Parses a command line; on failure *e says what is wrong and suggests the nearest option. A preset
 * is applied first wherever it stands, so that the other options refine it. Strings point into
 * argv. */
bool options_parse(int argc, char **argv, struct error *e);
/* One option as it would stand on the command line, without the dashes: "ctg-depth=1",
 * "no-reuse". */
bool options_set(const char *setting, struct error *e);
/* The value of a CHOICE option as it would stand on the command line, a fresh string. */
char *options_choice(const char *name);
/* Was the option of this name given on the command line? */
bool options_given(const char *name);
/* An option of the group of projects that was given; NULL: none. */
const char *options_given_project(void);
/* Is the name in the list of --without? */
bool options_without(const char *name);
/* The help text of a topic ("", "all", "presets", and "completion" for tools/make-docs), a fresh
 * string. */
char *options_help(const char *topic);
/* A line per option "name<TAB>type<TAB>choices<TAB>help" for the shell completion, a fresh
 * string. */
char *options_completion(void);

#endif
