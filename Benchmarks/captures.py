#!/usr/bin/env python3
"""Measures `halo capture show` against tshark on the same synthetic log, in one run.

    python3 Benchmarks/captures.py            speed, medians of five; fails if Halo is less than 20 times (--csv) or 5 times (--json)
                                              as fast, or if the numbers of operations differ
    python3 Benchmarks/captures.py --memory   Halo's peak memory on 1 MB, 100 MB and 1 GB; fails if it grows
    with --smallest                           a small log, once and without a bound on time

Requires tshark for the speed, and a release build: swift build -c release --product halo
"""
import os
import pathlib
import platform
import shutil
import statistics
import subprocess
import sys
import tempfile

from built import built

HERE = pathlib.Path(__file__).resolve().parent
CSV_AT_LEAST, JSON_AT_LEAST = 20, 5
FLAT_WITHIN = 8 << 10
IS_SMALLEST = "--smallest" in sys.argv
SMALLER = 500 if IS_SMALLEST else 1


def make(path, size, is_long=False):
    """Writes a log in a separate process, because a child's peak memory starts with its parent's. Returns the number of operations."""
    made = subprocess.run([sys.executable, str(HERE / "make_capture.py"), str(path), str(size), "1", str(int(is_long))], check=True,
                          capture_output=True, text=True)
    return int(made.stdout)


def halo():
    return [built("halo"), "capture", "show"]


def tshark(path):
    return ["tshark", "-r", path, "-Y", "btatt", "-T", "fields", "-e", "frame.time_epoch", "-e", "btatt.opcode",
            "-e", "btatt.handle", "-e", "btatt.value"]


def run(command, output=subprocess.DEVNULL):
    """Returns CPU seconds and peak memory in kilobytes of one run."""
    process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=output, stderr=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode != 0:
        sys.exit(f"{command[0]} ended with {process.returncode}")
    scale = 1024 if platform.system() == "Darwin" else 1
    return usage.ru_utime + usage.ru_stime, usage.ru_maxrss // scale


def lines(command):
    with tempfile.TemporaryFile() as output:
        run(command, output)
        output.seek(0)
        return sum(1 for _ in output)


def speed(folder):
    return [measure(folder, is_long) for is_long in (False, True)]


def measure(folder, is_long):
    if not shutil.which("tshark"):
        sys.exit("tshark is not installed")
    path = folder / "log.btsnoop"
    # The recorded logs of long notifications that the bound comes from have 36 and 48 MB.
    operations = make(path, (48_000_000 if is_long else 24_000_000) // SMALLER, is_long)
    commands = {"csv": halo() + [path, "--csv"], "json": halo() + [path, "--json"], "tshark": tshark(path)}
    counts = {name: lines(command) - (name == "csv") for name, command in commands.items()}
    # In turn, so that other load on the machine affects all alike.
    times = {name: [] for name in commands}
    for _ in range(1 if IS_SMALLEST else 5):
        for name, command in commands.items():
            times[name].append(run(command)[0])
    median = {name: statistics.median(values) for name, values in times.items()}
    version = subprocess.run(["tshark", "--version"], capture_output=True, text=True).stdout.split("(")[1].split(")")[0]
    print(f"{'long notifications' if is_long else 'short packets'}: a log of {path.stat().st_size / 1e6:.0f} MB with {operations} operations; CPU seconds, medians of {len(times['csv'])}")
    print(f"tshark ({version})        {median['tshark']:7.2f} s")
    failed = False
    for name, least in (("csv", CSV_AT_LEAST), ("json", JSON_AT_LEAST)):
        ratio = median["tshark"] / median[name]
        failed |= ratio < least
        print(f"halo capture show --{name:5} {median[name]:7.2f} s   {operations / median[name] / 1e6:5.2f} million operations per second"
              f"   {ratio:6.1f} times as fast (at least {least})")
    print(f"operations: {counts}")
    if failed and not IS_SMALLEST:
        sys.exit("Halo is too slow")
    if set(counts.values()) != {operations}:
        sys.exit("the numbers of operations differ")


def memory(folder):
    peaks = []
    for size in (1_000_000, 100_000_000, 1_000_000_000):
        path = folder / "log.btsnoop"
        make(path, size // SMALLER)
        seconds, peak = run(halo() + [path, "--json"])
        peaks.append(peak)
        print(f"peak memory of halo capture show --json: {peak} kB on {path.stat().st_size / 1e6:.1f} MB ({seconds:.1f} s)")
        path.unlink()
    if max(peaks) - min(peaks) > FLAT_WITHIN:
        sys.exit("memory grows with the log")


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as name:
        (memory if "--memory" in sys.argv else speed)(pathlib.Path(name))
