"""A journal or an export of Halo as pandas DataFrames.

    import halodata
    data = halodata.open("journal.sqlite")
    data.heart_rate(day="2026-11-20")

This package never writes: a journal is opened read-only, even while Halo writes to it.
"""

from __future__ import annotations

import importlib.metadata
import os
import pathlib

from .data import Data
from .errors import HaloDataError, NewerJournal, NotHere, Unreadable
from .export import Export
from .journal import Journal
from .metrics import METRICS, Metric
from .resampling import resample

try:
    __version__ = importlib.metadata.version("halodata")
except importlib.metadata.PackageNotFoundError:
    # Running from a checkout, without installation.
    __version__ = "unknown"

__all__ = [
    "open", "Data", "Journal", "Export", "resample", "METRICS", "Metric", "HaloDataError", "NewerJournal", "NotHere",
    "Unreadable",
]


def open(path: str | os.PathLike | None = None) -> Data:
    """Opens a journal (SQLite) or an export (CSV or JSON lines).

    Without a path: the journal named by HALO_JOURNAL, otherwise the default one.
    """
    path = pathlib.Path(path) if path is not None else _usual()
    try:
        with path.open("rb") as file:
            beginning = file.read(16)
    except OSError as error:
        raise Unreadable(f"{path} cannot be opened: {error.strerror}.") from error
    return Journal(path) if beginning.startswith(b"SQLite format 3") else Export(path)


def _usual() -> pathlib.Path:
    if os.environ.get("HALO_JOURNAL"):
        return pathlib.Path(os.environ["HALO_JOURNAL"])
    data = os.environ.get("XDG_DATA_HOME")
    return (pathlib.Path(data) if data else pathlib.Path.home() / ".local/share") / "halo/journal.sqlite"
