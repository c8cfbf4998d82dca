"""A data lake: the data of many journals as Parquet files, with DuckDB to query them on one machine.

    from halodata import lake
    people = lake.Lake("people-lake")
    people.append(["anna.sqlite", "ben.sqlite"])
    people.sql("SELECT wearer, median(value) FROM derived WHERE metric = 'resting-heart-rate' GROUP BY wearer")

A folder for each kind, group of wearers and month has one Parquet file. A file is written once and never changed: an append writes a new file for
the months with new data, verifies it, puts it in the group's list of files, and removes the earlier one.
"""

from __future__ import annotations

import concurrent.futures
import contextlib
import datetime
import hashlib
import json
import os
import pathlib
import secrets
import sys
import threading

import pyarrow as pa
import pyarrow.dataset
import pyarrow.fs
import pyarrow.parquet

from .errors import HaloDataError, NotHere
from .extract import JournalReader
from .kinds import KINDS
from .pseudonyms import Pseudonyms
from .tasks import Computations, Task, Unit, compute
from .worker import Worker, WorkerLost

FORMAT = 1
#: Kinds whose files have a row group for each wearer, so that a wearer's rows are found without reading those of others.
LARGE = ("frames", "samples", "raw", "statements")


class LakeError(HaloDataError):
    """The lake cannot be used."""


