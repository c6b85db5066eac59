/* The named configurations of the papers: PRESET("name", "settings", "what it is"). Settings are
 * options as on the command line without dashes, separated by spaces; what is not named keeps its
 * default. */
#ifndef UTIL_OPTIONS_PRESETS_H
#define UTIL_OPTIONS_PRESETS_H

/* All that SPIN18 switches, off: IC3-style generalization with the transition relation only. */
#define PRESET_PLAIN                                                                                         \
    "engine=ic3cfa no-lemmas inductivity=tr no-unsat-cores no-joint no-pre-cubes no-upper-bounds "           \
    "no-lower-bounds "                                                                                       \
    "no-reuse no-skip ctg-depth=0 push=triggered termination=frames "

/* clang-format off */
#define PRESET_ROWS(PRESET) \
PRESET("default", "", "what measures best") \
PRESET("fmcad15", PRESET_PLAIN "no-generalize self-loop", \
      "FMCAD15: no generalization, query (6) on self-loops") \
PRESET("fmcad15-as-published", \
      PRESET_PLAIN "no-generalize self-loop push-at-once solver=z3 lbe=none", \
      "FMCAD15 with Z3, without large blocks, lemmas pushed as Suda does") \
PRESET("spin18-nogen", PRESET_PLAIN "no-generalize", "SPIN18 Fig. 2, No Generalization") \
PRESET("spin18-baseline", PRESET_PLAIN, "SPIN18 Fig. 2, Baseline") \
PRESET("spin18-precubes", PRESET_PLAIN "pre-cubes", "SPIN18 Fig. 2, Pre-Cubes") \
PRESET("spin18-wp", PRESET_PLAIN "inductivity=wp", "SPIN18 Fig. 2, WP Inductivity") \
PRESET("spin18-upper", PRESET_PLAIN "upper-bounds", "SPIN18 Fig. 2, Upper Bounds") \
PRESET("spin18-bounds", PRESET_PLAIN "upper-bounds lower-bounds", \
      "SPIN18 Fig. 2, Upper+Lower Bounds") \
PRESET("spin18-all", PRESET_PLAIN "pre-cubes inductivity=wp upper-bounds lower-bounds", \
      "SPIN18 Fig. 2, All") \
PRESET("spin18-nogen-as-published", PRESET_PLAIN "no-generalize solver=z3", \
      "the same with the paper's solver, Z3, as the next six") \
PRESET("spin18-baseline-as-published", PRESET_PLAIN "solver=z3", "SPIN18 Fig. 2, Baseline, Z3") \
PRESET("spin18-precubes-as-published", PRESET_PLAIN "pre-cubes solver=z3", \
      "SPIN18 Fig. 2, Pre-Cubes, Z3") \
PRESET("spin18-wp-as-published", PRESET_PLAIN "inductivity=wp solver=z3", \
      "SPIN18 Fig. 2, WP Inductivity, Z3") \
PRESET("spin18-upper-as-published", PRESET_PLAIN "upper-bounds solver=z3", \
      "SPIN18 Fig. 2, Upper Bounds, Z3") \
PRESET("spin18-bounds-as-published", PRESET_PLAIN "upper-bounds lower-bounds solver=z3", \
      "SPIN18 Fig. 2, Upper+Lower Bounds, Z3") \
PRESET("spin18-all-as-published", \
      PRESET_PLAIN "pre-cubes inductivity=wp upper-bounds lower-bounds solver=z3", \
      "SPIN18 Fig. 2, All, Z3") \
PRESET("mertens-reuse", PRESET_PLAIN "inductivity=wp reuse push=off", "MERTENS: obligation reuse") \
PRESET("mertens-reuse-skip", PRESET_PLAIN "inductivity=wp reuse skip push=off", \
      "MERTENS: reuse and skipping") \
PRESET("mertens-new-termination", PRESET_PLAIN "inductivity=wp reuse skip push=off termination=new", \
      "MERTENS: the new termination criterion") \
PRESET("mertens-greedy-termination", PRESET_PLAIN "inductivity=wp reuse skip push=off termination=greedy", \
      "MERTENS: the greedy termination criterion") \
PRESET("mertens-push-none", PRESET_PLAIN "inductivity=wp reuse skip push=none", \
      "MERTENS: pushing, filter NONE") \
PRESET("mertens-push-assign", PRESET_PLAIN "inductivity=wp reuse skip push=assign", \
      "MERTENS: pushing, filter ASSIGN") \
PRESET("mertens-push-predecessor", PRESET_PLAIN "inductivity=wp reuse skip push=predecessor", \
      "MERTENS: pushing, filter PREDECESSOR") \
PRESET("mertens-push-restrictive", PRESET_PLAIN "inductivity=wp reuse skip push=restrictive", \
      "MERTENS: pushing, filter RESTRICTIVE") \
PRESET("ctg", PRESET_PLAIN "pre-cubes inductivity=wp lower-bounds unsat-cores ctg-depth=1", \
      "FMCAD13 carried over to control-flow automata") \
PRESET("fmcad13-standard", "mic=down bounded=0 induction=0", "FMCAD13: MIC with down (AIGER)") \
PRESET("fmcad13-ctg", "mic=ctg bounded=0 induction=0", "FMCAD13: MIC with ctgDown (AIGER)") \
PRESET("fmcad13-line26", "mic=ctg ctg=down bounded=0 induction=0", \
      "FMCAD13: ctgDown that calls down at line 26, as IImc does (AIGER)") \
PRESET("fmcad13-no-joins", "mic=ctg ctg=no-joins bounded=0 induction=0", \
      "FMCAD13: ctgDown without joins (AIGER)") \
PRESET("fmcad13-delayed", "mic=ctg ctg=delayed bounded=0 induction=0", \
      "FMCAD13: ctgDown that joins first and blocks upon failure (AIGER)") \
PRESET("fmcad13-late", "mic=ctg ctg=late bounded=0 induction=0", \
      "FMCAD13: ctgDown that blocks nothing until level 0 was reached (AIGER)") \
PRESET("abc-like", "mic=drop bounded=0 induction=0", "literal dropping only (AIGER)")
/* clang-format on */

#endif
