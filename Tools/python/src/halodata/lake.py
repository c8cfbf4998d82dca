"""A data lake: the data of many journals as Parquet files, with DuckDB to query them on one machine.

    from halodata import lake
    people = lake.Lake("people-lake")
    people.append(["anna.sqlite", "ben.sqlite"])
    people.sql("SELECT wearer, median(value) FROM derived WHERE metric = 'resting-heart-rate' GROUP BY wearer")

A folder for each kind, group of wearers and month has one Parquet file. A file is written once and never changed: an append writes a new file for
the months with new data, verifies it, puts it in the group's list of files, and removes the earlier one. Rows that are in the lake already are compared
with the digest of their file before they are used again.
"""

from __future__ import annotations

import concurrent.futures
import contextlib
import datetime
import hashlib
import json
import os
import pathlib
import re
import secrets
import sqlite3
import sys
import threading
import warnings

import pyarrow as pa
import pyarrow.compute
import pyarrow.dataset
import pyarrow.parquet

from .errors import HaloDataError, NotHere
from .extract import JournalReader
from .kinds import KINDS
from .people import FORMAT, LakeError, People, signed, unsigned
from .pseudonyms import Pseudonyms, fingerprint, new_key, read_key, write_key
from .storage import Storage
from .tasks import Computations, Task, Unit, computed

#: Kinds whose files have a row group for each wearer, so that a wearer's rows are found without reading those of others.
LARGE = ("frames", "samples", "raw", "statements")
#: An append begins a group again if another one, without a lock, has replaced the group's list; so often at most.
TRIES = 5


