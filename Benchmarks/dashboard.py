#!/usr/bin/env python3
"""Measures the page's response times over ten years of data, and the cost of its live streams. Requires release builds of halo and halo-ten-years.

  dashboard.py                       measures the programs in HALO_BUILD, or in the folder of `swift build -c release`
  dashboard.py --check               the same, and exits with 1 if a bound is missed
  dashboard.py --only years,live     parts of it: years, crowd, memory, live
  dashboard.py --journal FILE        another journal instead of ten synthetic years (a copy is used)
  dashboard.py --seconds 60          the duration of each part
  dashboard.py --smallest            a few days, viewers and seconds; exits with 1 if an answer is wrong, and has no bounds on time and memory

years   20 viewers browse pages, each with an open event stream, and reload when a sync has added data, as pages do. A ring is
        synced continuously meanwhile; then a year is exported while they browse.
crowd   1,000 event streams are opened by four browsers while viewers continue browsing.
memory  as many requests as twenty viewers make in an hour, and the program's memory after each fifth of them (--requests).
live    50 viewers of a Polar H10's raw sensors (50 Hz acceleration, 130 Hz electrocardiogram): the CPU time, and a check that each
        of them received every value in order, compared with each other and with the journal.

The simulated radio runs in real time. Times are measured in this program, so they include Python's share. Requires only Python's standard library."""

import argparse
import http.client
import json
import os
import pathlib
import random
import re
import resource
import selectors
import shutil
import socket
import sqlite3
import struct
import subprocess
import sys
import tempfile
import threading
import time
from datetime import date, timedelta

from built import built

API = "/api/v2/"
# The bounds: milliseconds at the median and the 99th percentile of all responses; fraction of a core; megabytes.
MEDIAN, NINETY_NINTH, LIVE_SHARE, CROWD_GROWTH, MEMORY_GROWTH = 50, 150, 0.5, 64, 16


# Downloads a file and discards it; prints the time to the first byte, and the length.
DOWNLOAD = """
import http.client, json, sys, time
begun = time.monotonic()
connection = http.client.HTTPConnection("127.0.0.1", int(sys.argv[1]), timeout=120)
connection.request("GET", sys.argv[2], headers=json.loads(sys.argv[3]))
response = connection.getresponse()
first, length = time.monotonic() - begun, 0
while data := response.read(1 << 18):
    length += len(data)
print(first, length)
"""


class Served:
    """`halo serve` on a journal, and signed-in browsers."""

    def __init__(self, halo, journal, browsers, *more):
        self.halo, self.journal = halo, journal
        self.environment = {name: value for name, value in os.environ.items() if not name.startswith("HALO_")}
        self.environment["TZ"] = "Europe/Berlin"
        self.process = subprocess.Popen(
            [halo, "serve", "--print-link", "--radio", "simulated", "--port", "0", "--journal", journal, *more],
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True, env=self.environment)
        first = None
        while first is None:
            line = self.process.stdout.readline()
            if not line:
                sys.exit("the server did not start")
            first = re.search(r"http://127\.0\.0\.1:(\d+)/enter#(\S+)", line)
        self.port = int(first[1])
        self.cookies = [self.let_in(first[2])]
        for _ in range(browsers - 1):
            link = subprocess.run([halo, "serve", "--link", "--radio", "simulated", "--journal", journal], capture_output=True,
                                  text=True, check=True, env=self.environment).stdout
            self.cookies.append(self.let_in(link.split("#")[1].strip()))

    def let_in(self, token):
        response, _ = self.ask("POST", "session", {"token": token}, cookie=None)
        return response.headers["Set-Cookie"].split(";")[0]

    def headers(self, cookie):
        own = {"Origin": f"http://127.0.0.1:{self.port}", "Content-Type": "application/json"}
        return {**own, "Cookie": cookie} if cookie else own

    def ask(self, method, path, body=None, cookie="first"):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        cookie = self.cookies[0] if cookie == "first" else cookie
        connection.request(method, API + path, json.dumps(body) if body is not None else None, self.headers(cookie))
        response = connection.getresponse()
        return response, response.read()

    def get(self, path):
        response, body = self.ask("GET", path)
        if response.status != 200:
            sys.exit(f"{path}: {response.status} {body[:200]}")
        return json.loads(body)

    def stream(self, path, cookie, method="GET"):
        """Returns a socket with an open event stream."""
        made = socket.create_connection(("127.0.0.1", self.port), timeout=20)
        lines = [f"{method} {API}{path} HTTP/1.1", f"Host: 127.0.0.1:{self.port}", "Accept: text/event-stream"]
        lines += [f"{name}: {value}" for name, value in self.headers(cookie).items()]
        body = "{}" if method == "POST" else ""
        made.sendall(("\r\n".join(lines + [f"Content-Length: {len(body)}"]) + "\r\n\r\n" + body).encode())
        made.setblocking(False)
        return made

    def used(self):
        """Returns the CPU seconds used up to now."""
        fields = open(f"/proc/{self.process.pid}/stat").read().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def megabytes(self, what="VmRSS"):
        for line in open(f"/proc/{self.process.pid}/status"):
            if line.startswith(what + ":"):
                return int(line.split()[1]) / 1024
        return 0

    def end(self):
        self.process.terminate()
        try:
            self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()


