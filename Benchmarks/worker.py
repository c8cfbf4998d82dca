#!/usr/bin/env python3
"""Measures `halo worker` below DuckDB and Spark, against `halo` alone in the same run.

  python3 Benchmarks/worker.py --halo PROGRAM [--quick | --smallest] [--rows COUNT]

1. Heart rate from raw light, at two lengths of the recordings: the slope of processor time over readings, which excludes starting. That of DuckDB and of
   Spark may be at most 1.3 times that of `halo analyze heart-rate`; that of Spark must be the same with one and with two workers of the cluster.
2. Decoding again, likewise, without a bound.
3. The memory of one worker over ten million rows.

--smallest has short recordings, one worker of Spark, few rows, and no bounds.

Exit status: 0 if all bounds hold, 1 otherwise, 75 if DuckDB or Spark cannot be installed here.
"""
import argparse
import datetime
import os
import pathlib
import platform
import resource
import shutil
import sqlite3
import subprocess
import sys
import tempfile

TESTS = pathlib.Path(__file__).resolve().parent.parent / "Tests"
sys.path.insert(0, str(TESTS))
import prove  # noqa: E402

SLOPE_BOUND = 1.3
# One and two workers of Spark may differ by this share: the noise of the virtual machine's compiler.
SAME = 0.15
MEMORY_BOUND = 1.05


def check(holds, words):
    prove.check(holds or "--smallest" in sys.argv, words)


def lengthened(journal, place, minutes):
    """A copy of a journal with one recording of light of that length: its first minute, over and over. Returns the number of light readings."""
    place.parent.mkdir(parents=True)
    shutil.copy(journal, place)
    with sqlite3.connect(place) as connection:
        # A whole minute: the first and last one of a recording are shorter.
        session, start = connection.execute(
            "SELECT session, start FROM raw WHERE sensor = 'ppg' ORDER BY length(data) DESC, start LIMIT 1").fetchone()
        chunks = connection.execute(
            "SELECT sensor, offset, data, counts FROM raw WHERE session = ? AND start = ? AND sensor = 'ppg'", (session, start)).fetchall()
        connection.execute("DELETE FROM raw")
        for minute in range(minutes):
            connection.executemany(
                "INSERT INTO raw (session, sensor, start, offset, data, counts) VALUES (?, ?, ?, ?, ?, ?)",
                [(session, sensor, start + minute * 60_000, offset, data, counts) for sensor, offset, data, counts in chunks])
        readings = connection.execute("SELECT sum(length(data)) / 6 FROM raw WHERE sensor = 'ppg'").fetchone()[0]
    connection.close()
    return readings


def processor_seconds():
    own, children = resource.getrusage(resource.RUSAGE_SELF), resource.getrusage(resource.RUSAGE_CHILDREN)
    return own.ru_utime + own.ru_stime + children.ru_utime + children.ru_stime


def measured(body):
    before = processor_seconds()
    body()
    return processor_seconds() - before


def slope(short, long):
    """Seconds per million rows."""
    return (long[0] - short[0]) / (long[1] - short[1]) * 1e6


def alone(halo, journals):
    for journal in journals:
        subprocess.run([halo, "analyze", "heart-rate", "--device", "armband", "--json", "--journal", journal], check=True, stdout=subprocess.DEVNULL)


def measure_spark(folder, halo, lakes, tasks, workers):
    """The processor time of a cluster for each task and lake, after each ran once."""
    from cluster import Cluster
    from halodata import spark
    from pyspark.sql import SparkSession

    os.environ |= {"PYSPARK_PYTHON": sys.executable, "SPARK_LOCAL_IP": "127.0.0.1"}
    cluster = Cluster(folder / f"cluster{workers}", workers=workers)
    session = None
    try:
        session = (
            SparkSession.builder.master(cluster.address).config("spark.ui.enabled", "false").config("spark.driver.host", "127.0.0.1")
            .config("spark.driver.bindAddress", "127.0.0.1").config("spark.executor.memory", "1g").config("spark.ui.showConsoleProgress", "false")
            .config("spark.executorEnv.PYTHONPATH", os.environ["PYTHONPATH"]).getOrCreate())
        session.sparkContext.setLogLevel("OFF")
        spark.WEARERS_PER_TASK = 1
        used = {}
        for name, task in tasks.items():
            for _ in range(2):
                for size, lake in lakes.items():
                    before = cluster.processor_seconds()
                    spark.Lake(session, lake.location, halo=halo).run(task).count()
                    used[name, size] = cluster.processor_seconds() - before
        return used
    finally:
        if session:
            session.stop()
        cluster.stop()


def peak(pid):
    """The peak memory of a process in MB."""
    return int(next(line for line in open(f"/proc/{pid}/status") if line.startswith("VmHWM")).split()[1]) // 1024


