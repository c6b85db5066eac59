#!/usr/bin/env python3
"""The metamorphic oracle: programs with a known verdict, rewritten into programs that mean the same.

usage: oracle_rewrites COUNT SEED [--edgewise PATH] [--seconds N] [--keep DIR]

A run takes a program of test/programs whose first line expects TRUE or FALSE and applies one to three of the rewrites below, chosen at
random. edgewise may say UNKNOWN about the result, but not the opposite, and it may not fail. Rewrites are textual: one that does not fit
a program leaves it as it is or makes a program that does not compile, which is not counted. The first disagreement is
printed and ends the run with exit code 1. Run I of a seed does not depend on COUNT."""
import argparse
import os
import pathlib
import random
import re
import subprocess
import sys
import tempfile

EXPECT = re.compile(r"//\s*expect:\s*(TRUE|FALSE)\s*(?:\[?options:\s*([^\]]*)\]?)?\s*$")
CODES = {0: "TRUE", 10: "FALSE", 5: "UNKNOWN"}
SCALAR = r"(?:unsigned|signed|short|long|char|int|float|double|_Bool)(?: (?:unsigned|short|long|char|int|double))*"


def code_lines(text):
    """(index, line) of lines that are no preprocessor lines."""
    return [(i, line) for i, line in enumerate(text.split("\n")) if not line.lstrip().startswith("#")]


def matching(text, at):
    """The place behind the parenthesis that closes the one at `at`, or None."""
    depth = 0
    for i in range(at, len(text)):
        depth += (text[i] == "(") - (text[i] == ")")
        if depth == 0:
            return i + 1
    return None


# ---- the rewrites: text in, text out; the same text if there is nothing to do ----

def typedefs(text, rng):
    """int becomes a name for it."""
    new = re.sub(r"(?<!unsigned )(?<!signed )(?<!long )(?<!short )\bint (?=[a-z_])", "rewritten_int ", text)
    return "typedef int rewritten_int;\n" + new


def while_by_break(text, rng):
    """while (C) S: while (1) if (!(C)) break; else S"""
    out, at = "", 0
    for match in re.finditer(r"(?<![}\w]) while \(|^\s*while \(", text, re.M):
        begin = match.end() - 1
        end = matching(text, begin)
        rest = text[end:end + 1] if end else ";"
        if match.start() < at or rest == ";" or text[:match.start()].rstrip().endswith("}") and rest != " ":
            continue
        out += text[at:begin] + "(1) if (!" + text[begin:end] + ") break; else"
        at = end
    return out + text[at:]


def for_by_break(text, rng):
    """for (A; B; C) S: for (A;; C) if (!(B)) break; else S"""
    out, at = "", 0
    for match in re.finditer(r"\bfor \(", text):
        begin = match.end() - 1
        end = matching(text, begin)
        parts = text[begin + 1:end - 1].split(";") if end else []
        if match.start() < at or len(parts) != 3 or not parts[1].strip() or text[end:end + 1] == ";":
            continue
        out += text[at:begin] + f"({parts[0]};; {parts[2]}) if (!({parts[1]})) break; else"
        at = end
    return out + text[at:]


def main_called(text, rng):
    """main's body in a function of its own, called in one of several ways."""
    match = re.search(r"^int main\((void)?\) ?\{", text, re.M)
    if not match:
        return text
    attribute = rng.choice(["", "__attribute__((noinline)) ", "inline __attribute__((always_inline)) "])
    caller = rng.choice([
        "int main(void) { return rewritten_main(); }",
        "int main(void) { int (*f)(void) = rewritten_main; return f(); }",
        "int main(void) { struct { int (*f)(void); } s = {rewritten_main}; return s.f(); }",
        "int main(void) { int r; goto call; back: return r; call: r = rewritten_main(); goto back; }",
        "int main(void) { int r = 0; for (int i = 0; i < 1; i++) r = rewritten_main(); return r; }"])
    # C99: main returns 0 at its end, other functions do not
    body = text[:match.start()] + f"static {attribute}int rewritten_main(void) {{" + text[match.end():]
    end = body.rstrip()
    if not end.endswith("}"):
        return text
    return end[:-1] + "    return 0;\n}\n" + caller + "\n"


def always_inline(text, rng):
    """Static functions are inlined by attribute."""
    return re.sub(r"^static (?!inline|_Noreturn)([\w ]+[ *]\w+\([^;{}()]*\) ?\{)", r"static inline __attribute__((always_inline)) \1",
                  text, flags=re.M)


def flatten(text, rng):
    return re.sub(r"^int main\(", "__attribute__((flatten)) int main(", text, flags=re.M)


def one_variable(text, rng, declare):
    """A scalar variable whose name is declared once; a macro stands for it from there on."""
    lines = text.split("\n")
    found = []
    for i, line in code_lines(text):
        match = re.match(rf"^(\s*(?:static )?)({SCALAR}) (\w+)( = [^,;(){{}}]+)?;\s*(?:/\*.*\*/)?$", line)
        if match and match.group(3) not in (match.group(4) or "") and \
                len(re.findall(rf"{SCALAR}[ *]+{match.group(3)}\b", text)) == 1:
            found.append((i, match))
    if not found:
        return text
    i, match = rng.choice(found)
    prefix, kind, name, initial = match.group(1), match.group(2), match.group(3), match.group(4) or ""
    lines[i] = declare(prefix, kind, name, initial)
    return "\n".join(lines)


