#!/usr/bin/env python3
"""The verdict oracle: random C programs, decided by running them on all of their inputs, against what edgewise says.

usage: oracle_verdicts COUNT SEED [--edgewise PATH] [--options "OPTION..."] [--seconds N] [--keep DIR]

A program draws a few numbers of three bits each, and has loops, arrays, structs, pointers, floats and recursive functions; one
in four is about floats, one in four has bit-fields, unions, lists, function pointers and jumps, half of these for 32 bits, one in four
is about functions that call themselves and each other and change global variables. It is compiled
once, with a driver that calls it on every sequence of inputs; if some call reaches the error the verdict is FALSE, else
TRUE. edgewise may say UNKNOWN, but not the opposite. The first disagreement is shrunk by leaving out statements, printed, and
ends the run with exit code 1. Program I of a seed does not depend on COUNT."""
import argparse
import os
import pathlib
import random
import re
import subprocess
import sys
import tempfile

INPUTS, BITS = 3, 3
DRIVER = r"""
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
static unsigned drawn, inputs;
static sigjmp_buf out;
unsigned char __VERIFIER_nondet_uchar(void) { return drawn < %(inputs)d ? inputs >> %(bits)d * drawn++ & %(mask)d : 0; }
void reach_error(void) { siglongjmp(out, 1); }
void __VERIFIER_assume(int c) { if (!c) siglongjmp(out, 2); }
static void fault(int s) { _exit(s == SIGALRM ? 5 : 4); }
int user_main(void);
int main(void) {
    static char stack[1 << 16];
    stack_t alternate = {.ss_sp = stack, .ss_size = sizeof stack};
    sigaltstack(&alternate, 0);
    struct sigaction action = {.sa_handler = fault, .sa_flags = SA_ONSTACK};
    sigaction(SIGSEGV, &action, 0);
    sigaction(SIGFPE, &action, 0);
    sigaction(SIGALRM, &action, 0);
    alarm(5);
    for (inputs = 0; inputs < 1u << %(inputs)d * %(bits)d; inputs++) {
        drawn = 0;
        int how = sigsetjmp(out, 0);
        if (!how) user_main();
        if (how == 1) _exit(3);
    }
    return 0;
}
""" % {"inputs": INPUTS, "bits": BITS, "mask": (1 << BITS) - 1}

TYPES = ["int", "unsigned", "short", "unsigned char", "signed char", "long long"]
PRELUDE = """extern unsigned char __VERIFIER_nondet_uchar(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);
struct pair { short a; unsigned char b; int c[2]; };
struct bits { unsigned a : 3; int b : 5; unsigned long long c : 40; _Bool d : 1; signed char e : 4; };
union pun { int i; short h[2]; unsigned char c[4]; struct { unsigned low : 12, high : 20; } w; };
struct node { int v; struct node *next; };
static int less(int x, int y) { return x < y; }
static int mix(int x, int y) { return x * 3 - (y ^ x); }
static int calls; /* main starts it anew: the driver calls that often */
static int late(int x, int y) { return calls++ + x - y; }
"""


