"""Reads a wearer's rows from a journal for a lake, and makes the rows of a journal from those of a lake."""

from __future__ import annotations

import base64
import json
import re

import pyarrow as pa
import pyarrow.compute as pc

from .errors import Unreadable
from .journal import NEWEST, Journal
from .kinds import KINDS, TIME, Kind, array
from .metrics import BY_CODE, DERIVED, SOURCES
from .pseudonyms import Pseudonyms, model_name, needles, without_identity
from .stages import STAGES, minutes_asleep

SOURCE_CODES = {name: code for code, name in SOURCES.items()}


def metric_names() -> dict[int, str]:
    """The names of measured and computed metrics, by their codes, with those of the journals that were opened."""
    return {code: metric.name for code, metric in BY_CODE.items()} | {code: name for code, (name, _) in DERIVED.items()}


def name_of(code: int, names: dict) -> str:
    return names.get(code, f"unknown {code}")


def code_of(name: str, codes: dict) -> int:
    return codes[name] if name in codes else int(name.removeprefix("unknown "))


class JournalReader:
    """A journal's wearers and their rows, by kind and month."""

    def __init__(self, path, pseudonyms: Pseudonyms | None):
        self._journal = Journal(path)
        self._pseudonyms = pseudonyms
        if self._journal.schema < NEWEST:
            raise Unreadable(f"{path} is from an earlier Halo. Open it once with this one, which updates it: halo devices --journal {path}")
        self._connection = self._journal._connection

    def close(self):
        self._journal.close()

    def wearers(self) -> list[tuple[int, str]]:
        """The number and the name or pseudonym of each wearer."""
        found = []
        for number, name, created in self._connection.execute("SELECT id, name, created FROM wearer ORDER BY id").fetchall():
            # Many journals have a wearer named 'me': the first device distinguishes them.
            first = self._connection.execute("SELECT identifier FROM device WHERE wearer = ? ORDER BY id LIMIT 1", (number,)).fetchone()
            if self._pseudonyms:
                name = self._pseudonyms.of("w", f"{name}\0{created}\0{first[0] if first else ''}")
            found.append((number, name))
        return found

    def tables(self, number: int, wearer: str) -> dict[str, dict[str, pa.Table]]:
        """The tables of each kind by month ('all' for kinds without months), all of the same moment."""
        self._connection.execute("BEGIN")
        try:
            identity = _Identity(self._connection, number, self._pseudonyms)
            return {kind.name: self._months(kind, number, wearer, identity) for kind in KINDS.values()}
        finally:
            self._connection.execute("COMMIT")

    def _months(self, kind: Kind, number: int, wearer: str, identity: _Identity) -> dict[str, pa.Table]:
        stored = [column for column in kind.columns if not column.added]
        select = ", ".join("uuid" if (kind.name, column.name) == ("frames", "characteristic") else f'"{column.name}"' for column in stored)
        month = f"coalesce({kind.month}, 'none')" if kind.month else "'all'"
        order = {"samples": "device, metric, start, source", "frames": "id"}.get(kind.name, ", ".join(str(place + 1) for place in range(len(stored))))
        rows = self._connection.execute(
            f"SELECT {select}, {month} FROM {kind.source or kind.table} WHERE {kind.condition} ORDER BY {order}", {"number": number}).fetchall()
        if not rows:
            return {}
        *values, months = zip(*rows)
        columns = {column.name: list(column_values) for column, column_values in zip(stored, values)}
        identity.hide(kind, columns)
        make_readable(kind, columns)
        columns["wearer"] = [wearer] * len(rows)
        table = pa.table([array(columns[field.name], field.type) for field in kind.schema], schema=kind.schema)
        if len(set(months)) == 1:
            return {months[0]: table}
        months = pa.array(months)
        return {month.as_py(): table.filter(pc.equal(months, month)) for month in pc.unique(months)}


