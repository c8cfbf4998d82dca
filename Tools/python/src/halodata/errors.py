class HaloDataError(Exception):
    """An error with a message for the user."""


class Unreadable(HaloDataError):
    """The file cannot be opened, is damaged, or is neither a journal nor an export."""


class NewerJournal(HaloDataError):
    """The journal was created by a newer Halo."""


class NotHere(HaloDataError):
    """The file does not have this kind of data, or no data with that name."""
