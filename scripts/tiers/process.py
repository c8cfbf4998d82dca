"""Runs a command of a tier: in its own process group, with a time limit, its output in a file."""
import os
import pathlib
import re
import signal
import subprocess
import threading
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
LOGS = ROOT / ".build" / "proofs"
# The exit status of a setup, or of a proof, that cannot run on this machine.
CANNOT = 75

_running, _lock = set(), threading.Lock()


def end_all():
    """Ends all running commands with their child processes."""
    with _lock:
        for process in _running:
            _end(process)


def _end(process):
    try:
        os.killpg(process.pid, signal.SIGKILL)
    except ProcessLookupError:
        pass


def run(name, command, limit, environment=None):
    """Runs a bash line. Returns its status (124: time limit reached), its seconds and its log."""
    LOGS.mkdir(parents=True, exist_ok=True)
    log = LOGS / f"{name}.log"
    begin = time.monotonic()
    with open(log, "w") as output:
        process = subprocess.Popen(
            ["bash", "-o", "pipefail", "-c", command], cwd=ROOT, stdin=subprocess.DEVNULL, stdout=output, stderr=subprocess.STDOUT,
            env=os.environ | (environment or {}), start_new_session=True)
        with _lock:
            _running.add(process)
        try:
            status = process.wait(limit)
        except subprocess.TimeoutExpired:
            _end(process)
            process.wait()
            output.write(f"\nEnded after its limit of {limit} s.\n")
            status = 124
        finally:
            with _lock:
                _running.discard(process)
            _end(process)  # ends its background processes
    return status, time.monotonic() - begin, log


def faults(log, count=8):
    """Returns the first lines of a log that name what failed."""
    lines = log.read_text(errors="replace").splitlines()
    return [line.strip()[:300] for line in lines if re.search(r"NOT SO|FAILED|✘ Test .*recorded|error:|[Ee]rror: ", line)][:count]


def retried(log):
    """Returns the lines of a log that passed about what was tried a second time (Tests/Laboratory/Conformance)."""
    return "\n".join(line.strip() for line in log.read_text(errors="replace").splitlines() if "NOT SO: " in line)


def tail(log, count=40):
    """Returns the last lines of a log."""
    if count == 0:
        return ""
    return "\n".join(log.read_text(errors="replace").splitlines()[-count:])
