"""BTOR2: random models of few bits, decided by explicit search here and by both ways of edgewise; and bad files.

As a program, `test_btor2.py COUNT [SEED]` runs the oracle on COUNT models and prints what disagrees. The search
below has its own meaning of every operator and shares nothing with edgewise."""
import itertools
import os
import pathlib
import random
import re
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
EDGEWISE = os.environ.get("EDGEWISE") or str(ROOT / "build" / "edgewise")
COUNT, ROUND_TRIPS = 60, 8  # models in `make check`


def signed(x, w):
    return x - (1 << w) if x >> (w - 1) & 1 else x


def udiv(a, b, w):
    return a // b if b else (1 << w) - 1


def urem(a, b, _w):
    return a % b if b else a


def sdiv(a, b, w):
    x, y = signed(a, w), signed(b, w)
    if y == 0:
        return 1 if x < 0 else -1
    q = abs(x) // abs(y)
    return q if (x < 0) == (y < 0) else -q


def srem(a, b, w):
    x, y = signed(a, w), signed(b, w)
    return x if y == 0 else x - y * sdiv(a, b, w)


def smod(a, b, w):
    x, y = signed(a, w), signed(b, w)
    return x if y == 0 else x % y  # Python's remainder has the divisor's sign, as bvsmod's has


def outside(n, w):
    return not -(1 << (w - 1)) <= n < 1 << (w - 1)


UNARY = {"not": lambda a, w: ~a, "inc": lambda a, w: a + 1, "dec": lambda a, w: a - 1, "neg": lambda a, w: -a}
REDUCE = {"redand": lambda a, w: a == (1 << w) - 1, "redor": lambda a, w: a != 0, "redxor": lambda a, w: bin(a).count("1") & 1}
BINARY = {
    "and": lambda a, b, w: a & b, "nand": lambda a, b, w: ~(a & b), "or": lambda a, b, w: a | b, "nor": lambda a, b, w: ~(a | b),
    "xor": lambda a, b, w: a ^ b, "xnor": lambda a, b, w: ~(a ^ b),
    "rol": lambda a, b, w: a << b % w | a >> (w - b % w), "ror": lambda a, b, w: a >> b % w | a << (w - b % w),
    "sll": lambda a, b, w: a << b, "srl": lambda a, b, w: a >> b, "sra": lambda a, b, w: signed(a, w) >> b,
    "add": lambda a, b, w: a + b, "sub": lambda a, b, w: a - b, "mul": lambda a, b, w: a * b,
    "udiv": udiv, "urem": urem, "sdiv": sdiv, "srem": srem, "smod": smod,
}
COMPARE = {
    "eq": lambda a, b, w: a == b, "neq": lambda a, b, w: a != b,
    "ugt": lambda a, b, w: a > b, "ugte": lambda a, b, w: a >= b, "ult": lambda a, b, w: a < b, "ulte": lambda a, b, w: a <= b,
    "sgt": lambda a, b, w: signed(a, w) > signed(b, w), "sgte": lambda a, b, w: signed(a, w) >= signed(b, w),
    "slt": lambda a, b, w: signed(a, w) < signed(b, w), "slte": lambda a, b, w: signed(a, w) <= signed(b, w),
    "uaddo": lambda a, b, w: a + b >= 1 << w, "usubo": lambda a, b, w: a < b, "umulo": lambda a, b, w: a * b >= 1 << w,
    "udivo": lambda a, b, w: False,
    "saddo": lambda a, b, w: outside(signed(a, w) + signed(b, w), w), "ssubo": lambda a, b, w: outside(signed(a, w) - signed(b, w), w),
    "smulo": lambda a, b, w: outside(signed(a, w) * signed(b, w), w),
    "sdivo": lambda a, b, w: signed(a, w) == -(1 << (w - 1)) and signed(b, w) == -1,
}


