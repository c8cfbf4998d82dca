"""The scenarios, run inside the guest by `scenarios.py NAME`. Each is a function that checks expectations; `ALL` lists them."""
import json
import os
import re
import signal
import struct
import subprocess
import sys
import time
from dataclasses import dataclass, field
from datetime import date, timedelta
from pathlib import Path

from laboratory import BUILD, HERE, NAME, OUT, SEED, BlueZ, Failure, Halo, Monitors, Ring, Running, expect, set_clock, wait_until

# The start time of every scenario, so that the virtual ring and the simulated radio have the same week. It is in the middle of a minute and of a
# five-minute slot, so that no log grows during the first sync. It is years after any release: Halo refuses a clock earlier than its own release date.
DATE, HOUR = "2036-11-21", "12:03"
# After this many of about 260 notifications, a sync is well under way.
UNDER_WAY = 100


def home():
    """Returns the virtual ring, and a Halo that has paired it."""
    set_clock(f"{DATE} {HOUR}:05")
    ring = Ring()
    ring.plug()
    halo = Halo(OUT / "journal.sqlite")
    halo.pair()
    return ring, halo


def simulated_week():
    """Returns the samples of the same wearer at the same time from the simulated radio."""
    halo = Halo(OUT / "simulated.sqlite")
    radio = ["--radio", "simulated", "--seed", SEED, "--now", f"{DATE}T{HOUR}"]
    halo.pair(*radio)
    halo.run("sync", *radio)
    return halo.export(before=f"{DATE}T{HOUR}")


def expect_whole_week(halo):
    """Expects the journal to contain exactly the samples of the simulated radio, bit for bit and without duplicates."""
    there, wanted = halo.export(before=f"{DATE}T{HOUR}"), simulated_week()
    expect(len(wanted) > 1000, f"the simulated week has {len(wanted)} samples, too few")
    missing, surplus = sorted(set(wanted) - set(there)), sorted(set(there) - set(wanted))
    expect(not missing, f"{len(missing)} samples are missing, the first: {missing[:1]}")
    expect(not surplus, f"{len(surplus)} samples are not the ring's, the first: {surplus[:1]}")
    expect(len(there) == len(wanted), f"{len(there)} samples, and {len(wanted)} on the ring")


def expect_no_link(ring):
    """Expects that the ring has noticed the end of its links, and that its LEDs are off."""
    wait_until("the ring has noticed the end of the link", lambda: ring.count("ended") == ring.count("connected"))
    expect(not any(event["isMeasuring"] for event in ring.events() if event["kind"] == "ended"), "the ring's LEDs are on")


def sync_until(ring, halo, act):
    """Runs a sync, calls `act` while it is well under way, and returns how it ended."""
    before = ring.count("notified")
    sync = halo.start("sync")
    wait_until("the sync is under way", lambda: ring.count("notified") - before >= UNDER_WAY)
    begin = time.monotonic()
    act(sync)
    status, output, errors = sync.end(120)
    seconds = time.monotonic() - begin
    print(f"the sync ended after {seconds:.1f} s with status {status}")
    return status, output, errors, seconds


def expect_unavailable(status, errors):
    """Expects an exit status and an error message that help the user."""
    expect(status == 69, f"exit status {status} instead of 69: {errors.strip()}")
    said = errors.strip().splitlines()
    expect(said and any(line.startswith("halo: ") and line.rstrip().endswith(".") for line in said), f"no error message: {errors!r}")
    print(said[-1])


# Scenarios


def stands():
    set_clock(f"{DATE} {HOUR}:05")
    Ring().plug()
    channels = BlueZ.property("/org/bluez/hci0", "org.bluez.LEAdvertisingManager1", "SupportedSecondaryChannels")
    expect("2M" in channels, f"the controller has no extended advertising: {channels}")
    seen = Halo(OUT / "journal.sqlite").run("scan", "--seconds", "5", "--json")
    expect(NAME in seen, f"the ring was not found by the scan: {seen}")


def week():
    ring, halo = home()
    halo.run("sync")
    expect_whole_week(halo)
    for words in (["live", "heart-rate", "--for", "34", "--device", NAME], ["raw", "--device", NAME, "--for", "4", "--format", "csv"]):
        begin = len(ring.events())
        file = OUT / f"{words[0]}.btsnoop"
        halo.run("capture", "record", file, *words)
        recorded = halo.recorded(file)
        for kind in ("written", "notified"):
            sent = ring.frames(kind, after=begin)
            expect(len(sent) > 3, f"{words[0]}: only {len(sent)} frames were {kind}")
            expect(recorded[kind] == sent, f"{words[0]}: {len(sent)} frames were {kind}, Halo recorded {len(recorded[kind])}: "
                   f"{difference(sent, recorded[kind])}")  # fmt: skip
        expect_no_link(ring)


def difference(sent, recorded):
    """Describes where two lists differ."""
    place = next((i for i, (a, b) in enumerate(zip(sent, recorded)) if a != b), min(len(sent), len(recorded)))
    return f"they differ from index {place}: {sent[place : place + 2]} and {recorded[place : place + 2]}"


