"""The scripts around the build: the dependency installer, the include rules, the runner, man page and completion."""
import os
import pathlib
import shutil
import stat
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent


class ToolCase(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="edgewise-tools-"))
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)

    def write(self, path, text, executable=False):
        file = self.folder / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
        if executable:
            file.chmod(file.stat().st_mode | stat.S_IXUSR)
        return file

    def call(self, *command, **environment):
        return subprocess.run([str(word) for word in command], capture_output=True, text=True, timeout=120, check=False,
                              env=dict(os.environ, **environment))


class InstallDeps(ToolCase):
    """On a Debian made of stubs: meson is there, nothing else; apt-get works only after an update."""

    def setUp(self):
        super().setUp()
        bin_folder = self.folder / "bin"
        self.log = self.folder / "log"
        self.write("bin/dpkg-query", '#!/bin/sh\nfor last; do :; done\n[ "$last" = meson ] && printf installed\n', True)
        self.write("bin/apt-get", f'#!/bin/sh\necho "apt-get $*" >> {self.log}\n[ "$1" = update ] && touch {self.folder}/lists\n'
                                  f"[ -e {self.folder}/lists ]\n", True)
        self.write("bin/sudo", f'#!/bin/sh\necho sudo >> {self.log}\nexec "$@"\n', True)
        self.write("bin/id", '#!/bin/sh\necho "${FAKE_UID:-0}"\n', True)
        self.path = f"{bin_folder}:/usr/bin:/bin"

    def install(self, *words, **environment):
        return self.call("/bin/sh", ROOT / "tools/install-deps", *words, PATH=self.path, **environment)

    def test_lists_and_fails_without_installing(self):
        for result in (self.install("--list", "build"), self.install("build", EDGEWISE_NO_INSTALL="1")):
            self.assertEqual(result.returncode, 1)
            self.assertIn("clang-19", result.stderr)
            self.assertNotIn(" meson ", result.stderr)
            self.assertFalse(self.log.exists())

    def test_installs_what_is_missing_after_an_update(self):
        result = self.install("build", EDGEWISE_NO_INSTALL="")
        self.assertEqual(result.returncode, 0, result.stderr)
        log = self.log.read_text()
        self.assertIn("apt-get update", log)
        self.assertIn("libz3-dev", log)
        self.assertNotIn(" meson ", log)
        self.assertNotIn("sudo", log)
        self.assertIn("installing Debian packages", result.stderr)

    def test_sudo_when_not_root(self):
        result = self.install("build", FAKE_UID="1000", EDGEWISE_NO_INSTALL="")
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertIn("sudo", self.log.read_text())

    def test_unknown_group(self):
        self.assertEqual(self.install("nonsense").returncode, 1)


class CheckDeps(ToolCase):
    def offences(self, module, text):
        self.write("src/term/README.md", "x")
        self.write(f"src/{module}/README.md", "x")
        self.write(f"src/{module}/x.c", text)
        return self.call(ROOT / "tools/check-deps", self.folder).stdout

    def test_allowed(self):
        self.assertEqual(self.offences("cfa", '#include "cfa/cfa.h"\n#include "term/term.h"\n#include "util/vec.h"\n#include <stdio.h>\n'), "")

    def test_forbidden(self):
        self.assertIn("src/term/x.c:2: term may not use smt", self.offences("term", '\n#include "smt/solver.h"\n'))
        self.assertIn("only smt may", self.offences("term", "#include <z3.h>\n"))
        self.assertIn("with its module", self.offences("term", '#include "term.h"\n'))
        self.assertIn("unknown module", self.offences("rooms", ""))

    def test_options_are_read_only(self):
        for write in ("options.timeout = 3;", "options.jobs++;", "options.timeout -= 1;"):
            self.assertIn("options are read-only", self.offences("cfa", f"void f(void) {{ {write} }}\n"))
        self.assertEqual(self.offences("cfa", "bool f(void) { return options.jobs == 1 && options.timeout <= 2; }\n"), "")


