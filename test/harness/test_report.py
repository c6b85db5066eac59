"""bench/report on made-up results: the papers' tables, the plots, the page, the comparison with a baseline."""
import json
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
sys.path[:0] = [str(ROOT / "bench"), str(ROOT / "test/harness")]
sys.dont_write_bytecode = True
import browser  # noqa: E402
from harness import compare, results, tables  # noqa: E402
from harness.experiments import EXPERIMENTS  # noqa: E402


def row(task, config, verdict="TRUE", cpu=1.0, expected="TRUE", seed=1, queries=100, **numbers):
    statistics = dict(numbers, queries=queries, frames=2, lemmas=3)
    status = results.status_of(verdict, expected)
    return {"task": task, "group": "Loops", "config": config, "seed": str(seed), "expected": expected, "verdict": verdict, "status": status,
            "reason": "" if verdict in ("TRUE", "FALSE") else "x.c:3: timeout", "cpu": f"{cpu:.3f}", "wall": f"{cpu:.3f}", "memory": "50.0",
            "queries": str(queries), "k": "2", "lemmas": "3", "instructions": "", "left": "0", "limit": "30", "statistics": json.dumps(statistics)}


class Tables(unittest.TestCase):
    def find(self, found, title):
        return next(table for table in found if title in table.title)

    def test_spin18(self):
        rows = [row("a", "spin18-baseline", cpu=3), row("b", "spin18-baseline", "UNKNOWN"), row("a", "spin18-all"), row("b", "spin18-all", cpu=4)]
        experiment = EXPERIMENTS["spin18"]
        found = tables.tables_of(tables.Data(rows, 30, experiment.configs), "spin18", experiment.pairs)
        self.assertEqual(self.find(found, "Fig. 2").rows, [["Baseline", "1", "3.0", "234", "12340"], ["All", "2", "5.0", "244", "11160"]])
        duel = self.find(found, "Side by side").rows[-1]
        self.assertEqual(duel, ["All", "Baseline", "1", "1", "0", "0", "1.0", "3.0"])

    def test_fmcad15_counts_unsolved_with_the_limit(self):
        rows = [row("a", "fmcad15", cpu=3), row("b", "fmcad15", "UNKNOWN", cpu=12)]
        table = tables.fmcad15(tables.Data(rows, 30, EXPERIMENTS["fmcad15"].configs))[0]
        self.assertEqual(table.rows[0][:4], ["IC3CFA", "1/2", "3.0", "33.0"])

    def test_mertens_score_and_filters(self):
        rows = [row("a", "mertens-reuse", cpu=3), row("b", "mertens-reuse", "FALSE", expected="FALSE"),
                row("a", "mertens-reuse-skip", cpu=2), row("a", "mertens-push-predecessor"),
                row("a", "mertens-new-termination", termination_fired=3, termination_right=1),
                row("a", "mertens-push-assign", push_checked=40, push_done=30)]
        found = tables.mertens(tables.Data(rows, 30, EXPERIMENTS["mertens"].configs))
        columns = ["tool", "score", "solved", "t solved (s)", "memory (MiB)", "t common (s)"]
        self.assertEqual(found[0].head[:6], columns)
        self.assertEqual(found[0].rows[0][:6], ["IC3CFA with reuse", "3", "2/2", "4.0", "100", "3.0"])
        self.assertEqual(found[0].rows[1][5], "2.0")
        fired = found[1].head.index("fired")
        self.assertEqual(found[1].rows[1][fired:fired + 2], ["3", "1"])
        self.assertEqual(found[2].rows[-1][0], "IC3CFA r&s with pushing & skip")
        self.assertEqual(found[0].head[-2:], ["slides: solved", "slides: t (s)"])
        self.assertEqual(found[0].rows[1][-2:], ["116", "10,407"])
        self.assertEqual(found[-1].rows[1], ["ASSIGN", "40", "30", "75 %", "2,353,298", "2,076,557", "88 %"])

    def test_fmcad13_over_seeds(self):
        rows = []
        for seed in (1, 2, 3):
            for i in range(6):
                rows.append(row(f"hardware/bob{i}.aig", "fmcad13-ctg", "TRUE", seed=seed))
                rows.append(row(f"hardware/bob{i}.aig", "fmcad13-standard", "TRUE" if i < seed else "UNKNOWN", cpu=2, seed=seed))
        table = tables.fmcad13(tables.Data(rows, 30, {}))[0]
        self.assertEqual(table.rows[0], ["bob", "6", "6/6/6", "4", "6.0", "1/2/3", "12.0"])
        self.assertEqual(table.rows[-1][0], "all")

    def test_cores_by_wall_time_of_what_both_solve(self):
        rows = [row("a", "one", cpu=8), row("b", "one", cpu=0.5), row("c", "one", cpu=3), row("a", "two", cpu=2), row("b", "two", cpu=0.25),
                row("c", "two", "UNKNOWN")]
        table = tables.cores(tables.Data(rows, 60, EXPERIMENTS["cores"].configs))[0]
        self.assertEqual(table.rows[1], ["two cores", "2", "8.5", "2.2", "1", "4.00"])

    def test_median_run(self):
        runs = [row("a", "c", cpu=9), row("a", "c", "UNKNOWN", cpu=1, seed=2), row("a", "c", cpu=5, seed=3)]
        self.assertEqual(tables.median_run(runs)["cpu"], "9.000")


