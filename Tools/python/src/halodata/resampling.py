"""Readings on an even grid, without making any up."""

from __future__ import annotations

import numpy as np
import pandas as pd


def resample(table: pd.DataFrame, hz: float, columns: list[str] | None = None, longest_gap: float | str | None = None) -> pd.DataFrame:
    """Values on an even grid of ``hz`` a second, linear between the two readings around.

    Where those are further apart than ``longest_gap`` (seconds, or as in "500ms"; where it is not said, two and a half times the
    median distance of readings) there is NaN: a gap stays a gap. Before the first and after the last reading there is nothing. The
    grid begins at the first reading. ``attrs["resampled"]`` says what was done, and which share of the grid has a value.

    Linear interpolation is a low-pass filter of sorts and no protection from aliasing: to go to a much lower rate, filter first.
    """
    if hz <= 0:
        raise ValueError("hz is greater than 0")
    columns = columns or table.attrs.get("channels") or [name for name in ("value",) if name in table]
    if not columns:
        raise ValueError("say which columns: the table has none of its own")
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
        gap = pd.Timedelta(longest_gap, unit="s").value if isinstance(longest_gap, (int, float)) else pd.Timedelta(longest_gap).value
    count = int((times[-1] - times[0]) // step) + 1 if len(times) else 0
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
