"""The scenarios, to be run inside the guest: `scenarios.py NAME`. Each is a function that says what must be so; `ALL` names them."""
import subprocess
import sys
import time
from dataclasses import dataclass, field

from laboratory import BUILD, NAME, OUT, SEED, BlueZ, Failure, Halo, Ring, expect, set_clock, wait_until

# When every scenario begins: the ring in the air and the simulated radio then tell the same week. Well within a minute and within five,
# so that no log of either grows while the first sync is under way.
DATE, HOUR = "2026-11-20", "12:03"
# So many notifications into a sync, of about 260, it is well under way.
UNDER_WAY = 100


def home():
    """The ring in the air, and a Halo that has paired it."""
    set_clock(f"{DATE} {HOUR}:05")
    ring = Ring()
    ring.plug()
    halo = Halo(OUT / "journal.sqlite")
    halo.pair()
    return ring, halo


def simulated_week():
    """What the simulated radio gives of the same wearer at the same time."""
    halo = Halo(OUT / "simulated.sqlite")
    radio = ["--radio", "simulated", "--seed", SEED, "--now", f"{DATE}T{HOUR}"]
    halo.pair(*radio)
    halo.run("sync", *radio)
    return halo.export(before=f"{DATE}T{HOUR}")


def expect_whole_week(halo):
    """The journal has what the simulated radio gives: the same samples, bit for bit, none twice."""
    there, wanted = halo.export(before=f"{DATE}T{HOUR}"), simulated_week()
    expect(len(wanted) > 1000, f"the simulated week has {len(wanted)} samples only")
    missing, surplus = sorted(set(wanted) - set(there)), sorted(set(there) - set(wanted))
    expect(not missing, f"{len(missing)} samples are missing, the first: {missing[:1]}")
    expect(not surplus, f"{len(surplus)} samples are not the ring's, the first: {surplus[:1]}")
    expect(len(there) == len(wanted), f"{len(there)} samples, and {len(wanted)} on the ring")


def expect_no_link(ring):
    """The ring knows that its links are over, and its LEDs are off."""
    wait_until("the ring knows that the link is over", lambda: ring.count("ended") == ring.count("connected"))
    expect(not any(event["isMeasuring"] for event in ring.events() if event["kind"] == "ended"), "the ring's LEDs are on")


def sync_until(ring, halo, act):
    """A sync, and `act` when it is well under way; how it ended."""
    before = ring.count("notified")
    sync = halo.start("sync")
    wait_until("the sync is under way", lambda: ring.count("notified") - before >= UNDER_WAY)
    begin = time.monotonic()
    act(sync)
    status, output, errors = sync.end(120)
    seconds = time.monotonic() - begin
    print(f"the sync ended after {seconds:.1f} s with {status}")
    return status, output, errors, seconds


def expect_unavailable(status, errors):
    """An end that a person can do something with."""
    expect(status == 69, f"exit status {status} and not 69: {errors.strip()}")
    said = errors.strip().splitlines()
    expect(said and any(line.startswith("halo: ") and line.rstrip().endswith(".") for line in said), f"no sentence: {errors!r}")
    print(said[-1])


# Scenarios


def stands():
    set_clock(f"{DATE} {HOUR}:05")
    Ring().plug()
    seen = Halo(OUT / "journal.sqlite").run("scan", "--seconds", "5", "--json")
    expect(NAME in seen, f"the ring is not among what was seen: {seen}")


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
    """Where two lists part."""
    place = next((i for i, (a, b) in enumerate(zip(sent, recorded)) if a != b), min(len(sent), len(recorded)))
    return f"they part at {place}: {sent[place : place + 2]} and {recorded[place : place + 2]}"


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
    wait_until("the adapter is gone", lambda: not BlueZ.is_powered())
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
    expect(status == 0, f"exit status {status} and not 0: {errors.strip()}")
    expect_whole_week(halo)
    expect_no_link(ring)


def interrupted():
    ring, halo = home()
    status, _, errors, seconds = sync_until(ring, halo, lambda sync: sync.interrupt())
    expect(status == 130, f"exit status {status} and not 130: {errors.strip()}")
    # bluetoothd answers a Disconnect after 2 s and a bit.
    expect(seconds < 5, f"it took {seconds:.1f} s to end")
    expect_no_link(ring)
    halo.run("sync")
    expect_whole_week(halo)
    expect_no_link(ring)


def orphaned():
    ring, halo = home()
    status, _, _, _ = sync_until(ring, halo, lambda sync: sync.process.kill())
    expect(status == -9, f"it ended with {status}")
    # bluetoothd keeps the link, and the ring does not advertise; it is seen all the same, and the link is used.
    expect(NAME in halo.run("scan", "--seconds", "2", "--json"), "the ring is not seen")
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


def conforms():
    Ring("trial").plug()
    tried = subprocess.run([BUILD / "halo-conformance"], capture_output=True, text=True, timeout=200)
    print(tried.stdout + tried.stderr)
    expect(tried.returncode == 0, "the radio is not as every radio is, or not as it is known to differ")


@dataclass
class Scenario:
    title: str
    body: object
    environment: dict = field(default_factory=dict)


ALL = {
    "stands": Scenario("bluetoothd is on the bus, its adapter is on, and Halo sees the ring", stands),
    "week": Scenario("pair, a week's sync, live heart rate, raw stream: sample by sample, frame by frame", week),
    "hasty": Scenario("the same with FEATURES_DELAY=0, where bluetoothd often never says that a link is there", week, {"FEATURES_DELAY": "0"}),
    "conforms": Scenario("every requirement of radios, on the real bluetoothd", conforms),
    "drop": Scenario("the ring drops the link in the middle of a sync, which goes on by itself", dropped),
    "power": Scenario("the adapter is turned off in the middle of a sync, and on again", power_off),
    "unplug": Scenario("the adapter is unplugged in the middle of a sync, and plugged in again", unplugged),
    "kill": Scenario("bluetoothd is killed in the middle of a sync, and started again after it", killed),
    "restart": Scenario("bluetoothd is killed and started again in the middle of a sync, which goes on by itself", restarted),
    "orphan": Scenario("Halo itself is killed in the middle of a sync, and bluetoothd keeps its link", orphaned),
    "together": Scenario("another program looks for devices while a ring is synced", together),
    "interrupt": Scenario("Control-C in the middle of a sync", interrupted),
}

if __name__ == "__main__":
    try:
        ALL[sys.argv[1]].body()
    except Failure as failure:
        sys.exit(f"{failure}")