class CheckNames(ToolCase):
    def offences(self, listed="", **files):
        self.write("tools/names-to-mend", listed)
        for name, text in files.items():
            self.write(name.replace("__", "/").replace("_DOT_", "."), text)
        return self.call(ROOT / "tools/check-names", self.folder).stdout

    def test_comments(self):
        good = {"src__cfa__x_DOT_c": "/* See x.c, cfa_walk() and assert(). */\nvoid cfa_walk(void) {}\n"}
        self.assertEqual(self.offences(**good), "")
        elsewhere = "STYLE" + ".md"  # a page that is kept outside of the repository
        bad = {"src__cfa__x_DOT_c": f"/* As\n * cfa_run() of y.c says; {elsewhere} */\n"}
        found = self.offences(**bad)
        for text in ("there is no function cfa_run()", "there is no file y.c", f"{elsewhere} is not in the repository"):
            self.assertIn("src/cfa/x.c:1: " + text, found)

    def test_documents(self):
        text = "| a | `src/cfa/x.c`: `cfa_walk`, `cfa_run` |\n"
        found = self.offences(src__cfa__x_DOT_c="void cfa_walk(void) {}\n", ARCHITECTURE_DOT_md=text)
        self.assertEqual(found, "ARCHITECTURE.md:1: src/cfa/x.c has no cfa_run\n")

    def test_exported_names(self):
        header = {"src__cfa__trees_DOT_h": "struct odd {\n};\nvoid cfa_a(void);\nvoid tree_b(struct odd *o);\n"}
        self.assertIn("prefix cfa odd", self.offences(**header))
        self.assertEqual(self.offences("prefix cfa odd\n", **header), "")
        self.assertIn("no longer needed", self.offences("prefix cfa odd\nprefix cfa even\n", **header))
        self.assertIn("twice odd", self.offences("prefix cfa odd\n", src__term__y_DOT_c="struct odd {\n};\n", **header))


class Runner(ToolCase):
    """A copy of test/run in a project of its own, with a fake edgewise that answers TRUE."""

    def setUp(self):
        super().setUp()
        (self.folder / "test").mkdir()
        shutil.copy(ROOT / "test/run", self.folder / "test/run")
        self.write("build/edgewise", "#!/bin/sh\necho 'Verification result: TRUE'\n", True)

    def run_tests(self, *names):
        return self.call(sys.executable, self.folder / "test/run", *names)

    def test_verdicts(self):
        self.write("test/programs/good.c", "// expect: TRUE [options: --32]\n")
        self.write("test/programs/bad.c", "// expect: FALSE\n")
        result = self.run_tests("programs")
        self.assertEqual(result.returncode, 1)
        self.assertIn("FAILED  programs/bad", result.stdout)
        self.assertIn("WRONG VERDICT", result.stdout)
        self.assertEqual(result.stdout.splitlines()[-1], "1 passed, 1 failed")

    def test_exit_code_counts_too(self):
        self.write("build/edgewise", "#!/bin/sh\necho 'Verification result: TRUE'\nexit 6\n", True)
        self.write("test/programs/good.c", "// expect: TRUE\n")
        self.assertEqual(self.run_tests("programs").returncode, 1)

    def test_files_that_nobody_understands_fail(self):
        for path in ("test/programs/x.txt", "test/cli/x.py", "test/tasks/x.lst", "test/harness/x.sh"):
            self.write(path, "// expect: TRUE\n")
        self.write("test/programs/typo.c", "// expects: TRUE\n")
        self.write("test/oracle/silent/main.c", "int main(void) { return 0; }\n")
        result = self.run_tests("programs", "cli", "tasks", "harness", "oracle")
        self.assertEqual(result.stdout.splitlines()[-1], "0 passed, 6 failed")

    def test_cli_tests_may_leave_nothing(self):
        self.write("build-check/edgewise", "#!/bin/sh\n", True)
        self.write("test/cli/tidy.sh", '[ "$($EDGEWISE | wc -l)" -le 1 ]\n')
        self.write("test/cli/messy.sh", 'touch "$TMPDIR/left"\n')
        self.write("test/cli/absent.sh", 'echo "no such tool"; exit 77\n')
        result = self.run_tests("cli")
        self.assertIn("left in $TMPDIR: left", result.stdout)
        self.assertIn("skipped cli/absent: no such tool", result.stdout)
        self.assertEqual(result.stdout.splitlines()[-1], "2 passed, 2 failed")

    def test_no_test_is_a_failure(self):
        self.assertEqual(self.run_tests("programs/nothing").returncode, 1)


@unittest.skipUnless(os.environ.get("EDGEWISE"), "needs $EDGEWISE")
class Completion(ToolCase):
    def complete(self, *words):
        self.call(sys.executable, ROOT / "tools/make-docs", "bash", os.environ["EDGEWISE"], ROOT / "contrib/edgewise.bash.in", self.folder / "c")
        script = f'compopt() {{ :; }}; . {self.folder}/c; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _edgewise; printf "%s\\n" "${{COMPREPLY[@]}}"'
        return self.call("bash", "-c", script, "bash", "edgewise", *words).stdout.split()

    def test_options_choices_presets(self):
        self.assertEqual(self.complete("--solv"), ["--solver="])
        self.assertEqual(self.complete("--solver", "=", "z"), ["z3"])
        self.assertIn("spin18-all", self.complete("--preset", "=", "spin18"))
        self.assertIn("--no-lemmas", self.complete("--no-l"))


if __name__ == "__main__":
    unittest.main()