class Lake(Computations):
    """A lake in a folder, or at an address that pyarrow knows (``s3://bucket/lake``). The first append creates it.

    Parameters:
        location: the folder or address.
        groups: for a new lake: the number of groups of wearers. The wearers of a group share files.
        pseudonyms: for a new lake: False to keep names and addresses.
        key: the file with the secret key of the pseudonyms, by default beside the lake's folder: ``LOCATION.key``.
        halo: the path of the program `halo`.
    """

    def __init__(self, location, groups: int = 16, pseudonyms: bool = True, key=None, halo=None):
        self.location = str(location)
        self.halo = halo
        self._fs, self._root = _filesystem(self.location)
        self._is_local = isinstance(self._fs, pa.fs.LocalFileSystem)
        self._key = pathlib.Path(key) if key else pathlib.Path(f"{self._root}.key") if self._is_local else None
        if not 1 <= groups <= 100_000:
            raise ValueError("groups must be 1 to 100,000")
        about = self._read("lake.json")
        self._exists = about is not None
        if about is None:
            about = {"format": FORMAT, "groups": groups, "pseudonyms": pseudonyms}
        if about["format"] > FORMAT:
            raise LakeError(f"{self.location} is from a newer halodata (format {about['format']}). Install that version.")
        self.groups, self.pseudonyms = about["groups"], about["pseudonyms"]
        self._connection = None

    # Writing

    def append(self, journals, progress=None) -> dict[str, int]:
        """Adds the data of journals. Months that are in the lake already are written again only if they changed.

        ``journals`` are paths of journals. ``progress`` is called with the numbers of groups that are done and of all.
        Returns the numbers of wearers, changed wearers, rows of changed months, and bytes written.
        """
        counts = {"wearers": 0, "changed": 0, "rows": 0, "bytes": 0}
        key = self._secret() if self.pseudonyms else None
        pseudonyms = Pseudonyms(key) if key else None
        groups: dict[int, list[tuple[str, int, str]]] = {}
        seen: dict[str, str] = {}
        for path in journals:
            with contextlib.closing(JournalReader(path, pseudonyms)) as reader:
                for number, wearer in reader.wearers():
                    if wearer in seen:
                        raise LakeError(
                            f"{path} and {seen[wearer]} have the same wearer. Merge the journals first: halo import {path} --journal {seen[wearer]}")
                    seen[wearer] = str(path)
                    groups.setdefault(self.group(wearer), []).append((str(path), number, wearer))
        # Not before: an unreadable journal creates nothing.
        if key and not self._key.exists():
            self._write_secret(key)
        if not self._exists:
            self._write("lake.json", {"format": FORMAT, "groups": self.groups, "pseudonyms": self.pseudonyms, "created": _now()})
            self._exists = True
        for done, (group, members) in enumerate(sorted(groups.items())):
            if progress:
                progress(done, len(groups))
            self._append(group, members, pseudonyms, counts)
        if progress:
            progress(len(groups), len(groups))
        self._connection = None
        return counts

    def group(self, wearer: str) -> int:
        """The group of a wearer."""
        return int.from_bytes(hashlib.sha256(wearer.encode()).digest()[:4], "big") % self.groups

    def _append(self, group, members, pseudonyms, counts) -> None:
        manifest = self._manifest(group)
        new: dict[tuple[str, str], list[tuple[str, pa.Table]]] = {}
        for path, number, wearer in members:
            counts["wearers"] += 1
            digest = _file_digest(path)
            known = manifest["wearers"].get(wearer, {"journal": None, "months": {}})
            if known["journal"] == digest:
                continue
            with contextlib.closing(JournalReader(path, pseudonyms)) as reader:
                tables = reader.tables(number, wearer)
            months = {}
            for kind, parts in tables.items():
                for month, table in parts.items():
                    months[f"{kind}/{month}"] = _digest(table)
                    if known["months"].get(f"{kind}/{month}") != months[f"{kind}/{month}"]:
                        new.setdefault((kind, month), []).append((wearer, table))
            # A month without rows any more, because a journal was pruned or a device forgotten.
            for gone in known["months"].keys() - months.keys():
                kind, month = gone.split("/")
                new.setdefault((kind, month), []).append((wearer, KINDS[kind].schema.empty_table()))
            counts["changed"] += 1
            manifest["wearers"][wearer] = {"journal": digest, "months": months}
        for (kind, month), parts in sorted(new.items()):
            key = f"{kind}/{month}"
            earlier = manifest["files"].pop(key, None)
            replaced = {wearer for wearer, _ in parts}
            kept = []
            if earlier:
                kept = [(wearer, part) for wearer, part in _by_wearer(self._read_table(earlier["path"])) if wearer not in replaced]
            parts = sorted([*kept, *((wearer, table) for wearer, table in parts if table.num_rows)], key=lambda part: part[0])
            if parts:
                manifest["files"][key] = self._write_file(kind, group, month, [table for _, table in parts])
                counts["rows"] += manifest["files"][key]["rows"]
                counts["bytes"] += manifest["files"][key]["bytes"]
        if new:
            self._write(_manifest_path(group), manifest)
            listed = {file["path"] for file in manifest["files"].values()}
            for kind, month in new:
                self._delete_unlisted(_folder(kind, group, month), listed)

    def _delete_unlisted(self, folder: str, listed: set[str]) -> None:
        """Deletes the earlier file of a month, and one that an interrupted append left."""
        selector = pa.fs.FileSelector(f"{self._root}/{folder}", allow_not_found=True)
        for file in self._fs.get_file_info(selector):
            if f"{folder}/{file.base_name}" not in listed:
                self._fs.delete_file(file.path)

    def _write_file(self, kind: str, group: int, month: str, tables: list[pa.Table]) -> dict:
        """Writes a new file, reads it again, and compares every value."""
        table = pa.concat_tables(tables)
        path = f"{_folder(kind, group, month)}/{secrets.token_hex(8)}.parquet"
        full = f"{self._root}/{path}"
        self._fs.create_dir(os.path.dirname(full), recursive=True)
        sink = pa.BufferOutputStream()
        with pa.parquet.ParquetWriter(sink, table.schema, compression="zstd") as writer:
            for part in tables if kind in LARGE else [table]:
                writer.write_table(part)
        content = sink.getvalue()
        with self._fs.open_output_stream(full) as file:
            file.write(content)
        with self._fs.open_input_file(full) as file:
            if not pa.parquet.read_table(file).equals(table):
                raise LakeError(f"{full} was not stored correctly. Check the disk, and append again.")
        return {"path": path, "rows": table.num_rows, "bytes": content.size, "sha256": hashlib.sha256(content).hexdigest()}

    def verify(self) -> list[str]:
        """Compares every file with its digest. Returns the paths of those that are missing or changed."""
        wrong = []
        for file in self._files():
            try:
                with self._fs.open_input_stream(f"{self._root}/{file['path']}") as stream:
                    if hashlib.sha256(stream.read()).hexdigest() != file["sha256"]:
                        wrong.append(file["path"])
            except FileNotFoundError:
                wrong.append(file["path"])
        return wrong

    def write_dictionary(self) -> str:
        """Writes the data dictionary, ``dictionary.md``, into the lake, and returns it."""
        lines = ["# Data dictionary", ""]
        for kind in KINDS.values():
            lines += [f"## {kind.name}", "", kind.meaning, "", "| column | type | meaning |", "|---|---|---|",
                      "| wearer | string | the person: a pseudonym, unless the lake was made with names |"]
            lines += [f"| {column.name} | {column.type} | {column.meaning} |" for column in kind.columns]
            lines.append("")
        text = "\n".join(lines)
        with self._fs.open_output_stream(f"{self._root}/dictionary.md") as file:
            file.write(text.encode())
        return text

    # Reading

    def files(self, kind: str, groups=None) -> list[str]:
        """The addresses of the current files of a kind."""
        if kind not in KINDS:
            raise NotHere(f"'{kind}' is not a kind of data. The kinds are {', '.join(KINDS)}.")
        base = self._root if self._is_local else self.location.rstrip("/")
        return [f"{base}/{file['path']}" for file in self._files(groups) if file["path"].startswith(f"{kind}/")]

    def wearers(self) -> list[tuple[int, str]]:
        """The group and the name or pseudonym of each wearer."""
        return [(group, wearer) for group in range(self.groups) for wearer in sorted(self._manifest(group)["wearers"])]

    def connection(self):
        """A DuckDB connection with a view for each kind."""
        if self._connection is None:
            import duckdb
            self._connection = duckdb.connect()
            self._connection.execute("SET enable_progress_bar = false; SET TimeZone = 'UTC'")
            for name, kind in KINDS.items():
                if paths := self.files(name):
                    listed = ", ".join("'" + path.replace("'", "''") + "'" for path in paths)
                    source = f"read_parquet([{listed}], hive_partitioning = false)"
                    self._connection.execute(f'CREATE VIEW "{name}" AS SELECT * FROM {source}')
                else:
                    self._connection.register(name, kind.schema.empty_table())
        return self._connection

    def sql(self, query: str):
        """Runs a query on the kinds (``samples``, ``derived`` …) with DuckDB, and returns a DataFrame."""
        return self.connection().sql(query).df()

    # Computing with halo

    def run(self, task: Task, workers: int | None = None, progress=None) -> pa.Table:
        """Computes a task for all wearers with `halo worker` on this machine, and returns its rows, ordered by wearer.

        A worker that is lost is started again, and its wearer is computed again. ``progress`` is called with the numbers of wearers that are done
        and of all.
        """
        units = [Unit(group, wearer) for group, wearer in self.wearers()]
        local = threading.local()
        opened: list[Worker] = []
        lock = threading.Lock()

        def one(unit: Unit) -> pa.Table:
            if not hasattr(local, "reader"):
                local.reader, local.worker = Reader(self), None
            attempts = 3
            while True:
                if local.worker is None:
                    local.worker = Worker(self.halo)
                    with lock:
                        opened.append(local.worker)
                try:
                    return compute(local.reader, unit, task, local.worker)
                except WorkerLost:
                    local.worker = None
                    attempts -= 1
                    if attempts == 0:
                        raise

        found: dict[str, pa.Table] = {}
        try:
            with concurrent.futures.ThreadPoolExecutor(workers or os.cpu_count() or 1) as pool:
                futures = {pool.submit(one, unit): unit for unit in units}
                try:
                    for done, future in enumerate(concurrent.futures.as_completed(futures), 1):
                        found[futures[future].wearer] = future.result()
                        if progress:
                            progress(done, len(units))
                except BaseException:
                    pool.shutdown(cancel_futures=True)
                    raise
        finally:
            for worker in opened:
                worker.close()
        return pa.concat_tables([found[wearer] for wearer in sorted(found)] or [task.schema.empty_table()])

    # Files

    def _files(self, groups=None):
        for group in groups if groups is not None else range(self.groups):
            yield from self._manifest(group)["files"].values()

    def _manifest(self, group: int) -> dict:
        if not self._exists:
            raise NotHere(f"{self.location} is not a lake. Append a journal first: python3 -m halodata append {self.location} JOURNAL")
        return self._read(_manifest_path(group)) or {"wearers": {}, "files": {}}

    def _read(self, name: str):
        try:
            with self._fs.open_input_stream(f"{self._root}/{name}") as file:
                return json.loads(file.read())
        except FileNotFoundError:
            return None

    def _write(self, name: str, value) -> None:
        """Replaces a file, so that readers see the earlier content or the new one."""
        full = f"{self._root}/{name}"
        self._fs.create_dir(os.path.dirname(full), recursive=True)
        # An object storage replaces objects at once.
        place = f"{full}.new" if self._is_local else full
        with self._fs.open_output_stream(place) as file:
            file.write(json.dumps(value, separators=(",", ":")).encode())
        if self._is_local:
            os.replace(place, full)

    def _read_table(self, path: str) -> pa.Table:
        with self._fs.open_input_file(f"{self._root}/{path}") as file:
            return pa.parquet.read_table(file)

    def _secret(self) -> bytes:
        """The key of the pseudonyms; a new one for a new lake."""
        if self._key is None:
            raise LakeError("a lake in an object storage needs a file for the key of its pseudonyms on this machine. Name it with key=.")
        try:
            return bytes.fromhex(self._key.read_text().strip())
        except FileNotFoundError:
            if self._exists and self.wearers():
                raise LakeError(
                    f"the key {self._key} is missing. Without it, the same people would get other pseudonyms. Name it with key=.") from None
            return secrets.token_bytes(32)

    def _write_secret(self, key: bytes) -> None:
        self._key.parent.mkdir(parents=True, exist_ok=True)
        with open(os.open(self._key, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
            file.write(key.hex() + "\n")


class Reader:
    """Reads the rows of one wearer after the other. Not for several threads."""

    def __init__(self, lake: Lake):
        self._lake = lake
        self._group, self._datasets = None, {}

    def wearer_tables(self, unit: Unit, kinds, sensors=()) -> dict[str, pa.Table]:
        """The rows of a wearer of some kinds, with the raw readings of some sensors; of all if none is named."""
        if unit.group != self._group:
            # The datasets of a group are kept: their metadata is read once.
            files = list(self._lake._files([unit.group]))
            self._group, self._datasets = unit.group, {}
            for kind in KINDS:
                paths = [f"{self._lake._root}/{file['path']}" for file in files if file["path"].startswith(f"{kind}/")]
                if paths:
                    self._datasets[kind] = pa.dataset.dataset(
                        paths, format="parquet", filesystem=self._lake._fs, schema=KINDS[kind].schema)
        return {kind: self._table(unit, kind, sensors if kind == "raw" else ()) for kind in kinds}

    def _table(self, unit: Unit, kind: str, sensors) -> pa.Table:
        if kind not in self._datasets:
            return KINDS[kind].schema.empty_table()
        condition = pa.dataset.field("wearer") == unit.wearer
        if sensors:
            condition &= pa.dataset.field("sensor").isin(list(sensors))
        return self._datasets[kind].to_table(filter=condition, use_threads=False)


def show_progress(what: str):
    """A function that shows progress on standard error, if that is a terminal."""
    if not sys.stderr.isatty():
        return None

    def show(done: int, total: int) -> None:
        filled = 24 * done // max(total, 1)
        end = "\n" if done == total else ""
        print(f"\r{'█' * filled}{'░' * (24 - filled)} {what}: {done} of {total}", end=end, file=sys.stderr, flush=True)

    return show


def _filesystem(location: str):
    if "://" in location:
        return pa.fs.FileSystem.from_uri(location)
    return pa.fs.LocalFileSystem(), os.path.abspath(location)


def _folder(kind: str, group: int, month: str) -> str:
    return f"{kind}/group={group:04}/month={month}"


def _manifest_path(group: int) -> str:
    return f"groups/{group:04}.json"


def _by_wearer(table: pa.Table):
    for wearer in table["wearer"].unique().to_pylist():
        yield wearer, table.filter(pa.compute.equal(table["wearer"], wearer))


def _digest(table: pa.Table) -> str:
    sink = pa.BufferOutputStream()
    with pa.ipc.new_stream(sink, table.schema) as writer:
        writer.write_table(table.combine_chunks())
    return hashlib.blake2b(sink.getvalue(), digest_size=12).hexdigest()


def _file_digest(path: str) -> str:
    digest = hashlib.blake2b(digest_size=12)
    for name in (path, f"{path}-wal"):
        if os.path.exists(name):
            with open(name, "rb") as file:
                while block := file.read(1 << 20):
                    digest.update(block)
    return digest.hexdigest()


def _now() -> str:
    return datetime.datetime.now(datetime.timezone.utc).isoformat(timespec="seconds")
