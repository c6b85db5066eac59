#!/usr/bin/env python3
"""The oracle of C's corners: what a piece of C computes when it is run, edgewise must be able to compute.

usage: oracle_corners COUNT SEED [--edgewise PATH] [--seconds N] [--32] [--keep DIR] [NAME...]

corners.txt has pieces of C that use one corner of the language each and define `long f(void)`. A piece is compiled by gcc and clang, with and
without optimization, and run. If all agree on a value v, edgewise is asked about two programs:

    assert(f() == v)     may be TRUE or UNKNOWN
    assert(f() != v)     may be FALSE or UNKNOWN

The pieces are taken in a random order, COUNT of them (0: all), or those that are named. A piece that compilers disagree on is not
counted, and named with --verbose. Every disagreement is printed; one ends the run with exit code 1."""
import argparse
import os
import pathlib
import random
import re
import subprocess
import sys
import tempfile

HEADERS = "".join(f"#include <{name}.h>\n" for name in ("assert", "stdint", "stdio", "stdlib", "string", "wchar"))
CODES = {0: "TRUE", 10: "FALSE", 5: "UNKNOWN"}
BUILDS = (("gcc", "-O0"), ("gcc", "-O2"), ("clang-19", "-O0"), ("clang-19", "-O2"))
# Without FENV_ACCESS, compilers fold constants in the wrong mode.
ROUNDING = (("gcc", "-O0", "-frounding-math"), ("clang-19", "-O0", "-frounding-math"))


def pieces(path):
    words = re.split(r"^//// *(\S+)\n", path.read_text(encoding="utf-8"), flags=re.M)
    found = list(zip(words[1::2], words[2::2]))
    if len({name for name, _ in found}) != len(found):
        raise SystemExit("corners.txt has two pieces of one name")
    return found


def output_of(command, seconds):
    try:
        run = subprocess.run(command, capture_output=True, text=True, errors="replace", timeout=seconds, check=False)
    except (subprocess.TimeoutExpired, FileNotFoundError):
        return None, ""
    return run.returncode, run.stdout + run.stderr


def value_of(setup, text, folder):
    """What all builds that exist print, or None."""
    source, program = folder / "run.c", folder / "run"
    source.write_text(HEADERS + text + '\nint main(void) { printf("%ld", f()); return 0; }\n')
    values = set()
    for build in ROUNDING if "<fenv.h>" in text else BUILDS:
        machine = "-m32" if setup.m32 else "-m64"
        code, _ = output_of([*build, machine, "-w", "-std=gnu11", "-fwrapv", "-o", str(program), str(source), "-lm"], 60)
        if code == 0:
            values.add(output_of([str(program)], 10))
    code, value = values.pop() if len(values) == 1 else (None, "")
    return value if code == 0 else None


def verdict_of(setup, path):
    options = ["--32"] if setup.m32 else []
    code, output = output_of([setup.edgewise, "--check=assert", "--jobs=1", f"--timeout={setup.seconds}", *options, str(path)], 20 * setup.seconds + 60)
    return CODES.get(code, f"exit code {code}"), output


def judge(setup, name, text, value, folder, counts):
    """How many of the two programs have a verdict that the run contradicts."""
    wrong = 0
    for relation, right in (("==", "TRUE"), ("!=", "FALSE")):
        path = folder / f"{name}.c"
        path.write_text(HEADERS + text + f"\nint main(void) {{ long r = f(); assert(r {relation} {value}L); return 0; }}\n")
        verdict, output = verdict_of(setup, path)
        counts["right" if verdict == right else "unknown" if verdict == "UNKNOWN" else "wrong"] += 1
        if verdict in (right, "UNKNOWN"):
            if setup.verbose and verdict != right:
                print(f"unknown: {name} {right}")
            continue
        wrong += 1
        print(f"{name}: {verdict} instead of {right}\n{path.read_text()}\n{output}")
        if setup.keep:
            setup.keep.mkdir(parents=True, exist_ok=True)
            (setup.keep / f"{name}_{right.lower()}.c").write_text(path.read_text())
    return wrong


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n", 1)[0], epilog=__doc__.split("\n\n", 2)[2],
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("count", type=int)
    parser.add_argument("seed", type=int)
    parser.add_argument("names", nargs="*", metavar="NAME")
    parser.add_argument("--edgewise", default=os.environ.get("EDGEWISE", "edgewise"))
    parser.add_argument("--seconds", type=int, default=20)
    parser.add_argument("--32", dest="m32", action="store_true")
    parser.add_argument("--keep", type=pathlib.Path, help="keep programs that disagree in this folder")
    parser.add_argument("--verbose", "-v", action="store_true")
    setup = parser.parse_args()
    root = pathlib.Path(os.environ.get("ROOT") or pathlib.Path(__file__).resolve().parent.parent.parent.parent)
    chosen = pieces(root / "test" / "oracle" / "corners" / "corners.txt")
    random.Random(setup.seed).shuffle(chosen)
    chosen = [piece for piece in chosen if not setup.names or piece[0] in setup.names][:setup.count or None]
    counts, wrong = {"right": 0, "unknown": 0, "wrong": 0, "not counted": 0}, 0
    with tempfile.TemporaryDirectory(prefix="edgewise-corners-") as folder:
        for name, text in chosen:
            value = value_of(setup, text, pathlib.Path(folder))
            if value is None:
                counts["not counted"] += 1
                if setup.verbose:
                    print(f"compilers disagree: {name}")
                continue
            wrong += judge(setup, name, text, value, pathlib.Path(folder), counts)
    print(", ".join(f"{n} {what}" for what, n in counts.items()))
    return 1 if wrong or not counts["right"] else 0


if __name__ == "__main__":
    sys.exit(main())
