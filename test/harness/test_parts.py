"""The harness's parts: task definitions, what the adapters make of other tools' output, counters."""
import importlib.machinery
import importlib.util
import json
import os
import pathlib
import re
import sys
import tempfile
import time
import unittest

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT / "bench"))
sys.dont_write_bytecode = True
from harness import perf, tasks, tools  # noqa: E402

ENDED = {"stopped": "", "signal": None, "exit": 0}


class Definitions(unittest.TestCase):
    def test_the_property_that_matters(self):
        fields = tasks.definition_fields(
            "format_version: '2.0'\ninput_files:\n  - 'a.c'\n  - \"b.c\"\nproperties:\n  - property_file: ../termination.prp\n"
            "    expected_verdict: false\n  - property_file: ../unreach-call.prp\n    expected_verdict: true\n"
            "options:\n  language: C\n  data_model: LP64\n")
        self.assertEqual(fields, {"files": ["a.c", "b.c"], "expected": "TRUE", "bits": 64, "property": "../unreach-call.prp"})

    def test_not_a_definition(self):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder, "x.yml")
            path.write_text("hello: world\n")
            self.assertRaisesRegex(tasks.BadInput, "no input_files", tasks.definition_task, path, "g")
            path.write_bytes(b"\xff\xfe\x00garbage")
            self.assertRaises(tasks.BadInput, tasks.definition_task, path, "g")


class Ablation(unittest.TestCase):
    def setUp(self):
        loader = importlib.machinery.SourceFileLoader("ablation", str(ROOT / "bench" / "ablation"))
        self.ablation = importlib.util.module_from_spec(importlib.util.spec_from_loader("ablation", loader))
        loader.exec_module(self.ablation)

    def parts(self, **numbers):
        row = {"statistics": json.dumps(numbers)}
        return {part for part in self.ablation.PARTS if self.ablation.has_a_hand(part, row)}

    def test_who_had_a_hand_in_a_verdict(self):
        lemmas = set(self.ablation.SUPPLIERS) | {"lemmas"}
        self.assertEqual(self.parts(engine="bmc"), {"bmc"})
        self.assertEqual(self.parts(engine="ic3cfa", contracts=2), {"ic3cfa", "contracts"})
        self.assertEqual(self.parts(engine="ic3cfa with lemmas by cases"), lemmas | {"ic3cfa"})
        self.assertEqual(self.parts(engine="k-induction"), lemmas | {"kind"})
        self.assertEqual(self.parts(), set())

    def test_the_parts_are_those_that_can_be_switched_off(self):
        named = set()
        for path, pattern in (("src/lemmas", r"supplier supplier_\w+ = {\s*\"(\w+)\""), ("src/portfolio", r"^    {&engine_(\w+), \"[^\"]+\", PHASE_(?!ALONE)")):
            for file in (ROOT / path).glob("*.c"):
                named |= set(re.findall(pattern, file.read_text(encoding="utf-8"), re.M))
        named -= {"lemmas_by_cases"}  # switched with the suppliers
        self.assertEqual(named, set(self.ablation.PARTS) - {"contracts"})

    def test_what_is_lost(self):
        row = {"group": "Loops", "cpu": "1", "status": "right"}
        default, without = {"a": row, "b": row}, {"a": dict(row, status="unknown"), "b": dict(row, cpu="5")}
        line, lost = self.ablation.line_of("bmc", ["a", "b"], default, without)
        self.assertEqual((line, lost), ("| bmc | 2 | 1 | Loops 1 | 1 | 5 |", ["a"]))


class Adapters(unittest.TestCase):
    def verdict(self, tool, out="", err="", code=0):
        return tool.answer(dict(ENDED, exit=code), out, err).verdict

    def test_spacer(self):
        tool = tools.Spacer("spacer", "edgewise")
        self.assertEqual(self.verdict(tool, "sat\n"), "TRUE")
        self.assertEqual(self.verdict(tool, "unsat\n"), "FALSE")
        self.assertEqual(self.verdict(tool, "timeout\n"), "UNKNOWN")
        self.assertEqual(self.verdict(tool, '(error "line 1 column 2: bad")\n', code=1), "ERROR")
        self.assertEqual(self.verdict(tool, "", "why\nno export\n", 3), "UNKNOWN")

    def test_abc(self):
        tool = tools.Abc("abc-pdr")
        self.assertEqual(self.verdict(tool, "Property proved.  Time =     0.10 sec\n"), "TRUE")
        self.assertEqual(self.verdict(tool, 'Output 0 of miter "x" was asserted in frame 3.  Time = 0.0 sec'), "FALSE")
        self.assertEqual(self.verdict(tool, "Reached timeout (5 seconds) in frame 3.\n"), "UNKNOWN")

    def test_cbmc(self):
        tool = tools.Cbmc("cbmc")
        self.assertEqual(self.verdict(tool, "VERIFICATION SUCCESSFUL\n"), "TRUE")
        self.assertEqual(self.verdict(tool, "[main.unwind.0] line 3 unwinding assertion loop 0: FAILURE\nVERIFICATION FAILED\n", code=10),
                         "UNKNOWN")
        self.assertEqual(self.verdict(tool, "[e.1] line 3 error reached: FAILURE\nVERIFICATION FAILED\n", code=10), "FALSE")

    def test_esbmc_and_cpachecker(self):
        self.assertEqual(self.verdict(tools.Esbmc("e"), "VERIFICATION SUCCESSFUL\n"), "TRUE")
        self.assertEqual(self.verdict(tools.Esbmc("e"), "Timed out\n", code=1), "UNKNOWN")
        self.assertEqual(self.verdict(tools.Cpachecker("c"), "Verification result: FALSE. Property violation found\n"), "FALSE")
        self.assertEqual(self.verdict(tools.Cpachecker("c"), "Exception\n", code=1), "ERROR")

    def test_limits_come_first(self):
        outcome = {"stopped": "time", "signal": 9, "exit": None}
        answer = tools.Abc("abc-pdr").answer(outcome, "Property proved.\n", "")
        self.assertEqual((answer.verdict, answer.reason), ("UNKNOWN", "timeout"))


class Counters(unittest.TestCase):
    def test_a_software_counter_counts_the_child(self):
        read, write = os.pipe()
        pid = os.fork()
        if not pid:
            os.close(write)
            os.read(read, 1)
            os.execvp(sys.executable, [sys.executable, "-c", "sum(range(3000000))"])
        os.close(read)
        fd = perf.open_counter(pid, perf.SOFTWARE, perf.TASK_CLOCK)
        os.close(write)
        os.waitpid(pid, 0)
        if fd is None:
            self.skipTest("perf_event_open is not allowed here")
        count = perf.read_counter(fd)
        self.assertGreater(count, 1e6)  # nanoseconds
        self.assertLess(count, 60e9)

    def test_a_counter_that_is_not_there(self):
        self.assertIsNone(perf.read_counter(None))
        self.assertIsNone(perf.open_counter(2 ** 22 + int(time.time()) % 1000))


if __name__ == "__main__":
    unittest.main()
