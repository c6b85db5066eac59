#!/usr/bin/env python3
"""The oracle of environments: random small C programs about addresses, pointers from outside and allocation, run natively in many
environments, against what edgewise says.

usage: oracle_environments COUNT SEED [--edgewise PATH] [--seconds N] [--keep DIR]

A program has globals, locals, blocks from malloc (some freed), pointers that a function without a body hands out, addresses cast to
numbers and back, and functions that clang must inline; it ends with one assertion. It has no undefined behaviour. An environment is a
compiler, an allocator (glibc's, one that never gives a block back, one that always gives the last one back), the inputs, and
what the functions without a body do: hand out null, memory of their own, a global, or what they were given. If
the assertion fails in any of them, the verdict must not be TRUE. UNKNOWN is always allowed. The first disagreement is
printed and ends the run with exit code 1. Program I of a seed does not depend on COUNT."""
import argparse
import os
import pathlib
import random
import re
import subprocess
import sys
import tempfile

BATCH = 20
RUNS = 12
COMPILERS = [["gcc", "-O0"], ["clang-19", "-O0"], ["gcc", "-O1", "-fno-strict-aliasing"]]
ALLOCATORS = ["", "-DBUMP", "-DLAST"]
PRELUDE = """#include <stdint.h>
#include <stdlib.h>
extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
int *get(void);
void put(int *);
"""
# The outside: what it does is drawn from the seed in argv. The last program's globals are told to it by `known`.
ENVIRONMENT = r"""
#include <stdint.h>
#include <stdlib.h>
#include <stddef.h>
#include <unistd.h>
static unsigned long state;
static unsigned draw(unsigned n) { state = state * 6364136223846793005ul + 1442695040888963407ul; return (state >> 33) % n; }
static int *kept[64], own[4];
static unsigned count, globals;
void known(int *p) { kept[count++] = p; globals = count; }
void put(int *p) { if (p && count < 64) kept[count++] = p; }
int *get(void) { unsigned k = draw(4); return k == 0 ? 0 : k == 1 || !count ? &own[draw(4)] : kept[draw(count)]; }
unsigned char __VERIFIER_nondet_uchar(void) { return (unsigned char)draw(draw(2) ? 3 : 256); }
void reach_error(void) { _exit(3); }
#if defined BUMP || defined LAST
static _Alignas(16) char room[1 << 20];
static size_t used;
static void *last;
void *malloc(size_t n) {
    if (last) { void *p = last; last = 0; return p; }
    void *p = room + used;
    used += 64 + (n + 15) / 16 * 16;
    return used > sizeof room ? 0 : p;
}
void free(void *p) {
#ifdef LAST
    last = p;
#else
    (void)p;
#endif
}
#endif
extern void (*const programs[])(void);
extern int *const all_globals[][2];
int main(int argc, char **argv) {
    (void)argc;
    int i = atoi(argv[1]);
    state = strtoul(argv[2], 0, 10) * 7919 + 17;
    for (int k = 0; k < 4; k++) draw(2);
    for (int k = 0; k < 2; k++) known(all_globals[i][k]);
    programs[i]();
    return 0;
}
"""


class Program:
    """The text of one program; every name has the number, so that many fit into one file."""

    def __init__(self, number, rng):
        self.number, self.rng = number, rng
        self.blocks = 0
        n = number
        self.globals = [f"g{n}", f"h{n}"]
        self.lines = [f"int a = {rng.randrange(3)}, b = {rng.randrange(3)}; char c[3] = {{0}};",
                      "int *p = &a, *q = &b; uintptr_t u = 0, v = 0; (void)u; (void)v; (void)c; (void)p; (void)q;"]
        for _ in range(rng.randrange(2, 7)):
            self.lines.append(self.statement())
        self.lines.append(f"if (!({self.check()})) reach_error();")

    def place(self):
        n = self.number
        return self.rng.choice(["&a", "&b", f"&g{n}", f"&h{n}", f"&s{n}", f"&t{n}[{self.rng.randrange(4)}]"])

    def block(self):
        self.blocks += 1
        name = f"m{self.blocks}"
        return name, f"int *{name} = malloc({self.rng.choice([4, 4, 8, 24])}); if (!{name}) return; *{name} = 1;"

    def statement(self):
        rng, pointer = self.rng, self.rng.choice("pq")
        number = rng.choice("uv")
        kind = rng.randrange(12)
        if kind == 0:
            return f"{pointer} = {self.place()};"
        if kind == 1:
            return f"*{pointer} = {rng.randrange(4)};"
        if kind == 2:
            return f"{{ int *r = get(); if (r) {pointer} = r; }}"
        if kind == 3:
            return f"put({self.place()});"
        if kind == 4:
            return f"{number} = (uintptr_t){rng.choice([pointer, self.place()])};"
        if kind == 5:
            return f"{pointer} = (int *)(((uintptr_t){pointer} | 1) & ~(uintptr_t)1);"
        if kind == 6:
            name, text = self.block()
            return f"{text} {pointer} = {name};"
        if kind == 7:
            name, text = self.block()
            return f"{{ {text} {number} = (uintptr_t){name}; free({name}); }}"
        if kind == 8:
            return f"{number} = local{self.number}({rng.randrange(3)});"
        if kind == 9:
            return f"set{self.number}({pointer}, {rng.randrange(4)});"
        if kind == 10:
            return f"if (__VERIFIER_nondet_uchar() > 1) {pointer} = {self.place()};"
        return f"{{ uintptr_t d = (uintptr_t)q - (uintptr_t)p; *(int *)((uintptr_t)p + d) = {rng.randrange(4)}; }}"

    def check(self):
        rng, n = self.rng, self.number
        some = [f"a == {rng.randrange(3)}", f"b < {rng.randrange(1, 5)}", f"g{n} == {rng.randrange(2)}", f"s{n} == 0",
                f"t{n}[1] == 0", f"*p == {rng.randrange(4)}", f"*p + *q < {rng.randrange(1, 8)}", "p != q", "p == q", "u != v",
                "u == v", "u < v", "p < q || p > q || p == q", f"(uintptr_t)p % {rng.choice([2, 4, 8, 16])} == 0",
                "(uint32_t)(uintptr_t)p == (uintptr_t)p", f"{self.place()} != p", f"{self.place()} + 1 != {self.place()}",
                "(uintptr_t)c % 2 == 0", f"(uintptr_t){self.place()} < (uintptr_t){self.place()} + 64", "u % 4 == 0",
                f"((uintptr_t)p & 1) == 0", f"*p == *q || p != q", f"(char *)&h{n} - (char *)&g{n} > 0"]
        return rng.choice(some)

    def text(self):
        n = self.number
        body = "\n    ".join(self.lines)
        return f"""int g{n}, h{n};
static int s{n}, t{n}[4];
static inline __attribute__((always_inline)) uintptr_t local{n}(int k) {{ int x = k; int *y = &x; return (uintptr_t)y; }}
static inline __attribute__((always_inline)) void set{n}(int *to, int k) {{ *to = k; }}
void program{n}(void) {{
    (void)s{n}; (void)t{n}; (void)local{n}; (void)set{n};
    {body}
}}
"""


