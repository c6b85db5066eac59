# BenchExec's description of edgewise: https://github.com/sosy-lab/benchexec/blob/main/doc/tool-integration.md
# Put this file into the package benchexec.tools, or name it as `edgewise` with --tool-directory of this folder.
import re

import benchexec.result as result
import benchexec.tools.template
from benchexec.tools.sv_benchmarks_util import ILP32, LP64, get_data_model_from_task

VERDICT = re.compile(r"^Verification result: (TRUE|FALSE|UNKNOWN)(?: \((.*)\))?\s*$")
TIMEOUT, MEMORY = "timeout", "out of memory"
BAD_INPUT, INTERNAL = 1, 6


class Tool(benchexec.tools.template.BaseTool2):
    """edgewise: IC3 on control-flow automata."""

    def name(self):
        return "edgewise"

    def executable(self, tool_locator):
        return tool_locator.find_executable("edgewise", subdir="build")

    def version(self, executable):
        return self._version_from_tool(executable, line_prefix="edgewise ")

    def program_files(self, executable):
        return [executable]

    def cmdline(self, executable, options, task, rlimits):
        command = [executable, *options]
        data_model = get_data_model_from_task(task, {ILP32: "--32", LP64: "--64"})
        if data_model and data_model not in options:
            command.append(data_model)
        if task.property_file:
            command.append("--spec=" + task.property_file)
        seconds = rlimits.walltime or rlimits.cputime
        if seconds and not any(o.startswith("--timeout") for o in options):
            command.append(f"--timeout={seconds}")
        if rlimits.memory and not any(o.startswith("--memory") for o in options):
            command.append(f"--memory={rlimits.memory * 9 // 10 // 2**20}")
        return [*command, "--", *task.input_files]

    def determine_result(self, run):
        verdict, reason = None, None
        for line in run.output:
            match = VERDICT.match(line)
            if match:
                verdict, reason = match.groups()
        if verdict == "TRUE":
            return result.RESULT_TRUE_PROP
        if verdict == "FALSE":
            return result.RESULT_FALSE_REACH
        if verdict == "UNKNOWN":
            if reason == TIMEOUT:
                return "TIMEOUT"
            if reason == MEMORY:
                return "OUT OF MEMORY"
            if run.exit_code.value == INTERNAL:
                return f"{result.RESULT_ERROR} ({reason})"
            return f"{result.RESULT_UNKNOWN} ({reason})" if reason else result.RESULT_UNKNOWN
        if run.exit_code.signal:
            return f"{result.RESULT_ERROR} (signal {run.exit_code.signal})"
        return f"{result.RESULT_ERROR} ({'bad input' if run.exit_code.value == BAD_INPUT else run.exit_code.value})"
