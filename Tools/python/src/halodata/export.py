"""Reads an export: the output of `halo export`, as CSV or as JSON lines."""

from __future__ import annotations

import csv
import itertools
import json
import pathlib

import numpy as np
import pandas as pd

from .data import Data
from .errors import Unreadable
from .metrics import BY_NAME, Metric
from .span import Span
from .stages import STAGES

COLUMNS = ["start", "end", "metric", "value", "unit", "source", "device", "identifier", "wearer", "doubtful", "sleep"]
OBLIGATORY = ["start", "metric", "value", "source", "unit", "device", "identifier", "wearer", "doubtful"]
SLEEP = "sleep-stage"


class Export(Data):
    """An export, read completely into memory."""

    def __init__(self, path: pathlib.Path):
        super().__init__(pathlib.Path(path))
        try:
            with self.path.open("rb") as file:
                beginning = file.read(4096).removeprefix(b"\xef\xbb\xbf").lstrip()
            table = self._lines() if beginning.startswith(b"{") else self._csv()
            table["start_ms"], table["offset"] = _times(table["start"])
            ends = table["end"].notna()
            table["end_ms"] = -1
            if ends.any():
                table.loc[ends, "end_ms"] = _times(table.loc[ends, "end"])[0]
        except (OSError, ValueError, KeyError, TypeError) as error:
            raise Unreadable(f"{self.path} is neither a journal nor an export of Halo ({error}).") from error
        is_sleep = table["metric"] == SLEEP
        numbers = pd.to_numeric(table["value"].where(~is_sleep, 0), errors="coerce")
        self._refuse(~np.isfinite(numbers) | is_sleep & ~table["value"].isin([*STAGES, "awake", "asleep", "none", "in-bed"]), "has no value")
        for column in ("source", "device", "identifier", "wearer"):
            table[column] = table[column].astype("category")
        self._all = table

    def _lines(self) -> pd.DataFrame:
        """Reads JSON lines."""
        rows = []
        with self.path.open(encoding="utf-8-sig") as file:
            for number, line in enumerate(file, 1):
                if not line.strip():
                    continue
                try:
                    # pandas' default float parser is sometimes off in the last digit.
                    row = json.loads(line)
                    missing = [name for name in OBLIGATORY if row.get(name) is None]
                except (ValueError, AttributeError) as error:
                    raise self._incomplete(number, "is no JSON object") from error
                if missing or not isinstance(row["doubtful"], bool):
                    raise self._incomplete(number, f"has no {' and no '.join(missing or ['doubtful'])}")
                rows.append(row)
        table = pd.DataFrame(rows).reindex(columns=COLUMNS)
        table["value"] = table["value"].astype(object)
        table["doubtful"] = table["doubtful"].astype(bool)
        return table

    def _csv(self) -> pd.DataFrame:
        """Reads CSV. Every line must be whole: a line that was cut off could be another value."""
        with self.path.open("rb") as file:
            if file.readline().removeprefix(b"\xef\xbb\xbf").strip().decode(errors="replace") != ",".join(COLUMNS):
                raise Unreadable(f"{self.path} is not an export of Halo: its first line is not '{','.join(COLUMNS)}'.")
            count, block = 1, b"\n"
            while content := file.read(1 << 20):
                count, block = count + content.count(b"\n"), content
            if not block.endswith(b"\n"):
                raise self._incomplete(count + 1, "has no end")
        table = pd.read_csv(self.path, dtype=str, keep_default_na=False, encoding="utf-8-sig", index_col=False)
        self._refuse(table.isna().any(axis=1) | (table[OBLIGATORY[:4]] == "").any(axis=1) | ~table["doubtful"].isin(["0", "1"]), "is incomplete")
        table["doubtful"] = table["doubtful"] == "1"
        for column in ("device", "identifier", "wearer"):
            # Remove the apostrophe that prevents spreadsheets from evaluating a name as a formula.
            table[column] = table[column].str.replace(r"^'(?='*[=+\-@\t\r])", "", regex=True)
        return table.replace({"end": {"": None}, "sleep": {"": None}})

    def _refuse(self, is_wrong: pd.Series, problem: str) -> None:
        if is_wrong.any():
            raise self._incomplete(self._line(int(np.argmax(is_wrong.to_numpy()))), problem)

    def _line(self, row: int) -> int:
        """The number of the line on which a row ends. A name may contain line breaks."""
        with self.path.open(encoding="utf-8-sig", newline="") as file:
            if file.read(1) == "{":
                return row + 1
            file.seek(0)
            # Python 3.10's reader refuses zeros.
            reader = csv.reader(line.replace("\0", " ") for line in file)
            next(itertools.islice((line for line in reader if line), row + 1, None), None)
            return reader.line_num

    def _incomplete(self, number: int, problem: str) -> Unreadable:
        return Unreadable(f"{self.path} is not a whole export: line {number} {problem}. Export it again.")

    def wearers(self) -> list[str]:
        return list(dict.fromkeys(self._all["wearer"]))

    def devices(self) -> pd.DataFrame:
        table = self._all[["identifier", "device", "wearer"]].drop_duplicates("identifier").rename(columns={"device": "name"})
        return table.set_index("identifier")

    def metrics(self) -> pd.DataFrame:
        table = self._all[self._all["metric"] != SLEEP].groupby("metric")["start_ms"].agg(["count", "min", "max"])
        table = table.rename(columns={"min": "first", "max": "last"})
        for column in ("first", "last"):
            table[column] = pd.to_datetime(table[column], unit="ms", utc=True)
        table["unit"] = [BY_NAME[name].unit if name in BY_NAME else None for name in table.index]
        return table

    def _samples(self, metric: Metric, span: Span, wearer) -> pd.DataFrame:
        table = self._chosen(self._all["metric"] == metric.name, wearer)
        table["value"] = table["value"].astype("float64")
        return table[["start_ms", "end_ms", "value", "source", "offset", "doubtful", "device", "identifier", "wearer"]]

    def _stretches(self, span: Span, wearer) -> pd.DataFrame:
        table = self._chosen(self._all["metric"] == SLEEP, wearer)
        words = table["sleep"].str.split(" ", n=1)
        table["kind"] = words.str[0]
        table["night_ms"] = _times(words.str[1])[0] if len(table) else pd.Series(dtype="int64")
        # A night belongs to the time at which its last period ends.
        keys = ["identifier", "kind", "night_ms"]
        ends = table.groupby(keys, observed=True)["end_ms"].transform("max") if len(table) else table["end_ms"]
        table = table[span.has(ends.to_numpy(dtype="int64"), table["offset"].to_numpy(dtype="int64"))]
        # Time in bed is no stage.
        table = table[table["value"] != "in-bed"]
        table = table.assign(stage=table["value"].where(table["value"] != "none", None))
        return table[[
            "start_ms", "end_ms", "stage", "kind", "source", "offset", "doubtful", "device", "identifier", "wearer", "night_ms",
        ]].reset_index(drop=True)

    def _chosen(self, keep, wearer) -> pd.DataFrame:
        if wearer is not None:
            keep = keep & (self._all["wearer"] == wearer)
        return self._all[keep].reset_index(drop=True)

    def _zone(self, wearer) -> None:
        return None


def _times(texts: pd.Series) -> tuple[pd.Series, pd.Series]:
    """Converts ISO 8601 times with offsets to milliseconds since 1970 and offsets in seconds."""
    texts = texts.astype(str)
    instants = pd.to_datetime(texts, format="ISO8601", utc=True)
    milliseconds = (instants - pd.Timestamp(0, tz="UTC")) // pd.Timedelta(milliseconds=1)
    tail = texts.str[-6:]
    sign = tail.str[0].map({"+": 1, "-": -1})
    offsets = sign * (tail.str[1:3].astype(int) * 3600 + tail.str[4:6].astype(int) * 60)
    return milliseconds.astype("int64"), offsets.astype("int64")
