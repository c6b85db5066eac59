"""check.py VERDICT WITNESS.yml WITNESS.graphml FILE.sarif FILE.json PROGRAM: reads each ("-": skip) with a parser of
others and checks it against its schema and against the others. $SOURCE: the file that positions refer to."""
import hashlib
import json
import os
import pathlib
import sys
import xml.etree.ElementTree as ET

import jsonschema
import yaml

ROOT = pathlib.Path(__file__).resolve().parents[3]
EXIT = {"TRUE": 0, "FALSE": 10, "UNKNOWN": 5}


def schema(name):
    return jsonschema.Draft202012Validator(json.loads((ROOT / "doc" / name).read_text()))


def check_yaml(path, verdict, program):
    witness = yaml.safe_load(pathlib.Path(path).read_text())
    schema("witness.schema.json").validate(witness)
    (entry,) = witness
    task = entry["metadata"]["task"]
    assert task["input_files"] == [program], task
    assert task["input_file_hashes"] == {program: hashlib.sha256(pathlib.Path(program).read_bytes()).hexdigest()}
    lines = pathlib.Path(os.environ.get("SOURCE", program)).read_text().splitlines() # #line may name another file
    if verdict == "TRUE":
        assert entry["entry_type"] == "invariant_set"
        assert entry["content"], "no invariant at a loop head could be said in C"
        for item in entry["content"]:
            place = item["invariant"]["location"]
            at_keyword = lines[place["line"] - 1][place["column"] - 1:]
            assert at_keyword.startswith(("while", "for", "do")), (place, at_keyword)
    else:
        assert entry["entry_type"] == "violation_sequence"
        points = [s["segment"][-1]["waypoint"] for s in entry["content"]]
        assert [p["type"] for p in points].count("target") == 1 and points[-1]["type"] == "target"
        assert any(p["type"] == "assumption" for p in points), "no assumption on an input"
        assert any(p["type"] == "branching" for p in points), "no branching"
        for point in points:
            if point["type"] == "branching":
                place = point["location"]
                at_keyword = lines[place["line"] - 1].encode()[place["column"] - 1:].decode()
                assert at_keyword.startswith(("if", "while", "for")), (place, at_keyword)
        target = lines[points[-1]["location"]["line"] - 1]
        assert "reach_error" in target or "CHECK" in target, target


def check_graphml(path):
    space = "{http://graphml.graphdrawing.org/xmlns}"
    graph = ET.parse(path).getroot().find(space + "graph")
    nodes = {n.get("id"): [d.get("key") for d in n.findall(space + "data")] for n in graph.findall(space + "node")}
    edges = [(e.get("source"), e.get("target")) for e in graph.findall(space + "edge")]
    assert sum("entry" in keys for keys in nodes.values()) == 1
    assert sum("violation" in keys for keys in nodes.values()) == 1
    assert all(a in nodes and b in nodes for a, b in edges) and len(edges) == len(nodes) - 1
    keys = {d.get("key") for d in graph.findall(space + "data")}
    assert {"witness-type", "programfile", "programhash", "specification", "architecture", "producer"} <= keys
    assert any(d.get("key") == "assumption" for d in graph.iter(space + "data"))


def check_sarif(path, verdict):
    log = json.loads(pathlib.Path(path).read_text())
    schema("sarif.schema.json").validate(log)
    (result,) = log["runs"][0]["results"]
    assert result["kind"] == {"TRUE": "pass", "FALSE": "fail", "UNKNOWN": "open"}[verdict]
    assert ("codeFlows" in result) == (verdict == "FALSE")


def check_json(path, verdict, program):
    answer = json.loads(pathlib.Path(path).read_text())
    schema("result.schema.json").validate(answer)
    assert answer["verdict"] == verdict and answer["exit_code"] == EXIT[verdict]
    assert answer["files"] == [program]
    if verdict == "FALSE":
        assert any(line["inputs"] for line in answer["trace"])
        assert answer["evidence"]["replay"] == "compiled", answer["evidence"]


def main():
    verdict, witness, graph, sarif, answer, program = sys.argv[1:]
    if witness != "-":
        check_yaml(witness, verdict, program)
    if graph != "-":
        check_graphml(graph)
    check_sarif(sarif, verdict)
    check_json(answer, verdict, program)


main()