class Writer:
    """Makes one program. Loops end: each has a counter of its own that nothing else changes."""

    def __init__(self, rng):
        self.rng, self.lines, self.names, self.fresh, self.calls, self.in_main = rng, [], [], 0, [], False

    def name(self):
        self.fresh += 1
        return f"v{self.fresh}"

    def constant(self):
        return self.rng.choice(["0", "1", "2", "3", "5", "7", "8", "10", "100", "255", "-1", "-3", "1000"])

    def leaf(self):
        return self.rng.choice(self.names) if self.names and self.rng.random() < 0.75 else self.constant()

    def expression(self, depth=2):
        r = self.rng.random()
        if depth == 0 or r < 0.25:
            return self.leaf()
        a, b = self.expression(depth - 1), self.expression(depth - 1)
        if r < 0.65:
            return f"({a} {self.rng.choice('+-+-*&|^')} {b})"
        if r < 0.72:
            return f"({a} {self.rng.choice(['/', '%'])} {self.rng.choice(['2', '3', '4', '7', '10'])})"
        if r < 0.78:
            return f"({a} {self.rng.choice(['<<', '>>'])} {self.rng.choice('123')})"
        if r < 0.84:
            return f"({self.condition(0)} ? {a} : {b})"
        if r < 0.9:
            return f"({self.rng.choice(TYPES)}){a}"
        if r < 0.95 and self.calls:
            return f"{self.rng.choice(self.calls)}({a} & 15, {b})"
        return f"tab[{a} & 7]" if self.in_main else f"({a} + {b})"

    def condition(self, depth=1):
        c = f"{self.expression(depth)} {self.rng.choice(['<', '<=', '==', '!=', '>', '>='])} {self.expression(depth)}"
        r = self.rng.random()
        if r < 0.1:
            return f"({c}) && {self.leaf()} != {self.constant()}"
        return f"({c}) || {self.leaf()} == {self.constant()}" if r < 0.2 else c

    def put(self, indent, text):
        self.lines.append("    " * indent + text)

    def statement(self, indent, depth, targets):
        r = self.rng.random()
        if r < 0.45 or not depth:
            t = self.rng.choice(targets)
            self.put(indent, f"{t} {self.rng.choice(['=', '=', '+=', '-=', '^='])} {self.expression()};")
        elif r < 0.55:
            self.put(indent, f"tab[{self.expression(1)} & 7] = {self.expression()};")
        elif r < 0.6:
            self.put(indent, f"*{self.rng.choice(['p', 'q'])} = {self.expression()};")
        elif r < 0.65:
            self.put(indent, f"{self.rng.choice(['s.a', 's.b', 's.c[1]', 's.c[0]'])} = {self.expression()};")
        elif r < 0.7:
            self.put(indent, f"f = f {self.rng.choice('+-*')} {self.rng.choice(['1.5', '0.25', '2', '(float)' + self.leaf()])};")
        elif r < 0.85:
            self.put(indent, f"if ({self.condition()}) {{")
            self.block(indent + 1, depth - 1, targets)
            if self.rng.random() < 0.4:
                self.put(indent, "} else {")
                self.block(indent + 1, depth - 1, targets)
            self.put(indent, "}")
        else:
            i = self.name()
            end = self.rng.choice(["4", "8", "20", "100", "1000", self.leaf() + " & 31"])
            self.put(indent, f"for (int {i} = 0; {i} < ({end}); {i}++) {{")
            self.names.append(i)
            self.block(indent + 1, depth - 1, targets)
            if self.rng.random() < 0.2:
                self.put(indent + 1, f"if ({self.condition(0)}) break;")
            self.names.remove(i)
            self.put(indent, "}")

    def block(self, indent, depth, targets):
        for _ in range(self.rng.randint(1, 3)):
            self.statement(indent, depth, targets)

    def function(self, k):
        """Recursive on its first argument, which goes down to 0."""
        self.names = ["n", "x"]
        self.put(0, f"static int f{k}(int n, int x) {{")
        self.put(1, f"if (n <= 0) return {self.expression(1)};")
        if self.rng.random() < 0.5:
            self.put(1, f"if ({self.condition(0)}) return {self.expression(1)};")
        self.put(1, f"int r = f{k}(n - 1, {self.expression(1)});")
        self.names.append("r")
        self.put(1, f"return {self.expression(2)};")
        self.put(0, "}")
        self.calls.append(f"f{k}")

    def declare(self):
        """More variables; returns what can be read, and assigned."""
        return [], []

    def program(self):
        for k in range(self.rng.choice([0, 0, 1])):
            self.function(k)
        self.names, self.in_main = [], True
        self.put(0, "int main(void) {")
        self.put(1, "int tab[8] = {0}, other = 0, *p = &other, *q = &tab[3];")
        self.put(1, "struct pair s = {0};")
        self.put(1, "float f = 0;")
        read, targets = self.declare()
        for _ in range(self.rng.randint(1, INPUTS)):
            x = self.name()
            self.put(1, f"{self.rng.choice(TYPES)} {x} = __VERIFIER_nondet_uchar();")
            self.put(1, f"__VERIFIER_assume({x} >= 0 && {x} < {1 << BITS});")
            targets.append(x)
        for _ in range(self.rng.randint(1, 3)):
            x = self.name()
            self.put(1, f"{self.rng.choice(TYPES)} {x} = {self.constant()};")
            targets.append(x)
        self.names = targets + ["other", "s.a", "s.b", "s.c[1]"] + read
        if self.rng.random() < 0.3:
            self.put(1, f"if ({self.condition(0)}) p = &tab[{self.leaf()} & 7];")
        for _ in range(self.rng.randint(2, 5)):
            self.statement(1, 2, targets)
        x, few = self.rng.choice(targets), self.rng.choice([2, 3, 4, 8, 10])
        claims = [self.condition(1), f"{x} % {few} != {self.rng.randint(0, few - 1)}", f"f < {self.rng.randint(-3, 30)}",
                  f"tab[{x} & 7] < {self.rng.randint(0, 20)}", f"{x} <= {self.rng.choice([0, 3, 7, 20, 100, 1000])}",
                  f"(({self.expression()}) & 7) != {self.rng.randint(0, 7)}", f"{x} != {self.rng.randint(-5, 40)}"]
        self.put(1, f"if (!({self.rng.choice(claims)})) reach_error();")
        self.put(1, "return 0;")
        self.put(0, "}")
        return self.lines


