"""Shared functions of the scripts that kill programs at random moments."""
import contextlib
import random
import sqlite3
import subprocess
import time

RADIO = ["--radio", "simulated", "--now", "2026-11-20T10:16"]


def run(halo, journal, *arguments):
    """Returns the output of a command on `journal`, which must succeed."""
    return subprocess.run(
        [halo, *arguments, "--journal", journal], check=True, stdout=subprocess.PIPE, text=True
    ).stdout


def timed(action):
    """Returns the duration of `action` in seconds."""
    start = time.monotonic()
    action()
    return time.monotonic() - start


def random_moments(seed):
    return random.Random(int(seed))


def kill_at_random(command, duration, moments):
    """Starts a command, kills it with SIGKILL within `duration` seconds, and returns whether it was still running."""
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    time.sleep(moments.uniform(0, duration))
    process.kill()
    return process.wait() != 0


@contextlib.contextmanager
def checked(journal):
    """Opens the database of a journal, which must pass SQLite's integrity check."""
    with contextlib.closing(sqlite3.connect(journal)) as db:
        found = db.execute("PRAGMA integrity_check").fetchone()[0]
        assert found == "ok", f"{journal}: {found}"
        yield db
