"""doc/properties.md: each class's program fails as is shown, and is proved after the change that is shown."""
import os
import pathlib
import re
import subprocess
import tempfile
import unittest

ROOT = pathlib.Path(os.environ.get("ROOT") or pathlib.Path(__file__).resolve().parent.parent.parent)
EDGEWISE = os.environ.get("EDGEWISE") or str(ROOT / "build/edgewise")
SECTION = re.compile(r"## `([\w-]+)`\n(.*?)(?=\n## |\Z)", re.S)
PARTS = re.compile(r"```c\n(.*?)```.*?```console\n\$ edgewise ([^\n]*)\n(.*?)```.*?```diff\n(.*?)```", re.S)


def change(program, diff):
    """The lines that begin with "-" are parts of lines of the program; those with "+" take their place."""
    old = [line[2:] for line in diff.splitlines() if line.startswith("-")]
    new = [line[2:] for line in diff.splitlines() if line.startswith("+")]
    assert len(old) == 1 and program.count(old[0]) == 1, f"{old} is not there once"
    return program.replace(old[0], "\n".join(new))


class Properties(unittest.TestCase):
    def test_bugs_and_proofs(self):
        classes = subprocess.run([EDGEWISE, "--list-checks"], capture_output=True, text=True, check=True).stdout
        known = {line.split()[0] for line in classes.splitlines()}
        sections = SECTION.findall((ROOT / "doc/properties.md").read_text(encoding="utf-8"))
        self.assertGreaterEqual(len(sections), 21)
        for name, text in sections:
            with self.subTest(name), tempfile.TemporaryDirectory() as folder:
                self.assertIn(name, known)
                program, words, shown, diff = PARTS.search(text).groups()
                for source, code in ((program, 5 if "UNKNOWN" in shown else 10), (change(program, diff), 0)):
                    (pathlib.Path(folder) / f"{name}.c").write_text(source, encoding="utf-8")
                    run = subprocess.run([EDGEWISE, "--timeout=60", *words.split()], cwd=folder, capture_output=True, text=True, check=False)
                    self.assertEqual(run.returncode, code, run.stdout + run.stderr)
                    if code:
                        for line in shown.splitlines():
                            self.assertIn(line.split(" with ")[0], run.stdout) # values may be others


if __name__ == "__main__":
    unittest.main()
