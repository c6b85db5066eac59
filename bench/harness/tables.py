"""Tables from the rows of a benchmark run: general ones, and those of the experiments in their own layout.

"Time" is CPU seconds of the whole process tree. Where a task was run with several seeds, the median run stands for it
(FMCAD13's rule); Table I of FMCAD13 shows minimum, median and maximum over the seeds."""
import collections
import json
import re
import statistics

from .results import SOLVED

SCORES = {("right", "TRUE"): 2, ("right", "FALSE"): 1, ("wrong", "TRUE"): -32, ("wrong", "FALSE"): -16}


class Table:
    """title, column heads, rows of texts; `notes` stand below it."""

    def __init__(self, title, head, rows, notes=()):
        self.title, self.head, self.notes = title, head, list(notes)
        self.rows = [[str(cell) for cell in row] for row in rows]

    def text(self):
        widths = [max(len(row[i]) for row in [self.head, *self.rows]) for i in range(len(self.head))]
        def line(cells):
            return "  " + "  ".join(c.ljust(w) if i == 0 else c.rjust(w) for i, (c, w) in enumerate(zip(cells, widths))).rstrip()
        rule = "  " + "-" * (sum(widths) + 2 * len(widths) - 2)
        return "\n".join([self.title, line(self.head), rule, *map(line, self.rows), *("  " + note for note in self.notes)])


class Data:
    """The rows of one or more runs, by configuration and task."""

    def __init__(self, rows, limit, labels=None):
        self.limit, self.labels = limit, labels or {}
        self.configs = list(dict.fromkeys(row["config"] for row in rows))
        self.tasks = list(dict.fromkeys(row["task"] for row in rows))
        self.groups = {row["task"]: row["group"] for row in rows}
        self.runs = collections.defaultdict(list)
        for row in rows:
            self.runs[row["config"], row["task"]].append(row)
        self.medians = {at: median_run(runs) for at, runs in self.runs.items()}

    def label(self, config):
        return self.labels.get(config, config)

    def of(self, config):
        """task -> its median run."""
        return {task: self.medians[config, task] for task in self.tasks if (config, task) in self.medians}

    def solved(self, config):
        return {task: row for task, row in self.of(config).items() if row["status"] in SOLVED}


