"""The common part of journals and exports."""

from __future__ import annotations

import datetime
import pathlib
import zoneinfo
from abc import ABC, abstractmethod

import numpy as np
import pandas as pd

from .errors import HaloDataError, NotHere
from .metrics import BY_NAME, SOURCES, Metric
from .span import Span, span_of
from .stages import STAGES, minutes_asleep

#: The largest time of pandas, in ms.
LATEST = 9_223_372_036_854


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


def categories(names: list, codes: np.ndarray) -> pd.Categorical:
    """A column of names, each value the place of its name in a list; -1 for none. Only names that occur are kept."""
    kept = list(dict.fromkeys(names[code] for code in np.unique(codes) if code >= 0 and names[code] is not None))
    places = np.array([kept.index(name) if name in kept else -1 for name in names] + [-1])
    return pd.Categorical.from_codes(places[codes], kept)


class Data(ABC):
    """Measurements of one or several wearers.

    Days are in the wearer's local time. ``start`` and ``end`` are days or times, both included: ``"2026-11-20"``, ``"2026-11-20T10:00"``, a date or time of Python, a
    ``Timestamp`` or a ``numpy.datetime64``; a time without a zone is local time. Every table has a timezone-aware index and describes itself in
    ``attrs``: ``metric``, ``unit``, ``origin`` (the file), ``zone``, and ``wearers``. Columns:

    - ``value``, in ``attrs["unit"]``; ``end``, for a value of an interval (NaT for a moment)
    - ``offset``: the UTC offset in seconds, and ``wall``: the local time, without a zone
    - ``source``: log, live, manual, push, algorithm; ``doubtful``: true if the device's clock was wrong or showed that time twice
    - ``device``, ``identifier``, ``wearer``; for a journal ``statement`` (and ``decoder``): see :meth:`frames`

    Columns of names are categories, because a name is the same in very many rows.
    """

    def __init__(self, path: pathlib.Path):
        self.path = path

    def __repr__(self) -> str:
        return f"halodata.{type(self).__name__}({str(self.path)!r})"

    # Implemented by each kind of file.

    @abstractmethod
    def _samples(self, metric: Metric, span: Span, wearer: str | None) -> pd.DataFrame:
        """The values that may be in a span, with times in milliseconds (``start_ms``, ``end_ms``, -1 for none)."""

    @abstractmethod
    def _stretches(self, span: Span, wearer: str | None) -> pd.DataFrame:
        """The stretches of the sleeps that end in a span."""

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
        span = span_of(day, start, end)
        table = self._of(self._samples(BY_NAME[metric], span, self._checked(wearer)), device, source)
        keep = span.has(table["start_ms"].to_numpy(), table["offset"].to_numpy(dtype="int64"))
        table = table if keep.all() else table[keep].reset_index(drop=True)
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
        table = self._of(self._stretches(span_of(day, start, end), self._checked(wearer)), device, source)
        night = table.pop("night_ms").to_numpy(dtype="int64")
        table = self._timed(table, wearer, tz)
        table["night"] = self._times(night, tz=table.index.tz)
        table.attrs.update(metric="sleep", unit="")
        return table

    def nights(self, day=None, **choices) -> pd.DataFrame:
        """Returns one row per sleep: its time, the minutes in each stage (NaN without stages), and those asleep."""
        stretches = self.sleep(day, **choices)
        sleeps = stretches.groupby(["night", "identifier", "kind"], sort=False, observed=True).ngroup().to_numpy()
        first = np.unique(sleeps, return_index=True)[1]
        last = len(sleeps) - 1 - np.unique(sleeps[::-1], return_index=True)[1]
        length = (stretches["end"] - stretches.index).to_numpy() / np.timedelta64(1, "m")
        stage = stretches["stage"].astype(object).fillna("none").to_numpy()
        minutes, has = {}, {}
        for name in (*STAGES, "awake", "asleep", "none"):
            minutes[name] = np.bincount(sleeps, np.where(stage == name, length, 0), minlength=len(first))
            has[name] = np.bincount(sleeps, stage == name, minlength=len(first)) > 0
        is_staged = np.any([has[name] for name in STAGES], axis=0)
        table = stretches.iloc[first]
        table = pd.DataFrame({"end": stretches["end"].array[last], "kind": table["kind"].to_numpy()} | {
            name: np.where(is_staged | has[name] if name == "awake" else is_staged, minutes[name], np.nan) for name in (*STAGES, "awake")
        } | {"asleep": minutes_asleep(minutes, is_staged)} | {
            name: table[name].array for name in ("offset", "device", "identifier", "wearer", "doubtful")},
            index=pd.DatetimeIndex(table["night"], name="start"))
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
        count = len(table)
        if self._device(device) is not None:
            table = table[(table["device"] == device) | (table["identifier"] == device)]
        if source is not None:
            wanted = [source] if isinstance(source, str) else list(source)
            for name in wanted:
                if name not in SOURCES.values():
                    raise NotHere(f"'{name}' is not a source. The sources are {', '.join(SOURCES.values())}.")
            table = table[table["source"].isin(wanted)]
        return table if len(table) == count else table.reset_index(drop=True)

    def _timed(self, table: pd.DataFrame, wearer: str | None, tz) -> pd.DataFrame:
        """Returns the table with times in place of milliseconds (``start_ms``, ``end_ms``, -1 for none)."""
        start, end = (table.pop(name).to_numpy(dtype="int64") for name in ("start_ms", "end_ms"))
        zone = zone_of(tz) if tz is not None else self._zone_of(table, wearer)
        wall = table["offset"].to_numpy(dtype="int64") * 1000
        wall += start
        table["wall"] = self._times(wall, tz=None)
        table.insert(1, "end", self._times(end, end >= 0, tz=zone))
        table.index = self._times(start, tz=zone).rename("start")
        table.attrs = {
            "origin": str(self.path), "zone": str(zone), "wearers": sorted(table["wearer"].unique().tolist()),
        }
        return table

    def _times(self, milliseconds: np.ndarray, is_known=None, tz="UTC") -> pd.DatetimeIndex:
        """Times of milliseconds since 1970; NaT if it is not known."""
        if len(milliseconds) and not -LATEST <= milliseconds.min() <= milliseconds.max() <= LATEST:
            raise HaloDataError(f"{self.path} has a value of a year that pandas cannot represent. 'start' and 'end' leave it out.")
        times = milliseconds * 1_000_000
        if is_known is not None:
            times[~is_known] = np.iinfo("int64").min
        times = pd.DatetimeIndex(times.view("datetime64[ns]"))
        return times if tz is None else times.tz_localize("UTC").tz_convert(tz)

    def _zone_of(self, table: pd.DataFrame, wearer: str | None):
        name = self._zone(wearer)
        if name:
            try:
                return zoneinfo.ZoneInfo(name)
            except (zoneinfo.ZoneInfoNotFoundError, ValueError):
                pass
        offsets = table["offset"].unique()
        return fixed(int(offsets[0])) if len(offsets) == 1 else datetime.timezone.utc