def through_pointer(text, rng):
    return one_variable(text, rng, lambda prefix, kind, name, initial:
                        f"{prefix}{kind} rewritten_{name}{initial};\n{prefix}{kind} *rewritten_p_{name} = &rewritten_{name};\n"
                        f"#define {name} (*(&*rewritten_p_{name}))")


def through_struct(text, rng):
    def declare(prefix, kind, name, initial):
        value = " = {1, {" + initial[3:] + "}}" if initial else ""
        return f"{prefix}struct {{ char c; struct {{ {kind} v; }} s; }} rewritten_{name}{value};\n#define {name} (rewritten_{name}.s.v)"
    return one_variable(text, rng, declare)


def through_array(text, rng):
    def declare(prefix, kind, name, initial):
        value = " = {0, " + initial[3:] + "}" if initial else ""
        return f"{prefix}{kind} rewritten_{name}[2]{value};\n#define {name} (1[rewritten_{name}])"
    return one_variable(text, rng, declare)


def conditions_by_goto(text, rng):
    """if (C) S without else, on one line: by jumps."""
    lines, count = text.split("\n"), 0
    for i, line in code_lines(text):
        match = re.match(r"^(\s+)if \(", line)
        end = matching(line, match.end() - 1) if match else None
        following = lines[i + 1].lstrip() if i + 1 < len(lines) else ""
        if not end or not re.fullmatch(r" [^{}:]+;", line[end:]) or " else " in line or following.startswith("else") or \
                re.match(r"^\s+(if|for|while|else)\b[^;{]*$", lines[i - 1] if i else ""):
            continue
        count += 1
        condition = line[match.end() - 1:end]
        lines[i] = f"{match.group(1)}{{ if {condition} goto rewritten_{count}; goto rewritten_{count}_end; " \
                   f"rewritten_{count}:{line[end:]} rewritten_{count}_end:; }}"
    return "\n".join(lines)


REWRITES = [typedefs, while_by_break, for_by_break, main_called, always_inline, flatten, through_pointer, through_struct,
            through_array, conditions_by_goto]


# ---- running ----

def programs(root):
    for path in sorted((root / "test" / "programs").glob("*.c")):
        match = EXPECT.match(path.read_text(errors="replace").split("\n", 1)[0])
        if match:
            yield path, match.group(1), (match.group(2) or "").split()


def compiles(path, folder, options):
    machine = "-m32" if "--32" in options else "-m64"
    command = ["clang-19", machine, "-std=gnu11", "-fgnu89-inline", "-w", "-fsyntax-only", "-I", str(folder), str(path)]
    return subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False).returncode == 0


def verdict_of(setup, path, folder, options):
    command = [setup.edgewise, "--check=assert", f"--timeout={setup.seconds}", "--jobs=1", "-I", str(folder), *options, str(path)]
    try:
        run = subprocess.run(command, capture_output=True, text=True, timeout=20 * setup.seconds + 60, check=False)
    except subprocess.TimeoutExpired:
        return "no answer", ""
    return CODES.get(run.returncode, f"exit code {run.returncode}"), run.stdout + run.stderr


def one_run(setup, number, chosen, folder):
    """UNCOUNTED, or (verdict, expected, names, text, output)."""
    rng = random.Random(f"{setup.seed} {number}")
    path, expected, options = rng.choice(chosen)
    text = original = path.read_text()
    applied = []
    for rewrite in rng.sample(REWRITES, rng.randint(1, 3)):
        new = rewrite(text, rng)
        target = folder / "rewritten.c"
        target.write_text(new)
        if new != text and compiles(target, path.parent, options):
            text = new
            applied.append(rewrite.__name__)
    if text == original:
        return None
    target.write_text(text)
    verdict, output = verdict_of(setup, target, path.parent, options)
    return verdict, expected, f"{path.name} by {', '.join(applied)}", text, output


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n", 1)[0], epilog=__doc__.split("\n\n", 2)[2],
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("count", type=int)
    parser.add_argument("seed", type=int)
    parser.add_argument("--edgewise", default=os.environ.get("EDGEWISE", "edgewise"))
    parser.add_argument("--seconds", type=int, default=10)
    parser.add_argument("--keep", type=pathlib.Path, help="keep the program that disagrees in this folder")
    setup = parser.parse_args()
    root = pathlib.Path(os.environ.get("ROOT") or pathlib.Path(__file__).resolve().parent.parent.parent.parent)
    chosen = list(programs(root))
    counts = {"agree": 0, "unknown": 0, "not rewritten": 0}
    with tempfile.TemporaryDirectory(prefix="edgewise-rewrites-") as folder:
        for number in range(setup.count):
            result = one_run(setup, number, chosen, pathlib.Path(folder))
            if not result:
                counts["not rewritten"] += 1
                continue
            verdict, expected, name, text, output = result
            if verdict == expected or verdict == "UNKNOWN":
                counts["agree" if verdict == expected else "unknown"] += 1
                continue
            print(f"run {number}: {verdict} instead of {expected}: {name}\n{text}\n{output}")
            if setup.keep:
                setup.keep.mkdir(parents=True, exist_ok=True)
                (setup.keep / f"rewritten-{number}.c").write_text(text)
            return 1
    print(", ".join(f"{n} {what}" for what, n in counts.items()))
    return 0 if counts["agree"] else 1


if __name__ == "__main__":
    sys.exit(main())
