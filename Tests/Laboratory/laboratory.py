"""Tools for scenarios inside the guest: the adapter with the ring behind it, Halo, bluetoothd, and waiting for conditions."""
import csv
import json
import os
import pty
import re
import select
import signal
import socket
import subprocess
import tempfile
import time
from pathlib import Path

HERE = Path(__file__).resolve().parent
BUILD = Path(os.environ.get("HALO_BUILD", HERE.parent.parent / ".build/release"))
OUT = Path(os.environ.get("LABORATORY_OUT", "/run"))
SEED = "1"
NAME = "COLMI R12_0001"


class Failure(Exception):
    """An expectation was not met."""


def expect(condition, what):
    if not condition:
        raise Failure(what)


def wait_until(what, condition, seconds=30):
    """Waits until `condition` returns a true value, and returns it."""
    end = time.monotonic() + seconds
    while not (value := condition()):
        expect(time.monotonic() < end, f"{seconds} s passed without: {what}")
        time.sleep(0.02)
    return value


def set_clock(text):
    """Sets the guest's clock, so that the virtual ring and the simulated radio have the same days."""
    subprocess.run(["date", "-s", text], check=True, stdout=subprocess.DEVNULL)


class Ring:
    """The ring, or another device, behind a virtual adapter, which can be plugged in and unplugged. `device` is the argument of
    halo-virtual-device."""

    def __init__(self, device=SEED, adapters=1, phone=""):
        self.device = device
        self.adapters = adapters
        self.phone = phone
        self.control = "/run/ring.control"
        self.log = OUT / "ring.jsonl"
        self.process = None

    def command(self):
        return [HERE / "controller.py", BUILD / "halo-virtual-device", *self.device.split()]

    def plug(self):
        said = open(OUT / "controller.log", "a")
        self.process = subprocess.Popen(
            [os.environ["LABORATORY_PYTHON"], *self.command()],
            env={
                **os.environ, "LAB_CONTROL": self.control, "LAB_LOG": str(self.log), "LAB_ADAPTERS": str(self.adapters),
                "LAB_PASSKEY": Monitors.passkey, "LAB_PHONE": self.phone,
            },
            stdout=said, stderr=said,
        )  # fmt: skip
        for number in range(self.adapters):
            wait_until(f"adapter {number} is on", lambda: BlueZ.is_powered(number))

    def unplug(self):
        self.process.kill()
        self.process.wait()

    def tell(self, words):
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as box:
            box.sendto(words.encode(), self.control)

    def events(self):
        """Returns the events so far. An incomplete last line is left out."""
        if not self.log.exists():
            return []
        lines = self.log.read_text().split("\n")[:-1]
        return [json.loads(line) for line in lines]

    def count(self, kind):
        return sum(event["kind"] == kind for event in self.events())

    def frames(self, kind, after=0):
        return [(e["characteristic"].upper(), e["value"].upper()) for e in self.events()[after:] if e["kind"] == kind]


class Monitors(Ring):
    """bumble's heart-rate monitors (monitors.py), one for each kind of security."""

    passkey = "/run/passkey"

    def __init__(self, *kinds):
        super().__init__()
        self.kinds = kinds

    def command(self):
        return [HERE / "monitors.py", *self.kinds]

    def enter(self, passkey):
        """Enters a passkey on the monitor that asks for one."""
        Path(self.passkey).write_text(f"{passkey}\n")


class BlueZ:
    """Controls the real bluetoothd."""

    @staticmethod
    def property(path, interface, name):
        """Returns a property as busctl prints it, without its type; empty if the object does not exist."""
        answer = subprocess.run(
            ["busctl", "get-property", "org.bluez", path, interface, name], capture_output=True, text=True)  # fmt: skip
        return answer.stdout.strip().partition(" ")[2]

    @staticmethod
    def is_powered(number=0):
        return BlueZ.property(f"/org/bluez/hci{number}", "org.bluez.Adapter1", "Powered") == "true"

    @staticmethod
    def power(on):
        def turned():
            subprocess.run(
                ["busctl", "set-property", "org.bluez", "/org/bluez/hci0", "org.bluez.Adapter1", "Powered", "b", str(on)],
                capture_output=True,
            )  # fmt: skip
            return BlueZ.is_powered() == (on == "true")

        # bluetoothd reports "busy" while an adapter is being powered on or off.
        on = "true" if on else "false"
        wait_until(f"the adapter's power is {on}", turned)

    @staticmethod
    def forget_bonds():
        """Removes all devices, and with them their bonds."""
        adapter = "/org/bluez/hci0"
        objects = subprocess.run(["busctl", "tree", "--list", "org.bluez"], capture_output=True, text=True).stdout.split()
        for path in objects:
            if re.fullmatch(adapter + "/dev_[0-9A-F_]{17}", path):
                subprocess.run(["busctl", "call", "org.bluez", adapter, "org.bluez.Adapter1", "RemoveDevice", "o", path], capture_output=True)

    @staticmethod
    def processes():
        return [int(process) for process in subprocess.run(["pidof", "bluetoothd"], capture_output=True, text=True, check=True).stdout.split()]

    @staticmethod
    def kill():
        for process in BlueZ.processes():
            os.kill(process, signal.SIGKILL)

    @staticmethod
    def start():
        log = open(OUT / "bluetoothd.log", "a")
        subprocess.Popen([os.environ["BLUETOOTHD"], "-n", *os.environ["BLUETOOTHD_ARGS"].split()], stdout=log, stderr=log)
        wait_until("the adapter is on", BlueZ.is_powered)


