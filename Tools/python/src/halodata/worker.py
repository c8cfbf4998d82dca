"""Runs `halo worker`, which decodes and analyzes rows of data with the functions of the program `halo`."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import tempfile

from .errors import HaloDataError


class WorkerError(HaloDataError):
    """A row that cannot be computed. The worker can compute other rows."""


class WorkerLost(HaloDataError):
    """The worker ended unexpectedly, or cannot be started."""


class Worker:
    """A `halo worker` that computes one row after the other until it is closed.

    ``halo`` is the path of the program; by default that in the variable HALO, then a file that Spark distributed (``--files``), then that in PATH.
    """

    def __init__(self, halo: str | os.PathLike | None = None):
        program = find_halo(halo)
        # Texts of the worker are not read; a file never blocks it.
        self._messages = tempfile.TemporaryFile()
        try:
            self._process = subprocess.Popen(
                [program, "worker"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self._messages)
        except OSError as error:
            raise WorkerLost(f"{program} cannot be started: {error.strerror}.") from error

    @property
    def pid(self) -> int:
        return self._process.pid

    def compute(self, task: str, **fields):
        """Returns the result of a task of `docs/worker.md`.

        Raises :class:`WorkerError` if the row cannot be computed and :class:`WorkerLost` if the worker is gone.
        """
        line = json.dumps({"task": task, **{name: value for name, value in fields.items() if value is not None}}, separators=(",", ":"))
        try:
            self._process.stdin.write(line.encode() + b"\n")
            self._process.stdin.flush()
            answer = self._process.stdout.readline()
        except OSError:
            answer = b""
        if not answer.endswith(b"\n"):
            self._messages.seek(0)
            words = self._messages.read().decode(errors="replace").strip()[-500:]
            raise WorkerLost(f"halo worker ended with status {self._process.wait()}" + (f": {words}" if words else "."))
        try:
            answer = json.loads(answer)
        except ValueError as error:
            # It would answer the next row with the rest.
            self._process.kill()
            raise WorkerLost(f"halo worker gave an answer that is not JSON: {error}") from error
        if "error" in answer:
            raise WorkerError(answer["error"])
        return answer["result"]

    def close(self) -> None:
        """Ends the worker."""
        try:
            self._process.stdin.close()
        except OSError:
            pass
        self._process.wait()
        self._process.stdout.close()
        self._messages.close()

    def __enter__(self) -> Worker:
        return self

    def __exit__(self, *_) -> None:
        self.close()


def find_halo(halo: str | os.PathLike | None = None) -> str:
    """Returns the path of the program `halo`."""
    if halo is not None or os.environ.get("HALO"):
        return str(halo or os.environ["HALO"])
    if program := _distributed() or shutil.which("halo"):
        return program
    raise WorkerLost("the program halo is not in PATH. Install it, or name it with halo= or the variable HALO.")


def _distributed() -> str | None:
    """The program that `spark-submit --files halo` copied to this machine."""
    try:
        from pyspark import SparkFiles
        path = SparkFiles.get("halo")
    except Exception:  # Spark is not installed or not running
        return None
    if not os.path.isfile(path):
        return None
    if not os.access(path, os.X_OK):
        os.chmod(path, 0o700)
    return path