def measure_memory(halo, lake, rows):
    """The peak memory of a worker after a tenth of the rows and after all: journals to decode again, and frames to decode into messages."""
    from halodata.extract import journal_rows
    from halodata.lake import Reader
    from halodata.tasks import Unit, decode
    from halodata.worker import Worker

    reader = Reader(lake)
    requests = []
    for group, wearer in lake.wearers():
        tables = reader.wearer_tables(Unit(group, wearer), decode().kinds)
        requests.append((sum(table.num_rows for table in tables.values()), journal_rows(tables)))
    frames = ["03400000000000000000000000000043"] * min(100_000, rows // 20)
    with Worker(halo) as worker:
        done, number, early = 0, 0, None
        while done < rows:
            count, journal = requests[number % len(requests)]
            worker.compute("rebuild", journal=journal, tables=["total"])
            worker.compute("decode", family="colmi-ring", frames=frames)
            done, number = done + count + len(frames), number + 1
            # Twice each, so that the largest journal left its memory behind.
            if early is None and done >= rows / 10 and number >= 2 * len(requests):
                early = peak(worker.pid)
        return done, early, peak(worker.pid)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--halo", type=pathlib.Path, required=True)
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--smallest", action="store_true")
    parser.add_argument("--rows", type=int)
    options = parser.parse_args()
    os.environ["PYTHONPATH"] = os.pathsep.join([str(prove.ROOT / "Tools/python/src"), str(TESTS / "Lake")])
    prove.with_packages(command=[TESTS / "Lake/environment"])
    from halodata.lake import Lake
    from halodata import tasks

    halo = options.halo.resolve()
    people, recorded, minutes, days, rows, clusters = 8, 11, (240, 1440), (6, 24), 10_000_000, (2, 1)
    if options.quick:
        people, minutes = 4, (60, 360)
    if options.smallest:
        people, recorded, minutes, days, rows, clusters = 1, 7, (2, 6), (1, 2), 100_000, (1,)
    print(f"{datetime.date.today()}, {platform.machine()}, {os.cpu_count()} cores; {people} people, recordings of {minutes[0]} and {minutes[1]} minutes", flush=True)
    with tempfile.TemporaryDirectory(prefix="halo-worker-") as folder:
        folder = pathlib.Path(folder)
        subprocess.run([halo, "simulate", "cohort", folder / "cohort", "--wearers", str(people), "--days", str(recorded)], check=True, stdout=subprocess.DEVNULL)
        journals = sorted((folder / "cohort").glob("*/journal.sqlite"))
        lakes, readings, alone_used, duck = {}, {}, {}, {}
        for size in minutes:
            copies = [folder / f"{size}" / journal.parent.name / journal.name for journal in journals]
            readings[size] = sum(lengthened(journal, copy, size) for journal, copy in zip(journals, copies))
            lakes[size] = Lake(folder / f"lake{size}", groups=4, halo=halo)
            lakes[size].append(copies)
            alone_used[size] = measured(lambda: alone(halo, copies))
        for size in minutes:
            duck[size] = measured(lambda: lakes[size].heart_rate())
        short, long = minutes
        own = slope((alone_used[short], readings[short]), (alone_used[long], readings[long]))
        print(f"halo analyze heart-rate: {own:.2f} s of processor time per million readings")

        def compare(name, used):
            found = slope((used[short], readings[short]), (used[long], readings[long]))
            check(found <= SLOPE_BOUND * own, f"{name}: {found:.2f} s per million readings, {found / own:.2f} times halo alone (at most {SLOPE_BOUND})")
            return found

        compare("DuckDB", duck)
        spark_slopes = {}
        for workers in clusters:
            used = measure_spark(folder, halo, lakes, {"heart-rate": tasks.heart_rate()}, workers)
            spark_slopes[workers] = compare(f"Spark with {workers} worker{'s' * (workers > 1)}", {size: used["heart-rate", size] for size in minutes})
        ratio = spark_slopes[max(clusters)] / spark_slopes[1]
        check(abs(ratio - 1) <= SAME, f"{max(clusters)} workers of Spark use {ratio:.2f} times the processor time of one (within {SAME:.0%})")

        decoding, frames, alone_decoding = {}, {}, {}
        for length in days:
            place = folder / f"days{length}"
            subprocess.run([halo, "simulate", "cohort", place, "--wearers", str(people), "--days", str(length)], check=True, stdout=subprocess.DEVNULL)
            copies = sorted(place.glob("*/journal.sqlite"))
            decoding[length] = Lake(folder / f"decoding{length}", groups=4, halo=halo)
            decoding[length].append(copies)
            frames[length] = decoding[length].connection().execute("SELECT count(*) FROM frames").fetchall()[0][0]
            alone_decoding[length] = measured(lambda: [
                subprocess.run([halo, "rebuild", "--journal", copy], check=True, stdout=subprocess.DEVNULL) for copy in copies])
        used = {length: measured(lambda: decoding[length].decode("samples")) for length in days}
        few, many = days
        own = slope((alone_decoding[few], frames[few]), (alone_decoding[many], frames[many]))
        found = slope((used[few], frames[few]), (used[many], frames[many]))
        print(f"decoding, without a bound: halo rebuild {own:.1f} s per million frames; DuckDB with samples as rows {found:.1f} s, {found / own:.2f} times")

        done, early, late = measure_memory(halo, decoding[few], options.rows or rows)
        check(late <= early * MEMORY_BOUND, f"a worker over {done:,} rows: a peak of {early} MB after a tenth, {late} MB at the end (at most {MEMORY_BOUND} times)")


prove.run(main)