class ShapeWriter(Writer):
    """Bit-fields, unions, lists, function pointers, and every kind of jump."""

    def declare(self):
        self.put(1, "calls = 0;")
        self.put(1, "struct bits b = {0};")
        self.put(1, "union pun u = {0};")
        self.put(1, "struct node n[3] = {{1, &n[1]}, {2, &n[2]}, {3, &n[0]}}, *at = n;")
        self.put(1, "int (*table[4])(int, int) = {less, mix, late, mix};")
        self.put(1, "unsigned long long wide = 0;")
        return ["(long long)b.c", "at->v", "at->next->v", "u.h[1]"], ["b.a", "b.b", "b.c", "b.d", "b.e", "u.i", "u.c[2]", "u.w.high", "wide"]

    def expression(self, depth=2):
        if depth and self.in_main and self.rng.random() < 0.08:
            a, b = self.expression(depth - 1), self.expression(depth - 1)
            return f"table[{self.leaf()} & 3]({a}, {b})"
        return super().expression(depth)

    def statement(self, indent, depth, targets):
        r = self.rng.random()
        if r < 0.5 or not self.in_main:
            super().statement(indent, depth, targets)
        elif r < 0.62 or not depth:
            self.put(indent, self.rng.choice([
                "at = at->next;", f"at->v {self.rng.choice(['=', '+='])} {self.expression()};", f"n[{self.leaf()} % 3u].next = at;",
                f"u.c[{self.leaf()} & 3] = {self.expression()};", f"u.h[{self.leaf()} & 1] ^= {self.expression()};",
                f"table[{self.leaf()} & 3] = {self.rng.choice(['less', 'mix', 'late', 'table[1]'])};",
                f"((unsigned char *)tab)[{self.leaf()} & 31] = {self.expression(1)};", f"{self.rng.choice(targets)}++;",
                f"wide = wide * {self.rng.choice(['3', '5000000000', '65537'])} + {self.expression()};"]))
        elif r < 0.74:
            self.switch(indent, depth, targets)
        elif r < 0.84:
            self.do_while(indent, depth, targets)
        elif r < 0.92:
            self.jump_back(indent, depth, targets)
        else:
            self.nest(indent, depth, targets)

    def switch(self, indent, depth, targets):
        self.put(indent, f"switch ({self.expression(1)}) {{")
        for value in self.rng.sample(["0", "1", "2", "3", "5", "-1", "100"], self.rng.randint(1, 3)):
            self.put(indent, f"case {value}:")
            self.block(indent + 1, depth - 1, targets)
            if self.rng.random() < 0.6:
                self.put(indent + 1, "break;")
        if self.rng.random() < 0.6:
            self.put(indent, "default:")
            self.block(indent + 1, depth - 1, targets)
        self.put(indent, "}")

    def do_while(self, indent, depth, targets):
        i = self.name()
        self.put(indent, f"int {i} = 0;")
        self.put(indent, "do {")
        self.block(indent + 1, depth - 1, targets)
        self.put(indent, f"}} while (++{i} < {self.rng.choice(['3', '10', '50'])} && ({self.condition(0)}));")

    def jump_back(self, indent, depth, targets):
        i = self.name()
        self.put(indent, f"int {i} = 0;")
        self.put(indent, f"again{i}:;")
        self.block(indent, depth - 1, targets)
        self.put(indent, f"if ({i}++ < {self.rng.choice(['2', '5', '20'])} && ({self.condition(0)})) goto again{i};")

    def nest(self, indent, depth, targets):
        i, j = self.name(), self.name()
        self.put(indent, f"for (int {i} = 0; {i} < {self.rng.choice(['3', '6'])}; {i}++) {{")
        self.put(indent + 1, f"for (int {j} = 0; {j} < {self.rng.choice(['3', '6'])}; {j}++) {{")
        self.put(indent + 2, f"if ({self.condition(0)}) continue;")
        self.block(indent + 2, depth - 1, targets)
        self.put(indent + 2, f"if ({self.condition(0)}) break;")
        self.put(indent + 1, "}")
        self.put(indent + 1, f"if ({self.condition(0)}) break;")
        self.put(indent, "}")


