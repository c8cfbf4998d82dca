"""Writes docs/proofs.md, and the results of a release: docs/proofs/VERSION.md."""
import dataclasses
import datetime
import os
import pathlib
import platform
import re
import subprocess

from . import rows
from .process import ROOT

PAGE, REPORTS = "docs/proofs.md", "docs/proofs"

HEAD = """# Proofs

<!-- Made by scripts/tier page --write from scripts/tiers/rows.py. Do not edit. -->

What Halo's proofs show beyond its unit tests. None of them uses hardware. `make prove ROW…` runs proofs at full size, each with its own
time limit (without its build), and `make prove` runs all. `make check` runs each at its smallest size, in a debug build and without
bounds on time, so that a change that breaks a proof is found; `scripts/tier check ROW…` runs only these. Rows run beside each other; one with
other programs that keep time (bluetoothd, a broker) is tried again alone if it fails, and the table shows it.

Results belong to a release: `make prove -- --report 0.11.0` runs all proofs and writes a page of that name beside this one. Run it again to continue:
a row that passed is not repeated if none of the files that it covers has changed since. Rows whose files have uncommitted changes are refused.

"""
TABLE = """
| Row | Claim | Beyond unit tests | Command | Limit |
| --- | --- | --- | --- | ---: |
"""
FOOT = "\n[All pages](README.md) · [How Halo is built](architecture.md)\n"

REPORT = """# Proofs of Halo {version}

<!-- Made by make prove -- --report {version}. Do not edit. -->

The results of `make prove`; [proofs](../proofs.md) has the claims. A result of an earlier commit counts because none of the files that its row
covers (`scripts/tiers/rows.py`) differs.

```
{passed} of {count} proofs passed for the files of commit {commit}

{lines}
```

[All proofs](../proofs.md) · [All pages](../README.md)
"""
# As text: words of a machine and of a reason are neither checked for their spelling nor as names.
LINE = re.compile(r"^([\w-]+) +(\S+)  ([0-9a-f]+) +(\d+|-) s  (.*)  \((\d+ cores, .*)\)$", re.M)


def page(root=ROOT):
    """Returns the text of docs/proofs.md."""
    reports = sorted((root / REPORTS).glob("*.md"), key=lambda path: [int(number) for number in re.findall(r"\d+", path.stem)], reverse=True)
    links = ", ".join(f"[{path.stem}](proofs/{path.name})" for path in reports)
    lines = (f"| `{row.name}` | {row.shows} | {row.beyond} | `make prove {row.name}` | {row.limit / 60:g} min |\n" for row in rows.ALL)
    return HEAD + (f"Reports: {links}.\n" if links else "No release has a report yet.\n") + TABLE + "".join(lines) + FOOT


def machine():
    """Returns the cores, the memory and the processor of this machine."""
    facts = pathlib.Path("/proc/cpuinfo")
    model = re.search(r"model name\s*: (.*)", facts.read_text() if facts.exists() else "")
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**30
    return f"{os.cpu_count()} cores, {memory:.0f} GiB, {model[1] if model else platform.machine()}"


@dataclasses.dataclass(frozen=True)
class Result:
    """A row's result at full size."""

    date: str
    commit: str
    seconds: str
    result: str
    machine: str


class Report:
    """The results of a release. A result counts if the files that its row covers are those of HEAD."""

    def __init__(self, version, root=ROOT, proofs=rows.ALL):
        self.version, self.root, self.proofs = version, root, proofs
        self.path = root / REPORTS / f"{version}.md"
        stored = LINE.findall(self.path.read_text()) if self.path.exists() else []
        results = {name: Result(*values) for name, *values in stored}
        self.results = {row.name: results[row.name] for row in proofs if row.name in results and not self._has_changed(row, results[row.name].commit)}

    def has_passed(self, row):
        return row.name in self.results and self.results[row.name].result == "passed"

    def record(self, row, run):
        """Stores the result and the seconds that `run` returns. Returns why they are refused; None if they count."""
        self.results.pop(row.name, None)
        commit = self._head()
        if files := self._uncommitted(row):
            refused = f"these files are not committed: {', '.join(files[:3])}" + (f" and {len(files) - 3} more" if len(files) > 3 else "")
        else:
            result, seconds = run()
            date = datetime.datetime.now(datetime.timezone.utc).date().isoformat()
            seconds = "-" if seconds is None else f"{seconds:.0f}"
            refused = "the files that it covers changed while it ran" if self._uncommitted(row) or self._has_changed(row, commit) else None
            if not refused:
                self.results[row.name] = Result(date, commit, seconds, result, machine())
        self._write()
        return refused

    def _write(self):
        def line(row):
            known = self.results.get(row.name)
            if not known:
                return f"{row.name:20} no result for these files"
            return f"{row.name:20} {known.date}  {known.commit} {known.seconds:>5} s  {known.result}  ({known.machine})"

        self.path.parent.mkdir(parents=True, exist_ok=True)
        self.path.write_text(REPORT.format(
            version=self.version, commit=self._head(), passed=sum(map(self.has_passed, self.proofs)),
            count=len(self.proofs), lines="\n".join(map(line, self.proofs))))
        (self.root / PAGE).write_text(page(self.root))

    def _has_changed(self, row, commit):
        """Returns whether a file covered by a row differs between a commit and HEAD, or the commit is unknown."""
        return subprocess.run(
            ["git", "diff", "--quiet", commit, "HEAD", "--", *row.covers], cwd=self.root, stderr=subprocess.DEVNULL).returncode != 0

    def _uncommitted(self, row):
        """Returns the files covered by a row that differ from HEAD."""
        return [line[3:] for line in self._git("status", "--porcelain", "--untracked-files=all", "--", *row.covers).splitlines()]

    def _head(self):
        return self._git("rev-parse", "--short=10", "HEAD").strip()

    def _git(self, *arguments):
        return subprocess.run(["git", *arguments], cwd=self.root, check=True, capture_output=True, text=True).stdout
