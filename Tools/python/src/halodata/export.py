"""Reads an export: the output of `halo export`, as CSV or as JSON lines."""

from __future__ import annotations

import json
import pathlib

import pandas as pd

from .data import Data
from .errors import Unreadable
from .metrics import BY_NAME, Metric

COLUMNS = ["start", "end", "metric", "value", "unit", "source", "device", "identifier", "wearer", "doubtful", "sleep"]
SLEEP = "sleep-stage"


class Export(Data):
    """An export, read completely into memory."""

    def __init__(self, path: pathlib.Path):
        super().__init__(pathlib.Path(path))
        try:
            with self.path.open("rb") as file:
                beginning = file.read(4096).removeprefix(b"\xef\xbb\xbf").lstrip()
            if beginning.startswith(b"{"):
                # pandas' default float parser is sometimes off in the last digit.
                with self.path.open(encoding="utf-8-sig") as file:
                    table = pd.DataFrame([json.loads(line) for line in file if line.strip()]).reindex(columns=COLUMNS)
                table["value"] = table["value"].astype(object)
                table["doubtful"] = table["doubtful"].astype(bool)
            else:
                table = pd.read_csv(self.path, dtype=str, keep_default_na=False, encoding="utf-8-sig")
                if list(table.columns) != COLUMNS:
                    raise Unreadable(f"{self.path} is not an export of Halo: its first line is not '{','.join(COLUMNS)}'.")
                table["doubtful"] = table["doubtful"] == "1"
                for column in ("device", "identifier", "wearer"):
                    # Remove the apostrophe that prevents spreadsheets from evaluating a name as a formula.
                    table[column] = table[column].str.replace(r"^'(?='*[=+\-@\t\r])", "", regex=True)
                table = table.replace({"end": {"": None}, "sleep": {"": None}})
            table["start_ms"], table["offset"] = _times(table["start"])
            ends = table["end"].notna()
            table["end_ms"] = -1
            if ends.any():
                table.loc[ends, "end_ms"] = _times(table.loc[ends, "end"])[0]
        except (OSError, ValueError, KeyError, TypeError) as error:
            raise Unreadable(f"{self.path} is neither a journal nor an export of Halo ({error}).") from error
        self._all = table

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

    def _samples(self, metric: Metric, first, last, wearer) -> pd.DataFrame:
        days = (self._all["start_ms"] // 1000 + self._all["offset"]) // 86400
        table = self._chosen(self._all["metric"] == metric.name, days, first, last, wearer)
        table["value"] = table["value"].astype("float64")
        return table[["start_ms", "end_ms", "value", "source", "offset", "doubtful", "device", "identifier", "wearer"]]

    def _stretches(self, first, last, wearer) -> pd.DataFrame:
        table = self._chosen(self._all["metric"] == SLEEP, None, None, None, wearer)
        words = table["sleep"].str.split(" ", n=1)
        table["kind"] = words.str[0]
        table["night_ms"] = _times(words.str[1])[0] if len(table) else pd.Series(dtype="int64")
        # A night belongs to the day on which its last period ends.
        keys = ["identifier", "kind", "night_ms"]
        ends = table.groupby(keys)["end_ms"].transform("max") if len(table) else table["end_ms"]
        days = (ends // 1000 + table["offset"]) // 86400
        keep = pd.Series(True, index=table.index)
        if first is not None:
            keep &= days >= first
        if last is not None:
            keep &= days <= last
        table = table[keep]
        # Time in bed is no stage.
        table = table[table["value"] != "in-bed"]
        table = table.assign(stage=table["value"].where(table["value"] != "none", None))
        return table[[
            "start_ms", "end_ms", "stage", "kind", "source", "offset", "doubtful", "device", "identifier", "wearer", "night_ms",
        ]].reset_index(drop=True)

    def _chosen(self, keep, days, first, last, wearer) -> pd.DataFrame:
        if first is not None:
            keep = keep & (days >= first)
        if last is not None:
            keep = keep & (days <= last)
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