def median_run(runs):
    ordered = sorted(runs, key=lambda row: (row["status"] not in SOLVED, number(row["cpu"])))
    return ordered[(len(ordered) - 1) // 2]


def number(text):
    return float(text) if text not in ("", None) else 0.0


def total(rows, column):
    return sum(number(row[column]) for row in rows)


def counter(rows, name):
    return sum(json.loads(row["statistics"]).get(name, 0) for row in rows if row["statistics"])


def count(value):
    return f"{value:,.0f}"


def seconds(value):
    return f"{value:,.0f}" if value >= 100 else f"{value:.1f}"


def summary(data):
    rows = []
    for config in data.configs:
        runs, solved = data.of(config).values(), list(data.solved(config).values())
        kinds = collections.Counter(row["status"] for row in runs)
        verdicts = collections.Counter(row["verdict"] for row in solved)
        times = [number(row["cpu"]) for row in solved]
        rows.append([data.label(config), f"{len(solved)}/{len(runs)}", verdicts["TRUE"], verdicts["FALSE"], kinds["unknown"],
                     kinds["error"], kinds["wrong"], seconds(sum(times)), f"{statistics.median(times):.2f}" if times else "–",
                     count(max((number(row["memory"]) for row in runs), default=0))])
    head = ["configuration", "solved", "TRUE", "FALSE", "unknown", "error", "wrong", "time (s)", "median (s)", "memory (MiB)"]
    return Table("Summary", head, rows, [f"limit {data.limit:g} s; time: CPU, solved tasks only; memory: the largest run"])


def categories(data):
    groups = list(dict.fromkeys(data.groups[task] for task in data.tasks))
    rows = []
    for group in groups:
        tasks = [task for task in data.tasks if data.groups[task] == group]
        cells = [f"{sum(task in data.solved(c) for task in tasks)}" for c in data.configs]
        rows.append([group, len(tasks), *cells])
    return Table("Solved by category", ["category", "tasks", *map(data.label, data.configs)], rows)


def duel(data, first, second):
    """Who solves what, and the time on what both solve."""
    common = [task for task in data.of(first) if task in data.of(second)]
    a, b = data.solved(first), data.solved(second)
    both = [task for task in common if task in a and task in b]
    only_a = sum(task in a and task not in b for task in common)
    only_b = sum(task in b and task not in a for task in common)
    neither = len(common) - len(both) - only_a - only_b
    return [data.label(first), data.label(second), len(both), only_a, only_b, neither,
            seconds(sum(number(a[t]["cpu"]) for t in both)), seconds(sum(number(b[t]["cpu"]) for t in both))]


def duels(data, pairs):
    rows = [duel(data, first, second) for first, second in pairs if first in data.configs and second in data.configs]
    head = ["A", "B", "both", "only A", "only B", "neither", "A's time on both (s)", "B's time on both (s)"]
    return Table("Side by side", head, rows)


def reasons(data):
    rows = []
    for config in data.configs:
        texts = collections.Counter(shorten(row["reason"]) for row in data.of(config).values() if row["status"] in ("unknown", "error"))
        rows += [[data.label(config), reason or "no reason given", number_of] for reason, number_of in texts.most_common(8)]
    return Table("Why not solved", ["configuration", "reason", "tasks"], rows)


def shorten(reason):
    """Reasons that differ only in a place or a number are one reason."""
    reason = re.sub(r"^\S+:\d+(:\d+)?:?\s*", "", reason)
    reason = re.sub(r"( at| in)? \S*/\S+", "", reason)
    return re.sub(r"\d+", "N", reason)[:70]


PAPER_SPIN18 = {"spin18-baseline": (234, 12340), "spin18-precubes": (238, 9992), "spin18-wp": (236, 11925), "spin18-upper": (234, 11571),
                "spin18-bounds": (242, 11913), "spin18-all": (244, 11160), "spin18-nogen": (161, 6075)}


def spin18(data):
    rows = []
    for config in data.configs:
        solved = data.solved(config).values()
        paper = PAPER_SPIN18.get(config, ("–", "–"))
        rows.append([data.label(config), len(solved), seconds(total(solved, "cpu")), *paper])
    size = len(data.tasks)
    return [Table("SPIN18, Fig. 2: summary of all configurations", ["Configuration", "# Solved", "Time (s)", "paper: # Solved", "paper: Time (s)"],
                  rows, [f"{size} tasks, {data.limit:g} s, {data.label(data.configs[0])} first; the paper: 353 tasks, 1800 s"])]


PAPER_FMCAD15 = {"ic3smt": ("13/28", 6328, 24328), "tree-ic3": ("21/28", 1752, 10152), "tree-ic3-itp": ("28/28", 3107, 3107),
                 "fmcad15": ("22/28", 584, 7784)}


def fmcad15(data):
    rows = []
    for config in data.configs:
        runs, solved = data.of(config), data.solved(config)
        solve_time = total(solved.values(), "cpu")
        all_time = solve_time + data.limit * (len(runs) - len(solved))
        paper = PAPER_FMCAD15.get(config, ("–", "–", "–"))
        rows.append([data.label(config), f"{len(solved)}/{len(runs)}", seconds(solve_time), seconds(all_time), *paper])
    head = ["Algorithm", "# solve", "solve t (s)", "total t (s)", "paper: # solve", "paper: solve t", "paper: total t"]
    return [Table("FMCAD15, Fig. 4: comparison of IC3SMT, Tree-IC3, Tree-IC3-ITP and IC3CFA", head, rows,
                  ["total t counts an unsolved task with the time limit; the paper: 28 programs, 1200 s"])]


def score(runs):
    return sum(SCORES.get((row["status"], row["verdict"]), 0) for row in runs)


# The slides: 150 programs; solved, t solved, # SAT, # k
PAPER_MERTENS = {"mertens-plain": (110, 18170), "mertens-reuse": (116, 16132), "mertens-reuse-skip": (116, 10407, 408194, 3887),
                 "mertens-new-termination": (116, 10335, 404926, 3862), "mertens-greedy-termination": (116, 10176, 394872, 3727),
                 "mertens-push": (116, 12776, 576036), "mertens-push-predecessor": (116, 11916, 396158)}
PAPER_FILTERS = {"mertens-push-none": (3451204, 2865003), "mertens-push-assign": (2353298, 2076557),
                 "mertens-push-predecessor": (1000217, 983060), "mertens-push-restrictive": (799974, 799974)}


def rate(checked, done):
    return f"{100 * done / checked:.0f} %" if checked else "–"


def mertens_row(data, config, label, columns, common):
    runs, solved = data.of(config).values(), list(data.solved(config).values())
    shared = [row for task, row in data.solved(config).items() if task in common]
    cells = {"score": count(score(runs)), "solved": f"{len(solved)}/{len(runs)}", "t solved (s)": seconds(total(solved, "cpu")),
             "memory (MiB)": count(total(solved, "memory")), "# SAT": count(total(solved, "queries")), "# k": count(total(solved, "k")),
             "t common (s)": seconds(total(shared, "cpu")), "# SAT common": count(total(shared, "queries")),
             "# k common": count(total(shared, "k")), "fired": count(counter(runs, "termination_fired")),
             "right": count(counter(runs, "termination_right"))}
    paper = (*PAPER_MERTENS.get(config, ()), None, None, None, None)
    cells.update(zip(["slides: solved", "slides: t (s)", "slides: # SAT", "slides: # k"], (count(x) if x else "–" for x in paper)))
    return [label, *(cells[name] for name in columns)]


def solved_by_all(data, configs):
    return set.intersection(*(set(data.solved(config)) for config in configs)) if configs else set()


def mertens(data):
    plain = ["score", "solved", "t solved (s)", "memory (MiB)", "t common (s)", "# SAT common", "# k common"]
    paper = ["slides: solved", "slides: t (s)"]
    predecessor = "mertens-push-predecessor"  # skips, too
    layout = [
        ("MERTENS: obligation reuse and skipping", plain + paper, ["mertens-plain", "mertens-reuse", "mertens-reuse-skip"]),
        ("MERTENS: termination", plain + ["# SAT", "# k", "fired", "right", *paper, "slides: # SAT", "slides: # k"],
         ["mertens-reuse-skip", "mertens-new-termination", "mertens-greedy-termination"]),
        ("MERTENS: pushing", plain + ["# SAT", *paper, "slides: # SAT"], ["mertens-reuse-skip", "mertens-push", predecessor]),
    ]
    tables = []
    for title, columns, configs in layout:
        configs = [config for config in configs if config in data.configs]
        common = solved_by_all(data, configs)
        rows = [mertens_row(data, config, "IC3CFA r&s with pushing & skip" if config == predecessor else data.label(config), columns, common)
                for config in configs]
        tables.append(Table(title, ["tool", *columns], rows,
                            [f"sums over solved tasks, common: over the {len(common)} that all rows solve; score: 2 for TRUE, 1 for FALSE; slides: 150 programs"]))
    rows = []
    for config in ("mertens-push-none", "mertens-push-assign", "mertens-push-predecessor", "mertens-push-restrictive"):
        runs = data.solved(config).values() if config in data.configs else []
        checked, done = counter(runs, "push_checked"), counter(runs, "push_done")
        there, successful = PAPER_FILTERS[config]
        rows.append([data.label(config), count(checked), count(done), rate(checked, done), count(there), count(successful),
                     rate(there, successful)])
    head = ["filter", "checked", "successful", "rate", "slides: checked", "slides: successful", "slides: rate"]
    tables.append(Table("MERTENS: filters of pushing", head, rows, ["over solved tasks; the filters are a reading of the slides (src/ic3cfa/push.c)"]))
    return tables


def family(task):
    """Of a hardware model: the letters that its name starts with, as the competition named them (bob, pdt, intel, ...)."""
    stem = task.rsplit("/", 1)[-1]
    for known in ("6s", "abp", "bc57", "bob", "eijk", "intel", "irst", "kenflash", "mentor", "necla", "nusmv", "pdtpms", "pdtsw", "pdtvis",
                  "pdtvsar", "pj", "prodcell", "vis", "texas"):
        if stem.startswith(known):
            return known
    return re.match(r"[A-Za-z]*", stem).group(0) or stem[:2]


LARGE_FAMILY = 5  # smaller ones are put together, as the paper does below 60


def over_seeds(data, config, tasks):
    """Solved (minimum, median, maximum over the seeds) and the median of the summed CPU times."""
    solved, times = collections.Counter(), collections.Counter()
    for task in tasks:
        for row in data.runs.get((config, task), []):
            solved[row["seed"]] += row["status"] in SOLVED
            times[row["seed"]] += number(row["cpu"])
    if not times:
        return None
    numbers = sorted(solved[seed] for seed in times)
    return numbers[0], round(statistics.median(numbers)), numbers[-1], statistics.median(times.values())


def fmcad13_table(data, title, with_ctg, standard):
    families = collections.defaultdict(list)
    for task in data.tasks:
        families[family(task)].append(task)
    large = {name: tasks for name, tasks in sorted(families.items()) if len(tasks) >= LARGE_FAMILY}
    other = [task for name, tasks in families.items() if name not in large for task in tasks]
    rows = []
    for name, tasks in [*large.items(), ("other", other), ("all", data.tasks)]:
        new, old = over_seeds(data, with_ctg, tasks), over_seeds(data, standard, tasks)
        if not tasks or not new or not old:
            continue
        gain = new[1] - old[1]
        rows.append([name, len(tasks), "/".join(map(str, new[:3])), f"({-gain})" if gain < 0 else gain, seconds(new[3]),
                     "/".join(map(str, old[:3])), seconds(old[3])])
    head = ["Family", "Size", "ctgDown: Solved", "Gain", "Time (s)", "Standard: Solved", "Time (s)"]
    return Table(title, head, rows, ["Solved: minimum/median/maximum over the seeds; Time: CPU, unsolved included; a loss in parentheses"])


def fmcad13(data):
    tables = []
    for title, new, old in (("edgewise", "fmcad13-ctg", "fmcad13-standard"), ("ABC", "abc-pdr-nc", "abc-pdr")):
        if new in data.configs and old in data.configs:
            tables.append(fmcad13_table(data, f"FMCAD13, Table I: results by family, {title}", new, old))
    return tables


QUICK = 1.0  # seconds; below, starting clang is most of a run


def cores(data):
    """Wall time of the first configuration against the others', on the tasks that both solve."""
    first, rows = data.configs[0], []
    for config in data.configs:
        a, b = data.solved(first), data.solved(config)
        both = [task for task in a if task in b]
        slow = [task for task in both if number(a[task]["wall"]) >= QUICK]
        ratios = [number(a[task]["wall"]) / max(number(b[task]["wall"]), 0.001) for task in slow]
        rows.append([data.label(config), len(b), seconds(sum(number(a[t]["wall"]) for t in both)), seconds(sum(number(b[t]["wall"]) for t in both)),
                     len(slow), f"{statistics.geometric_mean(ratios):.2f}" if ratios else "–"])
    head = ["configuration", "solved", f"wall of {data.label(first)} (s)", "wall (s)", f"of {QUICK:g} s and more", "times as fast there"]
    return [Table("Wall time", head, rows, [f"wall times on what both solve; the last column: geometric mean over the tasks that take "
                                            f"{data.label(first)} {QUICK:g} s or more"])]


LAYOUTS = {"spin18": spin18, "fmcad15": fmcad15, "mertens": mertens, "fmcad13": fmcad13, "cores": cores}


def tables_of(data, experiment, pairs):
    """All tables of a report, the experiment's own first."""
    found = LAYOUTS[experiment](data) if experiment in LAYOUTS else []
    found += [summary(data), categories(data)]
    if len(data.configs) > 1 and pairs:
        found.append(duels(data, pairs))
    found.append(reasons(data))
    return [table for table in found if table.rows]