class Lake(Computations):
    """A lake in a folder, or at an address that pyarrow knows (``s3://bucket/lake``). The first append creates it.

    Parameters:
        location: the folder or address.
        groups: for a new lake: the number of groups of wearers, otherwise 16. The wearers of a group share files.
        pseudonyms: for a new lake: False to keep names and addresses.
        key: the file with the secret key of the pseudonyms, by default beside the lake's folder: ``LOCATION.key``.
        halo: the path of the program `halo`.

    An option that the lake in that place does not have raises :class:`LakeError`.
    """

    def __init__(self, location, groups: int | None = None, pseudonyms: bool | None = None, key=None, halo=None):
        self.location = str(location)
        self.halo = halo
        self._storage = Storage(self.location)
        self._key = pathlib.Path(key) if key else pathlib.Path(f"{self._storage.root}.key") if self._storage.is_local else None
        if groups is not None and not 1 <= groups <= 100_000:
            raise ValueError("groups must be 1 to 100,000")
        self._wanted = {"groups": groups, "pseudonyms": pseudonyms}
        self._load()
        if key and not self.pseudonyms:
            raise LakeError(f"{self.location} keeps names, so that no key belongs to it.")
        self._connection, self._seen, self._views, self._warned, self._checked = None, None, set(), False, set()

    def _load(self) -> None:
        """Reads what all of the lake has in common."""
        data = self._storage.read("lake.json")
        about = unsigned(data) if data is not None else None
        self._is_damaged = data is not None and not (about and {"format", "groups", "pseudonyms"} <= about.keys())
        self._exists = data is not None and not self._is_damaged
        if not self._exists:
            wanted = {name: value for name, value in self._wanted.items() if value is not None}
            self._about = {"format": FORMAT, "groups": 16, "pseudonyms": True, "wearers": {}, **wanted}
        else:
            self._about = about
            if about["format"] > FORMAT:
                raise LakeError(f"{self.location} is from a newer halodata (format {about['format']}). Install that version.")
            for name, value in self._wanted.items():
                if value is not None and value != about[name]:
                    had = f"{about['groups']} groups" if name == "groups" else "pseudonyms" if about[name] else "names"
                    raise LakeError(f"{self.location} has {had}, which cannot be changed. Append without that option, or to a new lake.")
        self.groups, self.pseudonyms = self._about["groups"], self._about["pseudonyms"]

    def __getstate__(self) -> dict:
        return self.__dict__ | {"_connection": None, "_seen": None}

    # Writing

    def append(self, journals, progress=None, waiting=None) -> dict:
        """Adds the data of journals. Months that are in the lake already are written again only if they changed, or if their file is damaged.

        ``journals`` are paths of journals. ``progress`` is called with the numbers of groups that are done and of all, and ``waiting`` with who
        else appends, if this append must wait. Returns the numbers of wearers, changed wearers, rows of changed months, and bytes written, and
        in ``left_out`` the wearers who cannot be read, with the reason.
        """
        with self._storage.lock(waiting):
            return self._append_all(journals, progress)

    def repair(self, journals=(), progress=None, waiting=None) -> dict:
        """Compares every file with its digest, leaves out those that are damaged, restores lost lists, and appends journals."""
        with self._storage.lock(waiting):
            if not self._exists:
                self._restore_about()
            for group in range(self.groups):
                has_list = self._storage.read(People.name(group)) is not None
                people = self._people(group, restoring=True) if has_list else self._restored(group, None)
                for key in [key for key, file in people.files.items() if not self._is_right(file)]:
                    people.leave_out(key)
                self._register(people)
                self._replace(people)
            self._write_about()
            return self._append_all(journals, progress)

    def _append_all(self, journals, progress) -> dict:
        # Another append may have created the lake.
        self._load()
        self._check_about()
        counts = {"wearers": 0, "changed": 0, "rows": 0, "bytes": 0, "left_out": []}
        journals = list(journals)
        # Lists are repaired without the key.
        key = self._secret() if self.pseudonyms and journals else None
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
        if key:
            self._check_key(key, seen)
        # Not before: an unreadable journal creates nothing.
        self._sign(key)
        listed = self._storage.names("groups")
        for group in [int(group) for group in self._about.get("wearers", {}) if People.name(int(group)) not in listed]:
            self._replace(self._restored(group, None))
        try:
            for done, (group, members) in enumerate(sorted(groups.items())):
                if progress:
                    progress(done, len(groups))
                self._append(group, members, pseudonyms, counts)
            if progress:
                progress(len(groups), len(groups))
        finally:
            self._write_about()
        return counts

    def group(self, wearer: str) -> int:
        """The group of a wearer."""
        return int.from_bytes(hashlib.sha256(wearer.encode()).digest()[:4], "big") % self.groups

    def _append(self, group, members, pseudonyms, counts) -> None:
        """Appends the members of a group; again if another append has replaced the group's list in the meantime."""
        for _ in range(TRIES):
            found = {"wearers": 0, "changed": 0, "rows": 0, "bytes": 0, "left_out": []}
            people, folders, written = self._appended(group, members, pseudonyms, found)
            if self._replace(people):
                break
            # Only the new files: the other append's list may still have the earlier ones.
            for path in written:
                self._storage.delete(path)
        else:
            raise LakeError(f"other appends to {self.location} replaced {People.name(group)} {TRIES} times. Append again when they have ended.")
        self._register(people)
        for folder in folders:
            self._storage.delete_others(folder, people.paths)
        for name, value in found.items():
            counts[name] += value

    def _appended(self, group, members, pseudonyms, counts) -> tuple[People, list[str], list[str]]:
        """Writes the files of a group's new data. Returns its new list, the folders with new data, and the new files."""
        people = self._people(group, restoring=True)
        names = {wearer for _, _, wearer in members}
        for key in [key for key, file in people.files.items() if names & set(people.wearers_of(key)) and not self._is_right(file)]:
            people.leave_out(key)
        new: dict[str, list[tuple[str, pa.Table]]] = {}
        for path, number, wearer in members:
            counts["wearers"] += 1
            digest = _file_digest(path)
            known = people.wearers.get(wearer, {"journal": None, "months": {}})
            lost = people.lost(wearer)
            if known["journal"] == digest and not lost:
                continue
            try:
                with contextlib.closing(JournalReader(path, pseudonyms)) as reader:
                    tables = reader.tables(number, wearer)
            except (HaloDataError, sqlite3.Error, pa.ArrowException, ValueError, TypeError, KeyError, OverflowError) as problem:
                # What the lake has of this person stays; the others are not affected.
                counts["left_out"].append((path, wearer, str(problem) or type(problem).__name__))
                continue
            months = {}
            for kind, parts in tables.items():
                for month, table in parts.items():
                    key = f"{kind}/{month}"
                    months[key] = _digest(table)
                    if known["months"].get(key) != months[key] or key in lost:
                        new.setdefault(key, []).append((wearer, table))
            # A month without rows any more, because a journal was pruned or a device forgotten.
            for gone in known["months"].keys() - months.keys():
                new.setdefault(gone, []).append((wearer, KINDS[gone.split("/")[0]].schema.empty_table()))
            counts["changed"] += 1
            people.wearers[wearer] = {"journal": digest, "months": months}
            people.found(wearer)
        written = []
        for key, parts in sorted(new.items()):
            replaced = {wearer for wearer, _ in parts}
            kept = []
            if earlier := people.files.get(key):
                if (table := self._table(earlier)) is None:
                    people.leave_out(key, replaced)
                else:
                    kept = [(wearer, part) for wearer, part in _by_wearer(table) if wearer not in replaced]
            people.files.pop(key, None)
            parts = sorted([*kept, *((wearer, table) for wearer, table in parts if table.num_rows)], key=lambda part: part[0])
            if parts:
                people.files[key] = file = self._write_file(key, group, parts, people)
                written.append(file["path"])
                counts["rows"] += file["rows"]
                counts["bytes"] += file["bytes"]
        return people, [_folder(kind, group, month) for kind, month in (key.split("/") for key in new)], written

    def _write_file(self, key: str, group: int, parts: list[tuple[str, pa.Table]], people: People) -> dict:
        """Writes a new file, reads it again, and compares every value."""
        kind, month = key.split("/")
        table = pa.concat_tables([part for _, part in parts])
        # From this, a lost list is restored.
        about = {"group": group, "written": _now(), "wearers": {wearer: people.wearers[wearer]["months"][key] for wearer, _ in parts}}
        schema = table.schema.with_metadata({"halodata": json.dumps(about)})
        path = f"{_folder(kind, group, month)}/{secrets.token_hex(8)}.parquet"
        sink = pa.BufferOutputStream()
        with pa.parquet.ParquetWriter(sink, schema, compression="zstd", write_page_checksum=True) as writer:
            for part in [part for _, part in parts] if kind in LARGE else [table]:
                writer.write_table(part.replace_schema_metadata(schema.metadata))
        content = sink.getvalue()
        file = {"path": path, "rows": table.num_rows, "bytes": content.size, "sha256": hashlib.sha256(content).hexdigest()}
        self._storage.write(path, content)
        if (stored := self._table(file)) is None or not stored.equals(table):
            raise LakeError(f"{self._storage.path(path)} was not stored correctly. Check the disk, and append again.")
        return file

    def _replace(self, people: People) -> bool:
        """Replaces a group's list, unless another append did so since it was read: then returns False."""
        name = People.name(people.group)
        data = people.data(self._about)
        if data == people.origin or people.origin is None and not people.wearers:
            return True
        if self._storage.read(name) != people.origin:
            return False
        self._storage.write(name, data)
        if people.is_restored:
            for folder in {os.path.dirname(file["path"]) for file in people.files.values()}:
                self._storage.delete_others(folder, people.paths)
        return True

    def _register(self, people: People) -> None:
        """Remembers outside the group's list who is in the group, so that a lost list is noticed."""
        if people.wearers:
            known = self._about.setdefault("wearers", {}).get(str(people.group), [])
            self._about["wearers"][str(people.group)] = sorted({*known, *people.wearers})

    def _sign(self, key: bytes | None) -> None:
        """Creates the lake, or gives a lake of an earlier format what this one has."""
        if key and not self._key.exists():
            write_key(self._key, key)
        if key:
            self._about["key"] = fingerprint(key)
        if self._about["format"] < FORMAT:
            for group in range(self.groups):
                people = self._people(group)
                self._register(people)
                self._replace(people)
        self._about["format"] = FORMAT
        self._about.setdefault("created", _now())
        self._write_about()

    def _write_about(self) -> None:
        data = self._storage.read("lake.json")
        if data is not None:
            # Without a lock, another append may have added people.
            for group, wearers in (unsigned(data) or {}).get("wearers", {}).items():
                known = self._about.setdefault("wearers", {})
                known[group] = sorted({*known.get(group, []), *wearers})
        if (new := signed(self._about)) != data:
            self._storage.write("lake.json", new)
        self._storage.delete_unfinished("lake.json", "groups/")
        self._exists = True

    # Damage

    def verify(self) -> list[str]:
        """Compares every file with its digest, and every list with the people who were appended. Returns what is wrong, a line each."""
        wrong = []
        for group in range(self.groups):
            name = People.name(group)
            try:
                people = self._people(group)
            except LakeError as error:
                wrong.append(str(error))
                continue
            for key, file in sorted(people.files.items()):
                if not self._is_right(file):
                    wrong.append(f"{file['path']}: {self._state(file)}; rows of {_listed(people.wearers_of(key))}")
            for key, files in sorted(people.damaged.items()):
                wrong += [f"{file['path']}: left out, because it is {self._state(file)}; rows of {_listed(file['wearers'])}" for file in files]
            if missing := set(self._about.get("wearers", {}).get(str(group), [])) - people.wearers.keys():
                wrong.append(f"{name}: {_listed(sorted(missing))} {'is' if len(missing) == 1 else 'are'} not in it any more")
        return wrong

    def count_files(self) -> int:
        """The number of files that the lists have, those that are left out and the lists themselves included."""
        count = 0
        for group in range(self.groups):
            with contextlib.suppress(LakeError):
                people = self._people(group)
                count += len(people.paths) + (people.origin is not None)
        return count

    def _state(self, file: dict) -> str:
        return "missing" if self._storage.digest(file["path"]) is None else "changed"

    def _people(self, group: int, restoring: bool = False) -> People:
        """A group's list. A lost one is restored from its files, or raises :class:`LakeError`."""
        if not self._exists and not restoring:
            self._check_about()
            raise NotHere(f"{self.location} is not a lake. Append a journal first: python3 -m halodata append {self.location} JOURNAL")
        name = People.name(group)
        data = self._storage.read(name)
        registered = self._about.get("wearers", {}).get(str(group), [])
        if data is None and not registered:
            return People(group)
        if data is not None:
            with contextlib.suppress(LakeError):
                return People.parse(group, data, self._about["format"] >= FORMAT)
        if restoring:
            return self._restored(group, data)
        raise LakeError(
            f"{name} is {'missing' if data is None else 'damaged'}: rows of {_listed(registered)} cannot be read. Restore it: "
            f"python3 -m halodata repair {self.location} JOURNAL…")

    def _restored(self, group: int, data: bytes | None) -> People:
        """A group's list, made of the group's files: the newest one of each kind and month that is as it was written."""
        people = People(group, origin=data)
        people.is_restored = True
        for kind in KINDS:
            for folder in self._storage.folders(f"{kind}/group={group:04}"):
                month = folder.rpartition("month=")[2]
                found = []
                for path in self._storage.names(folder):
                    with contextlib.suppress(OSError, pa.ArrowException, ValueError, KeyError, TypeError):
                        content = self._storage.read(path)
                        table = _parsed(content)
                        about = json.loads(table.schema.metadata[b"halodata"])
                        parts = list(_by_wearer(table.replace_schema_metadata(None)))
                        if about["group"] == group and about["wearers"] == {wearer: _digest(part) for wearer, part in parts}:
                            found.append((about["written"], path, about["wearers"], parts))
                if found:
                    _, path, wearers, parts = max(found, key=lambda one: one[:2])
                    for wearer, digest in wearers.items():
                        people.wearers.setdefault(wearer, {"journal": None, "months": {}})["months"][f"{kind}/{month}"] = digest
                    # Written again: only the rows have been compared, not all bytes of the file.
                    people.files[f"{kind}/{month}"] = self._write_file(f"{kind}/{month}", group, parts, people)
        return people

    def _check_about(self) -> None:
        """Refuses a lake that has lost ``lake.json``: a new one could have other groups."""
        if self._is_damaged or not self._exists and self._storage.names("groups"):
            raise LakeError(
                f"{self._storage.path('lake.json')} is {'damaged' if self._is_damaged else 'missing'}. Restore it: python3 -m halodata repair {self.location}")

    def _restore_about(self) -> None:
        """Restores lake.json from what each list repeats."""
        for name in sorted(self._storage.names("groups")):
            with contextlib.suppress(LakeError, ValueError, KeyError):
                data = self._storage.read(name)
                content = json.loads(data)
                People.parse(content["group"], data, True)
                self._about = {"format": FORMAT, "wearers": {}, "created": _now()} | {
                    key: content[key] for key in ("groups", "pseudonyms", "key") if key in content}
                self.groups, self.pseudonyms, self._exists = self._about["groups"], self._about["pseudonyms"], True
                return
        raise NotHere(f"{self.location} is not a lake, and has no list from which lake.json can be restored.")

    def _is_right(self, file: dict) -> bool:
        """True if a file is there as it was written."""
        return self._storage.digest(file["path"]) == file["sha256"]

    def _table(self, file: dict) -> pa.Table | None:
        """The rows of a file; None if it is missing, or another than was written."""
        content = self._storage.read(file["path"])
        if content is None or hashlib.sha256(content).hexdigest() != file["sha256"]:
            return None
        return _parsed(content).replace_schema_metadata(None)

    def write_dictionary(self) -> str:
        """Writes the data dictionary, ``dictionary.md``, into the lake, and returns it."""
        lines = ["# Data dictionary", ""]
        for kind in KINDS.values():
            lines += [f"## {kind.name}", "", kind.meaning, "", "| column | type | meaning |", "|---|---|---|",
                      "| wearer | string | the person: a pseudonym, unless the lake was made with names |"]
            lines += [f"| {column.name} | {column.type} | {column.meaning} |" for column in kind.columns]
            lines.append("")
        text = "\n".join(lines)
        self._storage.write("dictionary.md", text.encode())
        return text

    # Reading

    def files(self, kind: str, groups=None) -> list[str]:
        """The addresses of the current files of a kind."""
        if kind not in KINDS:
            raise NotHere(f"'{kind}' is not a kind of data. The kinds are {', '.join(KINDS)}.")
        return [self._storage.address(file["path"]) for file in self._files(groups) if file["path"].startswith(f"{kind}/")]

    def wearers(self) -> list[tuple[int, str]]:
        """The group and the name or pseudonym of each wearer."""
        return [(group, wearer) for group in range(self.groups) for wearer in sorted(self._people(group).wearers)]

    def connection(self, query: str | None = None):
        """A DuckDB connection with a view for each kind, as of the last append.

        DuckDB does not notice a changed byte of a file. Therefore the files of a lake on this machine are compared with their digests first: those of the
        kinds that ``query`` names, or all. Raises :class:`LakeError` if one is wrong.
        """
        import duckdb
        seen = self._storage.signature("groups")
        if self._connection is None or seen != self._seen:
            self._connection, self._seen, self._views = duckdb.connect(), seen, set()
            self._connection.execute("SET enable_progress_bar = false; SET TimeZone = 'UTC'")
        named = set(re.findall(r"\w+", query.lower())) & KINDS.keys() if query else ()
        if kinds := (named or KINDS.keys()) - self._views:
            paths = {name: [] for name in kinds}
            for file in self._files():
                if (name := file["path"].split("/")[0]) in kinds:
                    paths[name].append(file)
            if self._storage.is_local:
                self._check_files([file for files in paths.values() for file in files])
            for name in sorted(kinds):
                listed = ", ".join("'" + self._storage.address(file["path"]).replace("'", "''") + "'" for file in paths[name])
                empty = KINDS[name].schema.empty_table()  # found by its name
                self._connection.execute(
                    f'CREATE VIEW "{name}" AS SELECT * FROM read_parquet([{listed}], hive_partitioning = false)' if listed else
                    f'CREATE TABLE "{name}" AS SELECT * FROM empty')
            self._views |= kinds
        return self._connection

    def _check_files(self, files) -> None:
        """Compares files with their digests, each once."""
        files = [file for file in files if file["path"] not in self._checked]
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count() or 1) as pool:
            for file, is_right in zip(files, pool.map(self._is_right, files)):
                if not is_right:
                    raise LakeError(
                        f"{file['path']} is {self._state(file)}, so that its rows cannot be used. Write it again from its journals: "
                        f"python3 -m halodata repair {self.location} JOURNAL…")
                self._checked.add(file["path"])

    def sql(self, query: str):
        """Runs a query on the kinds (``samples``, ``derived`` …) with DuckDB, and returns a DataFrame."""
        # A cursor, because this may be called from several threads.
        cursor = self.connection(query).cursor()
        return cursor.sql(query).df()

    # Computing with halo

    def run(self, task: Task, workers: int | None = None, progress=None) -> pa.Table:
        """Computes a task for all wearers with `halo worker` on this machine, and returns its rows, ordered by wearer.

        A worker that is lost is started again, and its wearer is computed again; a wearer of whom every worker is lost has a row with the
        reason. ``progress`` is called with the numbers of wearers that are done and of all.
        """
        units = [Unit(group, wearer) for group, wearer in self.wearers()]
        local = threading.local()
        opened = []
        lock = threading.Lock()

        def one(unit: Unit) -> pa.Table:
            if not hasattr(local, "reader"):
                local.reader, local.worker = Reader(self), None

            def keep(worker):
                local.worker = worker
                if worker:
                    with lock:
                        opened.append(worker)

            return computed(local.reader, unit, task, self.halo, local.worker, keep)

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
        """The current files, with a warning if some are left out."""
        for group in groups if groups is not None else range(self.groups):
            people = self._people(group)
            if people.damaged and not self._warned:
                self._warned = True
                warnings.warn(f"rows are missing in {self.location}, because their files are damaged: python3 -m halodata verify {self.location}", stacklevel=3)
            yield from people.files.values()

    def _secret(self) -> bytes:
        """The key of the pseudonyms; a new one for a new lake."""
        if self._key is None:
            raise LakeError("a lake in an object storage needs a file for the key of its pseudonyms on this machine. Name it with key=.")
        key = read_key(self._key)
        if key is None:
            if self._exists and (self._about.get("key") or self.wearers()):
                raise LakeError(
                    f"the key {self._key} is missing. Without it, the same people would get other pseudonyms. Name it with key=.")
            return new_key()
        return key

    def _check_key(self, key: bytes, wearers) -> None:
        """Refuses a key that is not the lake's: the same people would be added again under other pseudonyms."""
        if known := self._about.get("key"):
            is_right = known == fingerprint(key)
        else:
            # A lake of an earlier format does not say which its key is: people who are in it show that.
            there = {wearer for _, wearer in self.wearers()} if self._exists else set()
            is_right = not there or not wearers or not there.isdisjoint(wearers)
        if not is_right:
            raise LakeError(
                f"the key {self._key} is not the key of {self.location}: the same people would get other pseudonyms. Name the right one with "
                "key= or --key" + ("." if known else ", or append a person who is in the lake already: only that shows which key it is."))


