"""One run of one tool, under limits, with nothing left behind.

The harness forks a supervisor per run; the supervisor forks the tool. It is a "child subreaper": every descendant
whose parent dies becomes the supervisor's child, whatever sessions or groups it made for itself. So after the run, killing
and reaping children until there are none ends the whole tree, and getrusage(RUSAGE_CHILDREN) has the CPU time of all of it.

    harness dies        -> the kernel sends SIGTERM to the supervisor (PR_SET_PDEATHSIG), which kills its tree
    supervisor dies     -> the kernel kills the tool; the harness reads an end of file and says so
    time is up          -> SIGTERM to the tool, so that it may print its statistics; SIGKILL to the tree after a grace
    memory is up        -> RLIMIT_DATA per process; and the tree's sum is sampled and killed above the limit

Time is CPU time of the tree, as in the competitions: on a machine that others use too, wall time would measure them. A wall limit
several times as long catches tools that sleep. The harness must be single-threaded: it forks without exec. Times are the tool's alone (the supervisor is no child of itself)."""
import ctypes
import json
import os
import resource
import select
import signal
import time
import traceback

from . import perf

PR_SET_PDEATHSIG, PR_SET_CHILD_SUBREAPER = 1, 36
LIBC = ctypes.CDLL(None, use_errno=True)
GRACE = 4.0  # seconds from SIGTERM to SIGKILL (edgewise takes at most 3)
SAMPLE, LATER_SAMPLE = 0.1, 0.3  # seconds between two looks at the tree, at first and after a while
TICKS = os.sysconf("SC_CLK_TCK")


class Limits:
    """seconds: CPU time of the tree; wall: seconds; memory: MiB."""

    def __init__(self, seconds, wall, memory):
        self.seconds, self.wall, self.memory = seconds, wall, memory


class Stop(Exception):
    """The harness asks the supervisor to end."""


def start(command, limits, cores, folder, environment):
    """Starts a run; returns (pid of the supervisor, file descriptor on which its result arrives).
    Standard output and error of the tool go to the files `out` and `err` in `folder`."""
    reader, writer = os.pipe()
    harness = os.getpid()
    pid = os.fork()
    if pid:
        os.close(writer)
        return pid, reader
    code = 2
    try:
        os.close(reader)
        become_supervisor(harness)
        result = supervise(command, limits, cores, folder, environment)
        os.write(writer, json.dumps(result).encode())
        code = 0
    except Stop:
        code = 1
    except BaseException:
        traceback.print_exc()
    finally:
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        end_tree()
        os._exit(code)


def become_supervisor(harness):
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, stop)
    os.setsid()
    LIBC.prctl(PR_SET_PDEATHSIG, signal.SIGTERM, 0, 0, 0)
    LIBC.prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
    if os.getppid() != harness:  # it died before we could ask to be told
        raise Stop


def stop(number, frame):
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    raise Stop


def supervise(command, limits, cores, folder, environment):
    gate_read, gate_write = os.pipe()
    begin = time.monotonic()
    tool = os.fork()
    if not tool:
        become_tool(command, limits.memory, cores, folder, environment, gate_read, gate_write)
    os.close(gate_read)
    counter = perf.open_counter(tool)
    os.close(gate_write)
    stopped, peak = watch(tool, begin, limits)
    status = os.waitpid(tool, 0)[1]
    wall = time.monotonic() - begin
    left = 0 if stopped else stragglers()
    end_tree()
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return {"exit": os.WEXITSTATUS(status) if os.WIFEXITED(status) else None,
            "signal": os.WTERMSIG(status) if os.WIFSIGNALED(status) else None,
            "stopped": stopped, "wall": wall, "cpu": usage.ru_utime + usage.ru_stime, "left": left,
            "memory": max(peak, usage.ru_maxrss / 1024), "instructions": perf.read_counter(counter)}