class Compare(unittest.TestCase):
    def changes(self, new, old=None):
        old = old or [row("a", "c", queries=1000), row("b", "c", "UNKNOWN")]
        return compare.compare([compare.baseline_row(r, "edgewise --engine=ic3cfa") for r in old], new)

    def test_lost_and_found(self):
        changes = self.changes([row("a", "c", "UNKNOWN"), row("b", "c")])
        self.assertEqual([bad for bad, _ in changes], [True, False])
        self.assertIn("no longer solved: a [c]", changes[0][1])
        self.assertIn("newly solved: b [c]", changes[1][1])

    def test_queries_a_fifth_up(self):
        self.assertTrue(any(bad and "queries 1000 -> 1300 (+30 %)" in text
                            for bad, text in self.changes([row("a", "c", queries=1300), row("b", "c", "UNKNOWN")])))
        self.assertFalse(any(bad for bad, _ in self.changes([row("a", "c", queries=1100), row("b", "c", "UNKNOWN")])))

    def test_a_portfolio_has_no_steady_counters(self):
        self.assertTrue(compare.steady("edgewise --preset=spin18-all"))
        self.assertTrue(compare.steady("edgewise --preset=default --engine=bmc"))
        self.assertFalse(compare.steady("edgewise --preset=default --jobs=1"))
        self.assertEqual(compare.baseline_row(row("a", "c"), "edgewise --preset=default")["queries"], "")

    def test_a_task_that_was_not_run(self):
        self.assertEqual(self.changes([row("a", "c", queries=1000)])[0], (True, "not run: b [c]"))


class Page(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="edgewise-report-"))
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)
        rows = [row(f"t<{i}>", config, "TRUE" if i % 4 else "UNKNOWN", cpu=0.1 * (i + 1) * (j + 1), queries=10 * i)
                for i in range(12) for j, config in enumerate(("spin18-baseline", "spin18-all"))]
        results.write_rows(self.folder / "results.csv", rows)
        (self.folder / "settings.json").write_text(json.dumps({"timeout": 30, "memory": 3000, "edgewise": "0", "configs": {}, "experiment": "spin18"}))

    def report(self, *options):
        return subprocess.run([sys.executable, str(ROOT / "bench/report"), *map(str, options), str(self.folder)], capture_output=True, text=True,
                              timeout=120, check=False)

    def test_page_stands_alone(self):
        result = self.report("--html", self.folder / "r.html")
        self.assertEqual(result.returncode, 0, result.stderr)
        text = (self.folder / "r.html").read_text()
        self.assertIn("SPIN18, Fig. 2", text)
        self.assertIn("t&lt;3&gt;", text)
        self.assertNotIn("t<3>", text)
        self.assertEqual(re.findall(r'(?:src|href)="(?!data:)', text), [])
        self.assertIn("width=device-width", text)
        if shutil.which("gnuplot"):
            self.assertEqual(text.count("data:image/svg+xml"), 2)  # cactus and All against Baseline

    @unittest.skipUnless(browser.available(), "chromium is not installed")
    def test_page_in_a_browser(self):
        self.assertEqual(self.report("--html", self.folder / "r.html").returncode, 0)
        for width in (390, 1280):
            seen = browser.measure(self.folder / "r.html", width, self.folder)
            self.assertLessEqual(seen["width"], width, "something sticks out")
            self.assertGreaterEqual(seen["tables"], 4)
            self.assertIn("SPIN18, Fig. 2: summary of all configurations", seen["headings"])
            if shutil.which("gnuplot"):
                self.assertEqual(len(seen["images"]), 2)
                self.assertTrue(all(seen["images"]), "a plot is not drawn")

    def test_stored_csv(self):
        result = subprocess.run([sys.executable, str(ROOT / "bench/report"), "--experiment", "spin18", str(self.folder / "results.csv")],
                                capture_output=True, text=True, timeout=120, check=False)
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertIn("SPIN18, Fig. 2", result.stdout)
        self.assertEqual(result.stdout, self.report().stdout)

    def test_limit_of_a_stored_csv(self):
        rows = [row(f"t{i}", "c", "UNKNOWN", cpu=cpu) for i, cpu in enumerate((10.2, 10.4, 3.9))]
        self.assertEqual(results.limit_of(rows), 30)
        for one in rows:
            one.update(limit="", reason="timeout")
        self.assertEqual(results.limit_of(rows), 10)
        self.assertIsNone(results.limit_of([row("t", "c") | {"limit": ""}]))
        with self.assertRaises(ValueError):
            results.limit_of([row("t", "c"), row("u", "c") | {"limit": "5"}])

    def test_baseline_round_trip(self):
        base = self.folder / "base.csv"
        self.assertEqual(self.report("--update-baseline", base).returncode, 0)
        same = self.report("--compare", base)
        self.assertEqual(same.returncode, 0, same.stdout)
        self.assertIn("no regression", same.stdout)
        rows = results.read_rows(self.folder / "results.csv")
        rows[2]["status"], rows[2]["verdict"] = "unknown", "UNKNOWN"
        results.write_rows(self.folder / "results.csv", rows)
        self.assertEqual(self.report("--compare", base).returncode, 1)

    def test_not_a_folder_of_results(self):
        (self.folder / "results.csv").unlink()
        result = self.report()
        self.assertEqual(result.returncode, 2)
        self.assertIn("not a folder of bench/run", result.stderr)


if __name__ == "__main__":
    unittest.main()
