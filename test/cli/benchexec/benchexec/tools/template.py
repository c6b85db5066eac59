"""A stand-in for BenchExec's benchexec.tools.template (no Debian package): the interface of BaseTool2 as its documentation
describes it, with the types that are handed to a tool-info module. check_interface() holds a module against it."""
import collections
import inspect
import signal
import subprocess


class ToolNotFoundException(Exception):
    pass


class UnsupportedFeatureException(Exception):
    pass


class ExitCode(collections.namedtuple("ExitCode", "raw value signal")):
    """Exactly one of value and signal is set."""

    @classmethod
    def of(cls, returncode):
        return cls(returncode, returncode if returncode >= 0 else None, -returncode if returncode < 0 else None)


class RunOutput(collections.abc.Sequence):
    """The lines of the output, with their ends, stdout and stderr together."""

    def __init__(self, lines):
        self._lines = lines

    def __getitem__(self, index):
        return self._lines[index].rstrip("\r\n") if isinstance(index, int) else RunOutput(self._lines[index])

    def __len__(self):
        return len(self._lines)

    @property
    def text(self):
        return "".join(self._lines)

    def any_line_contains(self, s):
        return any(s in line for line in self._lines)


class BaseTool2:
    REQUIRED_PATHS = []

    class ToolLocator:
        def __init__(self, paths):
            self.paths = paths

        def find_executable(self, executable_name, subdir=""):
            if executable_name not in self.paths:
                raise ToolNotFoundException(executable_name)
            return self.paths[executable_name]

    class Task(collections.namedtuple("Task", "input_files_or_empty input_files_or_identifier property_file options")):
        @property
        def input_files(self):
            if not self.input_files_or_empty:
                raise UnsupportedFeatureException("no input files")
            return self.input_files_or_empty

        @property
        def single_input_file(self):
            (file,) = self.input_files
            return file

    ResourceLimits = collections.namedtuple("ResourceLimits", "cputime cputime_hard walltime memory cpu_cores",
                                            defaults=[None] * 5)

    class Run(collections.namedtuple("Run", "cmdline exit_code output termination_reason")):
        @property
        def was_terminated(self):
            return bool(self.termination_reason) or self.exit_code.signal in (signal.SIGKILL, signal.SIGTERM)

        @property
        def was_timeout(self):
            return self.termination_reason in ("cputime", "cputime-soft", "walltime")

    def executable(self, tool_locator):
        raise NotImplementedError

    def program_files(self, executable):
        return [executable]

    def version(self, executable):
        return ""

    def _version_from_tool(self, executable, arg="--version", use_stderr=False, ignore_stderr=False, line_prefix=None):
        run = subprocess.run([executable, arg], stdin=subprocess.DEVNULL, capture_output=True, text=True)
        if run.returncode or (run.stderr and not use_stderr and not ignore_stderr):
            return ""
        text = (run.stderr if use_stderr else run.stdout).strip()
        if line_prefix is None:
            return text
        matches = [line[len(line_prefix):].strip() for line in text.splitlines() if line.startswith(line_prefix)]
        return matches[0] if matches else ""

    def name(self):
        raise NotImplementedError

    def project_url(self):
        return None

    def cmdline(self, executable, options, task, rlimits):
        raise NotImplementedError

    def determine_result(self, run):
        return "done"

    def get_value_from_output(self, output, identifier):
        return None

    def working_directory(self, executable):
        return "."

    def environment(self, executable):
        return {}

    def close(self):
        pass


def check_interface(tool):
    """Every public method of the tool is one of BaseTool2's, with the same parameters; what must be there is."""
    assert isinstance(tool, BaseTool2)
    for name, method in inspect.getmembers(type(tool), inspect.isfunction):
        base = getattr(BaseTool2, name, None)
        assert base or name.startswith("_"), f"BaseTool2 has no {name}"
        if base:
            assert list(inspect.signature(method).parameters) == list(inspect.signature(base).parameters), name
    for name in ("executable", "name", "cmdline"):
        assert getattr(type(tool), name) is not getattr(BaseTool2, name), f"{name} is missing"
