"""Horn clauses and VMT systems: random ones over few values, decided by explicit search here; and files that are
refused.

As a program, `test_horn.py COUNT [SEED]` runs the oracle on COUNT systems and prints what disagrees. The search has
its own meaning of every operator and shares nothing with edgewise."""
import itertools
import os
import pathlib
import random
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
EDGEWISE = os.environ.get("EDGEWISE") or str(ROOT / "build" / "edgewise")
COUNT = 40  # systems in `make check`
WIDTH, LIMIT = 2, 3  # bit-vectors of two bits, or integers that clauses keep in 0 .. 3


class Theory:
    """Terms are pairs (text, function of an environment)."""

    def __init__(self, rng, bits):
        self.rng, self.bits = rng, bits
        self.values = range(LIMIT + 1)
        self.sort = f"(_ BitVec {WIDTH})" if bits else "Int"

    def wrap(self, n):
        return n % (1 << WIDTH) if self.bits else n

    def number(self, n):
        if self.bits:
            return self.rng.choice([f"(_ bv{n} {WIDTH})", f"#b{n:0{WIDTH}b}"])
        return str(n) if n >= 0 else f"(- {-n})"

    def term(self, names, depth=2):
        kind = self.rng.randrange(6) if depth else self.rng.randrange(2)
        if kind == 0 or not names:
            n = self.rng.choice(self.values)
            return self.number(n), lambda env: n
        if kind == 1:
            name = self.rng.choice(names)
            return name, lambda env: env[name]
        (s, f), (t, g) = self.term(names, depth - 1), self.term(names, depth - 1)
        if kind == 2:
            return f"({'bvsub' if self.bits else '-'} {s} {t})", lambda env: self.wrap(f(env) - g(env))
        if kind == 3:
            c, h = self.formula(names, depth - 1)
            return f"(ite {c} {s} {t})", lambda env: f(env) if h(env) else g(env)
        return f"({'bvadd' if self.bits else '+'} {s} {t})", lambda env: self.wrap(f(env) + g(env))

    def signed(self, n):
        return n - (1 << WIDTH) if self.bits and n >> (WIDTH - 1) else n

    def atom(self, names, depth):
        (s, f), (t, g) = self.term(names, depth), self.term(names, depth)
        kind = self.rng.randrange(5)
        if kind == 0:
            return f"(= {s} {t})", lambda env: f(env) == g(env)
        if kind == 1:
            return f"(distinct {s} {t})", lambda env: f(env) != g(env)
        if kind == 2:
            return f"({'bvuge' if self.bits else '>='} {s} {t})", lambda env: f(env) >= g(env)
        if kind == 3:
            return f"({'bvslt' if self.bits else '<'} {s} {t})", lambda env: self.signed(f(env)) < self.signed(g(env))
        u, h = self.term(names, 0)
        return (f"({'bvule' if self.bits else '<='} {s} {t} {u})", lambda env: f(env) <= g(env) <= h(env))

    def formula(self, names, depth=1):
        kind = self.rng.randrange(7) if depth else 0
        if kind < 3:
            return self.atom(names, depth)
        s, f = self.formula(names, depth - 1)
        t, g = self.formula(names, depth - 1)
        if kind == 3:
            return f"(or {s} {t})", lambda env: f(env) or g(env)
        if kind == 4:
            return f"(let ((c {s}) (d {t})) (and d c))", lambda env: f(env) and g(env)
        if kind == 5:
            return f"(not (xor {s} {t}))", lambda env: f(env) == g(env)
        return f"(=> {s} {t})", lambda env: not f(env) or g(env)


