"""The papers' experiments: which sets and configurations each table and plot needs, and its labels.

bench/run --experiment NAME runs one, bench/report makes its tables and plots from the CSV. The papers' time limits were
1200 to 1800 s; ours are shorter so that a table takes an evening, and --timeout changes them."""


class Experiment:
    """configs: name -> label in tables; definitions: how a configuration that is no preset is made;
    pairs: (x axis, y axis) of the scatter plots; seeds: how often each run is repeated; cores: of each run;
    wall: seconds of wall time, where that is the limit that counts."""

    def __init__(self, title, sets, configs, pairs=(), seconds=30, memory=4000, seeds=1, definitions=None, cores=1, wall=None):
        self.title, self.sets, self.configs, self.pairs = title, sets, configs, list(pairs)
        self.seconds, self.memory, self.seeds, self.definitions = seconds, memory, seeds, definitions or {}
        self.cores, self.wall = cores, wall

    def config_texts(self):
        return [self.definitions.get(name, name) for name in self.configs]


CORE = ["Loops", "BitVectors", "ControlFlow"]
ALL_SOFTWARE = ["Arrays", "BitVectors", "ControlFlow", "ECA", "Floats", "Loops", "ProductLines", "Recursive", "Simple", "SystemC"]

SPIN18 = {
    "spin18-baseline": "Baseline",
    "spin18-precubes": "Pre-Cubes",
    "spin18-wp": "WP Inductivity",
    "spin18-upper": "Upper Bounds",
    "spin18-bounds": "Upper+Lower Bounds",
    "spin18-all": "All",
    "spin18-nogen": "No Generalization",
}

MERTENS = {
    "mertens-plain": "IC3CFA",
    "mertens-reuse": "IC3CFA with reuse",
    "mertens-reuse-skip": "IC3CFA with reuse and skip (r&s)",
    "mertens-new-termination": "IC3CFA r&s new",
    "mertens-greedy-termination": "IC3CFA r&s greedy",
    "mertens-push": "IC3CFA r&s with pushing",
    "mertens-push-none": "NONE",
    "mertens-push-assign": "ASSIGN",
    "mertens-push-predecessor": "PREDECESSOR",
    "mertens-push-restrictive": "RESTRICTIVE",
}

EXPERIMENTS = {
    "quick": Experiment("Quick set", ["quick"], {"default": "default", "ic3cfa": "IC3CFA alone"},
                        pairs=[("ic3cfa", "default")], seconds=10, memory=2000,
                        definitions={"default": "default=edgewise --preset=default --jobs=1",
                                     "ic3cfa": "ic3cfa=edgewise --engine=ic3cfa --jobs=1"}),
    "full": Experiment("Everything", ALL_SOFTWARE + ["hardware"], {"default": "default"}, seconds=60),
    "spin18": Experiment("SPIN18, Figures 1 and 2", CORE, SPIN18,
                         pairs=[("spin18-precubes", "spin18-baseline"), ("spin18-wp", "spin18-baseline"),
                                ("spin18-upper", "spin18-baseline"), ("spin18-bounds", "spin18-upper"),
                                ("spin18-bounds", "spin18-baseline"), ("spin18-all", "spin18-baseline"),
                                ("spin18-nogen", "spin18-baseline")]),
    "fmcad15": Experiment("FMCAD15, Figure 4", ["ControlFlow", "SystemC", "BitVectors"],
                          {"ic3smt": "IC3SMT", "tree-ic3": "Tree-IC3", "tree-ic3-itp": "Tree-IC3-ITP", "fmcad15": "IC3CFA"},
                          pairs=[("fmcad15", "ic3smt"), ("fmcad15", "tree-ic3"), ("fmcad15", "tree-ic3-itp")],
                          definitions={"ic3smt": "ic3smt=edgewise --preset=fmcad15 --engine=ic3smt",
                                       "tree-ic3": "tree-ic3=edgewise --preset=fmcad15 --engine=tree-ic3",
                                       "tree-ic3-itp": "tree-ic3-itp=edgewise --preset=fmcad15 --engine=tree-ic3-itp"}),
    "mertens": Experiment("MERTENS, information reuse", CORE + ["SystemC"], MERTENS,
                          pairs=[("mertens-reuse", "mertens-plain"), ("mertens-reuse-skip", "mertens-plain"),
                                 ("mertens-reuse-skip", "mertens-reuse"), ("mertens-new-termination", "mertens-reuse-skip"),
                                 ("mertens-greedy-termination", "mertens-reuse-skip"), ("mertens-push", "mertens-reuse-skip"),
                                 ("mertens-push-predecessor", "mertens-reuse-skip")],
                          definitions={"mertens-plain": "mertens-plain=edgewise --preset=mertens-reuse --no-reuse",
                                       "mertens-push": "mertens-push=edgewise --preset=mertens-push-predecessor --no-skip"}),
    "fmcad13": Experiment("FMCAD13, Table I and Figures 2 to 4", ["hardware"],
                          {"fmcad13-standard": "edgewise standard", "fmcad13-ctg": "edgewise with ctgDown",
                           "abc-pdr": "ABC standard", "abc-pdr-nc": "ABC with ctgDown"},
                          pairs=[("fmcad13-ctg", "fmcad13-standard"), ("abc-pdr-nc", "abc-pdr")], seeds=5),
    "fmcad13-variants": Experiment("FMCAD13, variants of ctgDown that the paper speaks of", ["hardware"],
                                   {"fmcad13-ctg": "ctgDown as listed", "fmcad13-line26": "down at line 26",
                                    "fmcad13-no-joins": "without joins", "fmcad13-delayed": "blocking upon failure",
                                    "fmcad13-late": "not before level 0"},
                                   pairs=[(name, "fmcad13-ctg") for name in ("fmcad13-line26", "fmcad13-no-joins",
                                                                             "fmcad13-delayed", "fmcad13-late")]),
    "cores": Experiment("The portfolio on one core and on two", ALL_SOFTWARE, {"one": "one core", "two": "two cores"},
                        pairs=[("two", "one")], seconds=60, wall=60, cores=2,
                        definitions={"one": "one=edgewise --jobs=1", "two": "two=edgewise --jobs=2"}),
    "spacer": Experiment("edgewise and Spacer on the same automata", CORE + ["SystemC"],
                         {"default": "edgewise", "spacer": "Spacer on our CHC"}, pairs=[("default", "spacer")]),
    "tools": Experiment("edgewise and other verifiers", CORE + ["SystemC"],
                        {"default": "edgewise", "spacer": "Spacer on our CHC", "cbmc": "CBMC", "esbmc": "ESBMC",
                         "cpachecker": "CPAchecker"},
                        pairs=[("default", "spacer"), ("default", "cbmc"), ("default", "esbmc"), ("default", "cpachecker")]),
}
