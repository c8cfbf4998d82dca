"""The kinds of data in a lake: the tables of a journal, with the wearer's pseudonym."""

from __future__ import annotations

from dataclasses import dataclass

import pyarrow as pa

TIME = pa.timestamp("ms", tz="UTC")


def array(values, type: pa.DataType) -> pa.Array:
    """A column of values; times are milliseconds since 1970."""
    return pa.array(values, pa.int64()).cast(TIME) if type == TIME else pa.array(values, type)


@dataclass(frozen=True)
class Column:
    name: str
    type: pa.DataType
    #: The meaning and unit, for the data dictionary.
    meaning: str
    #: True if the column is not in the journal but derived from others for convenience.
    added: bool = False


@dataclass(frozen=True)
class Kind:
    """A kind of data: one folder of the lake and one table of the journal."""

    name: str
    table: str
    meaning: str
    #: The rows of a wearer in a journal: SQL for the condition, with the wearer's number as ``:number``.
    condition: str
    #: SQL for the number of months since 1970, from which the partition follows; None for data without months.
    month: str | None
    columns: tuple[Column, ...]
    #: SQL that selects the table, if it needs a join.
    source: str | None = None

    @property
    def schema(self) -> pa.Schema:
        return pa.schema([("wearer", pa.string()), *((column.name, column.type) for column in self.columns)])


def integer(name, meaning, added=False):
    return Column(name, pa.int64(), meaning, added)


def real(name, meaning, added=False):
    return Column(name, pa.float64(), meaning, added)


def text(name, meaning, added=False):
    return Column(name, pa.string(), meaning, added)


def time(name, meaning):
    return Column(name, TIME, meaning)


def binary(name, meaning):
    return Column(name, pa.binary(), meaning)


DEVICES = "device IN (SELECT id FROM device WHERE wearer = :number)"
SESSIONS = f"session IN (SELECT id FROM session WHERE {DEVICES})"
OF_DEVICE = integer("device", "the device's number, a row of devices of the same wearer")
OF_SESSION = integer("session", "the connection, a row of sessions of the same wearer")
STATEMENT = integer("statement", "the message that contained the value, a row of statements; null for an imported value")
IMPORT = integer("import", "the group of imported entries, a row of imports; null if a device reported the value")
PLACE = integer("place", "the row or line in the imported file")
DOUBTFUL = integer("doubtful", "1 if the device's clock was wrong or showed that time twice, otherwise 0")
WALL = integer("wall", "the local time of the start, in seconds since 1970 on the wearer's clock")
OFFSET = integer("offset", "the local UTC offset, in seconds")
MINUTES = [
    *(integer(stage, f"minutes of {stage} sleep, or awake, as the device estimated them", True) for stage in ("deep", "light", "rem", "awake")),
    integer("asleep", "minutes asleep, in whatever stage", True),
]

MONTH = "strftime('%Y-%m', {}, 'unixepoch')"

