"""The files of a lake, in a folder of this machine or at an address that pyarrow knows. A reader sees a file's earlier content or the new one."""

from __future__ import annotations

import contextlib
import datetime
import hashlib
import os
import secrets
import socket

import pyarrow as pa
import pyarrow.fs

try:
    import fcntl
except ImportError:  # not on Windows
    fcntl = None

#: The file that an append locks. The system releases the lock when the process ends, however it ends.
LOCK = "append.lock"
#: The end of the name of a file that is being written.
UNFINISHED = ".new"
#: Without a lock, another append may be writing a file that no list has yet; not for that long.
ABANDONED = datetime.timedelta(days=1)


class Storage:
    """The files of a lake, by their names below its location. Those on this machine are readable by their owner only."""

    def __init__(self, location: str):
        self.location = location
        if "://" in location:
            self.fs, self.root = pa.fs.FileSystem.from_uri(location)
        else:
            self.fs, self.root = pa.fs.LocalFileSystem(), os.path.abspath(location)
        self.is_local = isinstance(self.fs, pa.fs.LocalFileSystem)
        self._is_locked = False

    def path(self, name: str) -> str:
        return f"{self.root}/{name}"

    def address(self, name: str) -> str:
        """The address for other programs, such as DuckDB."""
        return f"{self.root if self.is_local else self.location.rstrip('/')}/{name}"

    def read(self, name: str) -> bytes | None:
        """The content of a file; None without a file."""
        try:
            with self.fs.open_input_stream(self.path(name)) as file:
                return file.read()
        except FileNotFoundError:
            return None

    def digest(self, name: str) -> str | None:
        """The SHA-256 of a file; None without a file."""
        digest = hashlib.sha256()
        try:
            with self.fs.open_input_stream(self.path(name)) as file:
                while block := file.read(1 << 20):
                    digest.update(block)
        except FileNotFoundError:
            return None
        return digest.hexdigest()

    def write(self, name: str, content) -> None:
        """Creates or replaces a file at once."""
        place = self.path(name)
        if not self.is_local:
            # An object storage replaces objects at once.
            with self.fs.open_output_stream(place) as file:
                file.write(content)
            return
        os.makedirs(os.path.dirname(place), mode=0o700, exist_ok=True)
        unfinished = f"{place}.{secrets.token_hex(4)}{UNFINISHED}"
        write_private(unfinished, content)
        os.replace(unfinished, place)

    def delete(self, name: str) -> None:
        with contextlib.suppress(FileNotFoundError):
            self.fs.delete_file(self.path(name))

    def names(self, folder: str) -> list[str]:
        """The names of the files in a folder."""
        return [f"{folder}/{file.base_name}".lstrip("/") for file in self._files(folder)]

    def folders(self, folder: str) -> list[str]:
        """The names of the folders in a folder."""
        found = self.fs.get_file_info(pa.fs.FileSelector(self.path(folder), allow_not_found=True))
        return [f"{folder}/{one.base_name}" for one in found if one.type == pa.fs.FileType.Directory]

    def signature(self, folder: str) -> tuple:
        """What changes whenever a file in a folder is replaced."""
        return tuple(sorted((file.base_name, file.mtime_ns, file.size) for file in self._files(folder)))

    def delete_others(self, folder: str, listed) -> None:
        """Deletes files that no list has: earlier ones, and those that an interrupted append left."""
        for file in self._files(folder):
            name = f"{folder}/{file.base_name}"
            if name not in listed and (self._is_locked or datetime.datetime.now(datetime.timezone.utc) - file.mtime > ABANDONED):
                self.delete(name)

    def delete_unfinished(self, *names: str) -> None:
        """Deletes what an interrupted process did not finish: of files whose names begin like this, which only who has the lock writes."""
        for start in names if self._is_locked else ():
            for name in self.names(os.path.dirname(start)):
                if name.startswith(start) and name.endswith(UNFINISHED):
                    self.delete(name)

    def _files(self, folder: str):
        found = self.fs.get_file_info(pa.fs.FileSelector(f"{self.root}/{folder}".rstrip("/"), allow_not_found=True))
        return [file for file in found if file.is_file]

    @contextlib.contextmanager
    def lock(self, waiting=None):
        """Keeps other appends out, if this is a folder of this machine. ``waiting`` is called with who holds it, if one must wait."""
        if not self.is_local or fcntl is None:
            yield
            return
        existed = os.path.isdir(self.root)
        os.makedirs(self.root, mode=0o700, exist_ok=True)
        place = self.path(LOCK)
        while True:
            descriptor = os.open(place, os.O_RDWR | os.O_CREAT, 0o600)
            try:
                fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError:
                if waiting:
                    waiting(os.pread(descriptor, 200, 0).decode(errors="replace") or "another process")
                fcntl.flock(descriptor, fcntl.LOCK_EX)
            # The one that held it may have deleted the file.
            with contextlib.suppress(FileNotFoundError):
                if os.path.samestat(os.fstat(descriptor), os.stat(place)):
                    break
            os.close(descriptor)
        try:
            os.ftruncate(descriptor, 0)
            os.pwrite(descriptor, f"process {os.getpid()} of {socket.gethostname()} since {_now()}".encode(), 0)
            self._is_locked = True
            yield
        finally:
            self._is_locked = False
            if set(os.listdir(self.root)) == {LOCK}:
                # Nothing was written.
                os.unlink(place)
                if not existed:
                    with contextlib.suppress(OSError):
                        os.rmdir(self.root)
            os.close(descriptor)


def write_private(path: str, content) -> None:
    """Writes a new file that only its owner can read, and waits until the disk has it."""
    with open(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())


def _now() -> str:
    return datetime.datetime.now(datetime.timezone.utc).isoformat(timespec="seconds")