class Clauses:
    """Predicates P0 .. and clauses; each clause: variables, body (or None), constraint, head (or None)."""

    def __init__(self, seed):
        rng = self.rng = random.Random(seed)
        self.theory = Theory(rng, rng.random() < 0.5)
        self.arity = [rng.randrange(3) for _ in range(rng.randrange(1, 4))]
        self.clauses = [self.clause(None, 0)]
        for _ in range(rng.randrange(2, 6)):
            self.clauses.append(self.clause(rng.randrange(len(self.arity)), rng.randrange(len(self.arity))))
        self.clauses.append(self.clause(rng.randrange(len(self.arity)), None))

    def clause(self, body, head):
        names = [f"v{i}" for i in range(self.rng.randrange(1, 4))]
        args = [self.theory.term(names, self.rng.choice([0, 0, 1])) for _ in range(self.arity[body])] if body is not None else []
        outs = [self.theory.term(names, 1) for _ in range(self.arity[head])] if head is not None else []
        return names, body, args, [self.theory.formula(names) for _ in range(self.rng.randrange(1, 3))], head, outs

    @staticmethod
    def applied(predicate, args):
        return f"P{predicate}" if not args else f"(P{predicate} {' '.join(text for text, _ in args)})"

    def clause_text(self, clause):
        names, body, args, constraint, head, outs = clause
        parts = [text for text, _ in constraint]
        if not self.theory.bits:
            parts += [f"(<= 0 {text} {LIMIT})" for text in names + [text for text, _ in args + outs]]
        if body is not None:
            parts.insert(self.rng.randrange(len(parts) + 1), self.applied(body, args))
        target = "false" if head is None else self.applied(head, outs)
        bound = " ".join(f"({name} {self.theory.sort})" for name in names)
        left = f"(and {' '.join(parts)})" if len(parts) > 1 else parts[0]
        if self.rng.random() < 0.3:
            return f"(assert (not (exists ({bound}) (and {left} (not {target})))))"
        if self.rng.random() < 0.3:
            return f"(assert (forall ({bound}) (or {target} (not {left}))))"
        return f"(assert (forall ({bound}) (=> {left} {target})))"

    def text(self):
        lines = ["(set-logic HORN)"]
        for i, n in enumerate(self.arity):
            lines.append(f"(declare-fun P{i} ({' '.join([self.theory.sort] * n)}) Bool)")
        return "\n".join(lines + [self.clause_text(c) for c in self.clauses] + ["(check-sat)"]) + "\n"

    def fires(self, clause, facts):
        """The heads that the clause derives; True stands for false."""
        names, body, args, constraint, head, outs = clause
        for values in itertools.product(self.theory.values, repeat=len(names)):
            env = dict(zip(names, values))
            inside = tuple(f(env) for _, f in args)
            result = tuple(f(env) for _, f in outs)
            if any(n not in self.theory.values for n in inside + result) or not all(f(env) for _, f in constraint):
                continue
            if body is None or (body, inside) in facts:
                yield True if head is None else (head, result)

    def unsafe(self):
        facts, news = set(), True
        while news:
            news = set(itertools.chain.from_iterable(self.fires(c, facts) for c in self.clauses)) - facts
            facts |= news
        return True in facts


class System:
    """A transition system of one or two states and an input."""

    def __init__(self, seed):
        rng = self.rng = random.Random(seed)
        self.theory = Theory(rng, rng.random() < 0.5)
        self.states = [f"s{i}" for i in range(rng.randrange(1, 3))]
        now, later = self.states + ["in"], self.states + ["in"] + [s + "n" for s in self.states]
        self.init, self.bad = self.theory.formula(self.states), self.theory.formula(now)
        self.trans = [self.theory.formula(later) for _ in range(2)]
        self.equal = [(s + "n", self.theory.term(now)) for s in self.states if rng.random() < 0.7]

    def text(self):
        t = self.theory
        bound = "true" if t.bits else " ".join(f"(<= 0 {s} {LIMIT}) (<= 0 {s}n {LIMIT})" for s in self.states) + f" (<= 0 in {LIMIT})"
        lines = [f"(declare-fun {name} () {t.sort})" for s in self.states for name in (s, s + "n")] + [f"(declare-const in {t.sort})"]
        lines += [f"(define-fun .{s} () {t.sort} (! {s} :next {s}n))" for s in self.states]
        trans = [text for text, _ in self.trans] + [f"(= {name} {text})" for name, (text, _) in self.equal]
        lines.append(f"(define-fun .i () Bool (! (and {self.init[0]} {bound}) :init true))")
        lines.append(f"(define-fun .t () Bool (! (and {bound} {' '.join(trans)}) :trans true))")
        lines.append(f"(define-fun .p () Bool (! (not (and {self.bad[0]} {bound})) :invar-property 0))")
        return "\n".join(lines) + "\n"

    def unsafe(self):
        values, names = self.theory.values, [s + "n" for s in self.states]
        reached = {s for s in itertools.product(values, repeat=len(self.states)) if self.init[1](dict(zip(self.states, s)))}
        waiting = list(reached)
        while waiting:
            state = waiting.pop()
            for entry, after in itertools.product(values, itertools.product(values, repeat=len(names))):
                env = dict(zip(self.states + ["in"] + names, state + (entry,) + after))
                if self.bad[1](env):
                    return True
                steps = all(f(env) for _, f in self.trans) and all(env[name] == f(env) for name, (_, f) in self.equal)
                if steps and after not in reached:
                    reached.add(after)
                    waiting.append(after)
        return False


def run(text, *options):
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "system.smt2"
        path.write_text(text)
        return subprocess.run([EDGEWISE, "--timeout=60", *options, str(path)], capture_output=True, text=True, timeout=300, check=False)


def oracle(count, seed):
    """The number of unsafe systems, and what disagrees."""
    unsafe, wrong = 0, []
    for i in range(seed, seed + count):
        system = (System if i % 3 == 0 else Clauses)(i)
        engine = ["--engine=ic3cfa", "--engine=portfolio", "--engine=ic3cfa", "--engine=kind", "--engine=tree-ic3-itp", "--engine=bmc"][i % 6]
        text, expected = system.text(), "FALSE" if system.unsafe() else "TRUE"
        done = run(text, "--quiet", "--jobs=1", "--max-k=40", engine)
        verdict = (done.stdout.split() or ["none"])[2 if done.stdout.startswith("Verification result:") else 0]
        undecided = verdict == "UNKNOWN" and engine != "--engine=portfolio" and done.returncode == 5
        unsafe += expected == "FALSE"
        if verdict != expected and not undecided:
            wrong.append(f"seed {i}, {engine}: {done.stdout}{done.stderr} instead of {expected}\n{text}")
    return unsafe, wrong


