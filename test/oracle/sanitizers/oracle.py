#!/usr/bin/env python3
"""The oracle of sanitizers: random small C programs with undefined behaviour in some of their executions, run on all of their inputs
under AddressSanitizer and UBSan, against the statuses that edgewise gives to the checks.

usage: oracle_sanitizers COUNT SEED [--edgewise PATH] [--seconds N] [--keep DIR] [--only I] [--keep-going]

A program has three inputs of two bits, arrays in structs, blocks from malloc (some freed, some moved by realloc), pointers into
all of them, loops, calls, block operations and arithmetic near the limits. Because its inputs are so few, every
execution is run. Where a sanitizer reports a failure in some line, the verdict must not be TRUE, and some check of that line must be
neither PROVED nor UNREACHABLE. UNKNOWN and UNDECIDED are always allowed; what edgewise calls FAILED has been confirmed by a run of its
own, and the sanitizers do not see everything, so that is not judged here. The first disagreement is printed and ends the
run with exit code 1. Program I of a seed does not depend on COUNT.

Not judged: leaks, because LeakSanitizer reports where a block was made and not where it was lost; pointers that are moved out of
their object and not used, which is a class that is off by default."""
import argparse
import json
import os
import pathlib
import random
import re
import subprocess
import sys
import tempfile

BATCH = 10
INPUTS = 64  # three inputs of two bits
SANITIZERS = ["-fsanitize=address,undefined", "-fno-sanitize=pointer-overflow", "-fno-sanitize-recover=all", "-fsanitize-address-use-after-scope"]
OPTIONS = {"ASAN_OPTIONS": "detect_leaks=0:detect_stack_use_after_return=1:allocator_may_return_null=1:exitcode=9"}
PRELUDE = """#include <limits.h>
#include <stdlib.h>
#include <string.h>
extern unsigned char __VERIFIER_nondet_uchar(void);
struct s { int a; int v[3]; char c[5]; struct s *next; };
"""
# All programs of a batch and all of their inputs in one process: a child for each, since a sanitizer ends it.
DRIVER = r"""
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
#include <sys/wait.h>
extern int (*const programs[])(void);
static unsigned values, drawn;
unsigned char __VERIFIER_nondet_uchar(void) { return (unsigned char)(values >> 2 * drawn++ & 3); }
int main(int argc, char **argv) {
    int count = argc > 1 ? atoi(argv[1]) : 0;
    for (int i = 0; i < count; i++)
        for (unsigned k = 0; k < 64; k++) {
            fprintf(stderr, "@ %d %u\n", i, k);
            pid_t child = fork();
            if (child == 0) {
                alarm(5);
                values = k;
                programs[i]();
                _exit(0);
            }
            int status = 0;
            waitpid(child, &status, 0);
            fprintf(stderr, "= %d\n", status);
        }
    return 0;
}
"""
TAME_INDICES = ["0", "1", "i & 1", "j & 1", "k / 2", "i / 2", "x & 1"]
TAME_NUMBERS = ["i", "j", "-j", "1", "7", "k + 1"]
INDICES = ["i", "j", "k", "i + 1", "i + j", "2 * i", "i - 1", "3 - i", "0", "1", "2"]
NUMBERS = ["x", "y", "i", "-j", "INT_MAX", "INT_MIN", "1", "-1", "7", "g.a", "a[0]"]