class FloatWriter(Writer):
    """Floating point: inputs pick special values, and ranges around them by a step."""
    SPECIAL = ["0.0", "-0.0", "1.0", "-1.0", "0.1", "1e30", "1e-40", "16777217.0", "3.5", "-7.25", "1.0 / 0.0", "-1.0 / 0.0", "0.0 / 0.0", "1e300",
               "2147483648.0", "-2147483649.0"]

    def constant(self):
        return self.rng.choice(["0.0", "1.0", "2.0", "-1.0", "0.5", "0.1f", "3.0f", "100.0", "1e10f", "1e-3"])

    def expression(self, depth=2):
        r = self.rng.random()
        if depth == 0 or r < 0.2:
            return self.leaf()
        a, b = self.expression(depth - 1), self.expression(depth - 1)
        if r < 0.75:
            return f"({a} {self.rng.choice('+-*+-*/')} {b})"
        if r < 0.85:
            return f"({self.rng.choice(['float', 'double', 'float', 'long long', 'int'])})({a})" if r < 0.8 else f"(-{a})"
        return f"({self.condition(0)} ? {a} : {b})"

    def condition(self, depth=1):
        return f"{self.expression(depth)} {self.rng.choice(['<', '<=', '==', '!=', '>', '>='])} {self.expression(depth)}"

    def program(self):
        self.put(0, "int main(void) {")
        for _ in range(self.rng.randint(1, 2)):
            x, k, kind = self.name(), self.name(), self.rng.choice(["float", "double"])
            self.put(1, f"unsigned char {k} = __VERIFIER_nondet_uchar();")
            self.put(1, f"__VERIFIER_assume({k} < {1 << BITS});")
            if self.rng.random() < 0.4:
                values = ", ".join(self.rng.choice(self.SPECIAL) for _ in range(1 << BITS))
                self.put(1, f"static const {kind} table{k}[] = {{{values}}};")
                self.put(1, f"{kind} {x} = table{k}[{k}];")
            else:
                self.put(1, f"{kind} {x} = {self.constant()} + {k} * {self.constant()};")
            self.names.append(x)
        for _ in range(self.rng.randint(1, 3)):
            x = self.name()
            self.put(1, f"{self.rng.choice(['float', 'double'])} {x} = {self.expression()};")
            self.names.append(x)
        if self.rng.random() < 0.5:
            self.put(1, f"for (int i = 0; i < {self.rng.choice([2, 5, 20])}; i++) {{")
            self.put(2, f"{self.rng.choice(self.names)} = {self.expression()};")
            self.put(2, f"if ({self.condition(0)}) {self.rng.choice(self.names)} = {self.expression(1)};")
            self.put(1, "}")
        elif self.rng.random() < 0.5:
            self.put(1, f"if ({self.condition()}) {self.rng.choice(self.names)} = {self.expression(1)};")
        x = self.rng.choice(self.names)
        claims = [self.condition(1), f"{x} < {self.constant()}", f"{x} >= {self.constant()}", f"{x} == {x}", f"{x} != {self.constant()}",
                  f"{self.expression()} <= {self.expression(1)}"]
        self.put(1, f"if (!({self.rng.choice(claims)})) reach_error();")
        self.put(1, "return 0;")
        self.put(0, "}")
        return self.lines


