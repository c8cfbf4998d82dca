#!/usr/bin/env python3
"""Measures an idle daemon: memory, CPU time, and wake-ups. It reports and never fails a build.

    python3 Benchmarks/idle.py HALO [SECONDS]              BlueZ radio on a bus with a simulated bluetoothd, this machine's kernel
    python3 Benchmarks/idle.py --bluetoothd HALO [SECONDS] the real bluetoothd, in the laboratory: only wake-ups are valid, not times
    python3 Benchmarks/idle.py --simulated HALO [SECONDS]  the simulated radio, with two unrelated devices that advertise

HALO is a release build. A ring is paired but away. The daemon settles for a minute, then it is observed for SECONDS (120). A wake-up is a voluntary
context switch of any of its threads, as counted in /proc: a thread that was woken goes back to sleep.
"""
import os
import pathlib
import re
import signal
import subprocess
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent
LABORATORY = HERE.parent / "Tests/Laboratory"
SETTLE = int(os.environ.get("IDLE_SETTLE", "60"))


def memory(pid):
    """Returns kilobytes: resident set, its anonymous part, proportional set, and peak."""
    status = pathlib.Path(f"/proc/{pid}/status").read_text()
    rollup = pathlib.Path(f"/proc/{pid}/smaps_rollup")
    found = {name: int(re.search(rf"{name}:\s+(\d+)", status)[1]) for name in ("VmRSS", "RssAnon", "VmHWM")}
    if rollup.exists():
        found["Pss"] = int(re.search(r"Pss:\s+(\d+)", rollup.read_text())[1])
    return found


def threads(pid):
    """Returns for each thread its name, its number of voluntary context switches, and its CPU nanoseconds."""
    found = {}
    for task in pathlib.Path(f"/proc/{pid}/task").iterdir():
        try:
            switches = int(re.search(r"\nvoluntary_ctxt_switches:\s+(\d+)", (task / "status").read_text())[1])
            schedule = task / "schedstat"
            ran = int(schedule.read_text().split()[0]) if schedule.exists() else 0
            found[task.name] = ((task / "comm").read_text().strip(), switches, ran)
        except OSError:
            pass  # the thread ended meanwhile
    return found


def processor(pid):
    """Returns seconds of user and system time."""
    fields = pathlib.Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def watch(pid, seconds, title):
    time.sleep(SETTLE)
    before, cpu, begin = threads(pid), processor(pid), time.monotonic()
    time.sleep(seconds)
    after, used, lasted = threads(pid), processor(pid) - cpu, time.monotonic() - begin
    ran = sum(t[2] - before.get(i, (0, 0, 0))[2] for i, t in after.items()) / 1e9 or used
    wakes = {i: (t[0], t[1] - before.get(i, (0, 0, 0))[1]) for i, t in after.items()}
    kilobytes = memory(pid)
    print(f"{title}: " + ", ".join(f"{name} {kilobytes[name] / 1024:.1f} MB" for name in ("VmRSS", "Pss", "RssAnon", "VmHWM") if name in kilobytes))
    print(f"  CPU {100 * ran / lasted:.4f} % of one core ({ran:.4f} s in {lasted:.0f} s)")
    print(f"  {60 * sum(n for _, n in wakes.values()) / lasted:.1f} wake-ups per minute, of {len(after)} threads: "
          + (", ".join(f"{name} {n}" for name, n in sorted(wakes.values(), key=lambda w: -w[1]) if n) or "none"), flush=True)


def daemon(halo, folder, *arguments):
    environment = {**os.environ, "HALO_JOURNAL": f"{folder}/journal.sqlite", "HALO_SOCKET": f"{folder}/daemon.sock"}
    return subprocess.Popen([halo, "daemon", *arguments], env=environment, stdin=subprocess.DEVNULL)


def stop(process):
    process.send_signal(signal.SIGTERM)
    begin = time.monotonic()
    status = process.wait(30)
    print(f"  stopped with {status} after {time.monotonic() - begin:.2f} s", flush=True)


