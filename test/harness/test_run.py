"""bench/run against a fake verifier that behaves well, crashes, hangs, is killed, or leaves processes behind."""
import csv
import json
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import unittest

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
FAKE = ROOT / "test" / "harness" / "fake" / "verifier"
TIMES = ("cpu", "wall", "memory", "instructions")


class BenchCase(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="edgewise-harness-"))
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)
        self.verifier = self.folder / "verifier"  # a name of its own, to look for in the process table
        shutil.copy(FAKE, self.verifier)

    def make_set(self, behaviours):
        """behaviours: name -> (expected verdict, words for the fake verifier)."""
        for name, (expected, words) in behaviours.items():
            (self.folder / f"{name}.c").write_text(f"// fake: {words}\n")
            (self.folder / f"{name}.yml").write_text(
                f"format_version: '2.0'\ninput_files: '{name}.c'\nproperties:\n  - property_file: unreach-call.prp\n"
                f"    expected_verdict: {expected.lower()}\noptions:\n  language: C\n  data_model: ILP32\n")
        (self.folder / "tasks.set").write_text("".join(f"{name}.yml\n" for name in behaviours))

    def command(self, out, *options):
        return [sys.executable, str(ROOT / "bench/run"), "--edgewise", str(self.verifier), "--out", str(self.folder / out),
                *options, str(self.folder / "tasks.set")]

    def bench(self, out, *options):
        return subprocess.run(self.command(out, *options), capture_output=True, text=True, timeout=120, check=False)

    def rows(self, out):
        with open(self.folder / out / "results.csv", newline="", encoding="utf-8") as file:
            return [{k: v for k, v in row.items() if k not in TIMES} for row in csv.DictReader(file)]

    def by_task(self, out):
        return {pathlib.Path(row["task"]).stem: row for row in self.rows(out)}

    def ours_alive(self):
        """Processes of this test's verifier."""
        found = []
        for entry in os.listdir("/proc"):
            try:
                command = pathlib.Path("/proc", entry, "cmdline").read_bytes() if entry.isdigit() else b""
            except OSError:
                continue
            if str(self.verifier).encode() in command and b"bench/run" not in command:
                found.append(int(entry))
        return found

    def wait_for(self, condition, seconds=20):
        end = time.monotonic() + seconds
        while not condition():
            self.assertLess(time.monotonic(), end, "waited in vain")
            time.sleep(0.02)


class Verdicts(BenchCase):
    def test_every_kind_of_end(self):
        self.make_set({"good": ("TRUE", "TRUE"), "bug": ("FALSE", "FALSE"), "open": ("TRUE", "UNKNOWN"), "crash": ("TRUE", "crash"),
                       "hang": ("TRUE", "hang"), "spin": ("TRUE", "spin"), "killed": ("TRUE", "killed"), "garbage": ("TRUE", "garbage"),
                       "fault": ("TRUE", "fault"), "mismatch": ("TRUE", "mismatch"), "eat": ("TRUE", "eat")})
        result = self.bench("out", "--timeout", "2", "--wall", "6", "--memory", "400", "--jobs", "1")
        self.assertEqual(result.returncode, 0, result.stdout + result.stderr)
        got = {name: (row["status"], row["reason"]) for name, row in self.by_task("out").items()}
        self.assertEqual(got["good"], ("right", ""))
        self.assertEqual(got["bug"], ("right", ""))
        self.assertEqual(got["open"], ("unknown", "a test"))
        self.assertEqual(got["crash"], ("error", "killed by SIGABRT"))
        self.assertEqual(got["hang"], ("unknown", "timeout"))
        self.assertEqual(got["spin"], ("unknown", "timeout"))
        self.assertEqual(self.by_task("out")["spin"]["queries"], "48")  # printed when it was asked to end
        self.assertEqual(got["killed"], ("error", "killed by SIGKILL"))
        self.assertEqual(got["garbage"][0], "error")
        self.assertEqual(got["fault"], ("error", "exit code 6: internal error: a test"))
        self.assertIn("verdict TRUE with exit code 10", got["mismatch"][1])
        self.assertIn(got["eat"][0], ("unknown", "error"))  # by sampling, or by Python's own MemoryError
        self.assertEqual(self.by_task("out")["good"]["queries"], "45")
        self.assertEqual(self.ours_alive(), [])

    def test_kill_from_outside_is_an_error_of_the_tool(self):
        self.make_set({"slow": ("TRUE", "sleep=100 TRUE"), "good": ("TRUE", "TRUE")})
        with subprocess.Popen(self.command("out"), stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) as process:
            self.wait_for(self.ours_alive)
            time.sleep(0.3)
            for pid in self.ours_alive():
                os.kill(pid, signal.SIGKILL)
            output = process.communicate(timeout=60)[0]
        self.assertEqual(process.returncode, 0, output)
        rows = self.by_task("out")
        self.assertEqual((rows["slow"]["status"], rows["slow"]["reason"]), ("error", "killed by SIGKILL"))
        self.assertEqual(rows["good"]["status"], "right")

    def test_wrong_verdict_stops_loudly(self):
        self.make_set({"a": ("TRUE", "TRUE"), "b": ("FALSE", "TRUE"), "c": ("TRUE", "TRUE")})
        result = self.bench("out")
        self.assertEqual(result.returncode, 2)
        self.assertIn("WRONG VERDICT", result.stdout)
        self.assertEqual([row["status"] for row in self.rows("out")], ["right", "wrong"])
        again = self.bench("out")  # a resumed run must not forget it
        self.assertEqual(again.returncode, 2)
        everything = self.bench("out", "--keep-going")
        self.assertEqual(everything.returncode, 2)
        self.assertEqual([row["status"] for row in self.rows("out")], ["right", "wrong", "right"])

    def test_what_a_tool_leaves_behind_is_ended_and_told(self):
        self.make_set({"orphan": ("TRUE", "orphan TRUE")})
        result = self.bench("out")
        self.assertEqual(self.by_task("out")["orphan"]["left"], "1")
        self.assertIn("left 1 processes running", result.stdout)
        self.assertEqual(self.ours_alive(), [])


