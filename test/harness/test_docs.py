"""The documents say what is there: links lead somewhere, the functions that ARCHITECTURE.md names exist."""
import pathlib
import re
import subprocess
import unittest

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent


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


if __name__ == "__main__":
    unittest.main()
