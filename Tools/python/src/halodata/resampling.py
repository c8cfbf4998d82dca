"""Resamples readings to a regular grid, without inventing values."""

from __future__ import annotations

import numpy as np
import pandas as pd

#: The maximum number of rows.
LARGEST = 100_000_000
#: Readings that are further apart than so many times the median distance are a gap.
GAP = 2.5
#: More values per second than so many times the measured rate would look like a signal that was not measured.
LARGEST_RATIO = 2.1


def _number(value, name: str, meaning: str) -> float:
    try:
        number = float(value)
    except (TypeError, ValueError):
        number = np.nan
    if isinstance(value, str) or not (np.isfinite(number) and number > 0):
        raise ValueError(f"{name} must be {meaning}, not {value!r}")
    return number


def _seconds(gap) -> float:
    """Returns a gap in seconds, from seconds or text."""
    meaning = "a time in seconds, greater than 0, or a text like '500ms'"
    if isinstance(gap, str):
        try:
            return _number(pd.Timedelta(gap).total_seconds(), "longest_gap", meaning)
        except ValueError:
            raise ValueError(f"longest_gap must be {meaning}, not {gap!r}") from None
    return _number(gap.total_seconds() if hasattr(gap, "total_seconds") else gap, "longest_gap", meaning)


def _intervals(table: pd.DataFrame) -> tuple[np.ndarray, np.ndarray]:
    """The times of readings, in ns and in order, of several at one moment the last, and which rows those are."""
    times = table.index.tz_convert("UTC").tz_localize(None).to_numpy().astype("datetime64[ns]").astype("int64")
    order = np.argsort(times, kind="stable")
    times = times[order]
    last = np.append(times[1:] != times[:-1], True) if len(times) else np.array([], bool)
    return times[last], order[last]


def rate_of(table: pd.DataFrame) -> float:
    """The measured number of readings per second, without gaps; NaN with fewer than two readings."""
    count, time = 0, 0
    for _, part in table.groupby("identifier", observed=True) if "identifier" in table else [(None, table)]:
        distances = np.diff(_intervals(part)[0])
        if len(distances):
            distances = distances[distances <= GAP * np.median(distances)]
            count, time = count + len(distances), time + int(distances.sum())
    return count / time * 1e9 if time else float("nan")


def _columns(table: pd.DataFrame) -> list[str]:
    return table.attrs.get("channels") or [name for name in ("value",) if name in table]


def resample(table: pd.DataFrame, hz: float, columns: list[str] | None = None, longest_gap: float | str | None = None, upsample: bool = False) -> pd.DataFrame:
    """Resamples values to a regular grid of ``hz`` values per second, with linear interpolation.

    If two readings are further apart than ``longest_gap`` (seconds, or text like "500ms"; by default two and a half times the
    median distance of readings), the values between them are NaN: gaps remain. There are no values before the first and after the last reading. The
    grid starts at the first reading. ``attrs["resampled"]`` describes the resampling, the measured rate, and the share of the grid that has a value.
    More than twice the measured rate needs ``upsample=True``: the values between two readings are straight lines, not measurements.

    The table must be of one device and one wearer, and have values of moments: counts of intervals, such as steps, are summed instead of
    interpolated. Linear interpolation is a weak low-pass filter and does not prevent aliasing: filter before resampling to a much lower rate.
    """
    hz = _number(hz, "hz", "a number of readings per second, greater than 0")
    columns = [columns] if isinstance(columns, str) else list(columns or _columns(table))
    if not columns:
        raise ValueError("pass columns: the table has no default columns")
    for name in columns:
        if name not in table:
            raise ValueError(f"the table has no column '{name}'. It has {', '.join(map(str, table.columns))}.")
    if not isinstance(table.index, pd.DatetimeIndex) or table.index.tz is None:
        raise ValueError("the table needs an index of timezone-aware times, like halodata's tables")
    if table.index.hasnans:
        raise ValueError("the index contains NaT: remove those rows")
    if table.attrs.get("is_count"):
        raise ValueError("these are counts of intervals, which are summed, not interpolated: table['value'].resample('h').sum()")
    for kind in ("wearer", "identifier"):
        if kind in table and table[kind].nunique() > 1:
            raise ValueError(
                f"readings of several {'devices' if kind == 'identifier' else 'wearers'} are not one signal: choose one of "
                f"{', '.join(map(str, table[kind].unique()))}")
    times, order = _intervals(table)
    step = 1e9 / hz
    distances = np.diff(times)
    if longest_gap is None:
        gap = GAP * float(np.median(distances)) if len(distances) else 0.0
    else:
        gap = _seconds(longest_gap) * 1e9
    count = int((times[-1] - times[0]) // step) + 1 if len(times) else 0
    if count > LARGEST:
        raise ValueError(f"that would be {count} rows, more than {LARGEST}: choose a shorter time, or a lower rate")
    rate = rate_of(table)
    if hz > LARGEST_RATIO * rate and not upsample:
        raise ValueError(
            f"these are {rate:.3g} readings per second: {hz:g} would be straight lines between them. Choose a lower rate, or pass upsample=True.")
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
        values = table[name].to_numpy(dtype="float64")[order]
        result[name] = np.where(known, np.interp(grid, times, values), np.nan) if count else np.array([], "float64")
        if count:
            # If one of the two readings is not a number, the values between them are NaN.
            broken = ~exact & (np.isnan(values[before]) | np.isnan(values[inside]))
            result[name] = np.where(broken, np.nan, result[name])
    index = pd.to_datetime(grid, unit="ns", utc=True).tz_convert(table.index.tz).rename(table.index.name)
    even = pd.DataFrame(result, index=index)
    even.attrs = dict(table.attrs)
    even.attrs["resampled"] = {
        "hz": hz, "measured_hz": rate, "longest_gap_seconds": gap / 1e9, "known": float(known.mean()) if count else 0.0, "method": "linear",
    }
    return even
