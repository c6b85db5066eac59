"""The tools that can be run side by side: edgewise itself and adapters for others, each only where it is installed.

A configuration is a name for a tool with options. On the command line:
    default, spin18-all, ...       a preset of edgewise
    spacer, abc-pdr, cbmc, ...     a row of OTHERS
    NAME=edgewise OPTION...        edgewise with these options, under this name
An adapter makes the command line for a task and reads the verdict from what the tool printed."""
import json
import re
import shlex
import shutil
import signal

from .tasks import PROJECT, BadInput


class Answer:
    """verdict: TRUE, FALSE, UNKNOWN, or ERROR when the tool failed; numbers: counters by name."""

    def __init__(self, verdict, reason="", numbers=None):
        self.verdict, self.reason, self.numbers = verdict, reason, numbers or {}


class Tool:
    program = None  # looked for on the path
    kinds = ("c",)  # of tasks that it can read
    ours = False  # a wrong verdict of ours stops the run

    def __init__(self, name, options=()):
        self.name, self.options = name, list(options)

    def missing(self):
        """Why the tool cannot be run here, or None."""
        return None if shutil.which(self.program) else f"{self.program} is not installed"

    def describe(self):
        return " ".join([self.program, *self.options])

    def command(self, task, limits, seed):
        raise NotImplementedError

    def read(self, exit_code, out, err):
        raise NotImplementedError

    def answer(self, outcome, out, err):
        """What came of a run: a limit is an UNKNOWN, a signal or a crash an error of the tool."""
        if outcome["stopped"] == "time":
            return Answer("UNKNOWN", "timeout", self.read(outcome["exit"], out, err).numbers)
        if outcome["stopped"] == "memory":
            return Answer("UNKNOWN", "out of memory")
        if outcome["signal"] is not None:
            return Answer("ERROR", "killed by " + signal.Signals(outcome["signal"]).name)
        return self.read(outcome["exit"], out, err)


def whole(seconds):
    """Tools get the wall limit as theirs: the harness itself stops them at the limit of CPU time."""
    return str(max(1, round(seconds)))


def last_line(text):
    lines = text.strip().splitlines()
    return lines[-1].strip()[:200] if lines else ""


def counters(report):
    """The counters of edgewise's JSON, which stand in groups, by their names."""
    groups = (report.get("statistics") or {}).get("counters") or {}
    return {name: value for group in groups.values() for name, value in group.items()}


class Edgewise(Tool):
    kinds = ("c", "aig")
    ours = True
    exit_codes = {"TRUE": 0, "FALSE": 10, "UNKNOWN": 5}

    def __init__(self, name, options, binary):
        super().__init__(name, options)
        self.program = str(binary)

    def describe(self):
        return " ".join(["edgewise", *self.options])

    def command(self, task, limits, seed):
        options = [f"--timeout={limits.wall:g}", f"--memory={limits.memory:g}"] + ([f"--seed={seed}"] if seed > 1 else [])
        return [self.program, "--json", *options, *self.options, "--", str(task.path)]

    def read(self, exit_code, out, err):
        try:
            report = json.loads(out)
            verdict = report["verdict"]
        except (ValueError, KeyError, TypeError):
            return Answer("ERROR", f"exit code {exit_code}: {last_line(err) or 'no JSON on stdout'}")
        if self.exit_codes.get(verdict) != exit_code:
            why = report.get("reason") or last_line(err)
            return Answer("ERROR", f"verdict {verdict} with exit code {exit_code}: {why}", counters(report))
        numbers = counters(report)
        if verdict != "UNKNOWN" and report.get("engine"):  # who decided it, for bench/ablation
            numbers.update(engine=report["engine"], contracts=(report.get("evidence") or {}).get("contracts", 0))
        return Answer(verdict, report.get("reason") or "", numbers)


class Spacer(Tool):
    """Z3's Horn solver on our own export; left to itself, Z3 takes its Datalog engine for bit-vectors. Its time includes our front end, as edgewise's does."""
    program = "z3"

    def __init__(self, name, binary):
        super().__init__(name)
        self.binary = str(binary)

    def command(self, task, limits, seed):
        script = '"$1" --emit=chc -- "$2" > chc.smt2 2> export.err || { cat export.err >&2; echo "no export" >&2; exit 3; }; ' \
                 'exec z3 fp.engine=spacer "-T:$3" chc.smt2'
        return ["/bin/sh", "-c", script, "sh", self.binary, str(task.path), whole(limits.wall)]

    def read(self, exit_code, out, err):
        if exit_code == 3 and "no export" in err:
            return Answer("UNKNOWN", "no CHC export: " + last_line(err.replace("no export", "").strip()))
        verdicts = {"sat": "TRUE", "unsat": "FALSE"}  # satisfiable clauses: there is an invariant
        words = out.split()
        if words and words[0] in verdicts:
            return Answer(verdicts[words[0]])
        if "error" in out:
            return Answer("ERROR", last_line(out))
        return Answer("UNKNOWN", last_line(out) or f"exit code {exit_code}")