class Oracle(unittest.TestCase):
    def test_random_systems(self):
        unsafe, wrong = oracle(COUNT, 1)
        self.assertEqual(wrong, [])
        self.assertTrue(COUNT / 8 < unsafe < COUNT * 7 / 8, unsafe)


HEAD = "(set-logic HORN)\n(declare-fun P (Int) Bool)\n"


class Files(unittest.TestCase):
    def message(self, text):
        done = run(text)
        self.assertEqual(done.returncode, 1, done.stdout + done.stderr)
        return done.stderr

    def unknown(self, text):
        done = run(text)
        self.assertEqual(done.returncode, 5, done.stdout + done.stderr)
        return done.stdout

    def test_bad_files_are_errors_with_a_line(self):
        self.assertIn(":3: ", self.message(HEAD + "(assert (P true))\n"))
        self.assertIn(":3: ", self.message(HEAD + "(assert (forall ((x Int)) (P (bvadd x x))))\n"))
        self.assertIn("not declared", self.message(HEAD + "(assert (P y))\n"))
        self.assertIn("ends inside", self.message(HEAD + "(assert (P 1)\n"))
        self.assertIn("declared twice", self.message(HEAD + "(declare-fun P () Bool)\n"))
        self.assertIn("declared twice", self.message(HEAD + "(declare-fun Q () Int)\n(declare-fun Q () Int)\n"))
        self.assertIn("two predicates in the head", self.message(HEAD + "(assert (or (P 1) (P 2)))\n"))
        self.assertIn("no formula", self.message(HEAD + "(assert (+ 1 1))\n"))
        self.assertIn("does not fit", self.message(HEAD + "(assert (= (_ bv9 3) #b001))\n"))
        self.assertIn("of one sort", self.message("(declare-fun x () Int)\n(define-fun s () Int (! x :next y))\n"))

    def test_what_is_not_supported_is_unknown_with_a_reason(self):
        self.assertIn("real numbers (line 3)", self.unknown(HEAD + "(declare-fun Q (Real) Bool)\n"))
        self.assertIn("not linear", self.unknown(HEAD + "(assert (forall ((x Int)) (=> (and (P x) (P (+ x 1))) (P 0))))\n"))
        self.assertIn("divided by a term", self.unknown(HEAD + "(assert (forall ((x Int)) (=> (= (div 1 x) 1) (P x))))\n"))
        self.assertIn("the command push", self.unknown(HEAD + "(push 1)\n"))
        self.assertIn("no such :invar-property", self.unknown("(declare-fun x () Int)\n(define-fun i () Bool (! (= x 0) :init true))\n"))

    def test_a_derivation_of_false_is_printed(self):
        done = run(HEAD + "(assert (P 1))\n(assert (forall ((x Int)) (=> (P x) (P (* 3 x)))))\n"
                   "(assert (forall ((x Int)) (=> (and (P x) (> x 5)) false)))\n(check-sat)\n")
        self.assertEqual(done.stdout, "  P(1)\n  P(3)\n  P(9)\nunsat\nVerification result: FALSE (clauses)\n")

    def test_integers_do_not_wrap(self):
        grows = "(assert (P 0))\n(assert (forall ((x Int)) (=> (P x) (P (+ x 1)))))\n(assert (forall ((x Int)) (=> (and (P x) (< x 0)) false)))\n"
        self.assertIn("sat\nVerification result: TRUE", run(HEAD + grows).stdout)

    def test_fmcad15_figure_1(self):
        """The strengthening is x >= 10; weakest preconditions are x = 9, x = 8, ... for ever, unless a literal is weakened."""
        text = HEAD + ("(assert (P 10))\n(assert (forall ((x Int)) (=> (P x) (P (+ x 1)))))\n"
                       "(assert (forall ((x Int)) (=> (P x) (distinct x 9))))\n")
        self.assertIn("UNKNOWN (--max-k reached)", run(text, "--preset=fmcad15", "--max-k=20").stdout)
        self.assertIn("TRUE", run(text, "--engine=ic3cfa", "--max-k=20").stdout)

    def test_what_is_exported_reads_back(self):
        for name, verdict in (("interpolants_true.c", "TRUE"), ("interpolants_false.c", "FALSE")):
            done = subprocess.run([EDGEWISE, "--emit=chc", "--check=assert", str(ROOT / "test/programs" / name)], capture_output=True,
                                  text=True, timeout=60, check=True)
            self.assertIn(f"Verification result: {verdict}", run(done.stdout).stdout)


if __name__ == "__main__":
    if len(sys.argv) > 1 and sys.argv[1].isdigit():
        found, disagreements = oracle(int(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 1)
        print("\n".join(disagreements) or "none wrong", f"\n{sys.argv[1]} systems, {found} unsafe")
        sys.exit(1 if disagreements else 0)
    unittest.main()