class Listener(threading.Thread):
    """Reads many event streams and calls `heard(key, event, data, now)` for each event."""

    def __init__(self, heard):
        super().__init__(daemon=True)
        self.heard, self.selector, self.over = heard, selectors.DefaultSelector(), False
        self.rest, self.statuses, self.closed = {}, {}, set()

    def add(self, made, key):
        self.rest[key] = b""
        self.selector.register(made, selectors.EVENT_READ, key)

    def run(self):
        while not self.over:
            for ready, _ in self.selector.select(0.2):
                now = time.monotonic()
                try:
                    data = ready.fileobj.recv(1 << 16)
                except BlockingIOError:
                    continue
                except OSError:
                    data = b""
                if not data:
                    self.selector.unregister(ready.fileobj)
                    self.closed.add(ready.data)
                    continue
                self.take(ready.data, data, now)

    def take(self, key, data, now):
        rest = self.rest[key] + data
        if key not in self.statuses:
            if b"\r\n\r\n" not in rest:
                self.rest[key] = rest
                return
            head, rest = rest.split(b"\r\n\r\n", 1)
            self.statuses[key] = int(head.split()[1])
        # Chunk lengths are separate lines, which never look like lines of an event.
        while b"\n\n" in rest:
            piece, rest = rest.split(b"\n\n", 1)
            event = data_line = None
            for line in piece.split(b"\n"):
                if line.startswith(b"event: "):
                    event = line[7:].strip().decode()
                elif line.startswith(b"data: "):
                    data_line = line[6:]
            if event:
                self.heard(key, event, data_line, now)
        self.rest[key] = rest


def percentile(values, share):
    values = sorted(values)
    return values[min(len(values) - 1, int(len(values) * share))]


def pages(chance, first, last, workouts):
    """Returns the requests of a page's script, each with a name. Mostly recent days, occasionally any day."""
    back = chance.randrange(14) if chance.random() < 0.8 else chance.randrange((last - first).days + 1)
    day = last - timedelta(days=back)

    def span(what, days):
        return f"{what}?from={day - timedelta(days=days - 1)}&to={day}"

    explained = chance.choice(["resting-heart-rate", "night-heart-rate-variability", "time-asleep", "movement"])
    all_pages = [
        (6, [("days/{date}", f"days/{day}")]),
        (4, [("nights/{date}", f"nights/{day}")]),
        (1, [("nights, a week", span("nights", 7))]),
        (1, [("nights, a month", span("nights", 30))]),
        (4, [("heart/{date}", f"heart/{day}")]),
        (1, [("heart, a week", span("heart", 7))]),
        (1, [("heart, a month", span("heart", 30))]),
        (1, [("heart, a year", span("heart", 365))]),
        (3, [("activity/{date}", f"activity/{day}")]),
        (1, [("activity, a month", span("activity", 30)), ("workouts, a month", span("workouts", 30))]),
        (1, [("activity, a year", span("activity", 365)), ("workouts, a year", span("workouts", 365))]),
        (1, [("workouts/{id}", f"workouts/{chance.choice(workouts)}")] if workouts else []),
        (2, [("explain", f"explain/{explained}@{day}")]),
        (1, [("explain", f"explain/heart-rate@{day}T12:00:00+01:00")]),
        (1, [("data", "data"), ("sessions", "sessions")]),
        (2, [("devices", "devices"), ("status", "status")]),
        (1, [("status", "status")]),
    ]
    return chance.choices([page for _, page in all_pages], [weight for weight, _ in all_pages])[0]


