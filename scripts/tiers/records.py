"""Reads and writes docs/proofs.md: when each proof last ran at full size, and whether a covered file has changed since."""
import dataclasses
import datetime
import functools
import hashlib
import pathlib
import re
import subprocess

from . import rows
from .process import ROOT

PAGE = ROOT / "docs" / "proofs.md"

HEAD = """# Proofs

The proofs beyond Halo's unit tests, with their last results at full size. `make prove ROW…` runs rows and updates this page,
`make prove` runs all of them, and `scripts/tier rows` prints the stale ones. `make check` runs most of them at reduced size.

- **Result**: `passed`, `FAILED`, or `not run` with the reason. **STALE** if a covered file has changed since then. The digest is of the covered files' contents.
- **Seconds** are the proof's duration without its build, on the machine that ran it: two cores, unless a row states otherwise.
- None of these proofs uses hardware.

| Row | Claim | Covers | Date | Commit | Digest | Seconds | Result |
| --- | --- | --- | --- | --- | --- | ---: | --- |
"""
FOOT = "\n[All pages](README.md) · [How Halo is built](architecture.md)\n"
LINE = re.compile(r"^\| `([\w-]+)` \| .* \| (\S*) \| (\S*) \| (\S*) \| (\S*) \| (.*) \|$")


@dataclasses.dataclass(frozen=True)
class Record:
    """The last result of a proof."""

    date: str
    commit: str
    digest: str
    seconds: str
    result: str


def read():
    """Returns the records on the page, by row."""
    if not PAGE.exists():
        return {}
    found = {}
    for line in PAGE.read_text().splitlines():
        if match := LINE.match(line):
            name, date, commit, digest, seconds, result = match.groups()
            found[name] = Record(date, commit, digest, seconds, result.removeprefix("**STALE**, "))
    return found


def write(records):
    """Rewrites the page, with the rows that are stale now."""
    lines = []
    for row in rows.ALL:
        record = records.get(row.name) or Record("", "", "", "", "not run: never yet")
        stale = "**STALE**, " if record.digest and is_stale(row, record) else ""
        covers = ", ".join(f"`{path}`" for path in row.covers)
        lines.append(
            f"| `{row.name}` | {row.shows} | {covers} | {record.date} | {record.commit} | {record.digest} | {record.seconds} | {stale}{record.result} |")
    PAGE.write_text(HEAD + "\n".join(lines) + "\n" + FOOT)


def is_stale(row, record):
    """Returns whether a covered file has changed since the record; true if there is no record."""
    return record is None or record.digest != digest(row)


def new(row, seconds, result):
    """Returns a record of the current state."""
    commit = subprocess.run(["git", "rev-parse", "--short=7", "HEAD"], cwd=ROOT, capture_output=True, text=True).stdout.strip()
    date = datetime.datetime.now(datetime.timezone.utc).date().isoformat()
    return Record(date, commit, digest(row), f"{seconds:.0f}" if seconds is not None else "", result)


@functools.cache
def digest(row):
    """Returns a short digest of the names and contents of a row's covered files, as they are in the working tree."""
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard", "--", *row.covers], cwd=ROOT, check=True,
        capture_output=True, text=True).stdout
    whole = hashlib.sha256()
    for name in sorted(set(filter(None, listed.split("\0")))):
        path = ROOT / pathlib.Path(name)
        if path.is_file():
            whole.update(f"{name}\0{hashlib.sha256(path.read_bytes()).hexdigest()}\0".encode())
    return whole.hexdigest()[:8]


def stalest(records, can_run):
    """Returns the stale rows that can run: rows without a result first, then the oldest result first."""
    stale = [row for row in rows.ALL if can_run(row) and is_stale(row, records.get(row.name))]
    return sorted(stale, key=lambda row: (records[row.name].date if row.name in records else "", row.name))