class Abc(Tool):
    program = "berkeley-abc"
    kinds = ("aig",)

    def command(self, task, limits, seed):
        options = " ".join(self.options)
        return [self.program, "-c", f'read_aiger "{task.path}"; pdr {options} -T {whole(limits.wall)}']

    def read(self, exit_code, out, err):
        if re.search(r"Property proved", out):
            return Answer("TRUE")
        if re.search(r"Output \d+ .*was asserted in frame", out):
            return Answer("FALSE")
        if "Assertion" in out + err:
            return Answer("ERROR", "assertion of abc failed")
        return Answer("UNKNOWN", last_line(out) or f"exit code {exit_code}")


class Cbmc(Tool):
    """Bounded, with unwinding assertions: a proof only where the loops end within the bound."""
    program = "cbmc"
    bound = "64"

    def command(self, task, limits, seed):
        error = str(PROJECT / "bench" / "harness" / "verifier_error.c")
        return [self.program, f"--{task.bits}", "--unwind", self.bound, "--unwinding-assertions", "--no-standard-checks",
                *self.options, *map(str, task.files), error]

    def read(self, exit_code, out, err):
        if "VERIFICATION SUCCESSFUL" in out:
            return Answer("TRUE")
        if "VERIFICATION FAILED" in out:
            failed = [line for line in out.splitlines() if line.rstrip().endswith("FAILURE")]
            if failed and all(".unwind." in line or "recursion" in line for line in failed):
                return Answer("UNKNOWN", "unwinding bound " + self.bound)
            return Answer("FALSE")
        return Answer("ERROR" if exit_code else "UNKNOWN", last_line(err) or last_line(out))


class Esbmc(Tool):
    program = "esbmc"

    def command(self, task, limits, seed):
        return [self.program, f"--{task.bits}", "--k-induction", "--unlimited-k-steps", "--no-bounds-check", "--no-pointer-check",
                "--no-div-by-zero-check", "--timeout", f"{whole(limits.wall)}s", *self.options, *map(str, task.files)]

    def read(self, exit_code, out, err):
        text = out + err
        if "VERIFICATION SUCCESSFUL" in text:
            return Answer("TRUE")
        if "VERIFICATION FAILED" in text:
            return Answer("FALSE")
        known = "VERIFICATION UNKNOWN" in text or "Timed out" in text
        return Answer("UNKNOWN" if known else "ERROR", last_line(text))


class Cpachecker(Tool):
    program = "cpachecker"

    def command(self, task, limits, seed):
        specification = ["--spec", str(task.property_file)] if task.property_file else []
        return [self.program, f"--{task.bits}", "--timelimit", f"{whole(limits.wall)}s", "--heap", f"{int(limits.memory * 0.8)}M",
                "--no-output-files", *specification, *self.options, *map(str, task.files)]

    def read(self, exit_code, out, err):
        match = re.search(r"Verification result: (TRUE|FALSE|UNKNOWN)", out)
        if not match:
            return Answer("ERROR", last_line(err) or last_line(out))
        return Answer(match.group(1), "incomplete" if match.group(1) == "UNKNOWN" else "")


OTHERS = {
    "abc-pdr": lambda binary: Abc("abc-pdr"),
    "abc-pdr-nc": lambda binary: Abc("abc-pdr-nc", ["-nc"]),
    "spacer": lambda binary: Spacer("spacer", binary),
    "cbmc": lambda binary: Cbmc("cbmc"),
    "esbmc": lambda binary: Esbmc("esbmc"),
    "cpachecker": lambda binary: Cpachecker("cpachecker"),
}


def make_tool(text, binary):
    """The tool of a configuration as written on the command line."""
    name, equals, words = text.partition("=")
    if not equals:
        return OTHERS[name](binary) if name in OTHERS else Edgewise(name, ["--preset=" + name], binary)
    words = shlex.split(words)
    if not words or words[0] != "edgewise":
        raise BadInput(f"configuration '{text}': after '=' comes edgewise and its options")
    return Edgewise(name, words[1:], binary)
