"""Tests halodata with journals created by the program halo, whose path is in HALO. Run by Tools/python/prove."""

import concurrent.futures
import contextlib
import csv
import datetime
import hashlib
import io
import json
import multiprocessing
import os
import pathlib
import pickle
import re
import shutil
import sqlite3
import subprocess
import tempfile
import unittest
import warnings

import numpy as np
import pandas as pd

import halodata

HALO = os.environ.get("HALO", "halo")


class Home:
    """Creates a folder with a journal of a simulated ring."""

    def __init__(self, zone="Asia/Shanghai", days=("2026-11-20",)):
        self.folder = tempfile.TemporaryDirectory()
        self.journal = pathlib.Path(self.folder.name) / "journal.sqlite"
        # Wide, so that the bytes of a frame are not wrapped.
        self.environment = {
            "COLUMNS": "240",
            "PATH": "/usr/bin:/bin", "HOME": self.folder.name, "XDG_CONFIG_HOME": self.folder.name, "TZ": zone,
            "HALO_JOURNAL": str(self.journal), "HALO_RADIO": "simulated",
        }
        self.halo("pair", "--name", "left, \"hand\"", "--wearer", "Ada", "--now", f"{days[0]}T10:16")
        for day in days:
            self.halo("sync", "--now", f"{day}T10:16")

    def halo(self, *arguments):
        run = subprocess.run([HALO, *arguments], env=self.environment, capture_output=True, text=True, timeout=120)
        if run.returncode:
            raise AssertionError(f"halo {' '.join(arguments)}: {run.stderr}")
        return run.stdout

    def export(self, *arguments):
        return list(csv.DictReader(io.StringIO(self.halo("export", *arguments))))


