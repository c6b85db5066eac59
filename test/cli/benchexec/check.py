import os
import subprocess
import types

import edgewise


def locate(name, subdir=None):
    assert name == "edgewise"
    return os.environ["EDGEWISE"]


tool = edgewise.Tool()
executable = tool.executable(types.SimpleNamespace(find_executable=locate))
assert tool.name() == "edgewise"
assert tool.version(executable)[0].isdigit()


def result(program, options=(), prp=None, model=None, seconds=60):
    task = types.SimpleNamespace(input_files=[program], property_file=prp, options={"data_model": model} if model else None)
    limits = types.SimpleNamespace(cputime=seconds, walltime=None, memory=2 * 10**9)
    command = tool.cmdline(executable, list(options), task, limits)
    run = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    code = types.SimpleNamespace(value=run.returncode if run.returncode >= 0 else None,
                                 signal=-run.returncode if run.returncode < 0 else None)
    return tool.determine_result(types.SimpleNamespace(output=run.stdout.splitlines(keepends=True), exit_code=code))


def expect(wanted, got):
    assert got == wanted, f"{got} instead of {wanted}"


expect("true", result("safe.c", prp="p.prp", model="ILP32"))
expect("false(unreach-call)", result("unsafe.c", prp="p.prp", model="LP64"))
expect("TIMEOUT", result("hard.c", seconds=1))
expect("ERROR (bad input)", result("missing.c"))
