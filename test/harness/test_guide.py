"""doc/guide.md shows a new user's path: its files are written, each command is run, and each line shown stands in its output, in order."""
import os
import pathlib
import re
import subprocess
import tempfile
import unittest

ROOT = pathlib.Path(os.environ.get("ROOT") or pathlib.Path(__file__).resolve().parent.parent.parent)
EDGEWISE = os.environ.get("EDGEWISE") or str(ROOT / "build/edgewise")
GUIDE = (ROOT / "doc/guide.md").read_text(encoding="utf-8")


class Guide(unittest.TestCase):
    def test_commands_print_what_is_shown(self):
        with tempfile.TemporaryDirectory() as folder:
            files = re.findall(r"^`([\w.]+)`:\n\n```\w+\n(.*?)```", GUIDE, re.S | re.M)
            self.assertGreaterEqual(len(files), 7)
            for name, text in files:
                (pathlib.Path(folder) / name).write_text(text, encoding="utf-8")
            blocks = re.findall(r"```console\n\$ edgewise ([^\n]+)\n(.*?)```", GUIDE, re.S)
            self.assertGreaterEqual(len(blocks), 5)
            for command, shown in blocks:
                with self.subTest(command):
                    run = subprocess.run([EDGEWISE, "--jobs=1", *command.split()], cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                                         text=True, timeout=120, check=False)
                    for line in shown.splitlines():
                        self.assertIn(line, run.stdout, f"edgewise {command}: '{line}' is not printed")


if __name__ == "__main__":
    unittest.main()
