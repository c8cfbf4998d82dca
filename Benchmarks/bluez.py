#!/usr/bin/env python3
"""Measures Halo's Linux radio against bleak: the same work with the same bluetoothd in one run, in turn. It reports and never fails a build.

    python3 Benchmarks/bluez.py PROGRAM

PROGRAM is a release build of halo-bluez-bench. Sets up the laboratory (Tests/Laboratory) if it is missing.
"""
import json
import os
import pathlib
import statistics
import subprocess
import sys
import time

HERE = pathlib.Path(__file__).resolve().parent
LABORATORY = HERE.parent / "Tests/Laboratory"
CLIENTS = ("halo", "bleak")
CONNECTS, ROUNDS, REQUESTS = 5, 4, 1000


def on_the_host(bench):
    guest = subprocess.run([LABORATORY / "run", "-t", "900", "/usr/bin/python3", __file__, "--inside", os.path.abspath(bench)],
                           env={**os.environ, "BLUETOOTHD_ARGS": "--noplugin=sap"})
    return guest.returncode


def client(name, bench):
    return [bench] if name == "halo" else [os.environ["LABORATORY_PYTHON"], str(HERE / "bluez_peer.py")]


def measure(name, bench, *work):
    """Runs one process of a client and returns its output. Failures are reported and retried: with any client, links fail occasionally."""
    for _ in range(3):
        ended = subprocess.run([*client(name, bench), *map(str, work)], capture_output=True, text=True, timeout=300)
        if ended.returncode == 0:
            return json.loads(ended.stdout)
        why = (ended.stderr.strip().splitlines() or ["no message"])
        print(f"{name} {work[0]} ended with {ended.returncode} ({why[-1] if name == 'bleak' else why[0]}); retrying", flush=True)
    sys.exit(f"{name} {work[0]} failed three times")


def plug():
    """Adds the adapter, with a device that answers immediately."""
    subprocess.Popen([os.environ["LABORATORY_PYTHON"], LABORATORY / "controller.py", "/usr/bin/python3", HERE / "bluez_device.py"],
                     stdout=subprocess.DEVNULL)
    powered = ["busctl", "get-property", "org.bluez", "/org/bluez/hci0", "org.bluez.Adapter1", "Powered"]
    for _ in range(600):
        if "true" in subprocess.run(powered, capture_output=True, text=True).stdout:
            return
        time.sleep(0.05)
    sys.exit("the adapter did not start")


def inside(bench):
    plug()
    connects = {name: [] for name in CLIENTS}
    requests = {name: [] for name in CLIENTS}
    for round in range(ROUNDS):
        for name in CLIENTS if round % 2 == 0 else reversed(CLIENTS):
            connects[name].append(measure(name, bench, "connect", CONNECTS))
            requests[name].append(measure(name, bench, "requests", REQUESTS))

    def ratio(what, unit, value):
        halo, bleak = value("halo"), value("bleak")
        print(f"{what:48} Halo {halo:9.2f} {unit}   bleak {bleak:9.2f} {unit}   Halo / bleak {halo / bleak:.2f}", flush=True)

    def times(runs, name):
        return [1000 * seconds for run in runs[name] for seconds in run["seconds"]]

    ratio(f"connect until services are known, median of {CONNECTS * ROUNDS}", "ms", lambda n: statistics.median(times(connects, n)))
    ratio(f"request until response, median of {REQUESTS * ROUNDS}", "ms", lambda n: statistics.median(times(requests, n)))
    ratio("request until response, 99th percentile", "ms", lambda n: statistics.quantiles(times(requests, n), n=100)[98])
    for title, runs in ((f"{CONNECTS} connects", connects), (f"{REQUESTS} requests", requests)):
        ratio(f"processor time, {title}, whole process", "s ", lambda n: statistics.median(run["cpuSeconds"] for run in runs[n]))
        ratio(f"largest memory, {title}", "MB", lambda n: max(run["peakKilobytes"] for run in runs[n]) / 1024)
    return 0


if __name__ == "__main__":
    arguments = sys.argv[1:]
    if not arguments:
        sys.exit(__doc__)
    sys.exit(inside(arguments[1]) if arguments[0] == "--inside" else on_the_host(arguments[0]))
