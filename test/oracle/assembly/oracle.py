#!/usr/bin/env python3
"""Inline assembly that src/frontend/driver/x86.c executes, beside the processor.

usage: oracle_assembly COUNT SEED [--edgewise PATH] [--seconds N] [--keep DIR]

A run makes one program with a random choice of pieces of assembly on random values, compiles it and runs it: what it prints is what
the processor computes. Then edgewise is asked whether each piece gives those values. It must say TRUE; and it must not when one of
the values is changed, or the first question would prove nothing. Every row of the table in x86_text.c has to occur in a piece. On another machine
than x86-64 the oracle is skipped with exit code 77."""
import argparse
import os
import pathlib
import platform
import random
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(os.environ.get("ROOT") or pathlib.Path(__file__).resolve().parents[3])
TYPES = {"b": "unsigned char", "w": "unsigned short", "l": "unsigned", "q": "unsigned long"}
LOCK = r'.pushsection .smp_locks,\"a\"\n.balign 4\n.long 671f - .\n.popsection\n671:\n\tlock; '


def pieces():
    """(text, outputs, inputs, clobbers, type letter): x and y are variables of the type, c is a char, z a second one."""
    for s in "bwlq":
        for op in ("add", "sub", "and", "or", "xor", "mov"):
            yield f"{op}{s} %1,%0", '"+r"(x)', '"r"(y)', "", s
            yield f"{op}{s} %1,%0", '"+m"(x)', '"r"(y)', "", s
        for op in ("inc", "dec", "neg", "not"):
            yield f"{op}{s} %0", '"+m"(x)', "", "", s
            yield f"{op}{s} %0", '"+r"(x)', "", "", s
        for op in ("inc", "dec"):
            yield f"{LOCK}{op}{s} %0; sete %1", '"+m"(x), "=qm"(c)', "", '"memory"', s
        for cc in ("e", "z", "ne", "nz", "s", "ns", "c", "b", "nc", "ae"):
            yield f"sub{s} %2,%0; set{cc} %1", '"+m"(x), "=&q"(c)', '"r"(y)', "", s
            yield f"cmp{s} %2,%1; set{cc} %0", '"=q"(c)', '"r"(x), "r"(y)', "", s
            yield f"test{s} %2,%1\\n\\tset{cc} %0", '"=q"(c)', '"r"(x), "r"(y)', "", s
            yield f"lock add{s} %2,%0\\n set{cc} %1", '"+m"(x), "=q"(c)', '"r"(y)', "", s
        yield f"xchg{s} %0,%1", '"+r"(x), "+m"(y)', "", '"memory"', s
        yield f"lock; xadd{s} %0,%1", '"+r"(x), "+m"(y)', "", '"memory"', s
        yield f"{LOCK}cmpxchg{s} %2,%1", '"+a"(x), "+m"(y)', f'"r"(({TYPES[s]})(z + 1))', '"memory"', s
        yield f"cmpxchg{s} %3,%1; sete %2", '"+a"(x), "+m"(y), "=&q"(c)', f'"r"(({TYPES[s]})z)', '"memory"', s
        for op in ("shl", "shr", "sar", "rol", "ror"):
            yield f"{op}{s} $3,%0", '"+r"(x)', "", "", s
            yield f"{op}{s} $0,%0", '"+m"(x)', "", "", s
    for s in "lq":
        yield f"bswap{s} %0", '"=r"(x)', '"0"(x)', "", s
        yield "bswap %0", '"+r"(x)', "", "", s
        for op in ("bt", "bts", "btr", "btc"):
            out = '"=r"(y), "+m"(z)'
            yield f"{op} %2,%1\\n\\tsbb %0,%0", out, f'"Ir"(({TYPES[s]})(x % 64))', '"memory"', s
            yield f"{op} %2,%1; setc %0", '"=q"(c), "+r"(z)', '"r"((unsigned long)x)', "", s
    yield "movb %b1,%0", '"+r"(c)', '"q"(x)', "", "l"
    yield "movw %w1,%w0", '"+r"(y)', '"r"(x)', "", "q"
    yield "movl %k1,%k0", '"+r"(y)', '"r"(x)', "", "q"
    yield "lock; addl $0,0(%%rsp)", "", "", '"memory"', "l"
    yield "rep; nop\\n\\tpause; mfence; lfence; sfence\\n# nothing", "", "", '"memory"', "l"
    yield "", '"+r"(x), "+m"(y)', "", '"memory"', "q"