class Interruption(BenchCase):
    def setUp(self):
        super().setUp()
        words = ["TRUE", "sleep=0.2 TRUE", "sleep=0.1 UNKNOWN", "crash", "orphan sleep=0.2 FALSE"]
        self.open = self.folder / "open"  # the last tasks wait for this file: no run is over before it is interrupted
        wait = f"until={self.open} "
        self.make_set({f"t{i:02d}": ("FALSE" if i % 5 == 4 else "TRUE", (wait if i >= 10 else "") + words[i % 5]) for i in range(15)})
        self.options = ["--config", "default", "--config", "other=edgewise --engine=bmc", "--jobs", str(min(2, os.cpu_count() or 1))]

    def interrupt(self, out, number, rows):
        """Starts, and sends the signal when about `rows` rows are there."""
        path = self.folder / out / "results.csv"
        with subprocess.Popen(self.command(out, *self.options), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                              preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL)) as process:  # a job in the background ignores it
            try:
                self.wait_for(lambda: path.is_file() and path.read_text().count("\n") > rows)
                process.send_signal(number)
                process.wait(timeout=30)
            finally:
                process.kill()
        return process.returncode

    def check(self, signals):
        self.open.touch()
        whole = self.bench("whole", *self.options)
        self.assertEqual(whole.returncode, 0, whole.stdout + whole.stderr)
        self.open.unlink()
        for position, number in enumerate(signals):
            code = self.interrupt("parts", number, 4 + 8 * position)
            self.assertEqual(code, 130 if number != signal.SIGKILL else -signal.SIGKILL)
            self.wait_for(lambda: not self.ours_alive(), 10)
        self.assertLess(len(self.rows("parts")), 30)
        self.open.touch()
        rest = self.bench("parts", *self.options)
        self.assertEqual(rest.returncode, 0, rest.stdout + rest.stderr)
        self.assertFalse((self.folder / "parts" / "runs").exists())
        self.assertEqual(self.rows("parts"), self.rows("whole"))
        self.assertEqual(len(self.rows("whole")), 30)

    def test_ctrl_c_and_resume_give_the_same_csv(self):
        self.check([signal.SIGINT, signal.SIGTERM])

    def test_kill_of_the_harness_leaves_nothing_and_resumes(self):
        self.check([signal.SIGKILL])