class _Identity:
    """What identifies a wearer, and what replaces it."""

    def __init__(self, connection, number: int, pseudonyms: Pseudonyms | None):
        self._pseudonyms = pseudonyms
        self._devices, self._words = {}, {}
        if not pseudonyms:
            return
        (wearer,) = connection.execute("SELECT name FROM wearer WHERE id = ?", (number,)).fetchone()
        self._words[wearer] = "wearer"
        for device, identifier, family, name, advertised in connection.execute(
                "SELECT id, identifier, family, name, advertised FROM device WHERE wearer = ?", (number,)).fetchall():
            self._devices[device] = needles(identifier, [name, advertised, wearer])
            self._words |= {identifier: "device", name: f"{family} {device}"}
        sessions = connection.execute("SELECT id, device FROM session").fetchall()
        self._sessions = {session: self._devices[device] for session, device in sessions if device in self._devices}

    def hide(self, kind: Kind, columns: dict[str, list]) -> None:
        """Replaces names and addresses."""
        if not self._pseudonyms:
            return
        if kind.name == "devices":
            columns["identifier"] = [self._pseudonyms.of("d", identifier) for identifier in columns["identifier"]]
            columns["name"] = [f"{family} {number}" for family, number in zip(columns["family"], columns["id"])]
            columns["advertised"] = [model_name(name) for name in columns["advertised"]]
        elif kind.name == "frames":
            columns["bytes"] = [
                without_identity(characteristic, data, self._sessions[session])
                for characteristic, data, session in zip(columns["characteristic"], columns["bytes"], columns["session"])
            ]
        elif kind.name == "sessions":
            columns["outcome"] = [outcome and "failed" for outcome in columns["outcome"]]
        elif kind.name == "derived":
            # Devices are numbers. Only the words of earlier versions have names.
            columns["inputs"] = [self._replaced(text) if '"words"' in text else text for text in columns["inputs"]]
        elif kind.name == "import_runs":
            columns["file"] = [self._pseudonyms.of("f", file) for file in columns["file"]]
        elif kind.name == "imports":
            columns["part"] = [part and self._pseudonyms.of("p", part) for part in columns["part"]]

    def _replaced(self, words: str) -> str:
        for private, public in self._words.items():
            # A whole word: the wearer 'me' is not in 'time'.
            words = re.sub(rf"(?<!\w){re.escape(private)}(?!\w)", public, words)
        return words


def make_readable(kind: Kind, columns: dict[str, list]) -> None:
    """Replaces codes by names, and adds the columns that are there for convenience."""
    if "metric" in columns:
        names = metric_names()
        columns["metric"] = [name_of(code, names) for code in columns["metric"]]
    if kind.name == "samples":
        columns["source"] = [name_of(code, SOURCES) for code in columns["source"]]
    elif kind.name == "nights":
        columns |= stage_minutes(columns["stages"])
    elif kind.name == "derived":
        columns["day"] = [(start // 1000 + offset) // 86400 for start, offset in zip(columns["start"], columns["offset"])]
    elif kind.name == "profiles":
        columns["value"] = [json.dumps(value) for value in columns["value"]]


def stage_minutes(stages: list[str]) -> dict[str, list]:
    """The minutes in each stage of each sleep, and those asleep."""
    found = {"deep": [], "light": [], "rem": [], "awake": [], "asleep": []}
    for text in stages:
        parts = [(stage, int(length)) for stage, length in (part.split(" ") for part in text.split(",") if part)]
        totals: dict[str, int] = {}
        for stage, length in parts:
            totals[stage] = totals.get(stage, 0) + length
        is_staged = any(stage in STAGES for stage in totals)
        for name, minutes in found.items():
            if name == "asleep":
                minutes.append(minutes_asleep(totals, is_staged) if parts else None)
            else:
                minutes.append(totals.get(name, 0) if is_staged or name == "awake" and name in totals else None)
    return found


def journal_rows(tables: dict[str, pa.Table]) -> dict[str, dict[str, list]]:
    """The rows of a journal, as `halo worker` reads them, from a wearer's tables in a lake."""
    rows = {}
    for name, table in tables.items():
        if not table.num_rows:
            continue
        kind = KINDS[name]
        columns = {}
        for column in kind.columns:
            if column.added:
                continue
            values = table[column.name]
            if column.type == TIME:
                values = values.cast(pa.int64())
            values = values.to_pylist()
            if column.type == pa.binary():
                values = [base64.b64encode(value).decode() for value in values]
            columns[column.name] = values
        wearer = table["wearer"][0].as_py()
        if name == "wearers":
            columns["name"] = [wearer]
        elif name == "profiles":
            columns["wearer"] = [wearer] * table.num_rows
            columns["value"] = [json.loads(value) for value in columns["value"]]
        elif name == "frames":
            uuids = {uuid: number for number, uuid in enumerate(dict.fromkeys(columns["characteristic"]), 1)}
            rows["characteristic"] = {"id": list(uuids.values()), "uuid": list(uuids)}
            columns["characteristic"] = [uuids[uuid] for uuid in columns["characteristic"]]
        if name in ("devices", "derived", "workouts"):
            columns["wearer"] = tables["wearers"]["id"].to_pylist() * table.num_rows
        if name in ("samples", "derived"):
            codes = {name: code for code, name in metric_names().items()}
            columns["metric"] = [code_of(metric, codes) for metric in columns["metric"]]
        if name == "samples":
            columns["source"] = [code_of(source, SOURCE_CODES) for source in columns["source"]]
            # An older lake has no such column.
            columns["again"] = [again or 0 for again in columns["again"]]
        rows[kind.table] = columns
    return rows