class RecursionWriter(Writer):
    """Functions that call themselves, once or twice, or each other, and what they do to global variables."""
    GLOBALS = ["g", "h"]

    def call(self, count, step):
        return f"f{self.rng.randrange(count) if self.rng.random() < 0.3 else self.number}(n - {step}, {self.rng.choice(['x', 'x + 1', self.expression(1)])})"

    def touch(self):
        target = self.rng.choice(self.GLOBALS)
        change = self.rng.choice(["{t}++", "{t} += {e}", "{t} = {t} + n", "{t} = {e}", "{t} -= x", "if ({c}) {t}++", "if ({t} > {k}) {t} = 0"])
        self.put(1, change.format(t=target, e=self.expression(1), c=self.condition(0), k=self.constant()) + ";")

    def function(self, k, count):
        self.number, result = k, k == 0 or self.rng.random() < 0.6
        self.names = ["n", "x"] + (self.GLOBALS if self.rng.random() < 0.4 else [])
        self.put(0, f"static {'int' if result else 'void'} f{k}(int n, int x) {{")
        if self.rng.random() < 0.3:
            self.touch()
        self.put(1, f"if (n <= 0) return{' ' + self.expression(1) if result else ''};")
        if result and self.rng.random() < 0.4:
            self.put(1, f"if (n == 1) return {self.expression(1)};")
        if self.rng.random() < 0.6:
            self.touch()
        for step in range(1, self.rng.choice([2, 2, 3])):
            callee = self.call(count, step)
            if callee.startswith("f0"):
                self.put(1, f"int r{step} = {callee};")
                self.names.append(f"r{step}")
            else:
                self.put(1, callee + ";")
        if self.rng.random() < 0.4:
            self.touch()
        if result:
            self.put(1, f"return {self.rng.choice([self.names[-1] + ' + 1', ' + '.join(self.names[2:] or ['x']), self.expression(1)])};")
        self.put(0, "}")

    def program(self):
        count = self.rng.choice([1, 1, 2, 3])
        self.put(0, "static int g, h;")
        for k in range(1, count):
            self.put(0, f"static DECLARE{k}")
        for k in range(count):
            begin = len(self.lines)
            self.function(k, count)
            head = next(line for line in self.lines[begin:] if f" f{k}(int n" in line)
            self.lines = [head.replace(" {", ";") if line == f"static DECLARE{k}" else line for line in self.lines]
        self.put(0, "int main(void) {")
        for x in ("a", "b"):
            self.put(1, f"unsigned char {x} = __VERIFIER_nondet_uchar();")
            self.put(1, f"__VERIFIER_assume({x} < {1 << BITS});")
        self.names = ["a", "b"]
        self.put(1, f"g = {self.expression(0)};")
        self.put(1, f"h = {self.expression(0)};")
        self.put(1, f"int r = f0({self.rng.choice(['a', 'a', 'a & 3', '5'])}, {self.rng.choice(['b', self.constant()])});")
        self.names += ["r", "g", "h"]
        x = self.rng.choice(["r", "r", "g", "h"])
        claims = [f"{x} >= {self.constant()}", f"{x} <= {self.constant()}", f"{x} == {self.leaf()} + {self.leaf()}", f"{x} >= {self.leaf()}",
                  f"{x} != {self.rng.randint(-3, 20)}", f"({x} & 3) != {self.rng.randint(0, 3)}", self.condition(1)]
        self.put(1, f"if (!({self.rng.choice(claims)})) reach_error();")
        self.put(1, "return 0;")
        self.put(0, "}")
        return self.lines


WRITERS = [Writer, ShapeWriter, RecursionWriter, FloatWriter]


def text_of(lines):
    return PRELUDE + "\n".join(lines) + "\n"