class Model:
    """A random model: its text, and what the search needs. Values of memories are tuples of elements."""

    def __init__(self, rng, properties=None):
        self.properties = properties or {}
        self.justices, self.fairs = [], []
        self.rng, self.lines, self.nodes, self.sorts = rng, [], [], {}
        self.width = rng.randint(1, 3)
        self.memory = (1, rng.randint(1, 2)) if rng.random() < 0.3 else None
        self.states, self.inputs, self.bads, self.constraints = [], [], [], []
        self.build()

    def line(self, text):
        self.lines.append(f"{len(self.lines) + 1} {text}")
        return len(self.lines)

    def sort(self, key):
        """A width, or a pair of widths for a memory."""
        if key not in self.sorts:
            if isinstance(key, tuple):
                index, element = self.sort(key[0]), self.sort(key[1])
                self.sorts[key] = self.line(f"sort array {index} {element}")
            else:
                self.sorts[key] = self.line(f"sort bitvec {key}")
        return self.sorts[key]

    def add(self, key, text, evaluate):
        number = self.line(text)
        self.nodes.append((number, key, evaluate))
        return number

    def pick(self, key):
        """A reference to a node of the sort, perhaps complemented, and how to read its value."""
        number = self.rng.choice([n for n, k, _ in self.nodes if k == key])
        if isinstance(key, int) and self.rng.random() < 0.2:
            return f"-{number}", lambda v: ~v[number] & (1 << key) - 1
        return str(number), lambda v: v[number]

    def constant(self, key):
        value = self.rng.randrange(1 << key)
        sort = self.sort(key)
        return self.add(key, self.rng.choice([f"const {sort} {value:0{key}b}", f"constd {sort} {value}", f"consth {sort} {value:x}"]),
                        lambda v: value), value

    def build(self):
        rng = self.rng
        keys = sorted({1, self.width} | ({self.memory[0], self.memory[1]} if self.memory else set()))
        for key in keys:
            self.constant(key)
            self.input(key)
        for key in [self.width, 1] + ([self.memory] if self.memory else []):
            self.state(key)
        for _ in range(rng.randint(4, 14)):
            self.operator(rng.choice(keys + ([self.memory] if self.memory else [])))
        for number, key, init in list(self.states):
            if rng.random() < 0.9:
                text, read = self.pick(key)
                self.line(f"next {self.sort(key)} {number} {text}")
                self.states[self.states.index((number, key, init))] = (number, key, (init, read))
            else:
                self.states[self.states.index((number, key, init))] = (number, key, (init, None))
        for _ in range(rng.choice([0, 0, 1])):
            text, read = self.pick(1)
            self.line(f"constraint {text}")
            self.constraints.append(read)
        for _ in range(self.properties.get("bad", 1)):
            text, read = self.pick(1)
            self.line(f"bad {text}")
            self.bads.append(read)
        for _ in range(self.properties.get("fair", 0)):
            text, read = self.pick(1)
            self.line(f"fair {text}")
            self.fairs.append(read)
        for _ in range(self.properties.get("justice", 0)):
            chosen = [self.pick(1) for _ in range(rng.randint(1, 2))]
            self.line(f"justice {len(chosen)} {' '.join(text for text, _ in chosen)}")
            self.justices.append([read for _, read in chosen])

    def input(self, key):
        self.inputs.append((self.add(key, f"input {self.sort(key)}", None), key))

    def state(self, key):
        sort, rng = self.sort(key), self.rng
        element = key[1] if isinstance(key, tuple) else key
        first, value = self.constant(element)
        number = self.add(key, f"state {sort}", None)
        init = None
        if rng.random() < 0.7:
            self.line(f"init {sort} {number} {first}")
            init = (value,) * (1 << key[0]) if isinstance(key, tuple) else value
        self.states.append((number, key, init))

    def operator(self, key):
        rng = self.rng
        if isinstance(key, tuple):
            self.memory_operator(key)
            return
        mask, kind = (1 << key) - 1, rng.random()
        if key == 1 and kind < 0.5:
            self.bit_operator()
        elif kind < 0.2:
            name = rng.choice(sorted(UNARY))
            text, read = self.pick(key)
            self.add(key, f"{name} {self.sort(key)} {text}", lambda v: UNARY[name](read(v), key) & mask)
        elif kind < 0.35:
            (c, rc), (a, ra), (b, rb) = self.pick(1), self.pick(key), self.pick(key)
            self.add(key, f"ite {self.sort(key)} {c} {a} {b}", lambda v: ra(v) if rc(v) else rb(v))
        else:
            name = rng.choice(sorted(BINARY))
            (a, ra), (b, rb) = self.pick(key), self.pick(key)
            self.add(key, f"{name} {self.sort(key)} {a} {b}", lambda v: BINARY[name](ra(v), rb(v), key) & mask)

    def bit_operator(self):
        rng, bit = self.rng, self.sort(1)
        kind, w = rng.random(), self.width
        if kind < 0.2:
            name = rng.choice(sorted(REDUCE))
            text, read = self.pick(w)
            self.add(1, f"{name} {bit} {text}", lambda v: int(REDUCE[name](read(v), w)))
        elif kind < 0.3:
            low = rng.randrange(w)
            text, read = self.pick(w)
            self.add(1, f"slice {bit} {text} {low} {low}", lambda v: read(v) >> low & 1)
        elif kind < 0.4:
            name = rng.choice(["iff", "implies"])
            (a, ra), (b, rb) = self.pick(1), self.pick(1)
            self.add(1, f"{name} {bit} {a} {b}", lambda v: int(ra(v) == rb(v) if name == "iff" else not ra(v) or rb(v)))
        elif kind < 0.5 and self.memory:
            (a, ra), (b, rb) = self.pick(self.memory), self.pick(self.memory)
            self.add(1, f"eq {bit} {a} {b}", lambda v: int(ra(v) == rb(v)))
        else:
            name = rng.choice(sorted(COMPARE))
            (a, ra), (b, rb) = self.pick(w), self.pick(w)
            self.add(1, f"{name} {bit} {a} {b}", lambda v: int(COMPARE[name](ra(v), rb(v), w)))

    def memory_operator(self, key):
        index, element = key
        if self.rng.random() < 0.5:
            (m, rm), (i, ri) = self.pick(key), self.pick(index)
            self.add(element, f"read {self.sort(element)} {m} {i}", lambda v: rm(v)[ri(v)])
        else:
            (m, rm), (i, ri), (e, re_) = self.pick(key), self.pick(index), self.pick(element)
            self.add(key, f"write {self.sort(key)} {m} {i} {e}",
                     lambda v: rm(v)[:ri(v)] + (re_(v),) + rm(v)[ri(v) + 1:])

    def text(self):
        return "\n".join(self.lines) + "\n"

    def values(self, key):
        if isinstance(key, tuple):
            return itertools.product(range(1 << key[1]), repeat=1 << key[0])
        return range(1 << key)

    def explore(self):
        """All reachable states and their steps: (state, following state, values of the nodes)."""
        starts = itertools.product(*[self.values(k) if plan[0] is None else [plan[0]] for _, k, plan in self.states])
        seen, waiting, steps = set(), [], []
        for start in starts:
            seen.add(start)
            waiting.append(start)
        while waiting:
            state = waiting.pop()
            for given in itertools.product(*[self.values(k) for _, k in self.inputs]):
                v = dict(zip((n for n, _, _ in self.states), state))
                v.update(zip((n for n, _ in self.inputs), given))
                for number, _, evaluate in self.nodes:
                    if evaluate:
                        v[number] = evaluate(v)
                if not all(read(v) for read in self.constraints):
                    continue
                nexts = [self.values(k) if plan[1] is None else [plan[1](v)] for _, k, plan in self.states]
                for after in itertools.product(*nexts):
                    steps.append((state, after, v))
                    if after not in seen:
                        seen.add(after)
                        waiting.append(after)
        return steps

    def failing(self):
        """The names of the properties that fail, by explicit search."""
        steps = self.explore()
        found = {f"b{i}" for i, bad in enumerate(self.bads) if any(bad(v) for _, _, v in steps)}
        return found | {f"j{i}" for i, conditions in enumerate(self.justices) if has_lasso(steps, conditions + self.fairs)}

    def names(self):
        return [f"b{i}" for i in range(len(self.bads))] + [f"j{i}" for i in range(len(self.justices))]


