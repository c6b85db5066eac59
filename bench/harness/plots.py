"""Scatter and cactus plots as SVG, drawn by gnuplot.

Scatter (SPIN18 Fig. 1, FMCAD15 Fig. 4, FMCAD13 Figs. 3 and 4, MERTENS): one mark per task, logarithmic axes, the diagonal, and dashed
lines one order of magnitude away from it; what a configuration did not solve lies on the line of its time limit. A mark above the
diagonal says that the configuration on the x axis is faster. Cactus (FMCAD13 Fig. 2): how many tasks are solved within which time each."""
import shutil
import subprocess

from .results import SOLVED
from .tables import number

LEAST = 0.01  # seconds; below that a mark says nothing
COLORS = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#555555", "#882255", "#117733", "#999933", "#aa4499"]


def available():
    return shutil.which("gnuplot") is not None


def draw(script):
    result = subprocess.run(["gnuplot"], input=script, capture_output=True, text=True, timeout=60, check=False)
    if result.returncode or "<svg" not in result.stdout:
        raise RuntimeError("gnuplot failed: " + result.stderr.strip()[:400])
    return result.stdout


def block(name, lines):
    return f"${name} << END\n" + "".join(line + "\n" for line in lines) + "END\n"


def quoted(text):
    return "'" + text.replace("'", "’") + "'"


def position(row, limit):
    return min(limit, max(LEAST, number(row["cpu"]))) if row["status"] in SOLVED else limit


def scatter(data, x, y):
    """SVG text; None when no task was run by both."""
    points = {"TRUE": [], "FALSE": [], "open": []}
    a, b = data.of(x), data.of(y)
    for task in a:
        if task not in b:
            continue
        solved = [row for row in (a[task], b[task]) if row["status"] in SOLVED]
        if solved:
            kind = solved[0]["verdict"] if len(solved) == 2 else "open"
            points[kind].append(f"{position(a[task], data.limit):.4f} {position(b[task], data.limit):.4f}")
    if not any(points.values()):
        return None
    names = {"TRUE": "safe", "FALSE": "unsafe", "open": "one of them only"}
    styles = {"TRUE": (COLORS[0], 1), "FALSE": (COLORS[1], 2), "open": (COLORS[6], 6)}
    script = "set terminal svg size 460,460 dynamic noenhanced font 'sans-serif,16' background 'white'\n"
    script += f"set logscale xy\nset xrange [{LEAST}:{data.limit * 1.6}]\nset yrange [{LEAST}:{data.limit * 1.6}]\nset size square\n"
    script += f"set xlabel {quoted(data.label(x) + ' [s]')}\nset ylabel {quoted(data.label(y) + ' [s]')}\n"
    script += "set format xy '%g'\nset grid lc rgb '#e4e4e4'\nset key outside bottom horizontal\nset border lc rgb '#555555'\n"
    script += f"set arrow from {data.limit},{LEAST} to {data.limit},{data.limit} nohead dt 3 lc rgb '#888888'\n"
    script += f"set arrow from {LEAST},{data.limit} to {data.limit},{data.limit} nohead dt 3 lc rgb '#888888'\n"
    plots = []
    for kind, lines in points.items():
        if lines:
            script += block(kind, lines)
            color, shape = styles[kind]
            plots.append(f"${kind} with points pt {shape} ps 0.7 lw 1.3 lc rgb '{color}' title '{names[kind]} ({len(lines)})'")
    lines = ["x with lines lc rgb '#555555' notitle", "10*x with lines dt 2 lc rgb '#888888' notitle",
             "x/10 with lines dt 2 lc rgb '#888888' notitle"]
    return draw(script + "plot " + ", ".join(lines + plots) + "\n")


def cactus(data):
    """SVG text; None when nothing was solved."""
    script = "set terminal svg size 540,420 dynamic noenhanced font 'sans-serif,16' background 'white'\n"
    script += f"set logscale y\nset format y '%g'\nset yrange [{LEAST}:{data.limit * 1.2}]\nset xrange [0:*]\n"
    script += "set xlabel 'tasks solved' offset 0,0.3\nset ylabel 'CPU time of each [s]'\nset grid lc rgb '#e4e4e4'\n"
    script += "set key inside top left Left reverse samplen 2 font ',10'\nset border lc rgb '#555555'\n"
    plots = []
    for index, config in enumerate(data.configs):
        times = sorted(max(LEAST, number(row["cpu"])) for row in data.solved(config).values())
        if times:
            script += block(f"c{index}", [f"{i} {time:.4f}" for i, time in enumerate(times, 1)])
            color = COLORS[index % len(COLORS)]
            plots.append(f"$c{index} with linespoints pt {index % 12 + 1} ps 0.4 lw 1.4 lc rgb '{color}' title {quoted(data.label(config))}")
    return draw(script + "plot " + ", ".join(plots) + "\n") if plots else None


def plots_of(data, pairs):
    """[(title, SVG text)]"""
    found = [("Cactus plot: tasks solved within a time each", cactus(data))]
    for x, y in pairs:
        if x in data.configs and y in data.configs:
            found.append((f"{data.label(y)} (up) against {data.label(x)} (right)", scatter(data, x, y)))
    return [(title, svg) for title, svg in found if svg]