class Viewers:
    """Viewers that browse pages, each with an event stream, until they are stopped."""

    def __init__(self, served, count):
        self.served, self.times, self.failures, self.lock = served, [], [], threading.Lock()
        self.over = threading.Event()
        self.news = [threading.Event() for _ in range(count)]
        status = served.get("status")
        self.first, self.last = date.fromisoformat(status["firstDay"]), date.fromisoformat(status["lastDay"])
        found = served.get(f"workouts?from={self.last - timedelta(days=400)}&to={self.last}")["workouts"]
        self.workouts = [each["id"] for each in found]
        self.synced = 0
        self.listener = Listener(self.heard)
        self.streams = []
        for place in range(count):
            self.streams.append(served.stream("events", served.cookies[place % len(served.cookies)]))
            self.listener.add(self.streams[-1], place)
        self.listener.start()
        self.threads = [threading.Thread(target=self.view, args=(place,), daemon=True) for place in range(count)]
        for thread in self.threads:
            thread.start()

    def heard(self, place, event, data, _):
        if event == "changed":
            self.news[place].set()
        elif event == "sync" and place == 0 and b'"state":"done"' in data:
            self.synced += 1

    def view(self, place):
        chance = random.Random(place)
        connection = http.client.HTTPConnection("127.0.0.1", self.served.port, timeout=60)
        headers = self.served.headers(self.served.cookies[place % len(self.served.cookies)])

        def look(page):
            for name, path in page:
                begun = time.perf_counter()
                try:
                    connection.request("GET", API + path, headers=headers)
                    response = connection.getresponse()
                except (http.client.RemoteDisconnected, ConnectionResetError, BrokenPipeError):
                    # Either side may close a kept-alive connection at any time: browsers retry on a new one.
                    connection.close()
                    connection.request("GET", API + path, headers=headers)
                    response = connection.getresponse()
                response.read()
                took = (time.perf_counter() - begun) * 1000
                with self.lock:
                    self.times.append((time.monotonic(), name, took))
                    if response.status not in (200, 404):
                        self.failures.append((response.status, path))

        look([("status", "status")])
        while not self.over.is_set():
            page = pages(chance, self.first, self.last, self.workouts)
            look(page)
            # A person reads the page; the page reloads 0.7 seconds after a change.
            if self.news[place].wait(chance.uniform(0.3, 1.2)):
                if self.over.wait(0.7):
                    return
                self.news[place].clear()
                look([("status", "status"), *page])

    def taken(self, since, until=float("inf")):
        with self.lock:
            return [(name, took) for at, name, took in self.times if since <= at < until]

    def end(self):
        self.over.set()
        for news in self.news:
            news.set()
        for thread in self.threads:
            thread.join(70)
        self.listener.over = True
        for stream in self.streams:
            stream.close()


class Measurement:
    """Collects results and missed bounds; of those on time and memory only if `has_bounds` is true."""

    def __init__(self, has_bounds):
        self.missed, self.has_bounds = [], has_bounds

    def bound(self, holds, words):
        """A bound on time or memory."""
        self.right(holds or not self.has_bounds, words)

    def right(self, holds, words):
        print(f"   {'' if holds else 'MISSED: '}{words}")
        if not holds:
            self.missed.append(words)

    def answers(self, title, taken, is_table=False):
        times = [took for _, took in taken]
        if is_table:
            for name in sorted({name for name, _ in taken}):
                some = [took for other, took in taken if other == name]
                print(f"   {name:20} {len(some):5}  median {percentile(some, 0.5):7.1f} ms  99th {percentile(some, 0.99):7.1f} ms")
        if not times:
            return self.right(not self.has_bounds, f"{title}: no responses")
        median, ninety_ninth = percentile(times, 0.5), percentile(times, 0.99)
        if ninety_ninth >= NINETY_NINTH:
            print("   slowest:", ", ".join(f"{name} {took:.0f}" for name, took in sorted(taken, key=lambda each: -each[1])[:6]))
        self.bound(median < MEDIAN and ninety_ninth < NINETY_NINTH,
                   f"{title}: {len(times)} responses, median {median:.1f} ms (under {MEDIAN}), 99th {ninety_ninth:.1f} ms (under {NINETY_NINTH})")