def dropped():
    ring, halo = home()
    ring.tell(f"drop after {UNDER_WAY}")
    halo.run("sync", seconds=120)
    expect(ring.count("connected") >= 2, "the link was never dropped")
    expect_whole_week(halo)
    expect_no_link(ring)


def power_off():
    ring, halo = home()
    status, _, errors, _ = sync_until(ring, halo, lambda sync: BlueZ.power(False))
    expect_unavailable(status, errors)
    BlueZ.power(True)
    halo.run("sync")
    expect_whole_week(halo)
    expect_no_link(ring)


def unplugged():
    ring, halo = home()
    status, _, errors, _ = sync_until(ring, halo, lambda sync: ring.unplug())
    expect_unavailable(status, errors)
    wait_until("the adapter is off", lambda: not BlueZ.is_powered())
    ring.plug()
    halo.run("sync")
    expect_whole_week(halo)


def killed():
    ring, halo = home()
    status, _, errors, _ = sync_until(ring, halo, lambda sync: BlueZ.kill())
    expect_unavailable(status, errors)
    BlueZ.start()
    halo.run("sync")
    expect_whole_week(halo)
    expect_no_link(ring)


def restarted():
    ring, halo = home()

    def restart(sync):
        BlueZ.kill()
        BlueZ.start()

    status, _, errors, _ = sync_until(ring, halo, restart)
    expect(status == 0, f"exit status {status} instead of 0: {errors.strip()}")
    expect_whole_week(halo)
    expect_no_link(ring)


def interrupted():
    ring, halo = home()
    status, _, errors, seconds = sync_until(ring, halo, lambda sync: sync.interrupt())
    expect(status == 130, f"exit status {status} instead of 130: {errors.strip()}")
    # bluetoothd answers a Disconnect after a little more than 2 s.
    expect(seconds < 5, f"it took {seconds:.1f} s to end")
    expect_no_link(ring)
    halo.run("sync")
    expect_whole_week(halo)
    expect_no_link(ring)


def orphaned():
    ring, halo = home()
    status, _, _, _ = sync_until(ring, halo, lambda sync: sync.process.kill())
    expect(status == -9, f"the exit status is {status}")
    # bluetoothd keeps the link, and the ring does not advertise; Halo still finds the ring and uses the link.
    expect(NAME in halo.run("scan", "--seconds", "2", "--json"), "the ring was not found")
    halo.run("sync")
    expect_whole_week(halo)
    expect_no_link(ring)


def together():
    ring, halo = home()
    scan = Halo(OUT / "other.sqlite").start("scan", "--seconds", "10", "--json")
    halo.run("sync")
    status, output, errors = scan.end(30)
    expect(status == 0 and NAME in output, f"the other program ended with {status} and did not see the ring: {errors.strip()}")
    expect_whole_week(halo)
    expect_no_link(ring)


def conforms(*options):
    Ring("trial").plug()
    tried = subprocess.run([BUILD / "halo-conformance", *options], capture_output=True, text=True, timeout=200)
    print(tried.stdout + tried.stderr)
    expect(tried.returncode == 0, "the radio violates the requirements, or its known deviations changed")


def strap():
    monitor = Ring("strap")
    monitor.plug()
    output = Halo(OUT / "journal.sqlite").run("live", "heart-rate", "--for", "15", "--json", "--seconds", "4")
    sent = [bytes.fromhex(value) for characteristic, value in monitor.frames("notified") if characteristic == "2A37"]
    rates = [value[1] for value in sent]
    readings = [json.loads(line) for line in output.splitlines()]
    shown = [reading.get("value") for reading in readings]
    expect(len(shown) > 8, f"only {len(shown)} readings in 15 s")
    # Values that arrive while the link ends, which takes bluetoothd three seconds, are not shown.
    expect(shown == rates[: len(shown)] and len(rates) - len(shown) <= 6, f"the strap sent {rates}, but {shown} was shown")
    beats = [interval for reading in readings for interval in reading.get("beatIntervalsMilliseconds", [])]
    expect(len(beats) > 8 and all(300 < beat < 2000 for beat in beats), f"the beats are {beats}")
    expect_no_link(monitor)
    print(f"{len(shown)} rates, {min(shown):.0f} to {max(shown):.0f} bpm, and {len(beats)} beats")


