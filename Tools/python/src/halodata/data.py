"""The common part of journals and exports."""

from __future__ import annotations

import datetime
import pathlib
import zoneinfo
from abc import ABC, abstractmethod

import pandas as pd

from .errors import NotHere
from .metrics import BY_NAME, SOURCES, Metric
from .stages import STAGES, is_staged, minutes_asleep

Day = "str | datetime.date"


def day_number(day) -> int:
    """Returns a day (date, or text like 2026-11-20) in days since 1970."""
    wanted = day
    if isinstance(day, str):
        try:
            day = datetime.date.fromisoformat(day)
        except ValueError:
            pass
    if isinstance(day, datetime.datetime):
        day = day.date()
    if not isinstance(day, datetime.date):
        raise ValueError(f"{wanted!r} is not a day. Write it like '2026-11-20', or pass a date.")
    return (day - datetime.date(1970, 1, 1)).days


def days_of(day, start, end) -> tuple[int | None, int | None]:
    """Returns the first and the last requested day, in days since 1970."""
    if day is not None:
        if start is not None or end is not None:
            raise ValueError("pass day, or start and end, not both")
        return day_number(day), day_number(day)
    first, last = (None if start is None else day_number(start), None if end is None else day_number(end))
    if first is not None and last is not None and last < first:
        raise ValueError(f"end, {end}, is before start, {start}")
    return first, last


def zone_of(tz):
    """Returns a time zone by its name, such as Europe/Berlin, or unchanged."""
    if not isinstance(tz, str):
        return tz
    try:
        return zoneinfo.ZoneInfo(tz)
    except (zoneinfo.ZoneInfoNotFoundError, ValueError, OSError):
        raise ValueError(f"'{tz}' is not a time zone. Write it like 'Europe/Berlin' or 'UTC'.") from None


def fixed(offset: int):
    return datetime.timezone.utc if offset == 0 else datetime.timezone(datetime.timedelta(seconds=offset))


