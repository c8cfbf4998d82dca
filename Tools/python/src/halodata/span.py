"""Days and times that a caller asks for."""

from __future__ import annotations

import datetime
import re
from dataclasses import dataclass

import numpy as np
import pandas as pd

_EPOCH = datetime.datetime(1970, 1, 1)
_DAY = 86_400_000
#: No UTC offset is larger, in ms.
_LARGEST_OFFSET = 18 * 3_600_000


@dataclass(frozen=True)
class Bound:
    """A moment, in ms since 1970: of UTC, or of the wearer's local time."""

    milliseconds: int
    is_local: bool


@dataclass(frozen=True)
class Span:
    """A span of time, both ends included; ``None`` for an open end."""

    first: Bound | None = None
    last: Bound | None = None

    @property
    def utc(self) -> tuple[int, int]:
        """The times in ms that can be in it, whatever their offsets are."""
        return tuple(
            sign * (1 << 62) if bound is None else bound.milliseconds + sign * _LARGEST_OFFSET * bound.is_local
            for bound, sign in ((self.first, -1), (self.last, 1)))

    def has(self, milliseconds: np.ndarray, offsets: np.ndarray) -> np.ndarray:
        """Which times (ms since 1970 UTC) with which UTC offsets (s) are in it."""
        keep = np.ones(len(milliseconds), bool)
        for bound, compare in ((self.first, np.greater_equal), (self.last, np.less_equal)):
            if bound is not None:
                keep &= compare(milliseconds + offsets * 1000 if bound.is_local else milliseconds, bound.milliseconds)
        return keep


def span_of(day, start, end) -> Span:
    """Returns the days, or the times, from ``start`` to ``end``, both included.

    A day is a date, or text like 2026-11-20. A time is one of Python, a ``Timestamp``, ``numpy.datetime64``, or text like 2026-11-20T10:00; without a zone
    it is local time of the wearer.
    """
    if day is not None:
        if start is not None or end is not None:
            raise ValueError("pass day, or start and end, not both")
        first = Bound(day_number(day) * _DAY, True)
        return Span(first, Bound(first.milliseconds + _DAY - 1, True))
    first, last = _bound(start, False), _bound(end, True)
    if first and last and first.is_local == last.is_local and last.milliseconds < first.milliseconds:
        raise ValueError(f"end, {end}, is before start, {start}")
    return Span(first, last)


def days_of(day, start, end) -> tuple[int | None, int | None]:
    """Returns the first and the last requested day, in days since 1970, for what has no times."""
    span_of(day, start, end)
    return tuple(None if one is None else day_number(one, is_whole=day is None) for one in ((start, end) if day is None else (day, day)))


def day_number(day, is_whole: bool = False) -> int:
    """Returns a day in days since 1970: that of a time too, unless only a whole day is meant."""
    found = _parsed(day)
    if is_whole and isinstance(found, datetime.datetime) and found.time() != datetime.time():
        raise ValueError(f"{day!r} is a time: these are values of days. Pass days.")
    if found is None:
        raise _not_known(day)
    return (datetime.date(found.year, found.month, found.day) - _EPOCH.date()).days


def _bound(value, is_end: bool) -> Bound | None:
    if value is None:
        return None
    found = _parsed(value)
    if found is None:
        raise _not_known(value)
    if not isinstance(found, datetime.datetime):
        return Bound(((found - _EPOCH.date()).days + is_end) * _DAY - is_end, True)
    is_local = found.tzinfo is None
    past = found - (_EPOCH if is_local else _EPOCH.replace(tzinfo=datetime.timezone.utc))
    # A time between two milliseconds: the first one after a start, the last one before an end.
    return Bound(past // datetime.timedelta(milliseconds=1) if is_end else -(-past // datetime.timedelta(milliseconds=1)), is_local)


def _parsed(value) -> datetime.date | datetime.datetime | None:
    """A day or a time; None for anything else."""
    try:
        if isinstance(value, str):
            if re.fullmatch(r"\d{4}-\d\d-\d\d", value):
                return datetime.date.fromisoformat(value)
            value = datetime.datetime.fromisoformat(re.sub("[Zz]$", "+00:00", value)) if re.match(r"\d{4}-\d\d-\d\d[T ]\d", value) else None
        elif isinstance(value, np.datetime64):
            is_day = np.datetime_data(value.dtype)[0] in ("D", "M", "Y")
            value = pd.Timestamp(value)
            value = value.date() if is_day and value is not pd.NaT else value
    except ValueError:
        return None
    return value if isinstance(value, datetime.date) and value is not pd.NaT else None


def _not_known(value) -> ValueError:
    return ValueError(f"{value!r} is not a day or a time. Write it like '2026-11-20' or '2026-11-20T10:00', or pass a date or a time.")
