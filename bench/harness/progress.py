"""The live line of a benchmark run: a bar, counts, and an estimate of the rest. On a terminal it is redrawn in
place; elsewhere a plain line is printed now and then."""
import shutil
import sys
import time

RED, GREEN, BOLD, PLAIN = "\033[31m", "\033[32m", "\033[1m", "\033[0m"


def paint(text, color):
    return color + text + PLAIN if sys.stdout.isatty() else text


def span(seconds):
    seconds = int(seconds)
    if seconds >= 3600:
        return f"{seconds // 3600} h {seconds % 3600 // 60:02d} min"
    return f"{seconds // 60} min {seconds % 60:02d} s" if seconds >= 60 else f"{seconds} s"


class Progress:
    QUIET_INTERVAL = 30  # seconds between lines when there is no terminal

    def __init__(self, total, jobs):
        self.total, self.jobs = total, jobs
        self.counts = {"right": 0, "unchecked": 0, "unknown": 0, "error": 0, "wrong": 0}
        self.done, self.walls = 0, {}
        self.last_line = time.monotonic()

    def add(self, row):
        self.done += 1
        self.counts[row["status"]] += 1
        self.walls.setdefault(row["config"], []).append(float(row["wall"]))

    def estimate(self, waiting):
        """Seconds to go: the mean of each configuration so far, for each of its runs still waiting."""
        everything = [wall for walls in self.walls.values() for wall in walls]
        if not everything:
            return None
        overall = sum(everything) / len(everything)
        rest = 0.0
        for config, number in waiting.items():
            walls = self.walls.get(config)
            rest += number * (sum(walls) / len(walls) if walls else overall)
        return rest / self.jobs

    def text(self, waiting, current):
        share = self.done / self.total if self.total else 1
        bar = "#" * int(20 * share) + "." * (20 - int(20 * share))
        counts = ", ".join(f"{number} {name}" for name, number in self.counts.items() if number)
        rest = self.estimate(waiting)
        eta = "" if rest is None or self.done == self.total else f", about {span(rest)} to go"
        return f"[{bar}] {self.done}/{self.total}: {counts or 'starting'}{eta}  {current}"

    def show(self, waiting, current):
        if sys.stdout.isatty():
            width = shutil.get_terminal_size().columns - 1
            print("\r\033[K" + self.text(waiting, current)[:width], end="", flush=True)
        elif time.monotonic() - self.last_line >= self.QUIET_INTERVAL:
            self.last_line = time.monotonic()
            print(self.text(waiting, ""), flush=True)

    def say(self, line):
        print(("\r\033[K" if sys.stdout.isatty() else "") + line, flush=True)
