import os
import subprocess

from benchexec.tools.template import BaseTool2, ExitCode, RunOutput, ToolNotFoundException, check_interface

import edgewise

tool = edgewise.Tool()
check_interface(tool)
executable = tool.executable(BaseTool2.ToolLocator({"edgewise": os.environ["EDGEWISE"]}))
try:
    tool.executable(BaseTool2.ToolLocator({}))
    raise AssertionError("a tool that is not there is found")
except ToolNotFoundException:
    pass
assert tool.name() == "edgewise"
assert tool.version(executable)[0].isdigit()
assert tool.project_url() is None or tool.project_url().startswith("http")


def result(program, options=(), prp=None, model=None, seconds=60, memory=2 * 10**9):
    task = BaseTool2.Task([program], [program], prp, {"data_model": model} if model else None)
    command = tool.cmdline(executable, list(options), task, BaseTool2.ResourceLimits(cputime=seconds, memory=memory))
    run = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    ended = BaseTool2.Run(command, ExitCode.of(run.returncode), RunOutput(run.stdout.splitlines(keepends=True)), None)
    return tool.determine_result(ended)


def expect(wanted, got):
    assert got == wanted, f"{got} instead of {wanted}"


expect("true", result("safe.c", prp="p.prp", model="ILP32"))
expect("false(unreach-call)", result("unsafe.c", prp="p.prp", model="LP64"))
expect("false(unreach-call)", result("device.c", prp="p.prp"))  # unconfirmed, which the rules of SV-COMP accept
expect("TIMEOUT", result("hard.c", seconds=1))
expect("ERROR (bad input)", result("missing.c"))
expect("OUT OF MEMORY", result("hard.c", memory=10 * 2**20))
expect("ERROR (signal 9)", tool.determine_result(BaseTool2.Run([executable], ExitCode.of(-9), RunOutput([]), "memory")))