def value(rng):
    return rng.choice([0, 1, 2, 0x7f, 0x80, 0xff, 0x7fff, 0x8000, 0x7fffffff, 0x80000000, 0xffffffff, 2**63 - 1, 2**63, 2**64 - 1,
                       rng.getrandbits(8), rng.getrandbits(32), rng.getrandbits(64)])


def block(piece, x, y, z, report):
    text, out, inputs, clobbers, letter = piece
    clobbers = ", ".join(c for c in (clobbers, '"cc"') if c)
    return (f'    {{ {TYPES[letter]} x = ({TYPES[letter]}){x}ul, y = ({TYPES[letter]}){y}ul; unsigned long z = {z}ul; unsigned char c = 7;\n'
            f'      asm volatile("{text}" : {out} : {inputs} : {clobbers}); {report} }}\n')


def program(chosen, reports, head):
    return head + "int main(void) {\n" + "".join(block(*c, r) for c, r in zip(chosen, reports)) + "    return 0;\n}\n"


def processor(chosen, folder):
    source, binary = folder / "native.c", folder / "native"
    report = 'printf("%lu %lu %lu %lu\\n", (unsigned long)x, (unsigned long)y, z, (unsigned long)c);'
    source.write_text(program(chosen, [report] * len(chosen), "#include <stdio.h>\n"))
    subprocess.run(["gcc", "-w", "-o", str(binary), str(source)], check=True)
    out = subprocess.run([str(binary)], check=True, capture_output=True, text=True).stdout
    return [tuple(map(int, line.split())) for line in out.splitlines()]


def verdict(options, chosen, expected, folder, name):
    asserts = [f"if (x != {x}ul || y != {y}ul || z != {z}ul || c != {c}) reach_error();" for x, y, z, c in expected]
    path = folder / name
    path.write_text(program(chosen, asserts, "extern void reach_error(void);\n"))
    command = [options.edgewise, "--check=assert", "--quiet", "--jobs=1", f"--timeout={options.seconds}", str(path)]
    done = subprocess.run(command, capture_output=True, text=True)
    return done.returncode, done.stdout + done.stderr


def table_names():
    text = (ROOT / "src/frontend/driver/x86_text.c").read_text()
    return re.findall(r'\{"(\w+)", X86_[A-Z]+, \d\}', text)


def covered(name):
    return any(name in (word, word[:-1]) for piece in pieces() for word in re.sub(r"\\[nt]|;", " ", piece[0]).split())


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("count", type=int)
    parser.add_argument("seed", type=int)
    parser.add_argument("--edgewise", default=os.environ.get("EDGEWISE", str(ROOT / "build/edgewise")))
    parser.add_argument("--seconds", type=int, default=60)
    parser.add_argument("--keep", default=None)
    options = parser.parse_args()
    if platform.machine() != "x86_64":
        print("skipped: the pieces are for x86-64")
        return 77
    missing = [name for name in table_names() if not covered(name)]
    if missing or not table_names():
        print("no piece for", missing)
        return 1
    every = list(pieces())
    for run in range(options.count):
        rng = random.Random(options.seed * 1000003 + run)
        chosen = [(piece, value(rng), value(rng), value(rng)) for piece in rng.sample(every, 25)]
        with tempfile.TemporaryDirectory() as temporary:
            folder = pathlib.Path(options.keep or temporary)
            expected = processor(chosen, folder)
            code, text = verdict(options, chosen, expected, folder, "right.c")
            changed = list(expected)
            at = rng.randrange(len(changed))
            changed[at] = changed[at][:2] + (changed[at][2] ^ 1,) + changed[at][3:]
            other, _ = verdict(options, chosen, changed, folder, "wrong.c")
            if code != 0 or other == 0:
                print(f"run {run} of seed {options.seed}: exit code {code}, with a changed value {other}\n{text}")
                print((folder / "right.c").read_text())
                return 1
    print(f"{options.count} programs of 25 pieces, no difference")
    return 0


sys.exit(main())