def attempt(of, part, *arguments):
    """Runs a part, and retries it up to twice if a bound is missed: other load on this machine can only make it slower."""
    for left in (2, 1, 0) if of.has_bounds else (0,):
        found = Measurement(of.has_bounds)
        part(*arguments[:1], found, *arguments[1:])
        if not found.missed or not left:
            break
        print(f"   retrying, because other programs may have interfered ({load()})")
    of.missed += found.missed


def load():
    return f"load {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores"


def years(served, of, viewers_count, seconds):
    ring = next(each for each in served.get("devices")["devices"] if each["kind"] == "ring")
    viewers = Viewers(served, viewers_count)
    over = threading.Event()

    def sync():
        while not over.is_set():
            before = viewers.synced
            served.ask("POST", f"devices/{ring['id']}/sync", {})
            while viewers.synced == before and not over.wait(0.1):
                pass

    syncing = threading.Thread(target=sync, daemon=True)
    syncing.start()
    begun, used = time.monotonic(), served.used()
    time.sleep(seconds)
    while not viewers.synced and time.monotonic() < begun + 60:  # a sync takes longer than the smallest size
        time.sleep(0.1)
    until = time.monotonic()
    share = (served.used() - used) / (until - begun)
    of.answers(f"{viewers_count} viewers, {viewers.synced} syncs", viewers.taken(begun, until), is_table=True)
    print(f"   {share:.2f} of a core, {served.megabytes():.0f} MB, {load()}")
    # Export a year as CSV once, while viewers continue.
    # In another process: this one would block its own viewers while reading.
    export = time.monotonic()
    path = f"{API}export?format=csv&from={viewers.last - timedelta(days=365)}"
    child = subprocess.run([sys.executable, "-c", DOWNLOAD, str(served.port), path, json.dumps(served.headers(served.cookies[0]))],
                           capture_output=True, text=True, timeout=120)
    exported = time.monotonic()
    first_byte, length = map(float, child.stdout.split())
    of.answers(f"while {length / 1e6:.0f} MB were exported in {exported - export:.1f} s ({first_byte:.1f} until the first byte)",
               viewers.taken(export, exported))
    of.right(viewers.synced > 0, f"{viewers.synced} syncs in total")
    over.set()
    viewers.end()
    syncing.join(2)
    of.right(not viewers.failures, f"{len(viewers.failures)} requests failed {viewers.failures[:1] or ''}")


def crowd(served, of, seconds):
    """Opens 1,000 streams from a few browsers with a limit each; excess ones are rejected, and other clients are not affected."""
    # Raise the file limit of this program only, which opens all streams.
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, 4096), hard))
    viewers = Viewers(served, 5)
    time.sleep(2)
    before = served.megabytes()
    begun = time.monotonic()
    listener = Listener(lambda *_: None)
    listener.start()
    opened, unanswered = [], 0
    for place in range(1000):
        try:
            opened.append(served.stream("events", served.cookies[place % len(served.cookies)]))
            listener.add(opened[-1], place)
        except OSError:
            unanswered += 1
    time.sleep(seconds)
    until = time.monotonic()
    statuses = list(listener.statuses.values())
    told, refused = statuses.count(200), statuses.count(429)
    closed = len(listener.closed - set(listener.statuses)) + unanswered
    of.right(0 < told < 1000 and refused > 0 and told + refused + closed == 1000 and served.process.poll() is None,
             f"1,000 streams: {told} were accepted, {refused} were rejected as too many, {closed} were closed without a response")
    growth = served.megabytes() - before
    of.bound(growth < CROWD_GROWTH, f"memory grew by {growth:.0f} MB to {served.megabytes():.0f} (under {CROWD_GROWTH})")
    of.answers("other clients meanwhile", viewers.taken(begun, until))
    listener.over = True
    listener.join(2)
    for stream in opened:
        stream.close()
    time.sleep(2)
    late = served.stream("events", served.cookies[0])
    late.settimeout(5)
    of.right(late.recv(64).startswith(b"HTTP/1.1 200"), "after they have disconnected, new streams are accepted")
    late.close()
    viewers.end()


