"""bench/projects/run on a project with proofs as CBMC's starter kit lays them out."""
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
EDGEWISE = os.environ.get("EDGEWISE", str(ROOT / "build" / "edgewise"))
COMMON = """PROOF_ROOT = $(dir $(abspath $(lastword $(MAKEFILE_LIST))))
PROOFDIR ?= $(abspath .)
SRCDIR ?= $(abspath $(PROOF_ROOT)/..)
DEFINES += -DLIMIT=10
INCLUDES += -I$(SRCDIR)/include
COMPILE_FLAGS ?= -Wall
"""
MAKEFILE = """HARNESS_ENTRY = harness
PROOF_SOURCES += $(PROOFDIR)/harness.c
PROJECT_SOURCES += $(SRCDIR)/source.c
{more}
include ../Makefile.common
"""
SOURCE = """#include "inc.h"
static int inc(int x) { return x + 1; }
int twice(int x) { return inc(inc(x)); }
"""
STATIC = '#include <assert.h>\nint __CPROVER_file_local_source_c_inc(int);\n'


class Projects(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.root = pathlib.Path(self.folder.name)
        (self.root / "include").mkdir()
        (self.root / "include" / "inc.h").write_text("int twice(int x);\n")
        (self.root / "source.c").write_text(SOURCE)
        (self.root / "proofs").mkdir()
        (self.root / "proofs" / "Makefile.common").write_text(COMMON)

    def tearDown(self):
        self.folder.cleanup()

    def proof(self, name, harness, more=""):
        folder = self.root / "proofs" / name
        folder.mkdir()
        (folder / "Makefile").write_text(MAKEFILE.format(more=more))
        (folder / "harness.c").write_text(harness)

    def run_all(self, *words):
        return subprocess.run([sys.executable, str(ROOT / "bench" / "projects" / "run"), f"--edgewise={EDGEWISE}", "--timeout=30", *words, str(self.root)],
                              capture_output=True, text=True, timeout=300)

    def test_proofs(self):
        self.proof("a_static", STATIC + "int nondet_int(void);\nvoid harness(void) { int x = nondet_int(); __CPROVER_assume(x < LIMIT);"
                   " assert(__CPROVER_file_local_source_c_inc(x) <= LIMIT); }\n")
        self.proof("b_stub", STATIC + '#include "inc.h"\nint __CPROVER_file_local_source_c_inc(int x) { return x + 2; }\n'
                   "void harness(void) { assert(twice(1) == 5); }\n", "REMOVE_FUNCTION_BODY += __CPROVER_file_local_source_c_inc")
        self.proof("c_wrong", '#include <assert.h>\n#include "inc.h"\nint nondet_int(void);\nvoid harness(void) { assert(twice(nondet_int()) != 7); }\n')
        self.proof("d_error", "#error no\n")
        out = self.run_all()
        lines = out.stdout.splitlines()
        self.assertEqual(lines[-1], "2 proved, 1 failed, 0 undecided, 1 not compiled", out.stdout + out.stderr)
        self.assertEqual([line.split()[1] for line in lines[:4]], ["proved", "proved", "failed", "not"], out.stdout)
        self.assertEqual(out.returncode, 0)

    def test_absent(self):
        out = subprocess.run([sys.executable, str(ROOT / "bench" / "projects" / "run"), str(self.root), "nothing"], capture_output=True, text=True)
        self.assertIn("there is no proof nothing", out.stderr)


if __name__ == "__main__":
    unittest.main()