class Data(ABC):
    """Measurements of one or several wearers.

    Days are in the wearer's local time, first and last included. Every table has a timezone-aware index and describes itself in
    ``attrs``: ``metric``, ``unit``, ``origin`` (the file), ``zone``, and ``wearers``. Columns:

    - ``value``, in ``attrs["unit"]``; ``end``, for a value of an interval (NaT for a moment)
    - ``offset``: the UTC offset in seconds, and ``wall``: the local time, without a zone
    - ``source``: log, live, manual, push, algorithm; ``doubtful``: true if the device's clock was wrong or showed that time twice
    - ``device``, ``identifier``, ``wearer``; for a journal ``statement`` (and ``decoder``): see :meth:`frames`
    """

    def __init__(self, path: pathlib.Path):
        self.path = path

    def __repr__(self) -> str:
        return f"halodata.{type(self).__name__}({str(self.path)!r})"

    # Implemented by each kind of file.

    @abstractmethod
    def _samples(self, metric: Metric, first: int | None, last: int | None, wearer: str | None) -> pd.DataFrame: ...

    @abstractmethod
    def _stretches(self, first: int | None, last: int | None, wearer: str | None) -> pd.DataFrame: ...

    @abstractmethod
    def _zone(self, wearer: str | None) -> str | None: ...

    @abstractmethod
    def wearers(self) -> list[str]: ...

    @abstractmethod
    def devices(self) -> pd.DataFrame: ...

    @abstractmethod
    def metrics(self) -> pd.DataFrame:
        """Returns the metrics with values: their count, the first and the last value."""

    # Measurements

    def samples(self, metric: str, day=None, start=None, end=None, wearer=None, device=None, source=None, tz=None) -> pd.DataFrame:
        """Returns all values of a metric in order of time. Metrics are named as in ``METRICS``: ``heart-rate``.

        ``device`` is a name or an identifier, listed by :meth:`devices`; ``source`` one or several of log, live, manual, push, algorithm. ``tz`` is the zone of
        the index; by default the one stored in the journal, otherwise the offset shared by all values, otherwise UTC.
        """
        if metric not in BY_NAME:
            raise NotHere(f"'{metric}' is not a metric. The metrics are {', '.join(BY_NAME)}.")
        first, last = days_of(day, start, end)
        table = self._samples(BY_NAME[metric], first, last, self._checked(wearer))
        table = self._of(table, device, source)
        table = self._timed(table, wearer, tz)
        table.attrs.update(metric=metric, unit=BY_NAME[metric].unit, is_count=BY_NAME[metric].is_count)
        return table

    def heart_rate(self, day=None, **choices) -> pd.DataFrame:
        """Returns heart rates, bpm."""
        return self.samples("heart-rate", day, **choices)

    def hrv(self, day=None, **choices) -> pd.DataFrame:
        """Returns the devices' own HRV, ms; rings do not report whether it is RMSSD or SDNN."""
        return self.samples("heart-rate-variability", day, **choices)

    def steps(self, day=None, **choices) -> pd.DataFrame:
        """Returns steps within intervals."""
        return self.samples("steps", day, **choices)

    def stress(self, day=None, **choices) -> pd.DataFrame:
        """Returns the devices' own stress scores, 0…100."""
        return self.samples("stress", day, **choices)

    def skin_temperature(self, day=None, **choices) -> pd.DataFrame:
        """Returns skin temperatures, °C."""
        return self.samples("skin-temperature", day, **choices)

    def oxygen(self, day=None, **choices) -> pd.DataFrame:
        """Returns the lowest and highest SpO₂ of each hour, %."""
        low = self.samples("oxygen-saturation-minimum", day, **choices)
        high = self.samples("oxygen-saturation-maximum", day, **choices)
        keys = ["identifier", "source"]
        joined = low.rename(columns={"value": "minimum"}).set_index(keys, append=True).join(
            high.set_index(keys, append=True)["value"].rename("maximum"), how="left").reset_index(keys)
        joined.attrs = dict(low.attrs, metric="oxygen-saturation")
        return joined

    def sleep(self, day=None, start=None, end=None, wearer=None, device=None, source=None, tz=None) -> pd.DataFrame:
        """Returns periods of sleep as staged by the devices: an estimate. A sleep belongs to the day of waking up.

        Additional columns: ``stage`` (deep, light, rem, awake; asleep if only that is known; NaN if the device gave none),
        ``kind`` (night or nap) and ``night``, the start of that sleep.
        """
        first, last = days_of(day, start, end)
        table = self._of(self._stretches(first, last, self._checked(wearer)), device, source)
        night = table.pop("night_ms") if len(table) else table.pop("night_ms").astype("int64")
        table = self._timed(table, wearer, tz)
        table["night"] = pd.to_datetime(night.to_numpy(), unit="ms", utc=True).tz_convert(table.index.tz)
        table.attrs.update(metric="sleep", unit="")
        return table

    def nights(self, day=None, **choices) -> pd.DataFrame:
        """Returns one row per sleep: its time, the minutes in each stage (NaN without stages), and those asleep."""
        stretches = self.sleep(day, **choices)
        lines = []
        for (night, identifier, kind), part in stretches.groupby(["night", "identifier", "kind"], sort=False):
            minutes = ((part["end"] - part.index).dt.total_seconds() / 60).groupby(part["stage"].fillna("none")).sum()
            line = {"start": night, "end": part["end"].iloc[-1], "kind": kind}
            for stage in (*STAGES, "awake"):
                is_known = is_staged(minutes.index) or stage == "awake" and stage in minutes
                line[stage] = minutes.get(stage, 0.0) if is_known else float("nan")
            line["asleep"] = minutes_asleep(minutes.items())
            line.update({name: part[name].iloc[0] for name in ("offset", "device", "identifier", "wearer", "doubtful")})
            lines.append(line)
        columns = ["start", "end", "kind", "deep", "light", "rem", "awake", "asleep", "offset", "device", "identifier",
                   "wearer", "doubtful"]
        table = pd.DataFrame(lines, columns=columns).set_index("start")
        if not len(table):
            table.index = stretches.index[:0].rename("start")
        table.attrs = dict(stretches.attrs, unit="min")
        return table

    # Only in journals.

    def sessions(self, *_, **__) -> pd.DataFrame:
        """Returns the connections to devices."""
        raise NotHere(f"{self.path} is an export, which has only samples and sleep. Sessions are in a journal.")

    def frames(self, *_, **__) -> pd.DataFrame:
        """Returns the transmitted packets, unchanged."""
        raise NotHere(f"{self.path} is an export, which has only samples and sleep. Frames are in a journal.")

    def raw(self, *_, **__) -> pd.DataFrame:
        """Returns readings of a sensor, unchanged."""
        raise NotHere(f"{self.path} is an export, which has only samples and sleep. Raw readings are in a journal.")

    def insights(self, *_, **__) -> pd.DataFrame:
        """Returns the values that Halo computed for days."""
        raise NotHere(f"{self.path} is an export, which has only samples and sleep. Computed values are in a journal.")

    # Helpers

    def _checked(self, wearer: str | None) -> str | None:
        if wearer is not None and wearer not in self.wearers():
            raise NotHere(f"no wearer in {self.path} is named '{wearer}'. The wearers are {', '.join(self.wearers())}.")
        return wearer

    def _device(self, device: str | None) -> str | None:
        if device is not None:
            known = self.devices()
            if device not in set(known.index) | set(known["name"]):
                names = ", ".join(f"{name} ({identifier})" for identifier, name in known["name"].items())
                raise NotHere(f"no device in {self.path} is named '{device}'. The devices are: {names or 'none'}.")
        return device

    def _of(self, table: pd.DataFrame, device, source) -> pd.DataFrame:
        """Selects the rows of a device and of sources."""
        if self._device(device) is not None:
            table = table[(table["device"] == device) | (table["identifier"] == device)]
        if source is not None:
            wanted = [source] if isinstance(source, str) else list(source)
            for name in wanted:
                if name not in SOURCES.values():
                    raise NotHere(f"'{name}' is not a source. The sources are {', '.join(SOURCES.values())}.")
            table = table[table["source"].isin(wanted)]
        return table.reset_index(drop=True)

    def _timed(self, table: pd.DataFrame, wearer: str | None, tz) -> pd.DataFrame:
        """Returns the table with times in place of milliseconds (``start_ms``, ``end_ms``, -1 for none)."""
        start = table.pop("start_ms").to_numpy(dtype="int64")
        end = table.pop("end_ms").astype("float64").where(lambda ends: ends >= 0)
        zone = zone_of(tz) if tz is not None else self._zone_of(table, wearer)
        index = pd.to_datetime(start, unit="ms", utc=True).tz_convert(zone).rename("start")
        table.index = index
        table.insert(1, "end", pd.to_datetime(end.to_numpy(), unit="ms", utc=True).tz_convert(zone))
        offsets = table["offset"].to_numpy(dtype="int64")
        table["wall"] = pd.to_datetime(start + offsets * 1000, unit="ms")
        table.attrs = {
            "origin": str(self.path), "zone": str(zone), "wearers": sorted(table["wearer"].unique().tolist()),
        }
        return table

    def _zone_of(self, table: pd.DataFrame, wearer: str | None):
        name = self._zone(wearer)
        if name:
            try:
                return zoneinfo.ZoneInfo(name)
            except (zoneinfo.ZoneInfoNotFoundError, ValueError):
                pass
        offsets = table["offset"].unique()
        return fixed(int(offsets[0])) if len(offsets) == 1 else datetime.timezone.utc