def memory(served, of, requests):
    """Sends requests on four connections and measures the program's memory after each fifth of them."""
    status = served.get("status")
    first, last = date.fromisoformat(status["firstDay"]), date.fromisoformat(status["lastDay"])
    found = served.get(f"workouts?from={last - timedelta(days=400)}&to={last}")["workouts"]
    sizes, done, lock = [], [0], threading.Lock()

    def look(seed):
        chance = random.Random(seed)
        connection = http.client.HTTPConnection("127.0.0.1", served.port, timeout=60)
        while True:
            for _, path in pages(chance, first, last, [each["id"] for each in found]):
                with lock:
                    if done[0] >= requests:
                        return
                    done[0] += 1
                    if done[0] % (requests // 5) == 0:
                        sizes.append(served.megabytes())
                connection.request("GET", API + path, headers=served.headers(served.cookies[seed]))
                connection.getresponse().read()

    begun = time.monotonic()
    threads = [threading.Thread(target=look, args=(seed,)) for seed in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    rate = requests / (time.monotonic() - begun)
    words = ", ".join(f"{size:.0f}" for size in sizes)
    of.bound(sizes[-1] - sizes[0] < MEMORY_GROWTH,
             f"{requests} requests at {rate:.0f} per second: {words} MB (growth under {MEMORY_GROWTH})")


def live(halo, folder, of, viewers_count, seconds):
    journal = str(folder / "live.sqlite")
    served = Served(halo, journal, 1, "--scene", "gym")
    try:
        scan = served.stream("devices/scan", served.cookies[0], "POST")
        found = {}

        def seen(_, event, data, __):
            if event == "found":
                each = json.loads(data)
                found[each.get("name") or ""] = each

        scanning = Listener(seen)
        scanning.add(scan, 0)
        scanning.start()
        until = time.monotonic() + 30
        while not any("H10" in name for name in found) and time.monotonic() < until:
            time.sleep(0.1)
        strap = next(each for name, each in found.items() if "H10" in name)
        scanning.over = True
        scan.close()
        response, body = served.ask("POST", "devices", {"id": strap["id"]})
        device = json.loads(body)["id"]
        # For each viewer: the time of each event, and the raw events of a channel.
        heard = [[] for _ in range(viewers_count)]
        states = []

        def hear(place, event, data, now):
            if event == "raw":
                heard[place].append((data, now))
            elif place == 0 and event == "state":
                states.append(data)

        listener = Listener(hear)
        listener.start()
        streams = []
        for place in range(viewers_count):
            streams.append(served.stream(f"devices/{device}/live/raw", served.cookies[0]))
            listener.add(streams[-1], place)
        until = time.monotonic() + 30
        while not all(heard) and time.monotonic() < until:
            time.sleep(0.1)
        if not all(heard):
            return of.right(False, f"{sum(not each for each in heard)} viewers received nothing; {states[-1:]}")
        begun, used = time.monotonic(), served.used()
        time.sleep(seconds)
        ended = time.monotonic()
        share = (served.used() - used) / (ended - begun)
        for stream in streams:
            listener.selector.unregister(stream)
        listener.over = True
        listener.join(2)
        for stream in streams:
            stream.close()
        rates, events = {}, [data for data, at in heard[0] if begun <= at < ended]
        for event in map(json.loads, events):
            rates[event["channel"]] = rates.get(event["channel"], 0) + len(event["values"]) / (ended - begun)
        words = ", ".join(f"{name} {rate:.0f} Hz" for name, rate in sorted(rates.items()))
        print(f"   {words} in {len(events) / (ended - begun):.0f} events per second for each viewer; {load()}")
        of.bound(max(rates.values(), default=0) > 45, "at least 50 values per second are received")
        of.bound(share < LIVE_SHARE, f"{viewers_count} viewers used {share:.3f} of a core (under {LIVE_SHARE})")
        # The first viewer received all events; the others the same ones from their start on.
        order = [data for data, _ in heard[0]]
        wrong = 0
        for each in heard[1:]:
            theirs = [data for data, _ in each]
            begin = order.index(theirs[0]) if theirs[0] in order else -1
            shared = min(len(theirs), len(order) - begin)
            wrong += begin < 0 or theirs[:shared] != order[begin:begin + shared] or shared < len(events)
        of.right(wrong == 0, f"{viewers_count - wrong} of {viewers_count} received every event in order")
        arrivals = {}
        for each in heard:
            for data, at in each:
                arrivals.setdefault(data, []).append(at)
        spread = [(max(some) - min(some)) * 1000 for some in arrivals.values() if len(some) == viewers_count]
        of.bound(percentile(spread, 0.99) < 100,
                 f"the last viewer receives an event {percentile(spread, 0.5):.1f} ms after the first (99th {percentile(spread, 0.99):.1f}, under 100)")
        compare(journal, order, of)
    finally:
        served.end()


def compare(journal, order, of):
    """Compares the first viewer's data with the journal's for the same time."""
    deadline, kept = time.monotonic() + 10, []
    while not kept and time.monotonic() < deadline:
        with sqlite3.connect(f"file:{journal}?mode=ro", uri=True) as database:
            rows = database.execute("SELECT data FROM raw WHERE sensor = 'accelerometer' ORDER BY start").fetchall()
        kept = [tuple(round(value * 1000) for value in struct.unpack_from("<3f", row[0], at + 2))
                for row in rows for at in range(0, len(row[0]), 14)]
        time.sleep(0.2)
    told = [tuple(round(value * 1000) for value in values) for event in map(json.loads, order)
            if event["channel"] == "accelerometer" for values in event["values"]]
    of.right(len(told) > 0 and kept[:len(told)] == told,
             f"{len(told)} acceleration readings were streamed, and equal the first {len(told)} of {len(kept)} in the journal")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--halo")
    parser.add_argument("--journal")
    parser.add_argument("--only", default="years,crowd,memory,live")
    parser.add_argument("--viewers", type=int, default=20)
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--requests", type=int, default=14_400)
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--smallest", action="store_true")
    options = parser.parse_args()
    if options.smallest:
        options.viewers, options.seconds, options.requests, options.check = 3, 3, 50, True
    halo, parts, of = options.halo or built("halo"), options.only.split(","), Measurement(not options.smallest)
    folder = pathlib.Path(tempfile.mkdtemp(prefix="halo-page-"))
    try:
        if {"years", "crowd", "memory"} & set(parts):
            journal = folder / "journal.sqlite"
            begun = time.monotonic()
            if options.journal:
                shutil.copy(options.journal, journal)
            else:
                days = ["10"] if options.smallest else []
                subprocess.run([built("halo-ten-years"), "--journal", str(journal), *days], check=True, env={**os.environ, "TZ": "Europe/Berlin"})
            print(f"a journal of {journal.stat().st_size / 1e6:.0f} MB, in {time.monotonic() - begun:.0f} s; {load()}")
            served = Served(halo, str(journal), 4)
            try:
                if "years" in parts:
                    attempt(of, years, served, options.viewers, options.seconds)
                if "crowd" in parts:
                    attempt(of, crowd, served, min(options.seconds, 8))
                if "memory" in parts:
                    attempt(of, memory, served, options.requests)
            finally:
                served.end()
        if "live" in parts:
            live(halo, folder, of, 5 if options.smallest else 50, min(options.seconds, 15))
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    if of.missed:
        print(f"{len(of.missed)} bounds were missed.")
    sys.exit(1 if of.missed and options.check else 0)


if __name__ == "__main__":
    main()