class Limits(BenchCase):
    def test_cpu_time_is_that_of_the_tree(self):
        self.make_set({"spin": ("TRUE", "children spin")})
        result = self.bench("out", "--timeout", "1", "--wall", "60")
        self.assertEqual(result.returncode, 0, result.stdout + result.stderr)
        with open(self.folder / "out" / "results.csv", newline="", encoding="utf-8") as file:
            row = next(csv.DictReader(file))
        self.assertEqual((row["status"], row["reason"]), ("unknown", "timeout"))
        self.assertGreater(float(row["cpu"]), 1.0)
        self.assertLess(float(row["cpu"]), 4.0)
        self.assertEqual(self.ours_alive(), [])


    def test_a_run_has_the_cores_that_it_was_given(self):
        self.make_set({"a": ("TRUE", "TRUE")})
        available = len(os.sched_getaffinity(0))
        for cores in {1, available}:
            result = self.bench(f"out{cores}", "--cores", str(cores))
            self.assertEqual(result.returncode, 0, result.stdout + result.stderr)
            self.assertEqual(json.loads(self.rows(f"out{cores}")[0]["statistics"])["cores"], cores)
        many = self.bench("out", "--jobs", "2", "--cores", str(available))
        self.assertEqual(many.returncode, 1)
        self.assertIn(f"there are {available} cores", many.stderr)


class Settings(BenchCase):
    def test_other_limits_or_binary_are_refused(self):
        self.make_set({"a": ("TRUE", "TRUE")})
        self.assertEqual(self.bench("out", "--timeout", "5").returncode, 0)
        other = self.bench("out", "--timeout", "4")
        self.assertEqual(other.returncode, 1)
        self.assertIn("another timeout", other.stderr)
        self.assertEqual(self.bench("out", "--timeout", "4", "--fresh").returncode, 0)

    def test_more_time_runs_only_what_was_not_decided(self):
        opened = self.folder / "open"
        self.make_set({"a": ("TRUE", "sleep=0.1 TRUE"), "b": ("TRUE", "UNKNOWN")})
        self.assertEqual(self.bench("out", "--timeout", "5").returncode, 0)
        self.make_set({"a": ("TRUE", f"until={opened} TRUE"), "b": ("TRUE", "TRUE")})  # a would not end
        more = self.bench("out", "--timeout", "6")
        self.assertEqual(more.returncode, 0, more.stdout + more.stderr)
        self.assertEqual({name: row["status"] for name, row in self.by_task("out").items()}, {"a": "right", "b": "right"})

    def test_one_run_at_a_time_in_a_folder(self):
        opened = self.folder / "open"
        self.make_set({"a": ("TRUE", f"until={opened} TRUE")})
        with subprocess.Popen(self.command("out"), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as first:
            self.wait_for(self.ours_alive)
            second = self.bench("out")
            opened.touch()
        self.assertEqual((first.returncode, second.returncode), (0, 1))
        self.assertIn("another bench/run", second.stderr)

    def test_cut_off_line_is_run_again(self):
        self.make_set({"a": ("TRUE", "TRUE"), "b": ("TRUE", "TRUE")})
        self.bench("out")
        path = self.folder / "out" / "results.csv"
        whole = self.rows("out")
        path.write_text(path.read_text()[:-25])
        self.bench("out")
        self.assertEqual(self.rows("out"), whole)

    def test_bad_input(self):
        self.make_set({"a": ("TRUE", "TRUE")})
        (self.folder / "tasks.set").write_text("a.yml\nmissing.yml\n")
        result = self.bench("out")
        self.assertEqual(result.returncode, 1)
        self.assertIn("tasks.set:2: missing.yml does not exist", result.stderr)

    def test_absent_tool_is_skipped_by_name(self):
        self.make_set({"a": ("TRUE", "TRUE")})
        env = dict(os.environ, PATH=str(self.folder))
        shutil.copy("/usr/bin/env", self.folder / "env")
        os.symlink(sys.executable, self.folder / "python3")
        result = subprocess.run(self.command("out", "--config", "default", "--config", "cbmc", "--config", "spacer"), env=env,
                                capture_output=True, text=True, timeout=60, check=False)
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertIn("skipped cbmc: cbmc is not installed", result.stdout)
        self.assertIn("skipped spacer: z3 is not installed", result.stdout)
        self.assertEqual(len(self.rows("out")), 1)


if __name__ == "__main__":
    unittest.main()
