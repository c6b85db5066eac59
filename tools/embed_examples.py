"""Makes a C header with a table of example programs: embed_examples.py FILE... OUTPUT"""
import json
import pathlib
import sys

with open(sys.argv[-1], "w", encoding="utf-8") as out:
    out.write("static const struct {\n    const char *name, *text;\n} example_texts[] = {\n")
    for file in map(pathlib.Path, sys.argv[1:-1]):
        text = "\n".join("     " + json.dumps(line) for line in file.read_text(encoding="ascii").splitlines(keepends=True))
        out.write(f"    {{{json.dumps(file.name)},\n{text}}},\n")
    out.write("};\n")
