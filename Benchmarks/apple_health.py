#!/usr/bin/env python3
"""Measures `halo import` of a generated export of Apple Health.

    python3 Benchmarks/apple_health.py [GIGABYTES]     2 by default; fails over twice the time of expat, over 200 MB, or if an entry is missing
    python3 Benchmarks/apple_health.py --smallest      a megabyte, without the first two bounds

The export has heart rates, steps, active energy and a kind that Halo does not keep, of a watch and a phone, in the shape of real ones. The
time is compared with that of expat (a parser of XML in C, with empty handlers) for the same file in the same run. Requires a release build: swift build -c release --product halo
"""
import os
import pathlib
import platform
import random
import re
import subprocess
import sys
import tempfile
import time
import xml.parsers.expat
import datetime

from built import built

RATIO, KILOBYTES = 2, 200_000
HEAD = """<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE HealthData [
<!-- HealthKit Export Version: 14 -->
<!ELEMENT HealthData (ExportDate,Me,(Record)*)>
<!ATTLIST HealthData
  locale CDATA #REQUIRED
>
]>
<HealthData locale="en_DE">
 <ExportDate value="2026-11-20 10:00:00 +0100"/>
"""
DEVICE = "&lt;&lt;HKDevice: 0x2823a4b40&gt;, name:Apple Watch, manufacturer:Apple Inc., model:Watch, hardware:Watch6,2, software:9.1&gt;"


def make(path, size):
    """Writes an export. Returns the number of records that Halo keeps."""
    chance, kept, written = random.Random(1), 0, 0
    at = datetime.datetime(2012, 1, 1)
    with open(path, "w", encoding="utf-8", buffering=1 << 20) as file:
        file.write(HEAD)
        while written < size:
            at += datetime.timedelta(seconds=chance.randint(20, 120))
            start, end = at.strftime("%Y-%m-%d %H:%M:%S +0100"), (at + datetime.timedelta(seconds=15)).strftime("%Y-%m-%d %H:%M:%S +0100")
            kind = chance.random()
            if kind < 0.6:
                name, source, unit, value, end = "HeartRate", "Peter’s Apple Watch", "count/min", chance.randint(45, 160), start
            elif kind < 0.8:
                name, source, unit, value = "StepCount", "iPhone", "count", chance.randint(1, 100)
            elif kind < 0.95:
                name, source, unit, value = "ActiveEnergyBurned", "Peter’s Apple Watch", "kcal", round(chance.random() * 3, 3)
            else:
                name, source, unit, value = "BasalEnergyBurned", "Peter’s Apple Watch", "kcal", round(chance.random() * 3, 3)
            kept += name != "BasalEnergyBurned"
            record = (f' <Record type="HKQuantityTypeIdentifier{name}" sourceName="{source}" sourceVersion="9.1" device="{DEVICE}" unit="{unit}" '
                      f'creationDate="{end}" startDate="{start}" endDate="{end}" value="{value}">\n'
                      '  <MetadataEntry key="HKMetadataKeyHeartRateMotionContext" value="1"/>\n </Record>\n')
            written += len(record)
            file.write(record)
        file.write("</HealthData>\n")
    return kept


def measured(arguments):
    """Runs Halo. Returns its output, the seconds and the peak memory in kilobytes."""
    start = time.monotonic()
    process = subprocess.Popen([built("halo"), *arguments], stdout=subprocess.PIPE, text=True)
    output = process.stdout.read()
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        sys.exit(f"halo {' '.join(arguments)} failed")
    return output, time.monotonic() - start, usage.ru_maxrss


def main():
    is_smallest = sys.argv[1:] == ["--smallest"]
    size = 1e6 if is_smallest else float(sys.argv[1]) * 1e9 if len(sys.argv) > 1 else 2e9
    print(platform.platform(), os.cpu_count(), "cores")
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "export.xml"
        # In a process of its own, because a child's peak memory starts with its parent's.
        kept = int(subprocess.run([sys.executable, __file__, "--make", str(path), str(size)], check=True, capture_output=True, text=True).stdout)
        journal = ["--journal", str(pathlib.Path(folder) / "journal.sqlite")]
        _, reading, reading_memory = measured(["import", str(path), "--dry-run", *journal])
        output, seconds, memory = measured(["import", str(path), *journal])
        parser = xml.parsers.expat.ParserCreate()
        parser.StartElementHandler = lambda name, attributes: None
        start = time.monotonic()
        with open(path, "rb") as file:
            parser.ParseFile(file)
        expat = time.monotonic() - start
        found = sum(int(number.replace(",", "")) for number in re.findall(r": ([\d,]+) of [\d,]+ entries are new", output))
        print(f"{path.stat().st_size / 1e9:.3g} GB, {kept:,} entries: {seconds:.1f} s, {memory // 1000} MB; "
              f"--dry-run {reading:.1f} s, {reading_memory // 1000} MB; expat alone {expat:.1f} s, ratio {seconds / expat:.2f}")
        if found < 0.999 * kept:
            sys.exit(f"{found:,} entries were imported")
        if not is_smallest and (seconds > RATIO * expat or max(memory, reading_memory) > KILOBYTES):
            sys.exit(f"over {RATIO} times the time of expat, or {KILOBYTES // 1000} MB")


if sys.argv[1:2] == ["--make"]:
    print(make(sys.argv[2], float(sys.argv[3])))
else:
    main()