KINDS = {
    kind.name: kind
    for kind in (
        Kind("wearers", "wearer", "People. The name is a pseudonym, and is the column wearer of all kinds.", "id = :number", None,
             (integer("id", "the wearer's number in the journal"), time("created", "when the wearer was added to the journal"))),
        Kind("devices", "device", "Paired devices.", "wearer = :number", None,
             (integer("id", "the device's number"), text("identifier", "the device's address; a pseudonym"),
              text("family", "the driver family"), text("name", "the device's name; the family and number in a lake with pseudonyms"),
              text("advertised", "the advertised name, which shows the model; its serial number is zeros in a lake with pseudonyms"),
              text("hardware", "hardware revision"), text("firmware", "firmware revision"),
              time("paired", "when it was paired"), time("forgotten", "when it was removed; null if it was not"))),
        Kind("sessions", "session", "Connections to devices.", DEVICES, MONTH.format("begun / 1000"),
             (integer("id", "the session's number"), OF_DEVICE, text("purpose", "sync, live, raw, workout …"), time("begun", "start"),
              time("ended", "end; null if the program was terminated"), text("zone", "the time zone of the computer"),
              text("decoder", "the decoder that read the frames"), text("outcome", "how it failed; only that it did in a lake with pseudonyms"))),
        Kind("frames", "frame", "Packets, unchanged: the source of everything else.", SESSIONS, MONTH.format("time / 1000"),
             (integer("id", "the frame's number; they arrived in this order"), OF_SESSION,
              text("characteristic", "the characteristic's UUID"), integer("sent", "1 if sent to the device, 0 if received"),
              time("time", "when it was sent or received"), OFFSET, binary("bytes", "the packet")),
             source="(SELECT frame.*, characteristic.uuid FROM frame JOIN characteristic ON characteristic.id = frame.characteristic)"),
        Kind("statements", "statement", "Messages that were decoded from frames.", SESSIONS, MONTH.format("received / 1000"),
             (integer("id", "the statement's number"), OF_SESSION, text("log", "the id of the log that it belongs to"), text("decoder", "the decoder"),
              time("received", "when it was received"), integer("verified", "1 if a second reading confirmed it"),
              text("frames", "the numbers of its frames, as ranges"))),
        Kind("samples", "sample", "Measurements.", DEVICES, MONTH.format("wall"),
             (OF_DEVICE, text("metric", "the metric: heart-rate, steps … (docs/export.md)"), time("start", "when it was measured or began"),
              text("source", "log, live, manual, push or algorithm"), integer("length", "the length of its interval in ms; 0 for a moment"), WALL,
              real("value", "the value, in the unit of the metric"), DOUBTFUL, STATEMENT, IMPORT, PLACE,
              integer("again", "0; otherwise one of several imported counts that begin at the same time"))),
        Kind("nights", "night", "Sleep as devices estimated it.", DEVICES, "substr(day, 1, 7)",
             (integer("id", "the night's number"), OF_DEVICE, text("kind", "night or nap"), time("start", "start"),
              integer("length", "length in ms"), WALL, text("day", "the local day on which it ended"),
              text("stages", "the stages in order, with their minutes"), DOUBTFUL, STATEMENT, IMPORT, PLACE,
              time("bed", "going to bed; null if it is not known"), time("rise", "getting up; null if it is not known"), *MINUTES)),
        Kind("totals", "total", "The devices' own totals of days.", DEVICES, "substr(day, 1, 7)",
             (OF_DEVICE, text("day", "the local day"), integer("steps", "steps"), integer("meters", "distance in m"),
              real("kilocalories", "active energy in kcal"), integer("minutes", "active minutes"), STATEMENT, IMPORT)),
        Kind("coverage", "coverage", "Which day of a log was received when.", DEVICES, "substr(day, 1, 7)",
             (OF_DEVICE, text("log", "the id of the log: heart-rate, sleep …"), text("day", "the local day"), STATEMENT, time("received", "when it was received"),
              integer("complete", "1 if the device sent all of it"))),
        Kind("derived", "derived", "Values that Halo computed for days (docs/insights.md).", "wearer = :number",
             MONTH.format("start / 1000 + offset"),
             (integer("id", "the value's number"), text("metric", "the metric: resting-heart-rate, time-asleep …"), time("start", "the start of the day"),
              OFFSET, integer("length", "the length of the day in ms"), real("value", "the value, in the unit of the metric"),
              text("algorithm", "the algorithm"), integer("version", "its version"),
              real("confidence", "a share 0…1; null if the algorithm gives none"), text("inputs", "what it was computed from, as JSON (docs/journal.md)"),
              Column("day", pa.date32(), "the local day", True))),
        Kind("raw", "raw", "Raw readings of a sensor, a minute each.", SESSIONS, MONTH.format("start / 1000"),
             (integer("id", "the chunk's number"), OF_SESSION, text("sensor", "ppg, accelerometer, ecg …"), time("start", "the start of the minute"), OFFSET,
              binary("data", "for each reading: ms since start (uint16), then a float32 per channel, little-endian"),
              integer("counts", "counts per g of an accelerometer"))),
        Kind("workouts", "workout", "Workouts.", "wearer = :number", MONTH.format("start / 1000"),
             (integer("id", "the workout's number"), text("kind", "the kind"), time("start", "start"), OFFSET, integer("length", "length in ms"),
              real("meters", "distance in m"), real("kilocalories", "energy in kcal"), integer("source", "who recorded it"),
              integer("machine", "the gym machine, a row of devices"), integer("heart", "the heart rate monitor, a row of devices"),
              IMPORT, PLACE)),
        Kind("clocks", "clock", "What devices' clocks showed, and when they were set.", DEVICES, None,
             (integer("id", "number"), OF_DEVICE, integer("session", "the session; null if it is not known"), time("time", "when"), OFFSET,
              text("zone", "the zone that the clock was set to"), text("wrong", "the wrong time that it showed"),
              integer("found", "seconds ahead of UTC before it was set"), integer("certainty", "how certain that is"))),
        Kind("settings", "setting", "Settings that devices reported.", DEVICES, None,
             (integer("id", "number"), OF_DEVICE, time("time", "when"), text("name", "the setting: heart-rate, spo2, stress, hrv or temperature"), text("value", "on, off, or the interval, as in PT30M"))),
        Kind("profiles", "profile", "Goals, units, year of birth.", "wearer = (SELECT name FROM wearer WHERE id = :number)", None,
             (text("field", "the field"), text("value", "its value as JSON"))),
        Kind("priorities", "priority", "Devices that the wearer prefers.", DEVICES, None,
             (text("subject", "a metric, movement or sleep"), OF_DEVICE, integer("rank", "1 is the first choice"))),
        Kind("import_runs", "import_run", "Imported files.",
             f"id IN (SELECT value FROM import, json_each(import.runs) WHERE {DEVICES})", None,
             (integer("id", "number"), text("file", "the file's name; a pseudonym"), text("format", "its format"), time("time", "when it was imported"),
              text("digest", "the digest of its entries"))),
        Kind("imports", "import", "Groups of imported entries.", DEVICES, None,
             (integer("id", "number"), OF_DEVICE, integer("run", "the first import that had them"), text("part", "the part of the file; a pseudonym"),
              text("runs", "all imports that had them, as JSON"))),
        Kind("import_spares", "import_spare", "Imported entries that others hide.", f"import IN (SELECT id FROM import WHERE {DEVICES})", None,
             (integer("import", "the group, a row of imports"), PLACE, text("entry", "the entry as JSON"))),
    )
}