def become_tool(command, memory_mib, cores, folder, environment, gate_read, gate_write):
    try:
        LIBC.prctl(PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)
        signal.signal(signal.SIGINT, signal.SIG_DFL)
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
        signal.signal(signal.SIGPIPE, signal.SIG_DFL)
        os.setpgid(0, 0)
        if cores:
            os.sched_setaffinity(0, cores)
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        if memory_mib:
            resource.setrlimit(resource.RLIMIT_DATA, (int(memory_mib) << 20, int(memory_mib) << 20))
        redirect(os.devnull, os.O_RDONLY, 0)
        redirect(os.path.join(folder, "out"), os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 1)
        redirect(os.path.join(folder, "err"), os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 2)
        os.chdir(folder)
        os.close(gate_write)
        os.read(gate_read, 1)  # end of file: the counter is in place
        os.execvpe(command[0], command, environment)
    except OSError as error:
        os.write(2, f"cannot start {command[0]}: {error.strerror}\n".encode())
    finally:
        os._exit(127)


def redirect(path, flags, target):
    fd = os.open(path, flags, 0o644)
    os.dup2(fd, target)
    os.close(fd)


def watch(tool, begin, limits):
    """Waits for the tool's end or for a limit; returns ("", "time" or "memory"; peak of the tree in MiB)."""
    fd = os.pidfd_open(tool)
    peak, pause = 0.0, SAMPLE
    try:
        while not select.select([fd], [], [], pause)[0]:
            tree = descendants()
            memory = tree_memory(tree)
            peak = max(peak, memory)
            wall = time.monotonic() - begin
            pause = SAMPLE if wall < 5 else LATER_SAMPLE
            if limits.memory and memory > limits.memory:
                kill_tree()
                return "memory", peak
            if tree_seconds(tree) > limits.seconds or wall > limits.wall:
                os.kill(tool, signal.SIGTERM)
                select.select([fd], [], [], GRACE)
                kill_tree()
                return "time", peak
    finally:
        os.close(fd)
    return "", peak


class Process:
    """What /proc/PID/stat tells; the command's name in it may hold anything, even parentheses and spaces."""

    def __init__(self, pid):
        with open(f"/proc/{pid}/stat", "rb") as file:
            fields = file.read().rpartition(b")")[2].split()
        self.pid, self.parent = int(pid), int(fields[1])
        self.seconds = sum(map(int, fields[11:15])) / TICKS  # its own and that of its reaped children


def descendants():
    children = {}
    for entry in os.listdir("/proc"):
        if entry.isdigit():
            try:
                process = Process(entry)
            except (OSError, IndexError, ValueError):
                continue
            children.setdefault(process.parent, []).append(process)
    found, queue = [], children.get(os.getpid(), [])
    while queue:
        process = queue.pop()
        found.append(process)
        queue += children.get(process.pid, [])
    return found


def tree_seconds(tree):
    """CPU time of the tree, orphans that we reaped included."""
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime + sum(process.seconds for process in tree)


def tree_memory(tree):
    """MiB; shared pages are divided among the processes that share them when there are several."""
    if len(tree) == 1:
        return proc_number(f"/proc/{tree[0].pid}/status", "VmRSS:")
    return sum(proc_number(f"/proc/{process.pid}/smaps_rollup", "Pss:") for process in tree)


def proc_number(path, key):
    try:
        with open(path, encoding="ascii") as file:
            for line in file:
                if line.startswith(key):
                    return int(line.split()[1]) / 1024
    except (OSError, ValueError):
        pass
    return 0.0


def kill_tree():
    for process in descendants():
        try:
            os.kill(process.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass


def reap():
    """Waits for everything that has already ended; False when there are no children at all."""
    try:
        while os.waitpid(-1, os.WNOHANG)[0]:
            pass
        return True
    except ChildProcessError:
        return False


def stragglers():
    """How many processes the tool left running when it ended (those that just end do not count)."""
    until = time.monotonic() + 0.2
    while reap() and time.monotonic() < until:
        time.sleep(0.01)
    return len(descendants())


def end_tree():
    while reap():
        kill_tree()
        time.sleep(0.005)