class Reader:
    """Reads the rows of one wearer after the other. Not for several threads."""

    def __init__(self, lake: Lake):
        self._lake = lake
        self._group, self._people, self._datasets = None, None, {}

    def wearer_tables(self, unit: Unit, kinds, sensors=()) -> dict[str, pa.Table]:
        """The rows of a wearer of some kinds, with the raw readings of some sensors; of all if none is named."""
        if unit.group != self._group:
            # The datasets of a group are kept: their metadata is read once.
            self._open(unit.group)
        lost = [key for key in self._people.lost(unit.wearer) if key.split("/")[0] in kinds]
        if lost:
            raise LakeError(f"rows are missing, because their files are damaged: {', '.join(lost)}. Append the journal again.")
        try:
            return self._tables(unit, kinds, sensors)
        except FileNotFoundError:
            # An append may have replaced files.
            earlier = self._people.files
            self._open(unit.group)
            if self._people.files == earlier:
                raise
            return self._tables(unit, kinds, sensors)

    def _open(self, group: int) -> None:
        people, storage = self._lake._people(group), self._lake._storage
        self._group, self._people, self._datasets = None, people, {}
        for kind in KINDS:
            paths = [storage.path(file["path"]) for file in people.files.values() if file["path"].startswith(f"{kind}/")]
            if paths:
                self._datasets[kind] = pa.dataset.dataset(paths, format=_CHECKED, filesystem=storage.fs, schema=KINDS[kind].schema)
        self._group = group

    def _tables(self, unit: Unit, kinds, sensors) -> dict[str, pa.Table]:
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


def _folder(kind: str, group: int, month: str) -> str:
    return f"{kind}/group={group:04}/month={month}"


def _listed(wearers) -> str:
    wearers = list(wearers)
    return ", ".join(wearers[:20]) + (f" and {len(wearers) - 20} others" if len(wearers) > 20 else "") if wearers else "no person"


def _parsed(content: bytes) -> pa.Table:
    return pa.parquet.read_table(pa.BufferReader(content), page_checksum_verification=True)


#: Compares the checksum of every page that is read.
_CHECKED = pa.dataset.ParquetFileFormat(default_fragment_scan_options=pa.dataset.ParquetFragmentScanOptions(page_checksum_verification=True))


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
