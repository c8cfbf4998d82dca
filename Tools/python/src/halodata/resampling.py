"""Readings on an even grid, without making any up."""

from __future__ import annotations

import numpy as np
import pandas as pd

#: Rows that are made at most.
LARGEST = 100_000_000


def _number(value, name: str, meaning: str) -> float:
    try:
        number = float(value)
    except (TypeError, ValueError):
        number = np.nan
    if isinstance(value, str) or not (np.isfinite(number) and number > 0):
        raise ValueError(f"{name} is {meaning}, and not {value!r}")
    return number


def _seconds(gap) -> float:
    """A gap in seconds, out of seconds or words."""
    meaning = "a time in seconds, greater than 0, or as in '500ms'"
    if isinstance(gap, str):
        try:
            return _number(pd.Timedelta(gap).total_seconds(), "longest_gap", meaning)
        except ValueError:
            raise ValueError(f"longest_gap is {meaning}, and not {gap!r}") from None
    return _number(gap.total_seconds() if hasattr(gap, "total_seconds") else gap, "longest_gap", meaning)


def _columns(table: pd.DataFrame) -> list[str]:
    return table.attrs.get("channels") or [name for name in ("value",) if name in table]


def resample(table: pd.DataFrame, hz: float, columns: list[str] | None = None, longest_gap: float | str | None = None) -> pd.DataFrame:
    """Values on an even grid of ``hz`` a second, linear between the two readings around.

    Where those are further apart than ``longest_gap`` (seconds, or as in "500ms"; where it is not said, two and a half times the
    median distance of readings) there is NaN: a gap stays a gap. Before the first and after the last reading there is nothing. The
    grid begins at the first reading. ``attrs["resampled"]`` says what was done, and which share of the grid has a value.

    The table is of one device and one wearer, and of values of moments: counts of intervals, such as steps, are summed and not
    interpolated. Linear interpolation is a low-pass filter of sorts and no protection from aliasing: to go to a much lower rate, filter first.
    """
    hz = _number(hz, "hz", "a number of readings a second, greater than 0")
    columns = [columns] if isinstance(columns, str) else list(columns or _columns(table))
    if not columns:
        raise ValueError("say which columns: the table has none of its own")
    for name in columns:
        if name not in table:
            raise ValueError(f"the table has no column '{name}'. It has {', '.join(map(str, table.columns))}.")
    if not isinstance(table.index, pd.DatetimeIndex) or table.index.tz is None:
        raise ValueError("the table wants an index of times that know their zone, as those of halodata do")
    if table.index.hasnans:
        raise ValueError("the index has times that are none (NaT): leave those rows out")
    if table.attrs.get("is_count"):
        raise ValueError("these are counts of intervals, which are summed and not interpolated: table['value'].resample('h').sum()")
    for kind in ("wearer", "identifier"):
        if kind in table and table[kind].nunique() > 1:
            raise ValueError(
                f"readings of several {'devices' if kind == 'identifier' else 'wearers'} make no one signal: choose one of "
                f"{', '.join(map(str, table[kind].unique()))}")
    times = table.index.tz_convert("UTC").tz_localize(None).to_numpy().astype("datetime64[ns]").astype("int64")
    order = np.argsort(times, kind="stable")
    times = times[order]
    # Of readings at one moment the last counts.
    last = np.append(times[1:] != times[:-1], True) if len(times) else np.array([], bool)
    times = times[last]
    step = 1e9 / hz
    distances = np.diff(times)
    if longest_gap is None:
        gap = 2.5 * float(np.median(distances)) if len(distances) else 0.0
    else:
        gap = _seconds(longest_gap) * 1e9
    count = int((times[-1] - times[0]) // step) + 1 if len(times) else 0
    if count > LARGEST:
        raise ValueError(f"that would be {count} rows, more than {LARGEST}: choose a shorter time, or a lower rate")
    begin = times[0] if len(times) else 0
    grid = begin + np.rint(np.arange(count) * step).astype("int64")
    after = np.searchsorted(times, grid, side="left")
    exact = times[np.minimum(after, len(times) - 1)] == grid if count else np.array([], bool)
    before = np.maximum(after - 1, 0)
    known = exact | ((after > 0) & (after < len(times)))
    inside = np.minimum(after, max(len(times) - 1, 0))
    if count:
        known &= exact | (times[inside] - times[before] <= gap)
    result = {}
    for name in columns:
        values = table[name].to_numpy(dtype="float64")[order][last]
        result[name] = np.where(known, np.interp(grid, times, values), np.nan) if count else np.array([], "float64")
        if count:
            # Between readings one of which is no number there is none.
            broken = ~exact & (np.isnan(values[before]) | np.isnan(values[inside]))
            result[name] = np.where(broken, np.nan, result[name])
    index = pd.to_datetime(grid, unit="ns", utc=True).tz_convert(table.index.tz).rename(table.index.name)
    even = pd.DataFrame(result, index=index)
    even.attrs = dict(table.attrs)
    even.attrs["resampled"] = {
        "hz": hz, "longest_gap_seconds": gap / 1e9, "known": float(known.mean()) if count else 0.0, "method": "linear",
    }
    return even
