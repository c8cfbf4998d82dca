#!/usr/bin/env python3
"""How fast the page answers: dashboard.py HALO JOURNAL [VIEWERS] [SECONDS]

Serves JOURNAL (a copy of a real one, or of ten years that were made up) with the simulated radio, lets browsers in, and has each viewer turn
pages for a while: mostly recent days, now and then any. Prints median and 99th percentile of each address, in milliseconds, and how much of
a core the program used. A sync runs meanwhile, where a ring is paired. Only Python's own library is needed."""

import http.client
import json
import os
import random
import re
import subprocess
import sys
import threading
import time
from datetime import date, timedelta


def ask(port, method, path, cookie=None, body=None):
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    headers = {"Origin": f"http://127.0.0.1:{port}", "Content-Type": "application/json"}
    if cookie:
        headers["Cookie"] = f"halo-session={cookie}"
    connection.request(method, path, json.dumps(body) if body is not None else None, headers)
    response = connection.getresponse()
    return response, response.read()


def percentile(values, share):
    values = sorted(values)
    return values[min(len(values) - 1, int(len(values) * share))]


def main():
    halo, journal = sys.argv[1], sys.argv[2]
    viewers = int(sys.argv[3]) if len(sys.argv) > 3 else 20
    seconds = float(sys.argv[4]) if len(sys.argv) > 4 else 20
    command = [halo, "serve", "--radio", "simulated", "--port", "0", "--journal", journal]
    if os.environ.get("PAGE_COMMAND"):
        command = os.environ["PAGE_COMMAND"].split()
    server = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True)
    try:
        link = None
        while link is None:
            line = server.stdout.readline()
            link = re.search(r"http://127\.0\.0\.1:(\d+)/enter#(\S+)", line)
            if not line:
                sys.exit("the page did not begin")
        port = int(link[1])
        response, _ = ask(port, "POST", "/api/v1/session", None, {"token": link[2]})
        cookie = re.search(r"halo-session=([^;]+)", response.headers["Set-Cookie"])[1]
        status = json.loads(ask(port, "GET", "/api/v1/status", cookie)[1])
        last = date.fromisoformat(status["lastDay"])
        first = date.fromisoformat(status["firstDay"])
        if status["devices"]:
            ask(port, "POST", f"/api/v1/devices/{status['devices'][0]['id']}/sync", cookie, {})
        times, failures, lock = {}, [], threading.Lock()
        end = time.monotonic() + seconds

        def view(seed):
            chance = random.Random(seed)
            connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
            while time.monotonic() < end:
                days = chance.randrange(14) if chance.random() < 0.8 else chance.randrange((last - first).days + 1)
                day = last - timedelta(days=days)
                path, name = chance.choice(
                    [
                        (f"days/{day}", "days/{date}"),
                        (f"nights/{day}", "nights/{date}"),
                        (f"heart/{day}", "heart/{date}"),
                        (f"activity/{day}", "activity/{date}"),
                        (f"nights?from={day - timedelta(days=29)}&to={day}", "nights, a month"),
                        (f"heart?from={day - timedelta(days=29)}&to={day}", "heart, a month"),
                        (f"heart?from={last - timedelta(days=364)}&to={last}", "heart, a year"),
                        (f"activity?from={last - timedelta(days=364)}&to={last}", "activity, a year"),
                        (f"explain/resting-heart-rate@{day}", "explain"),
                        ("status", "status"),
                        ("devices", "devices"),
                    ]
                )
                begun = time.perf_counter()
                connection.request("GET", "/api/v1/" + path, headers={"Cookie": f"halo-session={cookie}"})
                response = connection.getresponse()
                response.read()
                took = (time.perf_counter() - begun) * 1000
                with lock:
                    times.setdefault(name, []).append(took)
                    if response.status not in (200, 404):
                        failures.append((response.status, path))
                # A person looks at what there is.
                time.sleep(chance.uniform(0.3, 1.2))

        clock = os.sysconf("SC_CLK_TCK")

        def used():
            fields = open(f"/proc/{server.pid}/stat").read().rsplit(")", 1)[1].split()
            return (int(fields[11]) + int(fields[12])) / clock

        before = used()
        threads = [threading.Thread(target=view, args=(seed,)) for seed in range(viewers)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        share = (used() - before) / seconds
        everything = [took for some in times.values() for took in some]
        for name, some in sorted(times.items()):
            print(f"{name:20} {len(some):5} answers  median {percentile(some, 0.5):7.1f} ms  99th {percentile(some, 0.99):7.1f} ms")
        print(
            f"{'all':20} {len(everything):5} answers  median {percentile(everything, 0.5):7.1f} ms  99th"
            f" {percentile(everything, 0.99):7.1f} ms; {viewers} viewers, {share:.2f} of a core"
        )
        if failures:
            print(f"{len(failures)} were refused, such as {failures[0]}")
    finally:
        server.terminate()
        server.wait(10)


main()
