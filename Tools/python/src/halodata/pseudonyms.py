"""Pseudonyms in place of names and addresses."""

from __future__ import annotations

import hashlib
import hmac
import os
import pathlib
import re
import secrets

from .errors import HaloDataError
from .storage import write_private

#: Characteristics whose values identify a device: its name, system identifier (which contains the address) and serial number.
IDENTIFYING = ("00002a00-", "00002a23-", "00002a25-", "2a00", "2a23", "2a25")


class Pseudonyms:
    """Pseudonyms that depend on a secret key: the same person has the same one in every append, and computing it requires the key."""

    def __init__(self, key: bytes):
        self._key = key

    def of(self, prefix: str, text: str) -> str:
        digest = hmac.new(self._key, f"{prefix}\0{text}".encode(), hashlib.sha256).hexdigest()
        return f"{prefix}-{digest[:12]}"


def model_name(advertised: str | None) -> str | None:
    """An advertised name with zeros in place of the serial number at its end."""
    if advertised is None:
        return None
    return re.sub(r"[0-9A-Fa-f]{4,}$", lambda match: "0" * len(match[0]), advertised)


def without_identity(characteristic: str, data: bytes, needles: list[bytes]) -> bytes:
    """A packet with zeros in place of names, addresses and serial numbers."""
    if characteristic.lower().startswith(IDENTIFYING):
        return bytes(len(data))
    for needle in needles:
        if needle in data:
            data = data.replace(needle, bytes(len(needle)))
    return data


def needles(identifier: str, names: list[str | None]) -> list[bytes]:
    """The byte strings that identify a device: its address in both orders, and its names."""
    found = [name.encode() for name in names if name and len(name) >= 4]
    address = identifier.replace(":", "").replace("-", "")
    if re.fullmatch(r"[0-9A-Fa-f]{12,32}", address):
        raw = bytes.fromhex(address)
        found += [raw, raw[::-1]]
    return found


def new_key() -> bytes:
    return secrets.token_bytes(32)


def fingerprint(key: bytes) -> str:
    """A digest that differs between keys and does not reveal them."""
    return hashlib.sha256(b"halo-lake" + key).hexdigest()[:16]


def read_key(path: pathlib.Path) -> bytes | None:
    """The key in a file; None without a file.

    Raises :class:`HaloDataError` if it is not a key, or if others can read it.
    """
    try:
        with path.open("rb") as file:
            mode, text = os.fstat(file.fileno()).st_mode, file.read(200)
    except FileNotFoundError:
        return None
    if not re.fullmatch(rb"\s*[0-9a-fA-F]{64}\s*", text):
        raise HaloDataError(f"{path} has no key: it needs 64 hexadecimal digits. Restore it from a backup, or name another file with key= or --key.")
    if mode & 0o077:
        raise HaloDataError(f"others can read the key {path}. Only you should: chmod 600 {path}")
    return bytes.fromhex(text.decode())


def write_key(path: pathlib.Path, key: bytes) -> None:
    """Writes a new key, all of it or nothing."""
    path.parent.mkdir(parents=True, exist_ok=True)
    unfinished = f"{path}.{secrets.token_hex(4)}.new"
    write_private(unfinished, key.hex().encode() + b"\n")
    try:
        # Unlike a rename, this never replaces a key.
        os.link(unfinished, path)
    finally:
        os.unlink(unfinished)