class Program:
    """The text of one program; globals and functions have the number, so that many fit into one build."""

    def __init__(self, number, rng):
        self.number, self.rng = number, rng
        self.lines = []
        self.names = 0
        for _ in range(rng.randrange(3, 9)):
            self.wild = rng.randrange(4) == 0
            self.lines += self.guarded(self.statement())

    def fresh(self):
        self.names += 1
        return f"t{self.names}"

    def pointer(self):
        return self.rng.choice("pq")

    def index(self):
        return self.rng.choice(INDICES if self.wild else TAME_INDICES)

    def target(self):
        rng, n = self.rng, self.number
        if not self.wild:
            return rng.choice([f"&a[{self.index()}]", "a + 1", f"g{n}.v", f"&h{n}[i & 1].v[1]", f"&l.v[{self.index()}]", "m", f"b{n}[k & 1]"])
        return rng.choice([f"&a[{self.index()}]", "a", "&x", f"g{n}.v", f"&g{n}.v[{self.index()}]", f"&h{n}[i].a",
                           f"&l.v[{self.index()}]", "m", f"m + {self.index()}", "0", f"pick{n}(i)", "q + 1", "p - 1",
                           "(int *)w", f"(int *)&g{n}.c[{rng.choice(['0', '1', 'i'])}]"])

    def number_of(self):
        return self.rng.choice(NUMBERS if self.wild else TAME_NUMBERS).replace("g.a", f"g{self.number}.a")

    def condition(self):
        rng = self.rng
        return rng.choice(["i < 3", "j > 0", "i + j < 4", "p", "q != 0", "i != j", "m", "x < y", "k == 2", "i < 2 && p", "i >= 1 && j < 3",
                           "x != INT_MIN", "y > 0", "p && p != a + 4", "m && i < 3", "x < 1000 && x > -1000"])

    def guarded(self, lines):
        if self.rng.randrange(3) == 0:
            return lines
        return [f"if ({self.condition()}) {{"] + lines + ["}"]

    def access(self):
        rng, n, p = self.rng, self.number, self.pointer()
        index = self.index()
        if not self.wild:
            return rng.choice([f"*{p}", f"{p}[{index}]", f"a[{index}]", f"g{n}.v[{index}]", f"h{n}[{index}].a", f"l.v[{index}]",
                               f"m[{index}]", "w->a", f"w->c[{index}]", f"((char *){p})[{index}]", f"b{n}[i & 1][{index}]"])
        return rng.choice([f"*{p}", f"{p}[{index}]", f"a[{index}]", f"g{n}.v[{index}]", f"g{n}.c[{index}]", f"h{n}[{index}].a",
                           f"h{n}[i].v[{index}]", f"l.v[{index}]", f"m[{index}]", "w->a", "w->v[i]", f"w->c[{index}]", f"g{n}.next->a",
                           f"((char *){p})[{rng.choice(['i', '3', '4 * i', '-1'])}]", f"b{n}[i][{index}]"])

    def arithmetic(self):
        rng = self.rng
        left, right = self.number_of(), self.number_of()
        return rng.choice([f"{left} + {right}", f"{left} * {right}", f"{left} / {right}", f"{left} % {right}",
                           f"-({left})", f"{left} << {right}", f"{left} >> {right}", f"1 << {right}", f"y - {right}"] if self.wild else [f"{left} + {right}", f"y - {right}", f"{left} * {right}", f"{left} / (1 + i)", f"1 << {right}"])

    def statement(self):
        rng, n, p = self.rng, self.number, self.pointer()
        kind = rng.randrange(20)
        if kind < 3:
            return [f"{p} = {self.target()};"]
        if kind < 6:
            return [f"{self.access()} = {rng.randrange(9)};"]
        if kind < 8:
            return [f"{rng.choice('xy')} = {self.access()};"]
        if kind < 10:
            return [f"{rng.choice('xy')} = {self.arithmetic()};"]
        if kind == 10:
            return [f"free({rng.choice(['m', 'm', 'w', p, 'm + 1'] if self.wild else ['m', 'malloc(4)'])});"]
        if kind == 11:
            name = self.fresh()
            return [f"int {name}[2] = {{1, 2}};", f"{p} = &{name}[{rng.choice(['i', '0', '1'])}];", f"sum{n} += {name}[0];"]
        if kind == 12:
            bound = rng.choice(["3", "4", "i + 1", "i + j", "5"] if self.wild else ["2", "3", "i"])
            return [f"for (int r = 0; r < {bound}; r++)", f"    {rng.choice(['a', f'g{n}.v', 'm', 'l.v', p])}[r] = r;"]
        if kind == 13:
            what = rng.choice(["memset({to}, 0, {size});", "memcpy({to}, {of}, {size});", "memmove({to}, {of}, {size});"])
            size = rng.choice(["4", "i * 4", "8", "12", "16", "sizeof *w", "j", "sizeof a"] if self.wild else ["4", "8", "i", "j + 1"])
            return [what.format(to=rng.choice(["a", "m", p, "w", f"&g{n}", f"g{n}.c", "&l"]),
                                of=rng.choice(["a", "m", p, "w", f"&g{n}", "&l"]), size=size)]
        if kind == 14:
            text = rng.choice(["ab", "abcd", "abcde"])
            return [rng.choice([f"strcpy(g{n}.c, \"{text}\");", f"x = (int)strlen(g{n}.c);",
                                f"strncpy(l.c, \"abcdefg\", (size_t)i + 3);", "x = (int)strlen(l.c);", f"strcat(g{n}.c, \"xy\");",
                                f"x = strcmp(g{n}.c, l.c) == 0;"])]
        if kind == 15:
            name = self.fresh()
            return [f"int *{name} = realloc(m, 4 * (size_t)({rng.choice(['i + 1', '4', 'j + 2'])}));", f"if (!{name}) return 0;",
                    f"{name}[0] = 1;"] + [f"m = {name};"] * rng.randrange(2)
        if kind == 16:
            return [f"w = {rng.choice([f'&g{n}', '&l', f'&h{n}[{self.index()}]', 'malloc(sizeof *w)', f'g{n}.next', '(struct s *)m'])};"]
        if kind == 17:
            return [f"g{n}.next = {rng.choice([f'&h{n}[1]', '&l', '0', 'w'])};"]
        if kind == 18:
            return [f"put{n}({rng.choice([p, 'a', 'm', f'g{n}.v', '&x'])}, {self.index()});"]
        return [f"{p} += {self.index()};" if self.wild else f"{p} = {self.target()};"]

    def text(self):
        n = self.number
        body = "\n".join("    " + line for line in self.lines)
        return f"""static struct s g{n}, h{n}[3];
static int b{n}[2][3], sum{n};
static int *pick{n}(int i) {{ int z = i; static int st[2]; int *r = i < 2 ? &st[i] : &z; return r; }}
static void put{n}(int *to, int k) {{
    to[k] = 1;
}}
int program{n}(void) {{
    int i = __VERIFIER_nondet_uchar() & 3, j = __VERIFIER_nondet_uchar() & 3, k = __VERIFIER_nondet_uchar() & 3;
    int a[4] = {{0}}, x = i, y = j, *p = a, *q = &x, *m = malloc(12);
    struct s l = {{0}}, *w = &l;
    (void)pick{n}, (void)put{n}, (void)b{n}, (void)h{n}, (void)g{n}, (void)k, (void)p, (void)q, (void)w, (void)y;
    if (!m) return 0;
    m[0] = m[1] = m[2] = 0;
{body}
    return sum{n} + x;
}}
"""


