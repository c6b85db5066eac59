"""doc/tour.md shows what edgewise prints: each command is run, and each line shown stands in its output, in order."""
import os
import pathlib
import re
import subprocess
import tempfile
import unittest

ROOT = pathlib.Path(os.environ.get("ROOT") or pathlib.Path(__file__).resolve().parent.parent.parent)
EDGEWISE = os.environ.get("EDGEWISE") or str(ROOT / "build/edgewise")
TOUR = (ROOT / "doc/tour.md").read_text(encoding="utf-8")


class Tour(unittest.TestCase):
    def test_commands_print_what_is_shown(self):
        blocks = re.findall(r"```console\n\$ ([^\n]+)\n(.*?)```", TOUR, re.S)
        self.assertGreaterEqual(len(blocks), 6)
        for command, shown in blocks:
            with self.subTest(command), tempfile.TemporaryDirectory() as folder:
                os.symlink(ROOT / "examples", pathlib.Path(folder) / "examples")
                (pathlib.Path(folder) / "edgewise").symlink_to(EDGEWISE)
                env = dict(os.environ, PATH=folder + ":" + os.environ["PATH"])
                run = subprocess.run(["sh", "-c", command + " 2>&1"], cwd=folder, env=env, capture_output=True, text=True,
                                     timeout=120, check=False)
                self.in_order(shown.splitlines(), run.stdout)

    def in_order(self, lines, output):
        rest = sorted_output(output)
        for line in lines:
            at = next((i for i, other in enumerate(rest) if line in other), None)
            self.assertIsNotNone(at, f"'{line}' is not printed (or not after what stands before it):\n{output}")
            rest = rest[at + 1:]

    def test_functions_of_the_walk_exist(self):
        named = re.findall(r"`(src/[\w/]+\.c)`: ((?:`\w+`(?:, )?)+)", TOUR)
        self.assertGreater(len(named), 10)
        for file, functions in named:
            source = (ROOT / file).read_text(encoding="utf-8")
            for function in re.findall(r"`(\w+)`", functions):
                self.assertRegex(source, rf"(?m)^[a-z][^\n;]*\b{function}\(", f"doc/tour.md: {file} has no {function}")


def sorted_output(output):
    """What was said on stderr may stand before or after: the verdict's line and its proof come last."""
    lines = output.splitlines()
    last = [line for line in lines if line.startswith(("Verification result", "  proof:"))]
    return [line for line in lines if line not in last] + sorted(last, key=lambda line: not line.startswith("Ver")) \
        if "unsat" not in lines else lines


if __name__ == "__main__":
    unittest.main()
