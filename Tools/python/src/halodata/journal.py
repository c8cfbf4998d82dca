"""Reads a journal: Halo's SQLite file."""

from __future__ import annotations

import contextlib
import datetime
import itertools
import json
import operator
import os
import pathlib
import re
import sqlite3
import threading
import urllib.parse
import warnings

import numpy as np
import pandas as pd

from .data import Data, categories, zone_of
from .errors import NewerJournal, NotHere, Unreadable
from .metrics import BY_CODE, DERIVED, SOURCES, STREAMS, Metric, add
from .resampling import rate_of
from .span import Span, days_of, span_of

#: The newest schema migrations that this package supports, by their numbers (Sources/HaloJournal/Schema/Schema.swift).
NEWEST = 15
#: No UTC offset is larger, in s.
LARGEST_OFFSET = 18 * 3600
#: Values are fetched in parts of so many rows, so that only the result is large.
PART = 1 << 16
#: A value of a sample as it is fetched.
ROW = np.dtype([("start", "i8"), ("length", "i8"), ("value", "f8"), ("packed", "i8"), ("statement", "i8")])


class Journal(Data):
    """A journal, opened read-only. Each call reads a consistent snapshot, even while Halo writes.

    It may be used from several threads, and passed to other processes: each opens the file itself.
    """

    def __init__(self, path: pathlib.Path):
        super().__init__(pathlib.Path(path))
        self.__setstate__({})
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
        if "metric" in tables:
            for code, id, definition in self._connection.execute("SELECT code, id, definition FROM metric"):
                definition = json.loads(definition)
                add(code, id, definition["unit"], definition["aggregation"] == "count")

    def __getstate__(self) -> dict:
        return {name: value for name, value in self.__dict__.items() if name not in ("_local", "_opened")}

    def __setstate__(self, state: dict) -> None:
        self.__dict__.update(state)
        self._local = threading.local()
        # Those of an earlier process are kept and never used, because SQLite forbids both to use and to close them after a fork.
        self._opened: list[tuple[int, sqlite3.Connection]] = []

    @property
    def _connection(self) -> sqlite3.Connection:
        """The connection of this thread of this process."""
        process, connection = getattr(self._local, "connection", (None, None))
        if process != os.getpid():
            connection = self._open()
            self._local.connection = (os.getpid(), connection)
            self._opened.append((os.getpid(), connection))
        return connection

    def _open(self) -> sqlite3.Connection:
        location = "file:" + urllib.parse.quote(str(self.path.absolute()))
        try:
            # 'close' may be called in another thread.
            connection = sqlite3.connect(location + "?mode=ro", uri=True, timeout=20, check_same_thread=False)
            connection.execute("PRAGMA query_only = 1")
            connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
            return connection
        except sqlite3.OperationalError as error:
            # On a read-only disk SQLite cannot create the index of a write-ahead log; without a log it needs no index.
            log = self.path.with_name(self.path.name + "-wal")
            if log.exists() and log.stat().st_size > 0:
                raise Unreadable(f"{self.path} cannot be opened: {error}.") from error
            try:
                return sqlite3.connect(location + "?mode=ro&immutable=1", uri=True, check_same_thread=False)
            except sqlite3.OperationalError:
                raise Unreadable(f"{self.path} cannot be opened: {error}. Check the path, and whether you may read the file.") from error
        except sqlite3.DatabaseError as error:
            raise Unreadable(f"{self.path} is damaged, or not a journal of Halo: {error}.") from error

    def close(self) -> None:
        for process, connection in self._opened:
            if process == os.getpid():
                connection.close()

    def __enter__(self) -> Journal:
        return self

    def __exit__(self, *_) -> None:
        self.close()

    def _rows(self, sql: str, arguments=()) -> sqlite3.Cursor:
        """Runs a query. Numbers of NumPy, which SQLite would store as bytes, become Python's."""
        arguments = [argument.item() if isinstance(argument, np.generic) else argument for argument in arguments]
        try:
            return self._connection.execute(sql, arguments)
        except sqlite3.OperationalError:
            raise
        except sqlite3.DatabaseError as error:
            raise Unreadable(f"{self.path} is damaged: {error}.") from error

    def _table(self, sql: str, arguments=()) -> pd.DataFrame:
        rows = self._rows(sql, arguments)
        return pd.DataFrame(rows.fetchall(), columns=[column[0] for column in rows.description])

    @contextlib.contextmanager
    def _snapshot(self):
        """Several queries of the same moment."""
        self._connection.execute("BEGIN")
        try:
            yield
        finally:
            self._connection.execute("COMMIT")

    def _session(self, session) -> int | None:
        """Checks the number of a session."""
        if session is None:
            return None
        try:
            session = operator.index(session)
        except TypeError:
            raise ValueError(f"{session!r} is not the number of a session, as in the index of sessions()") from None
        if not self._rows("SELECT 1 FROM session WHERE id = ?", (session,)).fetchone():
            raise NotHere(f"no session in {self.path} has the number {session}. sessions() lists them.")
        return session

    def _missing(self, table: str, numbers: list[int]) -> list[int]:
        """The numbers that no row of a table has."""
        return [number for (number,) in self._rows(
            f"SELECT value FROM json_each(?) WHERE value NOT IN (SELECT id FROM {table}) LIMIT 3", (json.dumps(numbers),))]

    # Contents

    def wearers(self) -> list[str]:
        return [name for (name,) in self._rows("SELECT name FROM wearer ORDER BY id")]

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
        if sum(choice is not None for choice in (of, session, ids)) > 1:
            raise ValueError("pass one of: of, session, ids")
        condition, arguments = "1", ()
        if of is not None:
            if "statement" not in of:
                raise ValueError("the table has no column 'statement', which identifies the sources of its values")
            numbers = sorted({int(number) for number in of["statement"].dropna()})
            if missing := self._missing("statement", numbers):
                raise NotHere(f"no statement in {self.path} has the number {missing[0]}: the table is of another journal, or older than a rebuild.")
            ids = set()
            for (text,) in self._rows("SELECT frames FROM statement WHERE id IN (SELECT value FROM json_each(?))", (json.dumps(numbers),)):
                ids.update(_frame_ids(text))
        elif ids is not None:
            try:
                ids = {operator.index(number) for number in ids}
            except TypeError:
                raise ValueError(f"ids must be numbers of frames, not {ids!r}") from None
            if missing := self._missing("frame", sorted(ids)):
                raise NotHere(f"no frame in {self.path} has the number {missing[0]}.")
        if session is not None:
            condition, arguments = "frame.session = ?", (self._session(session),)
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

        Times are those of sampling if the device reports them, otherwise of reception, in whole milliseconds; ``session`` (of :meth:`sessions`) is
        the connection. Nothing is filled in: ``attrs["hz"]`` is the measured rate, and :func:`halodata.resample` resamples to a regular grid.
        """
        if stream not in STREAMS:
            raise NotHere(f"'{stream}' is not a raw stream. The streams are {', '.join(STREAMS)}.")
        columns, unit = STREAMS[stream]
        span = span_of(day, start, end)
        # A minute of readings has the time of its beginning.
        earliest, latest = span.utc[0] - 65_536, span.utc[1]
        rows = self._rows(
            """SELECT raw.start, raw.offset, raw.data, raw.session, wearer.name, device.name, device.identifier FROM raw
               JOIN session ON session.id = raw.session JOIN device ON device.id = session.device
               JOIN wearer ON wearer.id = device.wearer
               WHERE sensor = ?1 AND raw.start BETWEEN ?2 AND ?3
                 AND (?4 IS NULL OR wearer.name = ?4) AND (?5 IS NULL OR raw.session = ?5)
                 AND (?6 IS NULL OR device.name = ?6 OR device.identifier = ?6) ORDER BY raw.start""",
            (stream, earliest, latest, self._checked(wearer), self._session(session), self._device(device))).fetchall()
        layout = np.dtype([("offset", "<u2"), ("values", "<f4", (len(columns),))])
        parts = [np.frombuffer(data, layout, count=len(data) // layout.itemsize) for _, _, data, *_ in rows]
        counts = [len(part) for part in parts]
        times = np.concatenate([row[0] + part["offset"].astype("int64") for row, part in zip(rows, parts)] or [np.array([], "int64")])
        values = np.concatenate([part["values"] for part in parts] or [np.zeros((0, len(columns)), "f4")])
        offsets = np.repeat(np.array([row[1] for row in rows], "int64"), counts)
        sessions = np.repeat(np.array([row[3] for row in rows], "int64"), counts)
        keep = span.has(times, offsets)
        table = pd.DataFrame(values[keep].reshape(-1, len(columns)), columns=columns)
        table["offset"], table["session"] = offsets[keep], sessions[keep]
        for name, place in (("device", 5), ("identifier", 6), ("wearer", 4)):
            table[name] = categories([row[place] for row in rows], np.repeat(np.arange(len(rows)), counts)[keep])
        zone = zone_of(tz) if tz is not None else self._zone_of(table, wearer)
        table.index = self._times(times[keep], tz=zone).rename("time")
        table = table.sort_index(kind="stable")
        table.attrs = {
            "stream": stream, "unit": unit, "channels": columns, "origin": str(self.path), "zone": str(zone),
            "wearers": sorted(set(table["wearer"])), "hz": rate_of(table),
        }
        return table

    def insights(self, metric: str | None = None, day=None, start=None, end=None, wearer=None) -> pd.DataFrame:
        """Returns the values that Halo computed for days: value, unit, algorithm, version, confidence (NaN if none is given) and inputs.

        ``docs/insights.md`` of Halo defines each: ``resting-heart-rate``, ``time-asleep``, ``sleep-regularity`` and others. The inputs are a list of
        dictionaries, of which ``docs/journal.md`` lists the kinds: ``{"sleeps": {"count": 9, "days": 14}, "frames": "17-40"}``.
        """
        names = {name: code for code, (name, _) in DERIVED.items()}
        if metric is not None and metric not in names:
            raise NotHere(f"'{metric}' is not a computed metric. The computed metrics are {', '.join(names)}.")
        first, last = days_of(day, start, end)
        if self.schema >= 11 and self._rows(
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

    def _samples(self, metric: Metric, span: Span, wearer) -> pd.DataFrame:
        with self._snapshot():
            devices = self._rows(
                """SELECT device.id, device.name, device.identifier, wearer.name FROM device JOIN wearer ON wearer.id = device.wearer
                   WHERE ?1 IS NULL OR wearer.name = ?1 ORDER BY device.id""", (wearer,)).fetchall()
            # By the key of the table, device by device: joining and ordering millions of rows costs more than all the rest.
            where = "FROM sample WHERE device = ? AND metric = ? AND start BETWEEN ? AND ?"
            counts = [self._rows(f"SELECT count(*) {where}", (device[0], metric.code, *span.utc)).fetchone()[0] for device in devices]
            total = sum(counts)
            columns = {name: np.empty(total, kind) for name, kind in (
                ("start", "i8"), ("length", "i8"), ("value", "f8"), ("offset", "i4"), ("source", "i1"), ("doubtful", "?"), ("statement", "i8"))}
            place = 0
            for device, *_ in devices:
                # Three small numbers as one: the time goes into the fields of rows.
                found = self._rows(
                    f"""SELECT start, length, value, ((wall - (start - (start % 1000 + 1000) % 1000) / 1000) * 128 + source) * 2 + doubtful,
                          coalesce(statement, -1) {where} ORDER BY start, source""", (device, metric.code, *span.utc))
                while len(part := self._part(found)):
                    packed = part["packed"]
                    fields = {name: part[name] for name in ("start", "length", "value", "statement")}
                    for name, field in (fields | {"offset": packed >> 8, "source": packed >> 1 & 127, "doubtful": packed & 1}).items():
                        columns[name][place:place + len(part)] = field
                    place += len(part)
            decoders, codes = self._decoders(columns["statement"])
        columns["owner"] = np.repeat(np.arange(len(devices), dtype="int16"), counts)
        columns["decoder"] = codes
        if sum(count > 0 for count in counts) > 1:
            order = np.argsort(columns["start"], kind="stable")
            for name in columns:
                columns[name] = columns[name][order]
        owners, ends = columns.pop("owner"), columns.pop("length")
        is_moment = ends == 0
        ends += columns["start"]
        ends[is_moment] = -1
        places = np.full(128, -1, "int8")
        places[list(SOURCES)] = np.arange(len(SOURCES))
        return pd.DataFrame({
            "start_ms": columns["start"], "end_ms": ends, "value": columns["value"],
            "source": categories(list(SOURCES.values()), places[columns["source"]]), "offset": columns["offset"], "doubtful": columns["doubtful"],
            **{name: categories([device[place] for device in devices], owners) for place, name in ((1, "device"), (2, "identifier"), (3, "wearer"))},
            "statement": pd.arrays.IntegerArray(columns["statement"], columns["statement"] < 0),
            "decoder": categories(decoders, columns["decoder"]),
        }, copy=False)

    def _part(self, rows) -> np.ndarray:
        """Fetches some rows. A journal of Halo has no larger numbers."""
        try:
            part = np.fromiter(itertools.islice(rows, PART), ROW)
            is_right = not len(part) or np.abs(part["packed"] >> 8).max() <= LARGEST_OFFSET and 0 <= part["length"].min() <= part["length"].max() < 1 << 52
        except (OverflowError, ValueError, TypeError):
            is_right = False
        if not is_right:
            raise Unreadable(f"{self.path} has a value with a number that no journal of Halo has.")
        return part

    def _decoders(self, statements: np.ndarray) -> tuple[list[str], np.ndarray]:
        """The decoders, and the place there of each statement's."""
        names = [name for (name,) in self._rows("SELECT DISTINCT decoder FROM statement")]
        if not len(statements) or not names:
            return names, np.full(len(statements), -1, "int8")
        known = {name: place for place, name in enumerate(names)}
        found = np.fromiter(
            ((number, known[decoder]) for number, decoder in self._rows(
                "SELECT id, decoder FROM statement WHERE id BETWEEN ? AND ? ORDER BY id", (statements.min(), statements.max()))),
            np.dtype([("id", "i8"), ("decoder", "i2")]))
        if not len(found):
            return names, np.full(len(statements), -1, "int8")
        places = np.minimum(np.searchsorted(found["id"], statements), len(found) - 1)
        return names, np.where(found["id"][places] == statements, found["decoder"][places], np.int16(-1))

    def _stretches(self, span: Span, wearer) -> pd.DataFrame:
        rows = self._rows(
            """SELECT night.start, night.wall, night.stages, night.kind, night.doubtful, device.name, device.identifier,
                 wearer.name, night.statement, statement.decoder, night.length
               FROM night JOIN device ON device.id = night.device JOIN wearer ON wearer.id = device.wearer
               LEFT JOIN statement ON statement.id = night.statement
               WHERE night.start + night.length BETWEEN ?1 AND ?2 AND (?3 IS NULL OR wearer.name = ?3)
               ORDER BY night.start, night.id""", (*span.utc, wearer)).fetchall()
        ends = np.array([row[0] + row[10] for row in rows], "int64")
        keep = span.has(ends, np.array([row[1] - row[0] // 1000 for row in rows], "int64"))
        rows = [row[:10] for row, is_kept in zip(rows, keep) if is_kept]
        lines = []
        for start, wall, stages, kind, doubtful, device, identifier, name, statement, decoder in rows:
            minute = 0
            for part in filter(None, stages.split(",")):
                stage, _, minutes = part.partition(" ")
                if not re.fullmatch("[0-9]{1,7}", minutes):
                    raise Unreadable(f"{self.path} has a sleep with stages that no journal of Halo has: '{part[:40]}'.")
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
        for name in ("source", "device", "identifier", "wearer", "decoder"):
            table[name] = table[name].astype("category")
        return table

    def _zone(self, wearer) -> str | None:
        row = self._rows(
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
