"""Makes C out of the models: embed.py text NAME OUTPUT FILE...   or   embed.py rename|list OUTPUT FILE...

text: a header with the files' text as the string NAME_text, and the names of the functions that they define as NAME_names. Files
that they include stand in the place of the #include.
rename: a header of macros that gives each of these functions a name beginning with model_, so that it can be compiled beside
the real one.
list: the names as strings with commas."""
import pathlib
import re
import sys

SOURCES = pathlib.Path(__file__).resolve().parents[3]


def lines_of(path):
    for line in path.read_text(encoding="utf-8").splitlines():
        included = re.match(r'\s*#include "(.*)"', line)
        if included:
            yield from lines_of(SOURCES / included[1])
        else:
            yield line


def names_of(lines):
    """Definitions begin with M, or are made by a macro that ends in the name; S(name) is one for double and one for float."""
    for line in lines:
        of_floats = re.match(r"M [^=;(]*\bS\((\w+)\)\(", line)
        plain = re.match(r"M [^=;(]*?(\w+)\(", line) or re.match(r"[A-Z]+\(.*, (\w+)\)$", line)
        if of_floats:
            yield from (of_floats[1], of_floats[1] + "f")
        elif plain:
            yield plain[1]


def main():
    mode, words = sys.argv[1], sys.argv[2:]
    name = words.pop(0) if mode == "text" else None
    output, files = words[0], [pathlib.Path(f) for f in words[1:]]
    lines = [line for f in files for line in lines_of(f)]
    names = sorted(set(names_of(lines)))
    with open(output, "w", encoding="utf-8") as out:
        if mode == "rename":
            out.writelines(f"#define {n} model_{n}\n" for n in names)
            return
        if mode == "list":
            out.writelines(f'"{n}",\n' for n in names)
            return
        out.write(f"static const char {name}_text[] =\n")
        for line in lines:
            out.write('    "' + line.replace("\\", "\\\\").replace('"', '\\"') + '\\n"\n')
        out.write(f"    ;\nstatic const char *const {name}_names[] = {{\n")
        out.writelines(f'    "{n}",\n' for n in names)
        out.write("    0};\n")


main()