class Halo:
    """The halo program with a separate journal."""

    def __init__(self, journal):
        self.environment = {**os.environ, "HALO_JOURNAL": str(journal), "TZ": "UTC"}

    def start(self, *arguments, orders=""):
        """Starts the program; `orders` is its standard input."""
        if orders:
            words = tempfile.TemporaryFile("w+")
            words.write(orders)
            words.seek(0)
        return Running(
            subprocess.Popen(
                [BUILD / "halo", *arguments], env=self.environment, stdin=words if orders else subprocess.DEVNULL,
                stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
            ),
            arguments[0],
        )  # fmt: skip

    def run(self, *arguments, seconds=60):
        """Runs a command, which must succeed; returns its output."""
        running = self.start(*arguments)
        status, output, errors = running.end(seconds)
        expect(status == 0, f"'halo {' '.join(map(str, arguments))}' ended with {status}: {errors.strip()}")
        return output

    def on_terminal(self, *arguments, answer, seconds=60):
        """Runs a command on a terminal. `answer` receives what it has printed so far, and returns what is typed, if anything. Returns the status, the
        output, and the number of seconds that it took without the waiting for answers."""
        process, terminal = pty.fork()
        if process == 0:
            os.environ.update(self.environment)
            os.execv(BUILD / "halo", ["halo", *arguments])
        begin, waited, output = time.monotonic(), 0, ""
        while time.monotonic() - begin < seconds:
            try:
                if select.select([terminal], [], [], 0.05)[0]:
                    output += os.read(terminal, 4096).decode(errors="replace")
            except OSError:  # the command has ended
                break
            asked = time.monotonic()
            if typed := answer(output):
                os.write(terminal, f"{typed}\n".encode())
            waited += time.monotonic() - asked
        else:
            os.kill(process, signal.SIGKILL)
            raise Failure(f"'halo {arguments[0]}' did not end within {seconds} s; its output: {output}")
        status = os.waitstatus_to_exitcode(os.waitpid(process, 0)[1])
        return status, re.sub("\r|\x1b\\[[0-9]*[mK]", "", output), time.monotonic() - begin - waited

    def pair(self, *arguments):
        self.run("pair", "--device", NAME, *arguments)

    def export(self, before=None):
        """Returns the journal's samples; optionally only those that ended before a time (ISO 8601, UTC)."""
        rows = list(csv.DictReader(self.run("export").splitlines()))
        return [tuple(row.values()) for row in rows if before is None or (row["end"] or row["start"]) < before]

    def recorded(self, file):
        """Returns the writes and notifications in one of Halo's own captures."""
        rows = list(csv.DictReader(self.run("capture", "show", file, "--csv").splitlines()))
        frames = {"written": [], "notified": []}
        for row in rows:
            kind = {"writeRequest": "written", "writeCommand": "written", "notification": "notified"}.get(row["operation"])
            if kind and row["characteristic"] != "2902":
                frames[kind].append((row["characteristic"].upper(), row["value"].upper()))
        return frames


class Running:
    """A running `halo` process."""

    def __init__(self, process, command):
        self.process = process
        self.command = command

    def end(self, seconds):
        """Waits for the end; returns the status and the output. If the process does not end, the failure contains the stacks of its threads."""
        try:
            output, errors = self.process.communicate(timeout=seconds)
        except subprocess.TimeoutExpired:
            self.process.kill()
            output, errors = self.process.communicate()
            raise Failure(f"'halo {self.command}' did not end within {seconds} s; its output: {errors.strip()}") from None
        return self.process.returncode, output, errors

    def interrupt(self):
        self.process.send_signal(signal.SIGINT)