def simulated(halo, seconds):
    with tempfile.TemporaryDirectory() as folder:
        environment = {**os.environ, "HALO_JOURNAL": f"{folder}/journal.sqlite", "HALO_SOCKET": ""}
        subprocess.run([halo, "pair", "--radio", "simulated"], env=environment, check=True, stdout=subprocess.DEVNULL)
        process = daemon(halo, folder, "--radio", "simulated", "--scene", "empty")
        watch(process.pid, seconds, "simulated radio, a paired ring that is away")
        stop(process)


def stand_in(halo, seconds):
    """Runs the BlueZ radio on this machine: with a private bus and a simulated bluetoothd."""
    pythons = [*sorted((pathlib.Path.home() / ".cache/halo/laboratory").glob("python-*/bin/python3")), pathlib.Path(sys.executable)]
    python = next((p for p in pythons if subprocess.run([p, "-c", "import dbus_fast"], stderr=subprocess.DEVNULL).returncode == 0), None)
    if not python:
        sys.exit("the simulated bluetoothd requires dbus-fast: Tests/Laboratory/setup installs it")
    with tempfile.TemporaryDirectory() as folder:
        address = f"unix:path={folder}/bus"
        bus = subprocess.Popen(["dbus-daemon", "--session", "--nofork", "--nopidfile", f"--address={address}"])
        while not os.path.exists(f"{folder}/bus"):
            time.sleep(0.05)
        fake = subprocess.Popen([python, HERE / "idle_bluez.py", address], stdout=subprocess.PIPE, text=True)
        fake.stdout.readline()
        environment = {**os.environ, "HALO_JOURNAL": f"{folder}/journal.sqlite", "HALO_SOCKET": ""}
        subprocess.run([halo, "pair", "--radio", "simulated"], env=environment, check=True, stdout=subprocess.DEVNULL)
        os.environ["DBUS_SYSTEM_BUS_ADDRESS"] = address
        process = daemon(halo, folder, "--radio", "bluez")
        try:
            watch(process.pid, seconds, "BlueZ radio with a simulated bluetoothd, a paired ring that is away")
        finally:
            stop(process)
            fake.kill()
            bus.kill()


def inside(halo, seconds):
    """Runs in the laboratory, with adapters and no devices in range."""
    subprocess.Popen([os.environ["LABORATORY_PYTHON"], LABORATORY / "adapters.py"], stdout=subprocess.DEVNULL)
    powered = ["busctl", "get-property", "org.bluez", "/org/bluez/hci0", "org.bluez.Adapter1", "Powered"]
    for _ in range(600):
        if "true" in subprocess.run(powered, capture_output=True, text=True).stdout:
            break
        time.sleep(0.05)
    else:
        sys.exit("the adapter did not start")
    with tempfile.TemporaryDirectory() as folder:
        # The journal contains a ring, so that the daemon scans for it.
        environment = {**os.environ, "HALO_JOURNAL": f"{folder}/journal.sqlite", "HALO_SOCKET": ""}
        subprocess.run([halo, "pair", "--radio", "simulated"], env=environment, check=True, stdout=subprocess.DEVNULL)
        process = daemon(halo, folder, "--radio", "bluez")
        watch(process.pid, seconds, "BlueZ radio, a paired ring that is away")
        stop(process)


if __name__ == "__main__":
    words = sys.argv[1:]
    where = words.pop(0) if words and words[0].startswith("--") else None
    if not words:
        sys.exit(__doc__)
    halo, seconds = os.path.abspath(words[0]), int(words[1]) if len(words) > 1 else 120
    if where == "--inside":
        inside(halo, seconds)
    elif where == "--bluetoothd":
        limit = str(seconds + SETTLE + 90)
        sys.exit(subprocess.run([LABORATORY / "run", "-t", limit, "/usr/bin/python3", __file__, "--inside", halo, str(seconds)]).returncode)
    else:
        {"--simulated": simulated, None: stand_in}[where](halo, seconds)
