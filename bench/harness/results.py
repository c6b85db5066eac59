"""The CSV of a benchmark run: one row per run, written as soon as the run is over.

While a run is going on, rows are appended in the order in which they end; when it is complete, the file is rewritten in the
order of the plan, so that an interrupted and resumed run gives the same file as an uninterrupted one, up to times."""
import collections
import csv
import json
import os

COLUMNS = ["task", "group", "config", "seed", "expected", "verdict", "status", "reason", "cpu", "wall", "memory", "queries", "k",
           "lemmas", "instructions", "left", "limit", "statistics"]
WITHOUT_LIMIT = [name for name in COLUMNS if name != "limit"]  # what was stored before there was that column
TIMES = ["cpu", "wall", "memory", "instructions"]  # what noise moves
SOLVED = ("right", "unchecked")


def key(row):
    return row["task"], row["config"], int(row["seed"])


def status_of(verdict, expected):
    if verdict == "ERROR":
        return "error"
    if verdict not in ("TRUE", "FALSE"):
        return "unknown"
    if not expected:
        return "unchecked"
    return "right" if verdict == expected else "wrong"


def make_row(task, tool, seed, outcome, answer, limit):
    numbers = answer.numbers
    return {"task": task.name, "group": task.group, "config": tool.name, "seed": seed, "expected": task.expected,
            "verdict": answer.verdict, "status": status_of(answer.verdict, task.expected), "reason": answer.reason,
            "cpu": f"{outcome['cpu']:.3f}", "wall": f"{outcome['wall']:.3f}", "memory": f"{outcome['memory']:.1f}",
            "queries": numbers.get("queries", ""), "k": numbers.get("frames", ""), "lemmas": numbers.get("lemmas", ""),
            "instructions": "" if outcome["instructions"] is None else outcome["instructions"], "left": outcome["left"], "limit": f"{limit:g}",
            "statistics": json.dumps(numbers, sort_keys=True) if numbers else ""}


def read_rows(path):
    """The rows of a CSV; a last line that an interruption cut off is dropped."""
    if not os.path.exists(path):
        return []
    with open(path, newline="", encoding="utf-8") as file:
        text = file.read()
    if not text.endswith("\n"):
        text = text[:text.rfind("\n") + 1]
    reader = csv.DictReader(text.splitlines(keepends=True))
    if reader.fieldnames is not None and reader.fieldnames not in (COLUMNS, WITHOUT_LIMIT):
        raise ValueError(f"{path}: not a CSV of bench/run")
    return [{"limit": "", **row} for row in reader if None not in row.values()]


def limit_of(rows):
    """The CPU seconds that each run had, or None: the column `limit`; of a CSV without it, the whole seconds after which most of
    the runs were ended that ran out of time."""
    noted = {row["limit"] for row in rows} - {""}
    if len(noted) > 1:
        raise ValueError("these runs had different time limits: " + ", ".join(sorted(noted, key=float)))
    if noted:
        return float(noted.pop())
    ended = collections.Counter(int(float(row["cpu"])) for row in rows if row["reason"] == "timeout" and row["cpu"])
    return float(ended.most_common(1)[0][0]) if ended else None


def write_rows(path, rows):
    """Replaces the file in one step."""
    temporary = str(path) + ".new"
    with open(temporary, "w", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, COLUMNS, lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)
        file.flush()
        os.fsync(file.fileno())
    os.replace(temporary, path)


def drop(path, unwanted):
    """Removes the rows for which `unwanted` holds."""
    write_rows(path, [row for row in read_rows(path) if not unwanted(row)])


class Journal:
    """The file of a run under way."""

    def __init__(self, path):
        self.path = path
        self.rows = {key(row): row for row in read_rows(path)}
        write_rows(path, self.rows.values())
        self.file = open(path, "a", newline="", encoding="utf-8")
        self.writer = csv.DictWriter(self.file, COLUMNS, lineterminator="\n")

    def add(self, row):
        self.rows[key(row)] = row
        self.writer.writerow(row)
        self.file.flush()
        os.fsync(self.file.fileno())

    def finish(self, order):
        """`order`: the keys of the plan. Rows of other plans in the same file follow after."""
        self.file.close()
        place = {k: i for i, k in enumerate(order)}
        write_rows(self.path, sorted(self.rows.values(), key=lambda row: place.get(key(row), len(place))))
