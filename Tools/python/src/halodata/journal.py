"""Reads a journal: Halo's SQLite file."""

from __future__ import annotations

import datetime
import json
import pathlib
import re
import sqlite3
import urllib.parse
import warnings
import zoneinfo

import numpy as np
import pandas as pd

from .data import Data, days_of, zone_of
from .errors import NewerJournal, NotHere, Unreadable
from .metrics import BY_CODE, DERIVED, SOURCES, STREAMS, Metric

#: The newest schema migrations that this package supports, by their numbers (Sources/HaloJournal/Schema/Schema.swift).
NEWEST = 11


class Journal(Data):
    """A journal, opened read-only. Each call reads a consistent snapshot, even while Halo writes."""

    def __init__(self, path: pathlib.Path):
        super().__init__(pathlib.Path(path))
        self._connection = self._open()
        try:
            tables = {name for (name,) in self._connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
            if not {"grdb_migrations", "frame", "sample"} <= tables:
                raise Unreadable(f"{self.path} is another program's database, not a journal of Halo.")
            done = [name for (name,) in self._connection.execute("SELECT identifier FROM grdb_migrations")]
        except sqlite3.DatabaseError as error:
            raise Unreadable(f"{self.path} is damaged, or not a journal of Halo: {error}.") from error
        numbers = [int(match[0]) if (match := re.match(r"\d+", name)) else NEWEST + 1 for name in done]
        #: The number of the journal's newest schema migration.
        self.schema = max(numbers, default=0)
        if self.schema > NEWEST:
            raise NewerJournal(
                f"a newer Halo created {self.path} (schema {self.schema}; this halodata supports up to {NEWEST}). Install the halodata "
                "version of that Halo.")

    def _open(self) -> sqlite3.Connection:
        location = "file:" + urllib.parse.quote(str(self.path.absolute()))
        try:
            connection = sqlite3.connect(location + "?mode=ro", uri=True, timeout=20)
            connection.execute("PRAGMA query_only = 1")
            connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
            return connection
        except sqlite3.OperationalError as error:
            # On a read-only disk SQLite cannot create the index of a write-ahead log; without a log it needs no index.
            log = self.path.with_name(self.path.name + "-wal")
            if log.exists() and log.stat().st_size > 0:
                raise Unreadable(f"{self.path} cannot be opened: {error}.") from error
            try:
                return sqlite3.connect(location + "?mode=ro&immutable=1", uri=True)
            except sqlite3.OperationalError:
                raise Unreadable(f"{self.path} cannot be opened: {error}. Check the path, and whether you may read the file.") from error
        except sqlite3.DatabaseError as error:
            raise Unreadable(f"{self.path} is damaged, or not a journal of Halo: {error}.") from error

    def close(self) -> None:
        self._connection.close()

    def __enter__(self) -> Journal:
        return self

    def __exit__(self, *_) -> None:
        self.close()

    def _table(self, sql: str, arguments=()) -> pd.DataFrame:
        return pd.read_sql_query(sql, self._connection, params=arguments)

    # Contents

    def wearers(self) -> list[str]:
        return [name for (name,) in self._connection.execute("SELECT name FROM wearer ORDER BY id")]

    def devices(self) -> pd.DataFrame:
        """Returns the devices with data, paired or not."""
        table = self._table(
            """SELECT device.identifier, device.name, device.family, wearer.name AS wearer, hardware, firmware, paired, forgotten
               FROM device JOIN wearer ON wearer.id = device.wearer ORDER BY device.id""")
        for column in ("paired", "forgotten"):
            table[column] = pd.to_datetime(pd.to_numeric(table[column]), unit="ms", utc=True)
        return table.set_index("identifier")

    def metrics(self) -> pd.DataFrame:
        table = self._table("SELECT metric, count(*) AS count, min(start) AS first, max(start) AS last FROM sample GROUP BY metric")
        names = [BY_CODE[code].name if code in BY_CODE else f"unknown {code}" for code in table["metric"]]
        table["unit"] = [BY_CODE[code].unit if code in BY_CODE else None for code in table["metric"]]
        for column in ("first", "last"):
            table[column] = pd.to_datetime(table[column], unit="ms", utc=True)
        table["metric"] = names
        return table.set_index("metric")

    def sessions(self, device: str | None = None) -> pd.DataFrame:
        """Returns the connections to devices: purpose, times, time zone, the decoder of their data, and errors."""
        table = self._table(
            """SELECT session.id AS session, begun, ended, purpose, device.name AS device, device.identifier,
                 wearer.name AS wearer, session.zone, session.decoder, outcome,
                 (SELECT count(*) FROM frame WHERE frame.session = session.id) AS frames
               FROM session JOIN device ON device.id = session.device JOIN wearer ON wearer.id = device.wearer
               WHERE ?1 IS NULL OR device.name = ?1 OR device.identifier = ?1 ORDER BY session.id""", (self._device(device),))
        for column in ("begun", "ended"):
            table[column] = pd.to_datetime(pd.to_numeric(table[column]), unit="ms", utc=True)
        return table.set_index("session")

    def frames(self, of: pd.DataFrame | None = None, session: int | None = None, ids=None) -> pd.DataFrame:
        """Returns frames unchanged, by their numbers: the sources of a table's values, those of a session, or all.

        Columns: ``time``, ``offset``, ``sent`` (true if sent to the device), ``characteristic``, ``bytes``, ``session``.
        """
        condition, arguments = "1", ()
        if of is not None:
            if "statement" not in of:
                raise ValueError("the table has no column 'statement', which identifies the sources of its values")
            ids = set()
            numbers = sorted({int(number) for number in of["statement"].dropna()})
            for place in range(0, len(numbers), 500):
                part = numbers[place:place + 500]
                for (text,) in self._connection.execute(
                        f"SELECT frames FROM statement WHERE id IN ({','.join('?' * len(part))})", part):
                    ids.update(_frame_ids(text))
        if session is not None:
            condition, arguments = "frame.session = ?", (session,)
        elif ids is not None:
            condition, arguments = "frame.id IN (SELECT value FROM json_each(?))", (json.dumps(sorted(ids)),)
        table = self._table(
            f"""SELECT frame.id AS frame, frame.time, frame.offset, frame.sent, characteristic.uuid AS characteristic, frame.bytes,
                  frame.session
                FROM frame JOIN characteristic ON characteristic.id = frame.characteristic
                WHERE {condition} ORDER BY frame.id""", arguments)
        table["time"] = pd.to_datetime(table["time"], unit="ms", utc=True)
        table["sent"] = table["sent"].astype(bool)
        return table.set_index("frame")

    def raw(self, stream: str, day=None, start=None, end=None, wearer=None, device=None, session=None, tz=None) -> pd.DataFrame:
        """Returns readings of a sensor unchanged: ``accelerometer`` (x, y, z in g), ``ppg``, ``ecg`` (µV) and others of ``STREAMS``.

        Times are those of reception, and ``session`` (of :meth:`sessions`) is the connection. Nothing is filled in;
        :func:`halodata.resample` resamples to a regular grid.
        """
        if stream not in STREAMS:
            raise NotHere(f"'{stream}' is not a raw stream. The streams are {', '.join(STREAMS)}.")
        columns, unit = STREAMS[stream]
        first, last = days_of(day, start, end)
        rows = self._connection.execute(
            """SELECT raw.start, raw.offset, raw.data, raw.session, wearer.name, device.name, device.identifier FROM raw
               JOIN session ON session.id = raw.session JOIN device ON device.id = session.device
               JOIN wearer ON wearer.id = device.wearer
               WHERE sensor = ?1 AND (?2 IS NULL OR (raw.start / 1000 + raw.offset) / 86400 >= ?2 - 1)
                 AND (?3 IS NULL OR (raw.start / 1000 + raw.offset) / 86400 <= ?3)
                 AND (?4 IS NULL OR wearer.name = ?4) AND (?5 IS NULL OR raw.session = ?5)
                 AND (?6 IS NULL OR device.name = ?6 OR device.identifier = ?6) ORDER BY raw.start""",
            (stream, first, last, self._checked(wearer), session, self._device(device))).fetchall()
        layout = np.dtype([("offset", "<u2"), ("values", "<f4", (len(columns),))])
        parts = [np.frombuffer(data, layout, count=len(data) // layout.itemsize) for _, _, data, *_ in rows]
        counts = [len(part) for part in parts]
        times = np.concatenate([row[0] + part["offset"].astype("int64") for row, part in zip(rows, parts)] or [np.array([], "int64")])
        values = np.concatenate([part["values"] for part in parts] or [np.zeros((0, len(columns)), "f4")])
        offsets = np.repeat(np.array([row[1] for row in rows], "int64"), counts)
        sessions = np.repeat(np.array([row[3] for row in rows], "int64"), counts)
        names = [np.repeat(np.array([row[place] for row in rows], object), counts) for place in (5, 6, 4)]
        wall_days = (times // 1000 + offsets) // 86400
        keep = np.ones(len(times), bool)
        if first is not None:
            keep &= wall_days >= first
        if last is not None:
            keep &= wall_days <= last
        table = pd.DataFrame(values[keep].reshape(-1, len(columns)), columns=columns)
        table["offset"], table["session"] = offsets[keep], sessions[keep]
        for name, column in zip(("device", "identifier", "wearer"), names):
            table[name] = column[keep]
        zone = zone_of(tz) if tz is not None else self._zone_of(table, wearer)
        table.index = pd.to_datetime(times[keep], unit="ms", utc=True).tz_convert(zone).rename("time")
        table = table.sort_index(kind="stable")
        table.attrs = {
            "stream": stream, "unit": unit, "channels": columns, "origin": str(self.path), "zone": str(zone),
            "wearers": sorted(set(table["wearer"])),
        }
        return table

    def insights(self, metric: str | None = None, day=None, start=None, end=None, wearer=None) -> pd.DataFrame:
        """Returns the values that Halo computed for days: value, unit, algorithm, version, confidence (NaN if none is given) and inputs.

        ``docs/insights.md`` of Halo defines each: ``resting-heart-rate``, ``time-asleep``, ``sleep-regularity`` and others.
        """
        names = {name: code for code, (name, _) in DERIVED.items()}
        if metric is not None and metric not in names:
            raise NotHere(f"'{metric}' is not a computed metric. The computed metrics are {', '.join(names)}.")
        first, last = days_of(day, start, end)
        if self.schema >= 11 and self._connection.execute(
                "SELECT 1 FROM wearer WHERE outdated IS NOT NULL AND (?1 IS NULL OR name = ?1)", (wearer,)).fetchone():
            warnings.warn(f"computed values in {self.path} are outdated. 'halo insights' computes them.", stacklevel=2)
        table = self._table(
            """SELECT metric, (start / 1000 + offset) / 86400 AS number, length, value, algorithm, version, confidence, inputs,
                 wearer.name AS wearer
               FROM derived JOIN wearer ON wearer.id = derived.wearer
               WHERE (?1 IS NULL OR metric = ?1) AND (?2 IS NULL OR number >= ?2) AND (?3 IS NULL OR number <= ?3)
                 AND (?4 IS NULL OR wearer.name = ?4) ORDER BY number, metric""",
            (None if metric is None else names[metric], first, last, self._checked(wearer)))
        table = table[table["metric"].isin(DERIVED)].reset_index(drop=True)
        table["unit"] = [DERIVED[code][1] for code in table["metric"]]
        table["metric"] = [DERIVED[code][0] for code in table["metric"]]
        table["hours"] = table.pop("length") / 3_600_000
        table["confidence"] = table["confidence"].astype("float64")
        table["inputs"] = [json.loads(text) for text in table["inputs"]]
        table.insert(0, "day", [datetime.date(1970, 1, 1) + datetime.timedelta(days=int(n)) for n in table.pop("number")])
        table.attrs = {"origin": str(self.path)}
        if metric is not None:
            table.attrs.update(metric=metric, unit=DERIVED[names[metric]][1])
        return table.set_index("day")

    # Implementation of Data

    def _samples(self, metric: Metric, first, last, wearer) -> pd.DataFrame:
        table = self._table(
            """SELECT sample.start AS start_ms, CASE length WHEN 0 THEN -1 ELSE sample.start + length END AS end_ms,
                 value, sample.source, wall - (sample.start - (sample.start % 1000 + 1000) % 1000) / 1000 AS offset, doubtful,
                 device.name AS device, device.identifier, wearer.name AS wearer, statement, statement.decoder AS decoder
               FROM sample JOIN device ON device.id = sample.device JOIN wearer ON wearer.id = device.wearer
               LEFT JOIN statement ON statement.id = sample.statement
               WHERE metric = ?1 AND (?2 IS NULL OR wall >= ?2 * 86400) AND (?3 IS NULL OR wall < (?3 + 1) * 86400)
                 AND (?4 IS NULL OR wearer.name = ?4)
               ORDER BY sample.start, device.id, sample.source""", (metric.code, first, last, wearer))
        table["source"] = table["source"].map(SOURCES)
        table["value"] = table["value"].astype("float64")
        table["doubtful"] = table["doubtful"].astype(bool)
        table["statement"] = table["statement"].astype("Int64")
        return table

    def _stretches(self, first, last, wearer) -> pd.DataFrame:
        rows = self._connection.execute(
            """SELECT night.start, night.wall, night.stages, night.kind, night.doubtful, device.name, device.identifier,
                 wearer.name, night.statement, statement.decoder
               FROM night JOIN device ON device.id = night.device JOIN wearer ON wearer.id = device.wearer
               LEFT JOIN statement ON statement.id = night.statement
               WHERE (?1 IS NULL OR (night.wall + night.length / 1000) / 86400 >= ?1)
                 AND (?2 IS NULL OR (night.wall + night.length / 1000) / 86400 <= ?2)
                 AND (?3 IS NULL OR wearer.name = ?3) ORDER BY night.start, night.id""", (first, last, wearer)).fetchall()
        lines = []
        for start, wall, stages, kind, doubtful, device, identifier, name, statement, decoder in rows:
            minute = 0
            for part in filter(None, stages.split(",")):
                stage, minutes = part.split(" ")
                begin = start + minute * 60_000
                minute += int(minutes)
                lines.append((
                    begin, start + minute * 60_000, None if stage == "none" else stage, kind, "log", wall - start // 1000,
                    bool(doubtful), device, identifier, name, statement, decoder, start,
                ))
        table = pd.DataFrame(lines, columns=[
            "start_ms", "end_ms", "stage", "kind", "source", "offset", "doubtful", "device", "identifier", "wearer",
            "statement", "decoder", "night_ms",
        ])
        table["statement"] = table["statement"].astype("Int64")
        return table

    def _zone(self, wearer) -> str | None:
        row = self._connection.execute(
            """SELECT session.zone FROM session JOIN device ON device.id = session.device
               JOIN wearer ON wearer.id = device.wearer
               WHERE ?1 IS NULL OR wearer.name = ?1 ORDER BY session.id DESC LIMIT 1""", (wearer,)).fetchone()
        return row[0] if row else None


def _frame_ids(text: str) -> list[int]:
    """Parses frame numbers: 17-40,42."""
    ids: list[int] = []
    for run in filter(None, text.split(",")):
        ends = [int(end) for end in run.split("-")]
        ids += range(ends[0], ends[-1] + 1)
    return ids
