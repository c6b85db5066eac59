"""check.py FILE.json FILE.sarif: the statuses of several.c in both formats, which agree with their schemas and each other."""
import json
import pathlib
import sys

import jsonschema

here = pathlib.Path(__file__).resolve().parent
answer, sarif = (json.load(open(name, encoding="utf-8")) for name in sys.argv[1:3])
jsonschema.validate(answer, json.load(open(here.parents[2] / "doc/result.schema.json", encoding="utf-8")))
statuses = {c["id"]: c["status"] for c in answer["checks"]}
failed = sorted(i for i, s in statuses.items() if s == "FAILED")
assert failed == ["f.division.1", "f.overflow.1", "f.overflow.2"], statuses
assert all(c["trace"] for c in answer["checks"] if c["status"] == "FAILED")
results = sarif["runs"][0]["results"]
rules = sarif["runs"][0]["tool"]["driver"]["rules"]
assert len(results) == len(statuses), (len(results), len(statuses))
for r in results:
    assert rules[r["ruleIndex"]]["id"] == r["ruleId"], r
    name = r["partialFingerprints"]["check/v1"]
    assert (r["kind"] == "fail") == (statuses[name] == "FAILED"), r
    assert ("codeFlows" in r) == (r["kind"] == "fail"), r
assert {t["id"] for t in sarif["runs"][0]["taxonomies"][0]["taxa"]} >= {"190", "369"}
