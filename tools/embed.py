"""Makes a C header with a string out of text files: embed.py NAME OUTPUT FILE...

Lines that include a file of this project are left out: the files stand one after the other in the string."""
import sys

name, output, files = sys.argv[1], sys.argv[2], sys.argv[3:]
with open(output, "w", encoding="utf-8") as out:
    out.write(f"static const char {name}[] =\n")
    for file in files:
        for line in open(file, encoding="utf-8"):
            if not line.startswith('#include "'):
                text = line.rstrip("\n").replace("\\", "\\\\").replace('"', '\\"')
                out.write(f'    "{text}\\n"\n')
    out.write("    ;\n")
