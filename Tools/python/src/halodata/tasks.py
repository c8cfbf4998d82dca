"""The computations for each wearer of a lake, the same for DuckDB and for Spark: `halo worker` does them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import pyarrow as pa
import pyarrow.compute as pc

from .errors import HaloDataError
from .extract import journal_rows, make_readable
from .kinds import KINDS, TIME, array
from .worker import Worker, WorkerLost

#: The number of workers that are tried for a wearer.
TRIES = 3

#: Kinds that a journal needs besides decoded data and frames.
SMALL = ("wearers", "devices", "sessions", "clocks", "settings", "profiles", "priorities", "import_runs", "imports", "import_spares")
DECODED = ("statements", "samples", "nights", "totals", "coverage", "derived", "workouts")
#: Kinds with raw readings and their devices.
SIGNALS = ("wearers", "devices", "sessions", "raw")
#: Numbers that a journal assigns, which decoding assigns again.
NUMBERS = ("id", "statement", "import", "place")


@dataclass(frozen=True)
class Unit:
    """A unit of work: a wearer."""

    group: int
    wearer: str


@dataclass(frozen=True)
class Task:
    """A computation."""

    #: The task of `halo worker`, and its fields.
    name: str
    fields: dict
    #: The kinds that it needs.
    kinds: tuple[str, ...]
    #: The columns of its rows. The last one is ``error``: the reason why a wearer cannot be computed.
    schema: pa.Schema
    #: Makes the columns from the worker's result.
    columns: Callable[[object], dict[str, list]]
    #: The sensors whose raw readings it needs; empty for all.
    sensors: tuple[str, ...] = ()


def compute(reader, unit: Unit, task: Task, worker: Worker) -> pa.Table:
    """The rows of a wearer; one row with an error if the wearer cannot be computed, whatever the reason.

    Raises :class:`WorkerLost` if the worker is gone.
    """
    try:
        tables = reader.wearer_tables(unit, task.kinds, task.sensors)
        if task.name == "rebuild":
            tables = _without_decoded(tables)
        elif "frames" in task.kinds:
            tables["frames"] = _session_edges(tables["frames"])
        columns = task.columns(worker.compute(task.name, id=unit.wearer, journal=journal_rows(tables), **task.fields))
        return _rows(task, unit, columns, None)
    except WorkerLost:
        raise
    except HaloDataError as problem:
        return failure(task, unit, str(problem))
    except Exception as problem:  # a hostile or damaged person costs only their own row
        return failure(task, unit, f"{type(problem).__name__}: {problem}")


def computed(reader, unit: Unit, task: Task, halo, worker: Worker | None, keep) -> pa.Table:
    """The rows of a wearer, computed again if the worker is lost; one row with an error if every worker is lost.

    ``keep`` is called with each new worker, and with None if one is lost. Raises :class:`WorkerLost` if no worker can be started.
    """
    for attempt in range(TRIES):
        if worker is None:
            worker = Worker(halo)
            keep(worker)
        try:
            return compute(reader, unit, task, worker)
        except WorkerLost as problem:
            worker, lost = None, str(problem)
            keep(None)
    return failure(task, unit, f"{TRIES} workers were lost; the last one: {lost}")


def failure(task: Task, unit: Unit, error: str) -> pa.Table:
    """The row of a wearer who cannot be computed."""
    return _rows(task, unit, {name: [None] for name in task.schema.names[1:-1]}, error)


def _rows(task: Task, unit: Unit, columns: dict[str, list], error: str | None) -> pa.Table:
    count = len(next(iter(columns.values())))
    columns |= {"wearer": [unit.wearer] * count, "error": [error] * count}
    return pa.table([array(columns[field.name], field.type) for field in task.schema], schema=task.schema)


def _without_decoded(tables: dict[str, pa.Table]) -> dict[str, pa.Table]:
    """Leaves out what is decoded again: the data of sessions with frames. Imported data stays, and so does data whose frames were deleted."""
    with_frames = pc.unique(tables["frames"]["session"])
    statements = tables["statements"].filter(pc.invert(pc.is_in(tables["statements"]["session"], with_frames)))
    tables["statements"] = statements
    for kind in ("samples", "nights", "totals", "coverage"):
        table = tables[kind]
        tables[kind] = table.filter(pc.or_(pc.is_null(table["statement"]), pc.is_in(table["statement"], statements["id"])))
    tables["raw"] = tables["raw"].filter(pc.invert(pc.is_in(tables["raw"]["session"], with_frames)))
    return tables


def _session_edges(frames: pa.Table) -> pa.Table:
    """The first and the last frame of each session: their times show when a device was connected, which decides about gaps."""
    edges = frames.group_by("session").aggregate([("id", "min"), ("id", "max")])
    return frames.filter(pc.or_(pc.is_in(frames["id"], edges["id_min"]), pc.is_in(frames["id"], edges["id_max"])))


def _schema(columns) -> pa.Schema:
    return pa.schema([("wearer", pa.string()), *columns, ("error", pa.string())])


def _kind_task(name: str, kind: str, kinds: tuple[str, ...]) -> Task:
    """A task that returns a table of the journal."""
    table = KINDS[kind].table
    chosen = [column for column in KINDS[kind].columns if column.name not in (*NUMBERS, "inputs")]

    def columns(result):
        found = result[table]
        make_readable(KINDS[kind], found)
        return {column.name: found[column.name] for column in chosen}

    return Task(name, {"tables": [table]}, kinds, _schema([(column.name, column.type) for column in chosen]), columns)


def decode(kind: str = "samples") -> Task:
    """Decodes all frames of a wearer again."""
    if kind not in ("samples", "nights", "totals", "coverage", "derived"):
        raise ValueError("kind must be samples, nights, totals, coverage or derived")
    return _kind_task("rebuild", kind, (*SMALL, "frames", *DECODED, "raw"))


def sleep() -> Task:
    """The sleeps, decoded again."""
    return decode("nights")


def daily_metrics() -> Task:
    """The values of days, from decoded data."""
    return _kind_task("daily-metrics", "derived", (*SMALL, "frames", *DECODED, "raw"))


def completeness() -> Task:
    """The completeness of each day: whether it was reported and measured."""
    columns = [("day", pa.string()), ("reported", pa.bool_()), ("whole", pa.bool_()), ("missing_minutes", pa.int64()), ("reasons", pa.string())]

    def made(result):
        result["missing_minutes"] = result.pop("missingMinutes")
        return {name: result[name] for name, _ in columns}

    return Task("completeness", {}, (*SMALL, "frames", *DECODED, "raw"), _schema(columns), made)


def heart_rate(ppg=("ppg",), acceleration=()) -> Task:
    """The heart rate from raw light: a row per window; a recording without a window has a row with the reason."""
    columns = [("device", pa.int64()), ("recording", TIME), ("start", pa.float64()), ("end", pa.float64()), ("bpm", pa.float64()),
               ("confidence", pa.float64()), ("reason", pa.string())]

    def made(result):
        rows = {name: [] for name, _ in columns}
        for recording in result:
            windows = recording["windows"]
            count = len(windows["start"]) or 1
            for name in ("start", "end", "bpm", "confidence"):
                rows[name] += windows[name] or [None]
            rows["device"] += [recording["device"]] * count
            rows["recording"] += [recording["start"]] * count
            rows["reason"] += [recording.get("reason")] * count
        return rows

    fields = {"ppg": list(ppg), "acceleration": list(acceleration) or None}
    return Task("heart-rate", fields, SIGNALS, _schema(columns), made, _sensors((*ppg, *acceleration)))


def hrv(ppg=("ppg",)) -> Task:
    """HRV from raw light, a row per recording."""
    measures = ["rmssd", "sdnn", "pnn50", "sd1", "sd2", "lf", "hf", "lfhf"]
    counts = ["beats", "used", "missed", "extra", "ectopic", "misplaced"]
    columns = [("device", pa.int64()), ("recording", TIME), *((name, pa.float64()) for name in measures), *((name, pa.int64()) for name in counts),
               ("reason", pa.string())]

    def made(result):
        rows = {"device": [recording["device"] for recording in result], "recording": [recording["start"] for recording in result]}
        for name in (*measures, *counts, "reason"):
            rows[name] = [recording["answer"].get(name) for recording in result]
        return rows

    return Task("hrv", {"ppg": list(ppg)}, SIGNALS, _schema(columns), made, _sensors(ppg))


def _sensors(columns) -> tuple[str, ...]:
    """The sensors of columns of a signal."""
    return tuple(sorted({"accelerometer" if column in ("x", "y", "z") else column for column in columns}))


TASKS = {
    "decode": decode, "sleep": sleep, "daily-metrics": daily_metrics, "completeness": completeness, "heart-rate": heart_rate, "hrv": hrv,
}


class Computations:
    """The functions of a lake, for each engine. ``run`` computes a task for all wearers; ``options`` are those of ``run``."""

    def run(self, task: Task, **options):
        raise NotImplementedError

    def decode(self, kind: str = "samples", **options):
        """Decodes all frames again, with the decoders of this `halo`: samples, nights, totals, coverage or derived."""
        return self.run(decode(kind), **options)

    def sleep(self, **options):
        """The sleeps, decoded again, with the minutes in each stage."""
        return self.run(sleep(), **options)

    def daily_metrics(self, **options):
        """The values of days, computed again from the decoded data."""
        return self.run(daily_metrics(), **options)

    def completeness(self, **options):
        """The completeness of each day of each wearer: whether it was reported and measured."""
        return self.run(completeness(), **options)

    def heart_rate(self, ppg=("ppg",), acceleration=(), **options):
        """The heart rate from raw light, a row per window of eight seconds."""
        return self.run(heart_rate(ppg, acceleration), **options)

    def hrv(self, ppg=("ppg",), **options):
        """HRV from raw light, a row per recording."""
        return self.run(hrv(ppg), **options)