def core_bluetooth():
    ring = Ring()
    ring.plug()
    reader = subprocess.Popen([BUILD / "CoreBluetoothRing"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    while "Measuring" not in (line := reader.stderr.readline()):
        expect(line, "the reader ended before the first measurement")
    # Its link ends when the adapter is turned off. The reader learns this only from the radio state, and starts again when the adapter is on.
    BlueZ.power(False)
    line = reader.stderr.readline()
    expect(line == "Bluetooth is off.\n", f"after the adapter was turned off, it printed {line!r}")
    begin = len(ring.events())
    BlueZ.power(True)
    status, output, errors = Running(reader, "CoreBluetoothRing").end(90)
    expect(status == 0, f"the reader ended with {status}: {output}{errors}")
    told = {words[0]: words[1] for words in (line.split() for line in output.splitlines()) if len(words) > 1}
    frames = [bytes.fromhex(value) for _, value in ring.frames("notified", begin)]
    battery = next(frame[1] for frame in frames if frame[0] == 0x03)
    heart = next(frame[3] for frame in frames if frame[0] == 0x69 and frame[3] > 0)
    expect(told.get("battery") == str(battery), f"the ring reported {battery} %: {output}")
    expect(told.get("heart") == str(heart), f"the ring reported {heart} bpm: {output}")
    expect(told.get("hardware") == "RT11CR_V1.0", f"unexpected revision: {output}")
    # The reader turned the LEDs off on the second link; on the first there was no time.
    wait_until("the ring has noticed the end of the link", lambda: ring.count("ended") == ring.count("connected"))
    expect(not [event for event in ring.events() if event["kind"] == "ended"][-1]["isMeasuring"], "the ring's LEDs are on")
    print(f"{battery} %, {heart} bpm, after the adapter was off")


# Control point commands: set the target speed, and stop.
CONTROL_POINT, TO_STOP, TREADMILL_DATA = "2AD9", "0801", "2ACD"


def belt_speeds(machine, after=0):
    """Returns the belt speeds reported by the machine, in km/h."""
    frames = [value for characteristic, value in machine.frames("notified", after) if characteristic == TREADMILL_DATA]
    return [int.from_bytes(bytes.fromhex(value)[2:4], "little") / 100 for value in frames]


def expect_standing(machine, after=0):
    """Expects that the belt was stopped by command."""
    expect_no_link(machine)
    orders = [value for characteristic, value in machine.frames("written", after) if characteristic == CONTROL_POINT]
    expect(TO_STOP in orders, f"no stop command was sent: {orders}")
    speed = [event["speed"] for event in machine.events() if event["kind"] == "ended"][-1]
    expect(speed == 0, f"the belt runs at {speed} km/h")


def treadmill():
    machine = Ring("treadmill")
    machine.plug()
    halo = Halo(OUT / "journal.sqlite")
    words = ["treadmill", "--yes", "--json", "--seconds", "4"]
    session = halo.start(*words, orders="start 2\nwait 3\nspeed 3\nwait 3\nspeed 9\n")
    status, output, errors = session.end(90)
    expect(status == 64, f"'halo treadmill', for which 9 km/h was requested, ended with {status}: {errors.strip()}")
    lines = [json.loads(line) for line in output.splitlines()]
    speeds = [line["speed"] for line in lines if "speed" in line]
    expect(max(speeds) == 3 and speeds[-1] == 0, f"the speeds are {speeds}")
    expect(max(belt_speeds(machine)) == 3, f"the belt ran at {max(belt_speeds(machine))} km/h")
    expect("beyond your limit" in output, "9 km/h was not refused")
    expect_standing(machine)
    print(f"{len(speeds)} records, up to {max(speeds)} km/h, and the belt has stopped")

    begin = len(machine.events())
    session = halo.start(*words, orders="start 3\nwait 100\n")
    wait_until("the belt is running", lambda: max(belt_speeds(machine, begin), default=0) >= 2)
    machine.tell("drop")
    lost = len(machine.events())
    status, output, errors = session.end(60)
    expect(status == 69, f"exit status {status} instead of 69: {errors.strip()}")
    expect("the machine was reached again; the belt is stopped." in errors, f"the output was: {errors.strip()}")
    expect_standing(machine, lost)
    print(errors.strip().splitlines()[-1])


def treadmill_killed():
    machine = Ring("treadmill")
    machine.plug()
    halo = Halo(OUT / "journal.sqlite")
    halo.run("pair", "--device", "Treadmill 7")
    session = halo.start("treadmill", "--yes", "--json", "--seconds", "4", orders="start 3\nwait 100\n")
    wait_until("the belt is running", lambda: max(belt_speeds(machine), default=0) >= 2)
    session.process.kill()
    session.end(10)
    sent = len(machine.frames("written"))
    status, output, errors = halo.start("status").end(30)
    expect(status == 0 and "the belt of Treadmill 7 was running at" in errors, f"'halo status' printed: {errors.strip()}")
    print(errors.strip())
    expect(len(machine.frames("written")) == sent, "data was sent to the machine without a request")
    # A command that uses the belt reports the running belt, and stops it at the end.
    session = halo.start("treadmill", "--yes", "--json", "--seconds", "4", orders="stop\n")
    status, output, errors = session.end(90)
    expect(status == 0, f"'halo treadmill' ended with {status}: {errors.strip()}")
    expect("the belt of Treadmill 7 was running at" in errors, f"'halo treadmill' printed: {errors.strip()}")
    status, output, errors = halo.start("status").end(30)
    expect("the belt" not in errors, f"the belt has stopped, but 'halo status' prints: {errors.strip()}")


def stranger_hears(name):
    """Returns what bleak received from a monitor, on hci1: its location and charge, its values as [rate, contact], and the number of the attempt."""
    try:
        stranger = subprocess.run(
            [os.environ["LABORATORY_PYTHON"], HERE / "stranger.py", name], capture_output=True, text=True, timeout=120
        )
    except subprocess.TimeoutExpired as late:
        raise Failure(f"bleak did not end within 120 s; its output: {late.stdout}{late.stderr}") from None
    expect(stranger.returncode == 0, f"bleak: {stranger.stdout[-2000:]}{stranger.stderr[-2000:]}")
    heard = json.loads(stranger.stdout)
    values = [bytes.fromhex(value) for value in heard["values"]]
    # Contact detection is always supported (bit 2); the rates fit one byte.
    expect(all(value[0] & 0x04 and len(value) == 2 for value in values), f"the values are {heard['values']}")
    return {
        "location": int(heard["location"], 16), "battery": int(heard["battery"], 16), "attempt": heard["attempt"],
        "values": [[value[1], bool(value[0] & 0x02)] for value in values],
    }  # fmt: skip


def bridged(reader):
    """A reader that is not Halo's receives the ring's measurements from Halo's bridge."""
    name = "Halo laboratory"
    ring = Ring(adapters=2) if reader == "bleak" else Ring(phone=name)
    ring.plug()
    bridge = Halo(OUT / "journal.sqlite").start(
        "bridge", "heart-rate", "--adapter", "hci0", "--device", NAME, "--name", name, "--json"
    )
    if reader == "bleak":
        heard = stranger_hears(name)
    else:
        wait_until("bumble has received 12 rates", lambda: ring.count("phone"), seconds=120)
        heard = next(event for event in ring.events() if event["kind"] == "phone") | {"attempt": 1}
        expect(heard["maker"] and NAME in heard["model"], f"maker and model are {heard['maker']}, {heard['model']}")
    bridge.interrupt()
    begin = time.monotonic()
    status, output, errors = bridge.end(30)
    seconds = time.monotonic() - begin
    expect(status == 130, f"exit status {status} instead of 130: {errors.strip()}")
    expect(seconds < 15, f"it took {seconds:.1f} s to end")
    expect(heard["location"] == 3, f"the body location is {heard['location']}, not finger")
    expect(0 < heard["battery"] <= 100, f"the battery level is {heard['battery']}")
    warming = [rate for rate, contact in heard["values"] if not contact]
    rates = [rate for rate, contact in heard["values"] if contact]
    # Without contact there is no rate.
    expect(not any(warming), f"without contact the values are {heard['values']}")
    # A ring warms up for half a minute; after a reconnect the first values may arrive later than that.
    expect(warming or heard["attempt"] > 1, f"no warm-up in the values {heard['values']}")
    expect(len(rates) >= 10, f"only {len(rates)} rates: {rates}")
    # The ring sends two values a second, the bridge one: in the same order.
    frames = [bytes.fromhex(value) for _, value in ring.frames("notified")]
    told = [frame[3] for frame in frames if frame[:3] == b"\x69\x01\x00" and frame[3]]
    expect(is_within(rates, told), f"the ring sent {told}, but {reader} received {rates}")
    lines = [json.loads(line) for line in output.splitlines()]
    expect(any(line["listening"] for line in lines), "the bridge never reported a subscriber")
    most = max(line["connected"] for line in lines)
    expect(most == 1, f"the bridge reported {most} connections, but only {reader} was connected")
    expect(len(set(rates)) > 1, f"constant rates prove nothing: {rates}")
    expect_no_link(ring)
    advertised = BlueZ.property("/org/bluez/hci0", "org.bluez.LEAdvertisingManager1", "ActiveInstances")
    expect(advertised == "0", f"{advertised} advertisements are left")
    print(f"{reader} received {len(warming)} values without contact, then {len(rates)} rates: {rates}; the bridge ended in {seconds:.1f} s")


def is_within(some, all):
    """Returns whether the elements occur in the other list in their order; one may occur twice, if no newer value had arrived."""
    rest = list(all)
    for element in some:
        while rest and rest[0] != element:
            rest.pop(0)
        if not rest:
            return False
    return True


def explored():
    device = Ring("strap")
    device.plug()
    name = "HRM-1 00000001"
    told = json.loads(Halo(OUT / "journal.sqlite").run("explore", name, "--json"))
    stranger = subprocess.run(
        [os.environ["LABORATORY_PYTHON"], HERE / "listing.py", name], capture_output=True, text=True, timeout=120
    )  # fmt: skip
    expect(stranger.returncode == 0, f"bleak: {stranger.stdout[-2000:]}{stranger.stderr[-2000:]}")
    wanted = json.loads(stranger.stdout)

    def whole(uuid):
        return (uuid if len(uuid) > 8 else f"{uuid:0>8}-0000-1000-8000-00805F9B34FB").lower()

    def descriptors(characteristic):
        return sorted([whole(d["uuid"]), d.get("handle")] for d in characteristic.get("descriptors", []))

    def characteristics(service):
        return sorted(
            [whole(c["uuid"]), c["handle"], sorted(c["properties"]), descriptors(c)] for c in service["characteristics"]
        )

    listed = sorted([whole(s["uuid"]), s.get("handle"), characteristics(s)] for s in told["services"])
    expect(listed == wanted, f"bleak lists {wanted}, but Halo {listed}")
    count = sum(len(service[2]) for service in listed)
    expect(count > 7, f"only {count} characteristics")
    expect_no_link(device)
    print(f"{len(listed)} services and {count} characteristics, with the same handles, properties and descriptors")


# What the monitors of monitors.py send, and the sentence for a bond that was refused.
MONITOR = ("Bumble & Sons", "77 %", "on the chest")
REFUSED = "was refused. If it has a passkey, pair it in the system's Bluetooth settings"


def at_once():
    """Returns the number of seconds within which a command must answer beside other proofs, which load the machine more or less than `halo --version` measures in this moment."""
    begin = time.monotonic()
    Halo(OUT / "no.sqlite").run("--version")
    return 15 * max(1, (time.monotonic() - begin) / VERSION_SECONDS)


# The time that `halo --version` takes in a guest of a machine that does nothing else: 0.9 to 1.1 s were measured.
VERSION_SECONDS = 1.0



class Wearer:
    """The person at the terminal, who answers Halo's questions about a passkey from the monitor's display."""

    def __init__(self, monitors):
        self.monitors = monitors
        self.begin = len(monitors.events())
        self.answered = 0

    def __call__(self, output):
        questions = re.findall(r"shows a passkey\. Type|show the passkey (\d{6})\? Type yes|Enter the passkey (\d{6}) on", output)
        if len(questions) <= self.answered:
            return None
        self.answered = len(questions)
        compared, entered = questions[-1]
        if entered:
            return self.monitors.enter(entered)
        shown = wait_until("the monitor shows a passkey", lambda: [e["passkey"] for e in self.monitors.events()[self.begin :] if e["kind"] == "shown"])[-1]
        return f"{shown:06}" if not compared else "yes" if int(compared) == shown else "no"


def expect_rates(output, sent, what):
    """Expects that the readings of `halo live`, or the highest rate and the average of a workout, are those that were sent."""
    highest = re.search(r"Highest heart rate +(\d+) bpm", output)
    if highest:
        average = re.search(r"Average heart rate +(\d+) bpm", output)
        expect(int(highest[1]) in sent and min(sent) <= int(average[1]) <= max(sent), f"sent {sent}; {what}")
    else:
        shown = [int(rate) for rate in re.findall(r"(\d+) bpm  [^\n]*?\d ms between beats", output)]
        expect(len(shown) > 2 and set(shown) <= set(sent), f"sent {sent}; {what}")


def bonds(kind, has_terminal=False):
    """Every command that connects reads a monitor that was never bonded, or says at once why it cannot."""
    monitors = Monitors(kind)
    monitors.plug()
    name = f"Monitor {kind}"
    works = kind in ("open", "just-works") or has_terminal and kind != "refusing"
    longest = 0
    for words in (
        ["pair", "--device", name], ["info", "--device", name], ["explore", name, "--list"], ["live", "heart-rate", "--device", name, "--for", "8"],
        ["workout", "record", "--machine", "none", "--heart", name, "--minutes", "0.2", "--seconds", "4"],
    ):  # fmt: skip
        halo, begin = Halo(OUT / f"{words[0]}.sqlite"), time.monotonic()
        bonded, begun = monitors.count("bonded"), len(monitors.events())
        if has_terminal:
            status, output, seconds = halo.on_terminal(*words, answer=Wearer(monitors))
        else:
            status, output, errors = halo.start(*words).end(60)
            output, seconds = output + errors, time.monotonic() - begin
        what = f"'halo {words[0]}' ended with {status} after {seconds:.1f} s: {output.strip()}"
        if words[0] == "pair":
            # Pairs without a connection.
            expect(status == 0 and f"{name} (" in output, what)
        elif works:
            expect(status == 0, what)
            expect(monitors.count("bonded") - bonded == (kind != "open"), f"{monitors.count('bonded') - bonded} bonds; {what}")
            if words[0] == "info":
                expect(all(value in output for value in MONITOR), what)
            elif words[0] == "explore":
                expect(all(value in output for value in ("Bumble & Sons", '{"percent":77,"type":"batteryLevel"}', '"location":"chest"')), what)
            else:
                # The time that a measurement takes is asked for.
                seconds -= 8 if words[0] == "live" else 12
                expect_rates(output, [event["rate"] for event in monitors.events()[begun:] if event["kind"] == "notified"], what)
        else:
            expect(status == 69 and REFUSED in output, what)
            expect("Bring it closer" not in output, what)
        expect(seconds < 10 or seconds < at_once(), what)
        longest = max(longest, seconds)
        BlueZ.forget_bonds()
    print(f"pair, info, explore, live, workout: {'the right values' if works else 'the right sentence'}, within {longest:.1f} s")


def ring_bonds():
    """A ring that answers nothing before it is bonded."""
    set_clock(f"{DATE} {HOUR}:05")
    ring = Ring("R09 3")
    ring.plug()
    halo = Halo(OUT / "journal.sqlite")
    halo.run("pair", "--device", "R09_0003")
    halo.run("sync", seconds=90)
    rows = halo.export()
    expect(len(rows) > 1000, f"only {len(rows)} samples")
    expect(BlueZ.property("/org/bluez/hci0/dev_C3_48_9A_10_00_03", "org.bluez.Device1", "Paired") == "true", "the ring is not bonded")
    expect_no_link(ring)
    print(f"{len(rows)} samples")


# Every command that uses a radio.
USES_RADIO = [
    words.split()
    for words in (
        "scan", "sync", "live heart-rate", "info", "pair", "raw", "explore R12", "identify", "find", "settings", "bridge heart-rate", "treadmill --yes", "workout record", "alarm", "display", "power-off --yes",
        "factory-reset --yes", "verify-ring --output /run/ring.pcapng", "capture record /run/scan.pcapng scan",
    )
]  # fmt: skip
# The policy of a bus that lets no program use bluetoothd.
DENIED = """<busconfig><policy context="mandatory"><deny send_destination="org.bluez"/></policy></busconfig>"""


def switch(is_blocked):
    """Sets the kernel's switch (rfkill) of all Bluetooth adapters."""
    every, bluetooth, change_all = 0, 2, 3
    Path("/dev/rfkill").write_bytes(struct.pack("<IBBBB", every, bluetooth, change_all, is_blocked, 0))


def reload_bus():
    subprocess.run(
        ["dbus-send", "--system", "--print-reply", "--dest=org.freedesktop.DBus", "/", "org.freedesktop.DBus.ReloadConfig"], check=True,
        stdout=subprocess.DEVNULL,
    )  # fmt: skip


def states():
    """Every command says the state of Bluetooth as `halo doctor` does."""
    ring, halo = home()
    policy = Path("/etc/dbus-1/system.d/halo-denied.conf")

    def deny():
        policy.write_text(DENIED)
        reload_bus()

    def allow():
        policy.unlink()
        reload_bus()

    def leave_bus():
        halo.environment["DBUS_SYSTEM_BUS_ADDRESS"] = "unix:path=/run/no-bus"

    def hang(signal_number):
        for process in BlueZ.processes():
            os.kill(process, signal_number)

    for reason, enter, leave in (
        ("the adapter is off", lambda: BlueZ.power(False), lambda: BlueZ.power(True)),
        ("it is blocked by a switch (rfkill)", lambda: switch(True), lambda: (switch(False), BlueZ.power(True))),
        ("the user root may not use Bluetooth", deny, allow),
        ("bluetoothd does not answer", lambda: hang(signal.SIGSTOP), lambda: hang(signal.SIGCONT)),
        ("bluetoothd is not running", BlueZ.kill, BlueZ.start),
        ("the kernel has no adapter", ring.unplug, ring.plug),
        ("the system bus cannot be reached", leave_bus, lambda: None),
    ):
        enter()
        begin = time.monotonic()
        status, output, errors = halo.start("doctor").end(30)
        seconds = time.monotonic() - begin
        sentence = f"Bluetooth cannot be used: {reason}."
        expect(status == 69 and output.splitlines()[-1] == sentence, f"'halo doctor', after {seconds:.1f} s: {output}{errors}")
        expect(seconds < 10 or seconds < at_once(), f"'halo doctor' took {seconds:.1f} s")
        for words in USES_RADIO:
            begin = time.monotonic()
            status, output, errors = halo.start(*words).end(30)
            seconds = time.monotonic() - begin
            what = f"{reason}: 'halo {' '.join(words)}' ended with {status} after {seconds:.1f} s: {output}{errors}"
            expect(status == 69 and errors.startswith(f"halo: {sentence} 'halo doctor' shows the reason and a fix."), what)
            expect(seconds < 10 or seconds < at_once(), what)
        leave()
    print(f"{len(USES_RADIO)} commands in seven states")


# The version on PyPI; later versions are not published there. It is run as a program.
COLMI_CLIENT = "colmi_r02_client==0.1.0"


def colmi_client(address, *words):
    """Runs the program, which must succeed; returns its output. A failed connection is retried: its bleak may see only a part of the services."""
    program = Path(os.environ["LABORATORY_CLIENT"]).parent / "colmi_r02_client"
    for attempt in range(1, 4):
        try:
            ran = subprocess.run([program, "--address", address, *words], capture_output=True, text=True, timeout=90)
        except subprocess.TimeoutExpired as late:
            raise Failure(f"'colmi_r02_client {' '.join(words)}' did not end within 90 s; its output: {late.stderr}") from None
        # The program treats an answer whose highest bit is set as an error.
        expect("error bit" not in ran.stderr, f"'colmi_r02_client {' '.join(words)}': {ran.stderr[-2000:]}")
        if ran.returncode == 0:
            return ran.stdout
        print(f"colmi_r02_client {words[0]}, attempt {attempt}: {ran.stderr.strip().splitlines()[-1:]}")
        if "Bleak" not in ran.stderr and "assert nrf_uart_service" not in ran.stderr:
            break
        time.sleep(2)
    raise Failure(f"'colmi_r02_client {' '.join(words)}' ended with {ran.returncode}: {ran.stderr[-2000:]}")


def heart_rates_of(halo, day, before):
    """Returns Halo's log of a day until a time, in the format of colmi_r02_client."""
    rows = [json.loads(line) for line in halo.run("export", "--format", "jsonl", "--metric", "heart-rate").splitlines()]
    return [
        f"{row['start'][11:16]}, {row['value']:.0f}"
        for row in rows
        if row["source"] == "log" and row["start"][:10] == day and row["start"][11:16] < before
    ]


def client_reads():
    ring, halo = home()
    halo.run("sync")
    about = json.loads(halo.run("info", "--json", "--device", NAME))
    address = about["device"]

    output = colmi_client(address, "info")
    for wanted in (
        f"'hw_version': '{about['identity']['hardware']}'", f"'fw_version': '{about['identity']['firmware']}'",
        f"battery_level={about['battery']['percent']}, charging={about['battery']['charging']}",
    ):  # fmt: skip
        expect(wanted in output, f"Halo read {about}, but colmi_r02_client: {output}")

    yesterday = str(date.fromisoformat(DATE) - timedelta(days=1))
    # The program leaves out the latest slot of the present day.
    for day, before, least in ((yesterday, "24:00", 250), (DATE, "12:00", 120)):
        printed = colmi_client(address, "get-heart-rate-log", "--target", day).splitlines()
        read = [line for line in printed if re.fullmatch(r"\d\d:\d\d, \d+", line) and line[:5] < before]
        wanted = heart_rates_of(halo, day, before)
        expect(len(wanted) >= least, f"Halo has only {len(wanted)} heart rates of {day}")
        expect(read == wanted, f"{day}: colmi_r02_client read {len(read)} and Halo {len(wanted)} heart rates; {difference(read, wanted)}")
        print(f"{len(read)} heart rates of {day}")

    def halo_shows():
        shown = json.loads(halo.run("settings", "show", "--json", "--device", NAME))["measurements"]
        rate = next(each for each in shown if each["quantity"] == "heartRate")
        return f"enabled={rate['isEnabled']}, interval={rate['intervalMinutes']}"

    def expect_settings(output, wanted, what):
        expect(f"HeartRateLogSettings({wanted})" in output, f"{what}: {wanted}, but colmi_r02_client read: {output}")

    read = ("get-heart-rate-log-settings",)
    expect_settings(colmi_client(address, *read), halo_shows(), "before any change")
    halo.run("settings", "measure", "heart-rate", "--every", "10", "--device", NAME)
    expect_settings(colmi_client(address, *read), "enabled=True, interval=10", "Halo wrote")
    for switch, interval, wanted in (("--enable", "30", "enabled=True, interval=30"), ("--disable", "5", "enabled=False, interval=5")):
        expect_settings(colmi_client(address, "set-heart-rate-log-settings", switch, "--interval", interval), wanted, "it wrote")
        expect(halo_shows() == wanted, f"colmi_r02_client wrote {wanted}, but Halo reads {halo_shows()}")
    expect_no_link(ring)


def client_measures():
    ring, halo = home()
    address = json.loads(halo.run("info", "--json", "--device", NAME))["device"]
    begin = len(ring.events())
    printed = colmi_client(address, "get-real-time-heart-rate").splitlines()[-1]
    expect(printed.startswith("["), f"colmi_r02_client printed {printed}")
    shown = json.loads(printed)
    frames = [value for _, value in ring.frames("notified", begin)]
    messages = [json.loads(line) for line in halo.run("decode", "--device", "colmi-ring", *frames).splitlines()]
    sent = [message["value"] for message in messages if message["type"] == "realTime" and message.get("value")]
    expect(len(shown) == 6 and shown == sent[:6], f"colmi_r02_client shows {shown}, but Halo reads {sent}")
    expect_no_link(ring)
    print(f"{shown} bpm")


def ring_reader(name, *words):
    """Runs ring_reader.py, which does not use Halo's code, and returns its result."""
    try:
        reader = subprocess.run(
            [os.environ["LABORATORY_PYTHON"], HERE / "ring_reader.py", name, *words], capture_output=True, text=True, timeout=120
        )  # fmt: skip
    except subprocess.TimeoutExpired as late:
        raise Failure(f"the reader did not end within 120 s; its output: {late.stdout}{late.stderr}") from None
    expect(reader.returncode == 0, f"the reader: {reader.stdout[-2000:]}{reader.stderr[-2000:]}")
    return json.loads(reader.stdout)


def reader_sleeps(model, name, words):
    set_clock(f"{DATE} {HOUR}:05")
    ring = Ring(model)
    ring.plug()
    halo = Halo(OUT / "journal.sqlite")
    halo.run("pair", "--device", name)
    halo.run("sync")
    read = ring_reader(name, words)
    expect(not read["lost"], f"the reader could not assign {read['lost']}")
    rows = [json.loads(line) for line in halo.run("export", "--format", "jsonl").splitlines()]
    for kind in ("night", "nap"):
        wanted = [[r["start"][:19], r["end"][:19], r["value"]] for r in rows if r["metric"] == "sleep-stage" and r["sleep"].startswith(kind)]
        expect(wanted, f"Halo read no {kind}")
        if kind == "nap" and words == "older-sleep":
            # Rings answer the older request only with nights.
            wanted = []
        expect(read[kind] == wanted, f"{kind}: the reader has {len(read[kind])} stages, but Halo {len(wanted)}; {difference(read[kind], wanted)}")
    bounds = [
        {r["start"][:19]: r["value"] for r in rows if r["metric"] == f"oxygen-saturation-{bound}"} for bound in ("minimum", "maximum")
    ]
    wanted = [[start, value, bounds[1][start]] for start, value in sorted(bounds[0].items())]
    expect(len(wanted) > 100, f"Halo read SpO₂ of {len(wanted)} hours, too few")
    expect(sorted(read["oxygen"]) == wanted, f"SpO₂: {difference(sorted(read['oxygen']), wanted)}")
    expect_no_link(ring)
    print(f"{len(read['night'])} stages of nights and {len(read['nap'])} of naps, SpO₂ of {len(wanted)} hours")


def reader_commands():
    set_clock(f"{DATE} {HOUR}:05")
    ring = Ring()
    ring.plug()
    counts = ring_reader(NAME, "subscriptions")
    expect(counts == [3, 3, 3, 3], f"three answers were notified {counts} times")
    heard = ring_reader(NAME, "kinds", "2", "4", "5", "7", "9")
    # Clients such as colmi_r02_client raise an exception for an answer whose highest bit is set.
    refused = {kind: values for kind, values in heard.items() if any(int(value[:2], 16) & 0x80 for value in values)}
    expect(not refused, f"live measurements are refused with an error: {refused}")
    expect_no_link(ring)


@dataclass
class Scenario:
    title: str
    body: object
    environment: dict = field(default_factory=dict)
    # A PyPI package, with its version, that the scenario needs in addition to the laboratory's Python.
    package: str = None
    # Longer than any wait in the scenario.
    seconds: int = 240


ALL = {
    "stands": Scenario("bluetoothd is on the bus, its adapter is on, and Halo sees the ring", stands),
    "week": Scenario("pair, a week's sync, live heart rate, raw stream: compared by sample and by frame", week),
    "hasty": Scenario("the same with FEATURES_DELAY=0: bluetoothd then often does not signal Connected", week, {"FEATURES_DELAY": "0"}),
    "conforms": Scenario("every requirement of radios, on the real bluetoothd", conforms),
    "conforms-apple": Scenario("the same for Apple's radio, over Core Bluetooth for Linux, on the real bluetoothd", lambda: conforms("--apple")),
    "strap": Scenario("a heart-rate strap: every rate and beat that it sends", strap),
    "treadmill": Scenario("a treadmill: a session, and a link loss while the belt runs; the belt stops in both cases", treadmill),
    "treadmill-killed": Scenario("halo is killed while the belt runs: the next start reports it, and sends nothing without a request", treadmill_killed),
    "core-bluetooth": Scenario("Core Bluetooth code for an iPhone reads the ring, even if the adapter is turned off in between", core_bluetooth),
    "bridge": Scenario("bleak, on another adapter, receives the ring's measurements from Halo's bridge", lambda: bridged("bleak")),
    "bridge-bumble": Scenario("bumble, with a controller of its own, receives the ring's measurements from Halo's bridge", lambda: bridged("bumble")),
    **{
        f"bond-{kind}": Scenario(f"bumble's heart-rate monitor with its own security: {title}", lambda kind=kind, asks=asks: bonds(kind, asks))
        for kind, title, asks in (
            ("open", "no bond", False), ("just-works", "a bond without a passkey", False), ("refusing", "every bond is refused", False),
            ("display", "it shows a passkey, which is typed", True), ("keyboard", "a passkey is entered on it", True),
            ("comparison", "both show a number", True),
        )
    },
    "bond-unasked": Scenario("the same monitor with a passkey, without a terminal", lambda: bonds("display")),
    "bond-ring": Scenario("a ring that requires a bond (R09) is synced", ring_bonds),
    "states": Scenario("every command that uses a radio says each state of Bluetooth as halo doctor does", states, seconds=600),
    "explore": Scenario("halo explore lists the same attributes of a device as bleak, with the same handles", explored),
    "client": Scenario("colmi_r02_client reads and writes the same values as Halo: model, battery, heart rates, their settings", client_reads, package=COLMI_CLIENT),
    "client-live": Scenario("colmi_r02_client measures the heart rate live", client_measures, package=COLMI_CLIENT),
    "reader": Scenario("a reader that expects each big-data frame at the start of a notification reads an R12's nights, naps and SpO₂",
                       lambda: reader_sleeps("3", "COLMI R12_0003", "sleep")),
    "reader-older": Scenario("the same reader reads an R02's nights and SpO₂ with the older request for sleep", lambda: reader_sleeps("R02 3", "R02_0003", "older-sleep")),
    "reader-commands": Scenario("each answer is received once after several subscriptions, and live measurements are not refused", reader_commands),
    "drop": Scenario("the ring drops the link in the middle of a sync, which continues automatically", dropped),
    "power": Scenario("the adapter is turned off in the middle of a sync, and on again", power_off),
    "unplug": Scenario("the adapter is unplugged in the middle of a sync, and plugged in again", unplugged),
    "kill": Scenario("bluetoothd is killed in the middle of a sync, and started again after it", killed),
    "restart": Scenario("bluetoothd is killed and started again in the middle of a sync, which continues automatically", restarted),
    "orphan": Scenario("Halo itself is killed in the middle of a sync, and bluetoothd keeps its link", orphaned),
    "together": Scenario("another program scans while a ring is synced", together),
    "interrupt": Scenario("Control-C in the middle of a sync", interrupted),
}

if __name__ == "__main__":
    try:
        ALL[sys.argv[1]].body()
    except Failure as failure:
        sys.exit(f"{failure}")
