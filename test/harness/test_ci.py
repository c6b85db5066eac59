"""The ready-made files for continuous integration: their shell steps, run on a small project as a runner would."""
import json
import os
import pathlib
import re
import shutil
import subprocess
import tempfile
import unittest
import xml.etree.ElementTree

try:
    import yaml
except ImportError:
    yaml = None

ROOT = pathlib.Path(os.environ.get("ROOT") or pathlib.Path(__file__).resolve().parent.parent.parent)
EDGEWISE = pathlib.Path(os.environ.get("EDGEWISE") or ROOT / "build/edgewise").resolve()
BROKEN = """extern int __VERIFIER_nondet_int(void);
int main(void) {
    int t[4] = {0}, i = __VERIFIER_nondet_int();
    if (i < 0 || i > 4) return 0;
    return t[i];
}
"""


def github():
    """Each step with its command, and whether it is run after a failure as well."""
    steps = yaml.safe_load((ROOT / "contrib/github/edgewise.yml").read_text())["jobs"]["verify"]["steps"]
    return [(step["run"], step.get("if") == "always()") for step in steps if "run" in step]


def gitlab():
    return [(line, False) for line in yaml.safe_load((ROOT / "contrib/gitlab/edgewise.yml").read_text())["edgewise"]["script"]]


@unittest.skipUnless(yaml and shutil.which("cmake"), "python3-yaml or cmake is not installed")
class Runners(unittest.TestCase):
    def play(self, steps, folder):
        """The exit code of the first step that fails, 0 if none does."""
        path = f"{EDGEWISE.parent}:{os.environ['PATH']}"
        environment = dict(os.environ, PATH=path, GITHUB_STEP_SUMMARY=str(folder / "page.md"), CI_PROJECT_DIR=str(folder),
                           XDG_CACHE_HOME=str(folder / ".cache"))
        code = 0
        for command, always in steps:
            if code and not always:
                continue
            done = subprocess.run(["sh", "-ec", command], cwd=folder, env=environment, capture_output=True, text=True)
            code = code or done.returncode
            self.output = done.stdout + done.stderr
        return code

    def check(self, steps):
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name)
            (folder / "CMakeLists.txt").write_text("cmake_minimum_required(VERSION 3.10)\nproject(p C)\nadd_executable(p main.c)\n")
            (folder / "main.c").write_text(BROKEN)
            self.assertEqual(self.play(steps, folder), 10, self.output)
            findings = [r for r in json.loads((folder / "edgewise.sarif").read_text())["runs"][0]["results"] if r["kind"] == "fail"]
            self.assertEqual([f["locations"][0]["physicalLocation"]["region"]["startLine"] for f in findings], [5])
            self.assertEqual(len(xml.etree.ElementTree.parse(folder / "edgewise.xml").getroot().findall(".//failure")), 1)
            self.assertIn("main.c:5", (folder / "summary.md").read_text())
            (folder / "main.c").write_text(BROKEN.replace("i > 4", "i > 3"))
            self.assertEqual(self.play(steps, folder), 0, self.output)
            self.assertIn("ixed", (folder / "summary.md").read_text())
            return (folder / "page.md").read_text() if (folder / "page.md").exists() else ""

    def test_github(self):
        self.assertIn("main.c", self.check(github()))

    def test_gitlab(self):
        self.check(gitlab())


class Container(unittest.TestCase):
    def test_libraries(self):
        """The packages of the second stage have the libraries that the program needs."""
        stage = (ROOT / "Dockerfile").read_text().split("FROM ")[-1]
        packages = set(re.search(r"apt-get install -y --no-install-recommends (.*?) &&", stage, re.DOTALL).group(1).replace("\\", " ").split())
        needed = re.findall(r"NEEDED.*\[(.*)\]", subprocess.run(["readelf", "-d", EDGEWISE], capture_output=True, text=True, check=True).stdout)
        self.assertGreater(len(needed), 5)
        for library in needed:
            if re.match(r"(ld-linux|lib(c|m|gcc_s|asan|ubsan)\.so)", library):
                continue
            owners = subprocess.run(["dpkg", "-S", f"*/{library}"], capture_output=True, text=True).stdout
            names = {line.split(":")[0] for line in owners.splitlines()}
            self.assertTrue(names & packages, f"{library} is of {names or 'no package'}")
        self.assertIn("libclang-rt-19-dev", packages) # AddressSanitizer's runtime, which confirms failures of memory


if __name__ == "__main__":
    unittest.main()