def compile_batch(folder, batch):
    """The batch under every compiler and allocator: a list of programs to run."""
    source, outside = folder / "batch.c", folder / "outside.c"
    names = ", ".join(f"program{p.number}" for p in batch)
    globals_ = ", ".join(f"{{&g{p.number}, &h{p.number}}}" for p in batch)
    source.write_text(PRELUDE + "".join(p.text() for p in batch) + f"void (*const programs[])(void) = {{{names}}};\n"
                      f"int *const all_globals[][2] = {{{globals_}}};\n")
    outside.write_text(ENVIRONMENT)
    made = []
    for compiler in COMPILERS:
        for allocator in ALLOCATORS:
            binary = folder / f"run{len(made)}"
            command = compiler + ["-w", "-fno-builtin"] + [allocator] * bool(allocator) + ["-o", str(binary), str(source), str(outside)]
            subprocess.run(command, check=True)
            made.append(binary)
    return made


def fails(binary, index, seed):
    """Does the assertion fail? A crash would be a fault of the generator."""
    code = subprocess.run([str(binary), str(index), str(seed)], timeout=20, check=False).returncode
    if code not in (0, 3):
        raise SystemExit(f"{binary} {index} {seed} ended with {code}: the program has undefined behaviour")
    return code == 3


def failing_environment(binaries, index):
    for number, binary in enumerate(binaries):
        for seed in range(RUNS):
            if fails(binary, index, seed):
                compiler, allocator = COMPILERS[number // len(ALLOCATORS)], ALLOCATORS[number % len(ALLOCATORS)]
                return f"{' '.join(compiler)} {allocator or 'glibc'}, seed {seed}"
    return None


def verdict(arguments, path):
    command = [arguments.edgewise, "--check=assert", "--64", f"--timeout={arguments.seconds}", "--extern=havoc", str(path)]
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=path.parent)
    found = re.search(r"^Verification result: (TRUE|FALSE|UNKNOWN)", done.stdout, re.M)
    if not found:
        raise SystemExit(f"no verdict: {done.stdout}{done.stderr}")
    return found.group(1)


def examine(arguments, folder, batch, counts):
    binaries = compile_batch(folder, batch)
    for index, program in enumerate(batch):
        path = folder / f"program{program.number}.c"
        path.write_text(PRELUDE + program.text() + f"int main(void) {{ program{program.number}(); return 0; }}\n")
        said, failing = verdict(arguments, path), failing_environment(binaries, index)
        counts[said, failing is not None] = counts.get((said, failing is not None), 0) + 1
        if said == "TRUE" and failing:
            if arguments.keep:
                pathlib.Path(arguments.keep).mkdir(parents=True, exist_ok=True)
                (pathlib.Path(arguments.keep) / path.name).write_text(path.read_text())
            print(f"{path.read_text()}\nedgewise says TRUE; the assertion fails with {failing}")
            return False
    return True


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("count", type=int)
    parser.add_argument("seed", type=int)
    parser.add_argument("--edgewise", default=os.environ.get("EDGEWISE", "build/edgewise"))
    parser.add_argument("--seconds", type=int, default=3)
    parser.add_argument("--keep")
    arguments = parser.parse_args()
    counts, right = {}, True
    for first in range(0, arguments.count, BATCH):
        numbers = range(first, min(first + BATCH, arguments.count))
        batch = [Program(i, random.Random(arguments.seed * 1000003 + i)) for i in numbers]
        with tempfile.TemporaryDirectory(prefix="environments-") as folder:
            right = examine(arguments, pathlib.Path(folder), batch, counts)
        if not right:
            break
    for (said, failed), n in sorted(counts.items()):
        print(f"{n:6} {said}, {'fails natively' if failed else 'never failed natively'}")
    return 0 if right else 1


if __name__ == "__main__":
    sys.exit(main())
