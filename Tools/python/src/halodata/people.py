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

    @staticmethod
    def name(group: int) -> str:
        return f"groups/{group:04}.json"

    @classmethod
    def parse(cls, group: int, data: bytes, is_signed: bool) -> People:
        """Reads a list. Those of format 1 are not signed.

        Raises :class:`LakeError` if it is damaged.
        """
        with contextlib.suppress(ValueError, KeyError, TypeError, AttributeError):
            text = data.decode()
            content = json.loads(text)
            body, _, digest = text.rpartition(_DIGEST)
            is_right = digest == _sha256(body + "}") + '"}' and content["group"] == group if "format" in content else not is_signed
            if is_right and isinstance(content["wearers"], dict) and isinstance(content["files"], dict):
                return cls(group, content, data)
        raise LakeError("damaged")

    def data(self, about: dict) -> bytes:
        """The file's content, with what is known about the lake."""
        content = {
            "format": FORMAT, "group": self.group, **{name: about[name] for name in ("groups", "pseudonyms", "key") if name in about},
            "wearers": self.wearers, "files": self.files,
        }
        if self.damaged:
            content["damaged"] = self.damaged
        body = json.dumps(content, separators=(",", ":"))
        return f'{body[:-1]}{_DIGEST}{_sha256(body)}"}}'.encode()

    def wearers_of(self, key: str) -> list[str]:
        """The people with rows in the file of a kind and month."""
        left_out = {wearer for file in self.damaged.get(key, []) for wearer in file["wearers"]}
        return [wearer for wearer, known in self.wearers.items() if key in known["months"] and wearer not in left_out]

    def leave_out(self, key: str) -> None:
        """Leaves out a file that is damaged or missing."""
        file = self.files.pop(key) | {"wearers": self.wearers_of(key)}
        self.damaged.setdefault(key, []).append(file)

    def lost(self, wearer: str) -> list[str]:
        """The kinds and months of which the rows of a wearer are missing."""
        return sorted(key for key, files in self.damaged.items() if any(wearer in file["wearers"] for file in files))

    def found(self, wearer: str) -> None:
        """All rows of a wearer were written anew. Forgets the files without any missing rows."""
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


def _sha256(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()