def reports(folder, batch):
    """Per program: {line: (inputs, what the sanitizer says)}; the line is None where the report names none of the program."""
    sources = []
    for program in batch:
        path = folder / f"program{program.number}.c"
        path.write_text(PRELUDE + program.text())
        sources.append(str(path))
    names = [f"program{p.number}" for p in batch]
    (folder / "driver.c").write_text("".join(f"int {n}(void);\n" for n in names) + DRIVER +
                                     f"int (*const programs[])(void) = {{{', '.join(names)}}};\n")
    subprocess.run(["clang-19", "-O0", "-g", "-w", "-fno-builtin", *SANITIZERS, "-o", str(folder / "run"), *sources, str(folder / "driver.c")],
                   check=True)
    done = subprocess.run([str(folder / "run"), str(len(batch))], capture_output=True, text=True, errors="replace", check=False,
                          env={**os.environ, **OPTIONS})
    found = [{} for _ in batch]
    for index, values, text, status in re.findall(r"^@ (\d+) (\d+)\n(.*?)^= (\d+)\n", done.stderr, re.M | re.S):
        if status == "0":
            continue
        where = re.search(rf"program{batch[int(index)].number}\.c:(\d+)", text)
        what = re.search(r"runtime error: (.*)|AddressSanitizer: (.*)", text)
        said = what.group(0) if what else f"status {status}: {text[:200]}"
        found[int(index)].setdefault(int(where.group(1)) if where else None, (int(values), said))
    return found


