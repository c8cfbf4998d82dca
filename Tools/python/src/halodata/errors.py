class HaloDataError(Exception):
    """What went wrong, for people."""


class Unreadable(HaloDataError):
    """The file cannot be opened, is damaged, or is neither a journal nor an export."""


class NewerJournal(HaloDataError):
    """A newer Halo made the journal."""


class NotHere(HaloDataError):
    """The file does not have that kind of thing, or not of that name."""
