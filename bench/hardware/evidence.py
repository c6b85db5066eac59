"""Checks of evidence for verdicts on AIGER models that share no code with edgewise: a reader, a simulator and an encoder of their
own, and a SAT solver as a program (kissat, cadical, picosat or minisat, the first that is installed).

`check_trace` replays a stimulus in the format of the Hardware Model Checking Competition. `check_proof` takes a witness circuit: the
model, gate by gate, with more gates, whose bad literal B must cover the model's, exclude the initial states and be inductively
unreachable. Both return "" or what is wrong."""
import shutil
import subprocess
import tempfile

SOLVERS = {"kissat": ["-q", "-n"], "cadical": ["-q", "-n"], "picosat": ["-n"], "minisat": ["-verb=0"]}


class Model:
    """Literals are the file's: 2 * variable + sign, inputs first, then latches, then gates."""
    def __init__(self, path):
        with open(path, "rb") as f:
            self.data, self.at = f.read(), 0
        header = self.line().split()
        if header[0] != "aig":
            raise ValueError(f"{path}: not a binary AIGER file")
        counts = [int(x) for x in header[1:]] + [0] * 5
        _, self.inputs, latches, outputs, ands, bads, constraints, justice, fairness = counts[:9]
        if justice or fairness:
            raise ValueError(f"{path}: justice or fairness")
        self.first_latch = 1 + self.inputs
        self.first_and = self.first_latch + latches
        self.latches = [self.latch(2 * (self.first_latch + i)) for i in range(latches)]
        lists = [[int(self.line()) for _ in range(n)] for n in (outputs, bads, constraints)]
        self.properties = lists[1] or lists[0]
        self.constraints = lists[2]
        self.ands = [self.gate(2 * (self.first_and + i)) for i in range(ands)]

    def line(self):
        end = self.data.index(b"\n", self.at)
        text, self.at = self.data[self.at:end].decode(), end + 1
        return text

    def latch(self, lit):
        """(next state, reset): a reset that is the latch itself means any value."""
        fields = [int(x) for x in self.line().split()]
        reset = fields[1] if len(fields) > 1 else 0
        return fields[0], None if reset == lit else reset

    def delta(self):
        value = shift = 0
        while True:
            byte, self.at = self.data[self.at], self.at + 1
            value |= (byte & 127) << shift
            shift += 7
            if byte < 128:
                return value

    def gate(self, lit):
        a = lit - self.delta()
        return a, a - self.delta()


def check_trace(model, lines, prop):
    """`lines`: the initial state, then the inputs of each step."""
    m = model
    state, steps = [int(c) for c in lines[0]], lines[1:]
    if len(state) != len(m.latches) or not steps or any(len(s) != m.inputs for s in steps):
        return "malformed stimulus"
    if any(reset is not None and value != reset for value, (_, reset) in zip(state, m.latches)):
        return "the first state is not initial"
    bad = 0
    for step in steps:
        value = [0] + [int(c) for c in step] + state
        for a, b in m.ands:
            value.append((value[a >> 1] ^ (a & 1)) & (value[b >> 1] ^ (b & 1)))
        of = lambda lit: value[lit >> 1] ^ (lit & 1)
        if not all(map(of, m.constraints)):
            return "a constraint is violated"
        bad, state = of(m.properties[prop]), [of(following) for following, _ in m.latches]
    return "" if bad else "the last state is not bad"


class Formula:
    """The witness circuit at one time or two as clauses; latches at time 1 are the next states of time 0."""
    def __init__(self, m, two):
        self.m, self.clauses, self.true = m, [], 1
        variables = self.first_free = m.first_and + len(m.ands)
        self.var = [[self.true] * variables, [self.true] * variables]
        self.n = 1
        self.clauses.append([1])
        for time in range(2 if two else 1):
            for v in range(1, variables):
                if time and m.first_latch <= v < m.first_and:
                    self.var[1][v] = self.lit(m.latches[v - m.first_latch][0], 0)
                    continue
                self.n += 1
                self.var[time][v] = self.n
                if v >= m.first_and:
                    a, b = (self.lit(x, time) for x in m.ands[v - m.first_and])
                    self.clauses += [[-self.n, a], [-self.n, b], [self.n, -a, -b]]
            self.clauses += [[self.lit(c, time)] for c in m.constraints]

    def lit(self, lit, time=0):
        v = self.var[time][lit >> 1] if lit > 1 else -self.true
        return -v if lit & 1 else v

    def unsatisfiable(self):
        solver = next((s for s in SOLVERS if shutil.which(s)), None)
        if not solver:
            raise RuntimeError("no SAT solver to check proofs with: " + ", ".join(SOLVERS))
        with tempfile.NamedTemporaryFile("w", suffix=".cnf") as f:
            f.write(f"p cnf {self.n} {len(self.clauses)}\n")
            f.writelines(" ".join(map(str, c)) + " 0\n" for c in self.clauses)
            f.flush()
            done = subprocess.run([solver, *SOLVERS[solver], f.name], stdout=subprocess.DEVNULL, check=False)
        if done.returncode not in (10, 20):
            raise RuntimeError(f"{solver} failed with code {done.returncode}")
        return done.returncode == 20


def check_proof(model, witness, prop):
    m, w = model, witness
    if (w.inputs, w.latches, w.constraints) != (m.inputs, m.latches, m.constraints) or w.ands[:len(m.ands)] != m.ands:
        return "the witness does not extend the model"
    bad, claimed = m.properties[prop], w.properties[prop]
    f = Formula(w, False)
    f.clauses += [[-f.lit(claimed)], [f.lit(bad)]]
    if not f.unsatisfiable():
        return "the invariant does not exclude the bad states"
    f = Formula(w, False)
    for i, (_, reset) in enumerate(w.latches):
        if reset is not None:
            f.clauses.append([f.lit(2 * (w.first_latch + i) ^ 1 ^ reset)])
    f.clauses.append([f.lit(claimed)])
    if not f.unsatisfiable():
        return "the invariant does not hold initially"
    f = Formula(w, True)
    f.clauses += [[-f.lit(claimed)], [f.lit(claimed, 1)]]
    return "" if f.unsatisfiable() else "the invariant is not inductive"