def ask(arguments, path):
    """What edgewise says: the verdict, and the statuses of the checks by line."""
    command = [arguments.edgewise, "--check=standard,memory,alignment,-leak", "--malloc=succeeds", "--json", "--jobs=1",
               f"--timeout={arguments.seconds}", str(path)]
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=path.parent)
    try:
        answer = json.loads(done.stdout)
    except json.JSONDecodeError:
        raise SystemExit(f"no answer about {path} (exit code {done.returncode}):\n{path.read_text()}\n{done.stderr}") from None
    if done.returncode not in (0, 5, 10):
        raise SystemExit(f"exit code {done.returncode}:\n{path.read_text()}\n{done.stderr}")
    by_line = {}
    for check in answer["checks"]:
        by_line.setdefault(check["line"], []).append(check)
    return answer["verdict"], by_line


def contradiction(said, by_line, line):
    """What in the answer is wrong if an execution fails in this line? None if nothing is. A sanitizer overlooks an access that ends
    in another object, and what happens after it is no execution of C: where edgewise reports such a failure, only that is left."""
    if said == "TRUE":
        return "edgewise says TRUE"
    checks = by_line.get(line, [])
    overlooked = any(c["status"] == "FAILED" and c["class"] in ("bounds", "dangling") for at in by_line.values() for c in at)
    if line is not None and not overlooked and all(c["status"] in ("PROVED", "UNREACHABLE") for c in checks):
        return "edgewise proves all checks of the line: " + (", ".join(f"{c['id']} {c['status']}" for c in checks) or "there is none")
    return None


def examine(arguments, folder, batch, counts):
    right = True
    for program, failing in zip(batch, reports(folder, batch)):
        path = folder / f"asked{program.number}.c"
        path.write_text(PRELUDE + program.text() + f"int main(void) {{ return program{program.number}(); }}\n")
        said, by_line = ask(arguments, path)
        counts[said, bool(failing)] = counts.get((said, bool(failing)), 0) + 1
        for line, (values, report) in failing.items():
            wrong = contradiction(said, by_line, line)
            if wrong:
                if arguments.keep:
                    pathlib.Path(arguments.keep).mkdir(parents=True, exist_ok=True)
                    (pathlib.Path(arguments.keep) / path.name).write_text(path.read_text())
                print(f"{path.read_text()}\n{wrong}; line {line} fails with inputs {values & 3}, {values >> 2 & 3}, {values >> 4 & 3}: {report}")
                right = False
        if said == "FALSE" and not failing:
            print(f"note: program {program.number} is FALSE, and no sanitizer reports anything", file=sys.stderr)
    return right


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("count", type=int)
    parser.add_argument("seed", type=int)
    parser.add_argument("--edgewise", default=os.environ.get("EDGEWISE", "build/edgewise"))
    parser.add_argument("--seconds", type=int, default=5)
    parser.add_argument("--keep")
    parser.add_argument("--only", type=int, help="this program of the seed alone")
    parser.add_argument("--keep-going", action="store_true")
    arguments = parser.parse_args()
    arguments.edgewise = os.path.abspath(arguments.edgewise)
    counts, right = {}, True
    for first in range(0, arguments.count, BATCH):
        numbers = [i for i in range(first, min(first + BATCH, arguments.count)) if arguments.only in (None, i)]
        if not numbers:
            continue
        batch = [Program(i, random.Random(arguments.seed * 1000003 + i)) for i in numbers]
        with tempfile.TemporaryDirectory(prefix="sanitizers-") as folder:
            right &= examine(arguments, pathlib.Path(folder), batch, counts)
        if not right and not arguments.keep_going:
            break
    for (said, failed), n in sorted(counts.items()):
        print(f"{n:6} {said}, {'fails in some execution' if failed else 'no execution fails'}")
    return 0 if right else 1


if __name__ == "__main__":
    sys.exit(main())