def has_lasso(steps, conditions):
    """Is there a cycle that meets every condition? What remains of the states can meet each of them again and again."""
    alive = {a for a, _, _ in steps}
    edges = [(a, b, [bool(c(v)) for c in conditions] + [True]) for a, b, v in steps]
    while alive:
        before = len(alive)
        for i in range(len(conditions) + 1):
            inside = [(a, b, met[i]) for a, b, met in edges if a in alive and b in alive]
            good = {a for a, _, met in inside if met}
            while True:
                more = {a for a, b, _ in inside if b in good and a not in good}
                if not more:
                    break
                good |= more
            alive = good
        if len(alive) == before:
            return True
    return False


def verdict(path, level):
    done = subprocess.run([EDGEWISE, f"--level={level}", "--timeout=60", "--quiet", str(path)], capture_output=True, text=True,
                          timeout=120, check=False)
    match = re.search(r"Verification result: (\w+)", done.stdout)
    return (match.group(1) if match else "none"), done


def statuses(text):
    """What was printed for each property: sat, unsat or unknown by its name."""
    return {name: status for status, name in re.findall(r"^(sat|unsat|unknown)\n([bj]\d+)$", text, re.M)}


def decide_all(path, level):
    done = subprocess.run([EDGEWISE, f"--level={level}", "--timeout=60", str(path)], capture_output=True, text=True, timeout=300,
                          check=False)
    return statuses(done.stdout), done


def oracle(count, seed):
    """The number of disagreements; each is printed with the model's text."""
    wrong = 0
    rng = random.Random(seed)
    with tempfile.TemporaryDirectory(prefix="edgewise-btor2-") as folder:
        path = pathlib.Path(folder) / "model.btor2"
        for number in range(count):
            properties = {"bad": 1 + rng.randrange(2), "fair": rng.randrange(2), "justice": rng.randrange(2)}
            model = Model(random.Random(rng.getrandbits(64)), properties)
            path.write_text(model.text())
            failing = model.failing()
            expected = {name: "sat" if name in failing else "unsat" for name in model.names()}
            for level in ("bit", "word", "tracked") if model.memory else ("bit", "word"):
                found, done = decide_all(path, level)
                if level == "tracked":  # an abstraction: it may give up
                    found = {name: expected[name] if status == "unknown" else status for name, status in found.items()}
                if found != expected:
                    wrong += 1
                    print(f"model {number}, {level}: {found}, expected {expected}\n{model.text()}{done.stdout}{done.stderr}")
    return wrong


