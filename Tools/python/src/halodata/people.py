"""A group's list: the people in a group of a lake, and the files that have their rows."""

from __future__ import annotations

import contextlib
import hashlib
import json

from .errors import HaloDataError

FORMAT = 2
_DIGEST = ',"sha256":"'


class LakeError(HaloDataError):
    """The lake cannot be used."""


class People:
    """The list of a group.

    ``wearers`` are the people, each with the digest of the journal and of each month; ``files`` the file of each kind and month; ``damaged``
    the files that are left out because their digest is another, with the people whose rows are missing.
    """

    def __init__(self, group: int, content: dict | None = None, origin: bytes | None = None):
        content = content or {}
        self.group = group
        self.wearers: dict[str, dict] = content.get("wearers", {})
        self.files: dict[str, dict] = content.get("files", {})
        self.damaged: dict[str, list[dict]] = content.get("damaged", {})
        #: The bytes that were read.
        self.origin = origin
        #: True if it was made of the group's files.
        self.is_restored = False

    @staticmethod
    def name(group: int) -> str:
        return f"groups/{group:04}.json"

    @classmethod
    def parse(cls, group: int, data: bytes, is_signed: bool) -> People:
        """Reads a list. Those of format 1 are not signed.

        Raises :class:`LakeError` if it is damaged.
        """
        content = unsigned(data, is_signed)
        if content and content.get("group", group) == group and isinstance(content.get("wearers"), dict) and isinstance(content.get("files"), dict):
            return cls(group, content, data)
        raise LakeError("damaged")

    def data(self, about: dict) -> bytes:
        """The file's content, with what is known about the lake."""
        content = {"format": FORMAT, "group": self.group, **{name: about[name] for name in ("groups", "pseudonyms", "key") if name in about}}
        return signed(content | {"wearers": self.wearers, "files": self.files} | ({"damaged": self.damaged} if self.damaged else {}))

    def wearers_of(self, key: str) -> list[str]:
        """The people with rows in the file of a kind and month."""
        left_out = {wearer for file in self.damaged.get(key, []) for wearer in file["wearers"]}
        return [wearer for wearer, known in self.wearers.items() if key in known["months"] and wearer not in left_out]

    def leave_out(self, key: str, replaced=()) -> None:
        """Leaves out a file that is damaged or missing. The rows of replaced people are written again."""
        file = self.files.pop(key)
        if wearers := [wearer for wearer in self.wearers_of(key) if wearer not in replaced]:
            self.damaged.setdefault(key, []).append(file | {"wearers": wearers})

    def lost(self, wearer: str) -> list[str]:
        """The kinds and months of which the rows of a wearer are missing."""
        return sorted(key for key, files in self.damaged.items() if any(wearer in file["wearers"] for file in files))

    def found(self, wearer: str) -> None:
        """All rows of a wearer were written again. Forgets the files without any missing rows."""
        for key in list(self.damaged):
            for file in self.damaged[key]:
                file["wearers"] = [other for other in file["wearers"] if other != wearer]
            if not (left := [file for file in self.damaged[key] if file["wearers"]]):
                del self.damaged[key]
            else:
                self.damaged[key] = left

    @property
    def paths(self) -> set[str]:
        """All files that must be kept."""
        return {file["path"] for file in self.files.values()} | {file["path"] for files in self.damaged.values() for file in files}


def signed(content: dict) -> bytes:
    """JSON that ends in its digest."""
    body = json.dumps(content, separators=(",", ":"))
    return f'{body[:-1]}{_DIGEST}{hashlib.sha256(body.encode()).hexdigest()}"}}'.encode()


def unsigned(data: bytes, is_signed: bool = False) -> dict | None:
    """The content of signed JSON; None if it is damaged. Format 1 was not signed."""
    with contextlib.suppress(ValueError, AttributeError):
        content = json.loads(data)
        if content.get("format", 1) == 1:
            return None if is_signed else content
        # A newer format may be signed in another way.
        if content.pop("sha256", None) and (content["format"] > FORMAT or signed(content) == data):
            return content
    return None
