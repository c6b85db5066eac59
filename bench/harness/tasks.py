"""Task sets: which programs and models there are, and what their verdicts should be.

A set is named on the command line as
    Loops, BitVectors, ...        SET.set of the software benchmarks
    hardware, hardware:fast, ...  the folder of AIGER models, or one class of its models.csv
    quick                         bench/sets/quick.set
    path/to/x.set                 a list of tasks, relative to the list or to the benchmarks' root
    path/to/folder                a folder of .aig and .aag models
    path/to/x.yml, x.aig, x.c     one task (a .c without a task definition has no expected verdict)
The benchmarks' root is ../shared/bench below the project, or $EDGEWISE_BENCH."""
import csv
import os
import pathlib
import re

PROJECT = pathlib.Path(__file__).resolve().parent.parent.parent
SETS = PROJECT / "bench" / "sets"


class BadInput(Exception):
    """Something that the user gave cannot be used; the message says what and where."""


def bench_root():
    return pathlib.Path(os.environ.get("EDGEWISE_BENCH") or PROJECT.parent / "shared" / "bench")


class Task:
    """name: unique, stable over machines; path: what edgewise is given; files: the sources or the model;
    expected: TRUE, FALSE or "" when nobody knows; kind: "c" or "aig"; group: category or class."""

    def __init__(self, path, group, expected="", files=None, kind="c", bits=64, property_file=None):
        self.path, self.group, self.expected, self.kind = path, group, expected, kind
        self.files, self.bits, self.property_file = files or [path], bits, property_file
        self.name = task_name(path)


def task_name(path):
    try:
        return str(path.resolve().relative_to(bench_root().resolve()))
    except ValueError:
        return str(path)


def unquote(text):
    text = text.split(" #")[0].strip()
    return text[1:-1] if len(text) > 1 and text[0] == text[-1] and text[0] in "'\"" else text


def definition_fields(text):
    """The four things that we need of a task definition, without a YAML library: this reads the regular
    layout that all SV-COMP definitions have, and the caller rejects what lacks a field."""
    fields = {"files": [], "expected": "", "bits": 32, "property": None}
    section, property_file = None, None
    for line in text.splitlines():
        match = re.match(r"(\s*)(- )?(?:([\w.]+):)?\s*(.*)$", line)
        indent, dash, key, value = match.groups()
        value = unquote(value)
        if key and not indent and not dash:
            section = key
        if section == "input_files" and value:
            fields["files"].append(value)
        elif key == "property_file":
            property_file = value
        elif key == "expected_verdict" and property_file and "unreach-call" in property_file:
            fields["expected"], fields["property"] = value.upper(), property_file
        elif key == "data_model":
            fields["bits"] = {"ILP32": 32, "LP64": 64}.get(value, 32)
    return fields


def definition_task(path, group):
    try:
        fields = definition_fields(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError) as error:
        raise BadInput(f"{path}: cannot be read as a task definition ({error})") from None
    if not fields["files"]:
        raise BadInput(f"{path}: no input_files; not an SV-COMP task definition")
    files = [path.parent / name for name in fields["files"]]
    for file in files:
        if not file.is_file():
            raise BadInput(f"{path}: input file {file.name} does not exist")
    expected = fields["expected"] if fields["expected"] in ("TRUE", "FALSE") else ""
    prp = path.parent / fields["property"] if fields["property"] else None
    return Task(path, group, expected, files, "c", fields["bits"], prp)


def model_table(folder):
    """models.csv of a folder: name -> (class, expected verdict)."""
    table = folder / "models.csv"
    if not table.is_file():
        return {}
    verdicts = {"safe": "TRUE", "unsafe": "FALSE"}
    with open(table, newline="", encoding="utf-8") as file:
        return {row["file"]: (row["class"], verdicts.get(row["expected"], "")) for row in csv.DictReader(file)}


def model_task(path, group=None):
    kind, expected = model_table(path.parent).get(path.name, ("model", ""))
    return Task(path, group or kind, expected, kind="aig")


def folder_tasks(folder, only_class=None):
    paths = sorted(p for p in folder.iterdir() if p.suffix in (".aig", ".aag"))
    if not paths:
        raise BadInput(f"{folder}: no .aig or .aag model in this folder")
    tasks = [model_task(path) for path in paths]
    return [task for task in tasks if only_class in (None, task.group)]


def file_task(path, group):
    if path.suffix == ".yml":
        return definition_task(path, group)
    if path.suffix in (".aig", ".aag"):
        return model_task(path)
    if path.suffix in (".c", ".i", ".bc", ".ll"):
        return Task(path, group)
    raise BadInput(f"{path}: neither a task definition (.yml) nor a model (.aig, .aag) nor C")


def categories():
    """Task definition -> the category whose list names it."""
    found = {}
    for path in sorted((bench_root() / "software").glob("*.set")):
        for line in path.read_text(encoding="utf-8").split("\n"):
            found.setdefault((path.parent / line.strip()).resolve(), path.stem)
    return found


def set_tasks(path):
    tasks, mixed = [], categories() if path.parent == SETS else {}
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        entry = line.split("#")[0].strip()
        if not entry:
            continue
        places = [path.parent / entry, bench_root() / entry]
        if path.parent == SETS and not bench_root().is_dir():
            raise BadInput(f"there are no benchmarks in {bench_root()}; say where they are with $EDGEWISE_BENCH")
        found = [p for p in places if p.is_file()]
        if not found:
            raise BadInput(f"{path}:{number}: {entry} does not exist")
        tasks.append(file_task(found[0], mixed.get(found[0].resolve(), path.stem)))
    return tasks


def tasks_of(name):
    """The tasks of one set as named on the command line."""
    base, _, only_class = name.partition(":")
    path = pathlib.Path(name)
    if path.suffix == ".set" and path.is_file():
        return set_tasks(path)
    if path.is_file():
        return [file_task(path, "single")]
    if path.is_dir() and "/" in name:
        return folder_tasks(path)
    if (SETS / (name + ".set")).is_file():
        return set_tasks(SETS / (name + ".set"))
    if base == "hardware" and (bench_root() / "hardware").is_dir():
        return folder_tasks(bench_root() / "hardware", only_class or None)
    if (bench_root() / "software" / (name + ".set")).is_file():
        return set_tasks(bench_root() / "software" / (name + ".set"))
    if path.is_dir():
        return folder_tasks(path)
    raise BadInput(f"{name}: no such set; benchmarks are looked for in {bench_root()}")