class Oracle(unittest.TestCase):
    def test_random_models(self):
        self.assertEqual(oracle(COUNT, 20261118), 0)


def emitted(path, form, suffix):
    """What --emit writes for the model, in a file beside it."""
    out = path.with_suffix(suffix)
    done = subprocess.run([EDGEWISE, f"--emit={form}", str(path)], capture_output=True, text=True, timeout=60, check=True)
    out.write_text(done.stdout)
    return out


class RoundTrips(unittest.TestCase):
    """The same verdict through every other form: AIGER, C, and from C back to BTOR2 and AIGER."""

    def test_from_btor2(self):
        rng = random.Random(5)
        with tempfile.TemporaryDirectory(prefix="edgewise-btor2-") as folder:
            path = pathlib.Path(folder) / "model.btor2"
            for number in range(ROUND_TRIPS):
                model = Model(random.Random(rng.getrandbits(64)))
                path.write_text(model.text())
                expected = "FALSE" if "b0" in model.failing() else "TRUE"
                for form, suffix in (("aiger", ".aag"), ("c", ".c"), ("btor2", ".again.btor2")):
                    found, done = verdict(emitted(path, form, suffix), "both")
                    self.assertEqual(found, expected, f"model {number} as {form}\n{model.text()}{done.stdout}{done.stderr}")

    def test_from_c(self):
        with tempfile.TemporaryDirectory(prefix="edgewise-btor2-") as folder:
            for name, bound in (("TRUE", 10), ("FALSE", 9)):
                path = pathlib.Path(folder) / "program.c"
                path.write_text("extern void reach_error(void); extern unsigned char __VERIFIER_nondet_uchar(void);"
                                "unsigned char a[4];"
                                "int main(void) { unsigned char n = __VERIFIER_nondet_uchar(), i; if (n > 9) return 0;"
                                "for (i = 0; i < n; i++) a[i & 3] = i; if (i >= %d) reach_error(); return 0; }" % bound)
                for form, suffix in (("btor2", ".btor2"), ("aiger", ".aag")):
                    found, done = verdict(emitted(path, form, suffix), "both")
                    self.assertEqual(found, name, f"{form}: {done.stdout}{done.stderr}")


    def test_what_was_cut_off_is_a_second_property(self):
        """The recursion goes deeper than the model: without the second property the model would be safe."""
        done = subprocess.run([EDGEWISE, "--emit=btor2", str(ROOT / "test/programs/recursion_deep_false.c")], capture_output=True,
                              text=True, timeout=60, check=True)
        self.assertEqual(len(re.findall(r"^\d+ bad ", done.stdout, re.M)), 2)


class BadFiles(unittest.TestCase):
    def message(self, text):
        with tempfile.TemporaryDirectory(prefix="edgewise-btor2-") as folder:
            path = pathlib.Path(folder) / "bad.btor2"
            path.write_text("1 sort bitvec 8\n" + text)
            done = subprocess.run([EDGEWISE, str(path)], capture_output=True, text=True, timeout=60, check=False)
            self.assertEqual(done.returncode, 1, done.stdout + done.stderr)
            return done.stderr

    def test_messages_name_the_line(self):
        for text, words in [("2 input 7\n", ":2: no sort"), ("2 state 1\n2 input 1\n", ":3: the numbers of lines must increase"),
                            ("2 add 1 3 4\n", ":2: no node before this line has the number 3"), ("2 const 1 2\n", ":2: the digits"),
                            ("2 constd 1 256\n", ":2: the constant does not fit"), ("2 frob 1\n", ":2: 'frob' is no keyword"),
                            ("2 input 1\n3 slice 1 2 9 0\n", ":3: the sorts of 'slice'"), ("2 sort bitvec 0\n", ":2: a width must not be 0"),
                            ("2 input 1\n3 bad 2\n", ":3: the argument is not one bit wide")]:
            self.assertIn(words, self.message(text))

    def test_no_property(self):
        with tempfile.TemporaryDirectory(prefix="edgewise-btor2-") as folder:
            path = pathlib.Path(folder) / "none.btor2"
            path.write_text("1 sort bitvec 8\n")
            found, done = verdict(path, "both")
            self.assertEqual(found, "UNKNOWN", done.stdout)


if __name__ == "__main__":
    if len(sys.argv) > 1 and sys.argv[1].isdigit():
        sys.exit(1 if oracle(int(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 1) else 0)
    unittest.main()