def truth(lines, folder, args):
    """TRUE or FALSE by execution; None if the program faults, takes too long, or is none."""
    machine = f"-m{args.bits}"
    (folder / "run.c").write_text(text_of(lines))
    (folder / "driver.c").write_text(DRIVER)
    build = ["clang-19", machine, "-w", "-O1", "-fwrapv", "-fno-strict-aliasing", "-ffp-contract=off", "-Dmain=user_main", "-c", "-o", folder / "run.o",
             folder / "run.c"]
    link = ["clang-19", machine, "-w", "-O1", "-o", folder / "run", folder / "driver.c", folder / "run.o"]
    if subprocess.run(build, capture_output=True, check=False).returncode or subprocess.run(link, capture_output=True, check=False).returncode:
        return None
    code = subprocess.run([folder / "run"], capture_output=True, check=False).returncode
    return {0: "TRUE", 3: "FALSE"}.get(code)


def verdict(lines, folder, args):
    """What edgewise says, and all of its output."""
    (folder / "program.c").write_text(text_of(lines))
    command = [args.edgewise, "--check=assert", f"--{args.bits}", "--jobs=1", f"--timeout={args.seconds}", *args.options.split(), folder / "program.c"]
    try:
        run = subprocess.run(command, capture_output=True, text=True, timeout=20 * args.seconds + 60, check=False)
    except subprocess.TimeoutExpired:
        return "HANGS", ""
    found = re.findall(r"^Verification result: (TRUE|FALSE|UNKNOWN)", run.stdout, re.M)
    said = found[-1] if found and run.returncode in (0, 5, 10) else "FAULT"
    return said, run.stdout + run.stderr


def is_wrong(expected, said):
    return said in ("HANGS", "FAULT") or (said != "UNKNOWN" and said != expected)


def removable(lines, first):
    """The line, with its block if it opens one; None if that cannot be taken out."""
    if lines[first].count("{") == lines[first].count("}"):
        return 1 if lines[first].rstrip().endswith(";") else None
    indent = len(lines[first]) - len(lines[first].lstrip())
    for n in range(first + 1, len(lines)):
        if lines[n].strip() == "}" and len(lines[n]) - len(lines[n].lstrip()) == indent:
            return n - first + 1
    return None


def shrink(lines, folder, args):
    i = 0
    while i < len(lines):
        n = removable(lines, i)
        fewer = lines[:i] + lines[i + n:] if n else None
        expected = truth(fewer, folder, args) if fewer else None
        if expected and is_wrong(expected, verdict(fewer, folder, args)[0]):
            lines = fewer
        else:
            i += 1
    return lines


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("count", type=int)
    parser.add_argument("seed", type=int)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--edgewise", default=os.environ.get("EDGEWISE", "build/edgewise"))
    parser.add_argument("--options", default="")
    parser.add_argument("--seconds", type=int, default=10)
    parser.add_argument("--keep", type=pathlib.Path)
    parser.add_argument("--step", type=int, default=1, help="4, with --first 2: recursion only")
    args = parser.parse_args()
    counts = {"TRUE": 0, "FALSE": 0, "UNKNOWN": 0, "no program": 0}
    with tempfile.TemporaryDirectory(prefix="edgewise-verdicts-") as name:
        folder = pathlib.Path(name)
        for i in range(args.first, args.first + args.count * args.step, args.step):
            rng = random.Random(args.seed * 1000003 + i)
            lines = WRITERS[i % 4](rng).program()
            args.bits = 32 if i % 8 == 5 else 64
            expected = truth(lines, folder, args)
            if not expected:
                counts["no program"] += 1
                continue
            said, output = verdict(lines, folder, args)
            if not is_wrong(expected, said):
                counts[said] += 1
                continue
            print(f"program {i} of seed {args.seed}, {args.bits} bits: expected {expected}, edgewise says {said}\n{output}")
            small = shrink(lines, folder, args)
            expected = truth(small, folder, args)
            said, output = verdict(small, folder, args)
            print(f"shrunk, expected {expected}, edgewise says {said}:\n{text_of(small)}\n{output}")
            if args.keep:
                args.keep.mkdir(exist_ok=True)
                (args.keep / f"verdict_{args.seed}_{i}_{args.bits}_{expected}.c").write_text(text_of(small))
            return 1
    print("verdicts: " + ", ".join(f"{n} {what}" for what, n in counts.items()) + ", 0 disagreements")
    return 0


if __name__ == "__main__":
    sys.exit(main())