class Tables(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.home = Home(days=("2026-11-13", "2026-11-20"))
        cls.home.halo("raw", "--accelerometer", "--for", "20", "--now", "2026-11-20T10:20")
        cls.data = halodata.open(cls.home.journal)
        cls.files = []
        for format in ("csv", "jsonl"):
            file = pathlib.Path(cls.home.folder.name) / f"export.{format}"
            file.write_text(cls.home.halo("export", "--format", format))
            cls.files.append(halodata.open(file))

    @classmethod
    def tearDownClass(cls):
        cls.data.close()
        cls.home.folder.cleanup()

    def lines(self, table):
        """Returns the rows as an export writes them, without their sources."""
        def iso(time, offset):
            return "" if pd.isna(time) else time.tz_convert(halodata.data.fixed(int(offset))).isoformat(
                timespec="milliseconds" if time.microsecond else "seconds")
        return sorted(
            (iso(start, row.offset), iso(row.end, row.offset), float(row.value), row.source, row.device, row.identifier, row.wearer,
             bool(row.doubtful)) for start, row in zip(table.index, table.itertuples()))

    def test_every_value_is_that_of_halo_export(self):
        found = 0
        for metric in halodata.METRICS:
            expected = sorted(
                (line["start"], line["end"], float(line["value"]), line["source"], line["device"], line["identifier"],
                 line["wearer"], line["doubtful"] == "1") for line in self.home.export("--metric", metric.name))
            for source in (self.data, *self.files):
                table = source.samples(metric.name)
                self.assertEqual(self.lines(table), expected, f"{metric.name} of {source}")
                self.assertEqual(table.attrs["unit"], metric.unit)
            units = {line["unit"] for line in self.home.export("--metric", metric.name)}
            self.assertLessEqual(units, {metric.unit})
            found += len(expected)
        self.assertGreater(found, 5000)
        known = self.data.metrics()
        self.assertEqual(known["count"].sum(), found, "a metric of the journal is missing here")
        self.assertEqual(self.files[0].metrics()["count"].sort_index().to_dict(), known["count"].sort_index().to_dict())

    def test_sleep_is_that_of_halo_export(self):
        expected = sorted(
            (line["start"], line["end"], line["value"], line["sleep"]) for line in self.home.export("--metric", "sleep"))
        for source in (self.data, *self.files):
            table = source.sleep(tz="Asia/Shanghai")
            self.assertEqual(
                sorted((start.isoformat(), row.end.isoformat(), row.stage or "none", f"{row.kind} {row.night.isoformat()}")
                       for start, row in zip(table.index, table.itertuples())), expected)
            nights = source.nights(tz="Asia/Shanghai")
            self.assertEqual(len(nights), len({line[3] for line in expected}))
            minutes = (nights["end"] - nights.index).dt.total_seconds() / 60
            self.assertTrue(np.allclose(nights[["deep", "light", "rem", "awake"]].sum(axis=1), minutes))
        # A day contains the night that ended on it.
        day = self.data.nights(day="2026-11-19")
        self.assertTrue((day["end"].dt.strftime("%Y-%m-%d") == "2026-11-19").all())
        self.assertEqual(day["asleep"].tolist(), self.files[0].nights(day="2026-11-19", tz="Asia/Shanghai")["asleep"].tolist())

    def test_days_are_those_on_the_wall(self):
        expected = self.home.export("--metric", "heart-rate", "--from", "2026-11-18", "--to", "2026-11-19")
        for source in (self.data, *self.files):
            table = source.heart_rate(start="2026-11-18", end="2026-11-19")
            self.assertEqual(table["value"].tolist(), [float(line["value"]) for line in expected])
            self.assertEqual(set(table["wall"].dt.strftime("%Y-%m-%d")), {"2026-11-18", "2026-11-19"})
            self.assertIsNotNone(table.index.tz)
            self.assertEqual(len(source.heart_rate(day="2026-11-19")), 288)
            self.assertEqual(len(source.heart_rate(day="2020-01-01")), 0)
        self.assertEqual(self.data.heart_rate().attrs["zone"], "Asia/Shanghai")
        with self.assertRaises(ValueError):
            self.data.heart_rate(day="2026-11-19", start="2026-11-18")

    def test_choices(self):
        rates = self.data.heart_rate()
        self.assertEqual(set(rates["source"]), {"log", "manual"} & set(rates["source"]) | {"log"})
        self.assertEqual(len(self.data.heart_rate(source="live")), 0)
        self.assertEqual(len(self.data.heart_rate(device='left, "hand"', wearer="Ada")), len(rates))
        with self.assertRaisesRegex(halodata.NotHere, "no wearer in .* is named 'Bob'. The wearers are Ada"):
            self.data.heart_rate(wearer="Bob")
        with self.assertRaisesRegex(halodata.NotHere, "The metrics are heart-rate"):
            self.data.samples("mood")
        # An unknown name is an error, not an empty table.
        for source in (self.data, *self.files):
            for table in (source.heart_rate, source.sleep, source.nights):
                with self.assertRaisesRegex(halodata.NotHere, "no device in .* is named 'right'. The devices are: left, \"hand\" "):
                    table(device="right")
                with self.assertRaisesRegex(halodata.NotHere, "'logs' is not a source. The sources are log, live"):
                    table(source="logs")
                with self.assertRaisesRegex(ValueError, "'yesterday' is not a day"):
                    table(day="yesterday")
                with self.assertRaisesRegex(ValueError, "end, 2026-11-18, is before start, 2026-11-19"):
                    table(start="2026-11-19", end="2026-11-18")
                with self.assertRaisesRegex(ValueError, "'Mars/Phobos' is not a time zone"):
                    table(tz="Mars/Phobos")
            self.assertEqual(len(source.nights(device='left, "hand"', source="log")), len(source.nights()))
            self.assertEqual(len(source.heart_rate(day=datetime.date(2026, 11, 19))), 288)
            self.assertEqual(len(source.heart_rate(day=pd.Timestamp("2026-11-19 12:00"))), 288)
            with self.assertRaisesRegex(ValueError, "20261119 is not a day"):
                source.heart_rate(day=20261119)
        with self.assertRaisesRegex(halodata.NotHere, "no device in"):
            self.data.sessions("right")
        with self.assertRaisesRegex(halodata.NotHere, "no device in"):
            self.data.raw("accelerometer", device="right")
        self.assertEqual(self.data.wearers(), ["Ada"])
        self.assertEqual(self.data.devices()["name"].tolist(), ['left, "hand"'])
        self.assertEqual(self.files[0].devices()["name"].tolist(), ['left, "hand"'])

    def test_frames_are_those_that_halo_explains(self):
        explained = self.home.halo("explain", "heart-rate", "2026-11-19T08:15", "--frames")
        # A frame's number, and its bytes on the next lines.
        expected = {int(number): bytes.fromhex(hexadecimal) for number, hexadecimal in
                    re.findall(r"^  frame (\d+), .*\n((?:^       (?:[0-9a-f]{2} ?)+\n)+)", explained, re.M)}
        self.assertGreater(len(expected), 1)
        rates = self.data.heart_rate(day="2026-11-19")
        sample = rates[rates["wall"] == "2026-11-19T08:15:00"]
        self.assertEqual(len(sample), 1)
        self.assertTrue(sample["decoder"].iloc[0].startswith("colmi-ring/"))
        frames = self.data.frames(of=sample)
        self.assertEqual(frames["bytes"].to_dict(), expected)
        self.assertFalse(frames["sent"].any())
        sessions = self.data.sessions()
        self.assertEqual(sessions["purpose"].tolist(), ["sync", "sync", "raw"])
        self.assertEqual(sessions["frames"].sum(), len(self.data.frames()))
        self.assertEqual(len(self.data.frames(session=sessions.index[0])), sessions["frames"].iloc[0])

    def test_numbers_of_numpy_are_numbers(self):
        walk = self.data.raw("accelerometer")
        number = walk["session"].iloc[-1]
        self.assertIsInstance(number, np.integer)
        for session in (number, int(number), np.int32(number), np.uint8(number)):
            self.assertEqual(len(self.data.raw("accelerometer", session=session)), len(walk))
        for row in self.data.sessions().itertuples():
            self.assertEqual(len(self.data.frames(session=np.int64(row.Index))), row.frames)
        some = self.data.frames().index[3:7]
        for ids in (some, some.to_numpy(), set(some), [np.int16(number) for number in some]):
            self.assertEqual(self.data.frames(ids=ids).index.tolist(), some.tolist())
        name = np.array(["Ada"])[0]
        self.assertEqual(len(self.data.insights(wearer=name)), len(self.data.insights()))
        for bound, column in ((np.array(["Ada"], object)[0], "name"), (np.int64(1), "id")):
            self.assertEqual(len(self.data._rows(f"SELECT 1 FROM wearer WHERE {column} = ?", (bound,)).fetchall()), 1)

    def test_what_does_not_exist_is_an_error(self):
        for ask in (lambda: self.data.raw("accelerometer", session=4711), lambda: self.data.frames(session=np.int64(0)),
                    lambda: self.data.frames(ids=[1, 10**9]), lambda: self.data.frames(ids=np.array([-1])),
                    lambda: self.data.frames(of=pd.DataFrame({"statement": [10**9]})), lambda: self.data.insights(wearer="Bob")):
            with self.assertRaises(halodata.NotHere):
                ask()
        for ask in (lambda: self.data.raw("accelerometer", session="first"), lambda: self.data.frames(session=1.5), lambda: self.data.frames(ids=["a"]),
                    lambda: self.data.frames(session=1, ids=[1])):
            with self.assertRaises(ValueError):
                ask()

    def test_times_are_honored(self):
        rates = self.data.heart_rate(tz="Asia/Shanghai")
        naive = rates.index.tz_localize(None)
        first, last = "2026-11-18T09:35", "2026-11-19T22:50:00"
        expected = rates["value"][(naive >= first) & (naive <= last)].tolist()
        self.assertGreater(len(expected), 300)
        berlin = [pd.Timestamp(time, tz="Asia/Shanghai").tz_convert("Europe/Berlin") for time in (first, last)]
        for source in (self.data, *self.files):
            for start, end in (
                    (first, last), tuple(map(pd.Timestamp, (first, last))), tuple(map(np.datetime64, (first, last))), berlin,
                    tuple(time.to_pydatetime() for time in berlin), tuple(time.isoformat() for time in berlin), ("2026-11-18T01:35Z", "2026-11-19 22:50")):
                self.assertEqual(source.heart_rate(start=start, end=end)["value"].tolist(), expected, f"{start!r} {source}")
            night = source.nights(day="2026-11-19", tz="Asia/Shanghai")
            end = night["end"].iloc[-1]
            self.assertEqual(len(source.nights(start=end, end=end)), 1)
            self.assertEqual(len(source.nights(start=end + pd.Timedelta(seconds=1), end="2026-11-19", tz="Asia/Shanghai")), 0)
            day = source.heart_rate(start=np.datetime64("2026-11-19"), end=datetime.date(2026, 11, 19))
            self.assertEqual(day["value"].tolist(), source.heart_rate(day=np.datetime64("2026-11-19"))["value"].tolist())
            for wrong in (np.datetime64("NaT"), "2026-11-31T10:00", pd.NaT, "10:00", 20261119):
                with self.assertRaisesRegex(ValueError, "is not a day or a time"):
                    source.heart_rate(start=wrong)
        walk = self.data.raw("accelerometer")
        middle = walk.index[len(walk) // 2]
        self.assertEqual(len(self.data.raw("accelerometer", start=middle)), len(walk) - len(walk) // 2)
        self.assertEqual(len(self.data.raw("accelerometer", end=middle)), len(walk) // 2 + 1)
        with self.assertRaisesRegex(ValueError, "values of days"):
            self.data.insights(start="2026-11-18T10:00")
        self.assertGreater(len(self.data.insights(start=pd.Timestamp("2026-11-18"))), 0)

    def test_names_are_categories(self):
        for source in (self.data, *self.files):
            for table in (source.heart_rate(), source.heart_rate(source="live"), source.nights()):
                for name in ("device", "identifier", "wearer"):
                    self.assertIsInstance(table[name].dtype, pd.CategoricalDtype)
                    self.assertLessEqual(set(table[name].cat.categories), set(table[name]) | {'left, "hand"', "Ada"} | set(source.devices().index))

    def test_threads_and_processes(self):
        expected = self.data.heart_rate()["value"].tolist()
        with concurrent.futures.ThreadPoolExecutor(4) as pool:
            for found in pool.map(lambda _: self.data.heart_rate()["value"].tolist(), range(8)):
                self.assertEqual(found, expected)
        again = pickle.loads(pickle.dumps(self.data))
        self.assertEqual(again.heart_rate()["value"].tolist(), expected)
        again.close()
        for method in ("spawn", "fork", "forkserver"):
            with warnings.catch_warnings():
                warnings.simplefilter("ignore", DeprecationWarning)
                with concurrent.futures.ProcessPoolExecutor(2, multiprocessing.get_context(method)) as pool:
                    for found in pool.map(count_rates, [self.data] * 4):
                        self.assertEqual(found, sum(expected), method)
        self.assertEqual(self.data.heart_rate()["value"].tolist(), expected)

    def test_insights_are_those_that_halo_shows(self):
        lines = [json.loads(line) for line in self.home.halo("insights", "--json", "--days", "30").splitlines()]
        table = self.data.insights("resting-heart-rate")
        for line in lines:
            shown = line["values"].get("restingHeartRate")
            if shown:
                row = table.loc[pd.Timestamp(line["date"]).date()]
                self.assertAlmostEqual(row["value"], shown["value"], places=3)
                self.assertEqual((row["algorithm"], row["version"]), (shown["algorithm"], shown["version"]))
                self.assertEqual([part.get("frames") for part in row["inputs"]],
                                 [(text.split("; frames ") + [None])[1] for text in shown["inputs"]])
                for part, text in zip(row["inputs"], shown["inputs"]):
                    if "sleep" in part:
                        self.assertIn(f", {part['sleep']['start']} to {part['sleep']['end']}", text)
                    else:
                        self.assertEqual(part["values"]["metric"], "heartRate")
                        self.assertTrue(text.startswith(f"{part['values']['count']:,} values of heart rate of "), text)
        self.assertEqual(table.attrs["unit"], "bpm")
        self.assertGreaterEqual(len(table), 13)
        self.assertIn("night-account", set(self.data.insights()["metric"]))

    def test_raw_readings(self):
        table = self.data.raw("accelerometer")
        count = sum(len(data) // 14 for (data,) in sqlite3.connect(self.home.journal).execute(
            "SELECT data FROM raw WHERE sensor = 'accelerometer'"))
        self.assertEqual(len(table), count)
        self.assertGreater(count, 10)
        self.assertEqual(list(table.columns[:3]), ["x", "y", "z"])
        self.assertEqual(table.attrs["unit"], "g")
        self.assertAlmostEqual(table.attrs["hz"], (count - 1) / (table.index[-1] - table.index[0]).total_seconds(), delta=0.3)
        self.assertTrue(table.index.is_monotonic_increasing)
        self.assertTrue(((table[["x", "y", "z"]] ** 2).sum(axis=1).between(0.2, 9)).all())
        self.assertEqual(len(self.data.raw("accelerometer", day="2026-11-20")), count)
        self.assertEqual(len(self.data.raw("accelerometer", day="2026-11-19")), 0)
        self.assertEqual(len(self.data.raw("ecg")), 0)
        with self.assertRaisesRegex(halodata.NotHere, "The streams are ecg"):
            self.data.raw("gyroscope")
        self.assertEqual(set(table["identifier"]), set(self.data.devices().index))
        self.assertEqual(len(self.data.raw("accelerometer", device='left, "hand"')), count)
        # An export does not contain this data, whatever the parameters.
        for file in self.files:
            for ask in (lambda: file.raw("accelerometer"), lambda: file.raw("accelerometer", "2026-11-20"), lambda: file.raw(stream="ecg"),
                        lambda: file.frames(self.data.heart_rate()), lambda: file.frames(of=None), lambda: file.sessions("left"),
                        lambda: file.insights("time-asleep", "2026-11-20"), lambda: file.insights(day="2026-11-20")):
                with self.assertRaisesRegex(halodata.NotHere, "is an export"):
                    ask()


def count_rates(data):
    return data.heart_rate()["value"].sum()


class Truncated(unittest.TestCase):
    """An export that was cut off is never read as other values."""

    @classmethod
    def setUpClass(cls):
        cls.home = Home(days=("2026-11-20",))
        cls.whole = {form: cls.home.halo("export", "--format", form) for form in ("csv", "jsonl")}

    @classmethod
    def tearDownClass(cls):
        cls.home.folder.cleanup()

    def written(self, text, form):
        file = pathlib.Path(self.home.folder.name) / f"cut.{form}"
        file.write_bytes(text if isinstance(text, bytes) else text.encode())
        return file

    def test_a_file_that_was_cut_off_names_the_line(self):
        for form, text in self.whole.items():
            lines = text.splitlines(keepends=True)
            place = sum(len(line.encode()) for line in lines[:700])
            for length in range(place + 1, place + len(lines[700].encode())):
                cut = text.encode()[:length]
                if form == "jsonl" and cut.endswith(b"}"):
                    continue
                with self.assertRaisesRegex(halodata.Unreadable, "line 701 ", msg=cut[place:]):
                    halodata.open(self.written(cut, form))
            # An export that ends with a whole line looks like a shorter one.
            self.assertGreater(len(halodata.open(self.written("".join(lines[:700]), form)).heart_rate()), 0)
            with self.assertRaises(halodata.Unreadable):
                halodata.open(self.written(text.encode()[:5], form))

    def test_a_line_that_is_not_whole_is_named(self):
        lines = self.whole["csv"].splitlines()
        fields = next(csv.reader([lines[11]]))

        def line(*values):
            written = io.StringIO()
            csv.writer(written, lineterminator="").writerow(values)
            return written.getvalue()

        for wrong in (line(*fields[:8]), line(*fields, "x", "y"), line(*fields[:3], "", *fields[4:]), line(*fields[:3], "5x", *fields[4:]),
                      line(*fields[:9], "maybe", fields[10]), line("", *fields[1:]), "\0" * 80):
            text = "\n".join([*lines[:11], wrong, *lines[12:]]) + "\n"
            with self.assertRaisesRegex(halodata.Unreadable, "12", msg=wrong):
                halodata.open(self.written(text, "csv"))
        lines = self.whole["jsonl"].splitlines()
        for wrong in ("{", "[1]", '{"start": 5}', lines[20].replace("value", "volume"), lines[20].replace('"doubtful":false', '"doubtful":null')):
            with self.assertRaisesRegex(halodata.Unreadable, "line 21 ", msg=wrong):
                halodata.open(self.written("\n".join([*lines[:20], wrong, *lines[21:]]), "jsonl"))


class Files(unittest.TestCase):
    def test_a_journal_is_read_while_halo_writes_it_and_never_changed(self):
        home = Home()
        data = halodata.open(home.journal)
        before = len(data.heart_rate())
        writer = subprocess.Popen(
            [HALO, "sync", "--now", "2026-11-22T10:16"], env=home.environment, stdout=subprocess.DEVNULL)
        counts = []
        while writer.poll() is None:
            counts.append(len(data.heart_rate()))
        self.assertEqual(writer.returncode, 0)
        after = len(data.heart_rate())
        self.assertEqual(after, before + 2 * 288)
        self.assertEqual(counts, sorted(counts), "existing rows remain")
        with self.assertRaises(sqlite3.OperationalError):
            data._connection.execute("DELETE FROM sample")
        data.close()
        digest = hashlib.sha256(home.journal.read_bytes()).hexdigest()
        with halodata.open(home.journal) as data:
            data.heart_rate(), data.sleep(), data.frames()
        self.assertEqual(hashlib.sha256(home.journal.read_bytes()).hexdigest(), digest)

    def test_clocks_that_are_moved(self):
        # Clocks in Berlin go back on 25 October 2026; the ring's clock changes at the next sync.
        home = Home(zone="Europe/Berlin", days=("2026-10-24", "2026-10-26", "2026-10-28"))
        data = halodata.open(home.journal)
        table = data.heart_rate()
        self.assertEqual(table.attrs["zone"], "Europe/Berlin")
        self.assertTrue(table.index.is_monotonic_increasing and table.index.is_unique)
        self.assertEqual(set(table["offset"]), {3600, 7200})
        exported = home.export("--metric", "heart-rate")
        self.assertEqual([time.tz_convert("UTC") for time in table.index],
                         [pd.Timestamp(line["start"]).tz_convert("UTC") for line in exported])
        file = pathlib.Path(home.folder.name) / "export.csv"
        file.write_text(home.halo("export"))
        self.assertEqual(halodata.open(file).heart_rate().attrs["zone"], "UTC")
        self.assertEqual(halodata.open(file).heart_rate(day="2026-10-25")["value"].tolist(),
                         data.heart_rate(day="2026-10-25")["value"].tolist())

    def test_what_is_no_journal_says_so(self):
        home = Home()
        folder = pathlib.Path(home.folder.name)
        newer = folder / "newer.sqlite"
        home.halo("backup", str(newer))
        with sqlite3.connect(newer) as connection:
            connection.execute("INSERT INTO grdb_migrations VALUES ('99 something new')")
        with self.assertRaisesRegex(halodata.NewerJournal, "a newer Halo created"):
            halodata.open(newer)
        foreign = folder / "photos.sqlite"
        with sqlite3.connect(foreign) as connection:
            connection.execute("CREATE TABLE photo (id INTEGER)")
        with self.assertRaisesRegex(halodata.Unreadable, "another program's database"):
            halodata.open(foreign)
        broken = folder / "broken.sqlite"
        broken.write_bytes(home.journal.read_bytes()[:5000])
        with self.assertRaises(halodata.Unreadable):
            halodata.open(broken).heart_rate()
        text = folder / "notes.csv"
        text.write_text("day,mood\n2026-11-20,fine\n")
        with self.assertRaisesRegex(halodata.Unreadable, "not an export of Halo"):
            halodata.open(text)
        with self.assertRaisesRegex(halodata.Unreadable, "cannot be opened"):
            halodata.open(folder / "nowhere.sqlite")

    def test_numbers_that_no_journal_has_are_an_error(self):
        home = Home()
        for statement, ask in (
                ("UPDATE sample SET wall = 1 << 60 WHERE metric = 1", "heart_rate"), ("UPDATE sample SET length = -5 WHERE metric = 6", "steps"),
                ("UPDATE sample SET length = 9223372036854775807 WHERE metric = 6", "steps"), ("UPDATE sample SET start = 9e15 WHERE metric = 1", "heart_rate"),
                ("UPDATE night SET stages = 'deep nine'", "sleep"), ("UPDATE night SET stages = 'deep 9223372036854775807'", "nights")):
            copy = pathlib.Path(home.folder.name) / "hostile.sqlite"
            copy.unlink(missing_ok=True)
            home.halo("backup", str(copy))
            with contextlib.closing(sqlite3.connect(copy)) as connection:
                connection.execute(statement.replace("9e15", "start + 9000000000000000"))
                connection.commit()
            with halodata.open(copy) as data, self.assertRaises(halodata.HaloDataError, msg=statement):
                getattr(data, ask)()

    def test_a_journal_that_cannot_be_written_is_read(self):
        home = Home()
        copy = pathlib.Path(home.folder.name) / "read-only"
        copy.mkdir()
        home.halo("backup", str(copy / "journal.sqlite"))
        os.chmod(copy / "journal.sqlite", 0o400)
        os.chmod(copy, 0o500)
        try:
            with halodata.open(copy / "journal.sqlite") as data, halodata.open(home.journal) as original:
                self.assertEqual(data.heart_rate()["value"].tolist(), original.heart_rate()["value"].tolist())
        finally:
            os.chmod(copy, 0o700)


class Resampling(unittest.TestCase):
    def table(self, seconds, values):
        index = pd.to_datetime(np.asarray(seconds) * 1e9, unit="ns", utc=True).tz_convert("Asia/Shanghai")
        return pd.DataFrame({"value": np.asarray(values, "float64")}, index=index.rename("time"))

    def test_values_lie_between_readings_and_gaps_stay_gaps(self):
        even = halodata.resample(self.table([0, 1, 2, 3, 10, 11], [0, 10, 20, 30, 100, 110]), hz=2)
        self.assertEqual(even["value"].iloc[:7].tolist(), [0, 5, 10, 15, 20, 25, 30])
        self.assertTrue(even["value"].iloc[7:20].isna().all())
        self.assertEqual(even["value"].iloc[20:].tolist(), [100, 105, 110])
        self.assertEqual(str(even.index.tz), "Asia/Shanghai")
        self.assertEqual(even.attrs["resampled"]["longest_gap_seconds"], 2.5)
        self.assertEqual(even.attrs["resampled"]["known"], 10 / 23)

    def test_a_gap_is_what_one_says(self):
        table = self.table([0, 1, 2, 3, 10, 11], [0, 10, 20, 30, 100, 110])
        self.assertFalse(halodata.resample(table, hz=1, longest_gap=7)["value"].isna().any())
        self.assertEqual(halodata.resample(table, hz=2, longest_gap="500ms")["value"].notna().sum(), 6)

    def test_no_number_is_made_of_none(self):
        even = halodata.resample(self.table([0, 1, 2, 3], [0, np.nan, 20, 30]), hz=2)
        self.assertEqual(even["value"].fillna(-1).tolist(), [0, -1, -1, -1, 20, 25, 30])
        self.assertEqual(len(halodata.resample(self.table([], []), hz=2)), 0)
        self.assertEqual(halodata.resample(self.table([5], [1]), hz=2)["value"].tolist(), [1])
        for hz in (0, -1, float("nan"), float("inf"), "25", None):
            with self.assertRaisesRegex(ValueError, "hz must be a number of readings per second"):
                halodata.resample(self.table([0], [0]), hz=hz)
        for gap in (0, -2, float("nan"), "soon"):
            with self.assertRaisesRegex(ValueError, "longest_gap must be a time in seconds"):
                halodata.resample(self.table([0, 1], [0, 1]), hz=1, longest_gap=gap)

    def test_a_rate_that_was_not_measured_is_refused(self):
        table = self.table(np.arange(40) / 7, np.arange(40.0))
        for hz in (15.5, 50, 1000):
            with self.assertRaisesRegex(ValueError, "these are 7 readings per second"):
                halodata.resample(table, hz=hz)
        self.assertAlmostEqual(halodata.resample(table, hz=3).attrs["resampled"]["measured_hz"], 7)
        self.assertIn(len(halodata.resample(table, hz=14)), (78, 79))
        self.assertGreater(len(halodata.resample(table, hz=70, upsample=True)), 380)
        # Times in whole milliseconds: 7 or 8 at 130 readings per second. A gap is not a slow rate.
        at130 = np.concatenate([np.round(np.arange(1300) / 130, 3), 60 + np.round(np.arange(1300) / 130, 3)])
        self.assertAlmostEqual(halodata.resampling.rate_of(self.table(at130, at130)), 130, delta=0.2)
        self.assertTrue(np.isnan(halodata.resampling.rate_of(self.table([1], [1]))))

    def test_what_makes_no_one_signal_is_refused(self):
        table = self.table([0, 1], [0, 1])
        with self.assertRaisesRegex(ValueError, "no column 'x'. It has value"):
            halodata.resample(table, hz=1, columns="x")
        self.assertEqual(len(halodata.resample(table, hz=1, columns="value")), 2)
        with self.assertRaisesRegex(ValueError, "timezone-aware times"):
            halodata.resample(table.tz_localize(None), hz=1)
        with self.assertRaisesRegex(ValueError, "index of timezone-aware times"):
            halodata.resample(table.reset_index(drop=True), hz=1)
        with self.assertRaisesRegex(ValueError, "several devices are not one signal: choose one of A, B"):
            halodata.resample(table.assign(identifier=["A", "B"]), hz=1)
        with self.assertRaisesRegex(ValueError, "a shorter time, or a lower rate"):
            halodata.resample(self.table([0, 1e7], [0, 1]), hz=1000)
        table.attrs["is_count"] = True
        with self.assertRaisesRegex(ValueError, "summed, not interpolated"):
            halodata.resample(table, hz=1)


if __name__ == "__main__":
    unittest.main()
