"""The documents say what is there: links lead somewhere, the functions that ARCHITECTURE.md names exist, commands do what is shown."""
import os
import pathlib
import re
import shutil
import subprocess
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
EDGEWISE = os.environ.get("EDGEWISE") or str(ROOT / "build/edgewise")


def documents():
    listed = subprocess.run(["git", "ls-files", "*.md"], cwd=ROOT, capture_output=True, text=True, check=False)
    names = listed.stdout.split("\n") if listed.returncode == 0 else [str(p.relative_to(ROOT)) for p in ROOT.rglob("*.md")]
    return [ROOT / name for name in names if name]


class Documents(unittest.TestCase):
    def test_links_lead_somewhere(self):
        self.assertGreater(len(documents()), 3)
        for path in documents():
            for target in re.findall(r"\]\(([^)#\s]+)[^)]*\)", path.read_text(encoding="utf-8")):
                if not re.match(r"[a-z]+:", target):
                    self.assertTrue((path.parent / target).exists(), f"{path.relative_to(ROOT)}: {target} does not exist")

    def test_functions_of_the_papers_table_exist(self):
        text = (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8").split("## From the papers to the code")[1]
        named = re.findall(r"`(src/[\w/]+\.c)`: ((?:`\w+`(?:, )?)+)", text)
        self.assertGreater(len(named), 10)
        for file, functions in named:
            source = (ROOT / file).read_text(encoding="utf-8")
            for function in re.findall(r"`(\w+)`", functions):
                self.assertRegex(source, rf"(?m)^[a-z][^\n;]*\b{function}\(", f"ARCHITECTURE.md: {file} has no {function}")

    def test_nothing_points_outside(self):
        for path in documents():
            self.assertNotRegex(path.read_text(encoding="utf-8"), r"/(work|home|root)/", f"{path}: a path of one machine")


def named_programs(text):
    """Programs of a document: C whose first line is its name, `// ring.c`."""
    return {name: "// " + name + "\n" + body for name, body in re.findall(r"```c\n// (\S+)\n(.*?)```", text, re.S)}


class Commands(unittest.TestCase):
    """Every command of the documents for users is run: it must be known, and print the lines that are shown, in order."""

    def run_shell(self, command, text):
        with tempfile.TemporaryDirectory() as folder:
            here = pathlib.Path(folder)
            for name, body in named_programs(text).items():
                (here / name).write_text(body, encoding="utf-8")
            (here / "prog.c").write_text("#include <assert.h>\nint main(void) { int x = 3; assert(x == 3); return 0; }\n", encoding="utf-8")
            (here / "examples").symlink_to(ROOT / "examples")
            (here / "edgewise").symlink_to(EDGEWISE)
            (here / "build").mkdir()
            (here / "build/edgewise").symlink_to(EDGEWISE)
            env = dict(os.environ, PATH=folder + ":" + os.environ["PATH"], XDG_CACHE_HOME=folder + "/cache")
            return subprocess.run(["sh", "-c", command], cwd=folder, env=env, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                                  timeout=200, check=False)

    def in_order(self, shown, output, command):
        rest = output
        for line in filter(None, (line.strip() for line in shown.splitlines())):
            if line == "...":
                continue
            self.assertIn(line, rest, f"{command} prints\n{output}")
            rest = rest[rest.index(line) + len(line):]

    def test_sessions(self):
        for name in ("doc/ci.md", "doc/reading.md"):
            text = (ROOT / name).read_text(encoding="utf-8")
            blocks = re.findall(r"```console\n\$ ([^\n]+)\n(.*?)```", text, re.S)
            self.assertTrue(blocks, name)
            for command, shown in blocks:
                with self.subTest(command):
                    self.in_order(shown, self.verdict_last(self.run_shell(command, text).stdout), command)

    @staticmethod
    def verdict_last(output):
        """What stderr says beside the verdict has no place of its own."""
        lines = output.splitlines()
        ends = [line for line in lines if line.startswith("  no failure within")]
        return "\n".join([line for line in lines if line not in ends] + ends)

    def test_shell_lines(self):
        for name in ("doc/ci.md", "doc/reading.md"):
            text = (ROOT / name).read_text(encoding="utf-8")
            for block in re.findall(r"```sh\n(.*?)```", text, re.S):
                with self.subTest(block):
                    run = self.run_shell(block, text)
                    self.assertEqual(run.returncode, 0, run.stdout)

    def test_snippets_for_servers(self):
        """The commands inside of the YAML of doc/ci.md."""
        text = (ROOT / "doc/ci.md").read_text(encoding="utf-8")
        commands = re.findall(r"- (?:run: )?(edgewise [^\n]+)", text)
        self.assertGreaterEqual(len(commands), 2)
        for command in commands:
            with self.subTest(command):
                self.assertEqual(self.run_shell(command, text).returncode, 0)

    def test_session_of_the_readme(self):
        text = (ROOT / "README.md").read_text(encoding="utf-8")
        commands = [c.split("    #")[0].strip() for c in re.findall(r"(?m)^    \$ (build/edgewise [^\n]+)$", text)]
        self.assertGreaterEqual(len(commands), 4)
        for command in commands:
            with self.subTest(command):
                shown = text[text.index("$ " + command) + 2:].split("\n\n")[0].split("\n", 1)
                run = self.run_shell(command, text)
                self.assertNotIn(run.returncode, (1, 2, 6, 127), run.stdout)
                self.in_order(shown[1] if len(shown) > 1 else "", run.stdout, command)

    def test_checking_without_edgewise(self):
        """doc/trust.md: each block of commands, with what the comments behind them promise."""
        text = (ROOT / "doc/trust.md").read_text(encoding="utf-8").split("## Checking without edgewise")[1]
        blocks = re.findall(r"(?m)(?:^    [^\n]+\n)+", text)
        self.assertEqual(len(blocks), 3)
        for block in blocks:
            with self.subTest(block):
                lines = [line.strip() for line in block.splitlines()]
                tool = next(w for w in ("z3", "gcc") if w in block)
                if not shutil.which(tool) or ("cvc5" in block and not shutil.which("cvc5")):
                    self.skipTest(f"{tool} or cvc5 is not installed")
                promised = [line.split("# ")[1] for line in lines if "# " in line]
                run = self.run_shell("\n".join(line.split("   #")[0] for line in lines), "")
                self.in_order("\n".join(promised), run.stdout, block)

    def test_examples_of_the_man_page(self):
        page = (ROOT / "man/edgewise.1.in").read_text(encoding="utf-8").split(".SH EXAMPLES")[1]
        commands = [c.replace("\\-", "-") for c in re.findall(r"(?m)^\.B (edgewise [^\n]+)$", page)]
        self.assertGreaterEqual(len(commands), 5)
        for command in commands:
            if command.startswith("edgewise serve"):
                continue  # it ends by a signal only: test_serve.py
            with self.subTest(command):
                run = self.run_shell(command, "")
                self.assertIn(run.returncode, (0, 5, 10), f"{command}\n{run.stdout}")



if __name__ == "__main__":
    unittest.main()
