"""Writes the files of simulated people (imported_lives.py): exports of Apple Health and Health Connect, and databases of Gadgetbridge.

Sources of the facts: the document type and the attributes of Apple's export.xml; GBDaoGenerator and the sample providers of Gadgetbridge's devices;
Android's Health Connect module (../shared/protocols/imports-and-exports.md).
"""
import datetime
import json
import random
import sqlite3
import zipfile
import zoneinfo
from xml.etree import ElementTree

from imported_lives import AWAKE, PIECES, QUANTITIES


def write(life, folder):
    """Writes the life's file; returns its path."""
    return WRITERS[life.kind](life, folder, random.Random(life.seed + 1_000_000))


def zipped(path, name, data):
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(name, data)
    return path


# Apple Health

APPLE_TYPES = {"steps": "StepCount", "meters": "DistanceWalkingRunning", "kilocalories": "ActiveEnergyBurned"}
# The unit that is written, and what one of Halo's units is in it.
APPLE_UNITS = {"steps": [("count", 1)], "meters": [("km", 0.001), ("mi", 1 / 1609.344), ("m", 1)],
               "kilocalories": [("kcal", 1), ("Cal", 1), ("kJ", 4.184)]}
APPLE_STAGES = {"light": "AsleepCore", "deep": "AsleepDeep", "rem": "AsleepREM", "awake": "Awake"}
HEAD = """<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE HealthData [
<!ELEMENT HealthData (ExportDate,Me,(Record|Workout)*)>
<!ATTLIST HealthData locale CDATA #REQUIRED>
]>
"""


def apple(life, folder, dice):
    root, add = ElementTree.Element("HealthData", locale="en_US"), ElementTree.SubElement
    # All dates have the offset of the day of the export.
    zone = datetime.timezone(datetime.datetime.fromtimestamp(life.exported * 60, zoneinfo.ZoneInfo(life.home)).utcoffset())
    date = lambda minute, second=0: datetime.datetime.fromtimestamp(minute * 60 + second, zone).strftime("%Y-%m-%d %H:%M:%S %z")
    units = {quantity: dice.choice(choices) for quantity, choices in APPLE_UNITS.items()}
    add(root, "ExportDate", value=date(life.exported))
    add(root, "Me", HKCharacteristicTypeIdentifierDateOfBirth="1980-01-01")

    def record(kind, source, first, last, value, unit=None, second=0):
        element = add(root, "Record", {"type": kind, "sourceName": source, "sourceVersion": "10.1"} | ({"unit": unit} if unit else {}) | {
            "creationDate": date(last, second), "startDate": date(first), "endDate": date(last, second), "value": str(value)})
        if life.tags == "all" or (life.tags == "sleep" and "Sleep" in kind):
            add(element, "MetadataEntry", key="HKTimeZone", value=life.zone_at(first))

    def amount(quantity, source, first, last, value):
        unit, factor = units[quantity]
        record("HKQuantityTypeIdentifier" + APPLE_TYPES[quantity], source, first, last, value if quantity == "steps" else f"{value * factor:.7g}", unit)

    for device in life.devices:
        for walk in device.intervals(life, dice):
            ends = [walk.last]
            if dice.random() < 0.03:
                # The same record twice.
                ends.append(walk.last)
            elif walk.last - walk.first > 2 and dice.random() < 0.05:
                # An interval that grew: an earlier record has the same start.
                ends.insert(0, walk.first + 1)
            for last in ends:
                for quantity in device.counts:
                    amount(quantity, device.name, walk.first, last, getattr(walk, quantity) * (last - walk.first))
        for minute, value in device.beats(life):
            record("HKQuantityTypeIdentifierHeartRate", device.name, minute, minute, value, "count/min", second=5)
        for report in device.reports(life):
            stretches, first = [("InBed", *report.bed)] if report.bed else [], report.first
            for stage, minutes in report.parts:
                if not (stage == "awake" and device.sleep == PIECES):
                    plain = "AsleepUnspecified" if device.sleep == AWAKE else "Asleep"
                    stretches.append((APPLE_STAGES.get(stage, plain), first, first + minutes))
                first += minutes
            for name, first, last in stretches:
                record("HKCategoryTypeIdentifierSleepAnalysis", device.name, first, last, "HKCategoryValueSleepAnalysis" + name)
    if life.typed:
        amount("steps", "Health", life.typed[0], life.typed[0], life.typed[1])
    # Apple orders by type.
    root[2:] = sorted(root[2:], key=lambda element: element.get("type"))
    for workout, device in life.recorded():
        apple_workout(life, workout, add(root, "Workout", sourceName=device.name), date, dice)
    ElementTree.indent(root, " ")
    text = HEAD + ElementTree.tostring(root, encoding="unicode") + "\n"
    if dice.random() < 0.3:
        return zipped(folder / "export.zip", "apple_health_export/export.xml", text.encode())
    (folder / "export.xml").write_text(text)
    return folder / "export.xml"


def apple_workout(life, workout, element, date, dice):
    first, last, add = workout.first, workout.last, ElementTree.SubElement
    span = lambda first, last, paused=0: {"startDate": date(first), "endDate": date(last), "duration": str(last - first - paused), "durationUnit": "min"}
    sport = "SwimBikeRun" if workout.parts else workout.kind.capitalize()
    element.attrib |= {"workoutActivityType": f"HKWorkoutActivityType{sport}", "creationDate": date(last), **span(first, last, workout.paused)}
    if life.tags != "none":
        add(element, "MetadataEntry", key="HKTimeZone", value=life.zone_at(first))
    for name, minute in zip(("Pause", "Resume"), workout.pause if workout.paused else ()):
        add(element, "WorkoutEvent", type=f"HKWorkoutEventType{name}", date=date(minute))

    def statistics(parent, first, last, distance, meters, kilocalories):
        for kind, value, unit in ((f"Distance{distance}", meters / 1000, "km"), ("ActiveEnergyBurned", kilocalories, "kcal")):
            if kind != "Distance":
                add(parent, "WorkoutStatistics", type="HKQuantityTypeIdentifier" + kind, startDate=date(first), endDate=date(last),
                    sum=f"{value:.7g}", unit=unit)

    distance = "Cycling" if workout.kind == "cycling" else "WalkingRunning"
    # Of several sports only the parts have a distance; beside another workout there may be a part of it.
    sports = list(zip(("Swimming", "Cycling", "WalkingRunning"), workout.parts)) or [(distance, (workout.meters / 2, workout.kilocalories / 2))]

    def whole():
        statistics(element, first, last, "" if workout.parts else distance, workout.meters, workout.kilocalories)

    def parts():
        length = (last - first) // max(2, len(sports))
        for index, (name, amounts) in enumerate(sports):
            begin = first + index * length
            statistics(add(element, "WorkoutActivity", uuid=str(index), **span(begin, begin + length)), begin, begin + length, name, *amounts)

    order = dice.choice(((whole, parts), (parts, whole), (parts,) if workout.parts else (whole,), (whole, parts) if workout.parts else ()))
    if not order:
        # Until iOS 15.
        element.attrib |= {"totalDistance": f"{workout.meters / 1000:.7g}", "totalDistanceUnit": "km", "totalEnergyBurned": str(workout.kilocalories),
                           "totalEnergyBurnedUnit": "kcal"}
    for part in order:
        part()


# Gadgetbridge

SAMPLE = "TIMESTAMP INTEGER NOT NULL, DEVICE_ID INTEGER NOT NULL, USER_ID INTEGER NOT NULL"
ACTIVITY = "RAW_INTENSITY INTEGER NOT NULL, STEPS INTEGER NOT NULL, RAW_KIND INTEGER NOT NULL, HEART_RATE INTEGER NOT NULL"
GADGETBRIDGE = {
    "COLMI_ACTIVITY_SAMPLE": ", ".join(f"{name} INTEGER NOT NULL" for name in ("RAW_KIND", "STEPS", "HEART_RATE", "DISTANCE", "CALORIES")),
    "MI_BAND_ACTIVITY_SAMPLE": ACTIVITY, "CMF_ACTIVITY_SAMPLE": ACTIVITY + ", DISTANCE INTEGER, CALORIES INTEGER",
    "GARMIN_ACTIVITY_SAMPLE": ACTIVITY + ", DISTANCE_CM INTEGER NOT NULL, ACTIVE_CALORIES INTEGER NOT NULL",
    **{f"{kind}_HEART_RATE_SAMPLE": "HEART_RATE INTEGER NOT NULL" for kind in ("COLMI", "CMF", "GENERIC")},
    **{f"{kind}_SLEEP_STAGE_SAMPLE": "DURATION INTEGER NOT NULL, STAGE INTEGER NOT NULL" for kind in ("COLMI", "CMF", "GENERIC")},
    "COLMI_SLEEP_SESSION_SAMPLE": "WAKEUP_TIME INTEGER", "CMF_SLEEP_SESSION_SAMPLE": "WAKEUP_TIME INTEGER, METADATA BLOB",
    "GARMIN_SLEEP_STAGE_SAMPLE": "STAGE INTEGER NOT NULL", "GARMIN_EVENT_SAMPLE": "EVENT INTEGER NOT NULL, EVENT_TYPE INTEGER, DATA INTEGER",
}
# Codes of stages. CMF writes nothing for time awake; GloryFit (such as the BT103) writes its own codes into the generic table, Garmin those of FIT.
STAGES = {"colmi": {"light": 2, "deep": 3, "rem": 4, "awake": 5}, "cmf": {"deep": 1, "light": 2, "rem": 3},
          "generic": {"deep": 1, "light": 2, "awake": 3, "rem": 4}, "garmin": {"awake": 1, "light": 2, "deep": 3, "rem": 4}}
# In the low four bits of Huami's kinds, 1 is walking, 3 not worn, 9 light sleep, 11 deep sleep, 12 awake, and 0 the kind before.
HUAMI = {"light": 0x79, "deep": 0x7B, "awake": 0x7C}
SPORTS = {"running": 0x040000B1, "walking": 0x040000B2, "cycling": 0x040000B3, "hiking": 0x400000}


def gadgetbridge(life, folder, dice):
    path = folder / "Gadgetbridge.db"
    database = sqlite3.connect(path)
    database.executescript("""
        CREATE TABLE USER (_id INTEGER PRIMARY KEY, NAME TEXT NOT NULL, BIRTHDAY INTEGER NOT NULL, GENDER INTEGER NOT NULL);
        CREATE TABLE DEVICE (_id INTEGER PRIMARY KEY, NAME TEXT NOT NULL, MANUFACTURER TEXT NOT NULL, IDENTIFIER TEXT NOT NULL UNIQUE,
            TYPE INTEGER NOT NULL, TYPE_NAME TEXT NOT NULL, MODEL TEXT, ALIAS TEXT, PARENT_FOLDER TEXT);
        CREATE TABLE BASE_ACTIVITY_SUMMARY (_id INTEGER PRIMARY KEY, NAME TEXT, START_TIME INTEGER NOT NULL, END_TIME INTEGER NOT NULL,
            ACTIVITY_KIND INTEGER NOT NULL, BASE_LONGITUDE INTEGER, BASE_LATITUDE INTEGER, BASE_ALTITUDE INTEGER, GPX_TRACK TEXT, RAW_DETAILS_PATH TEXT,
            DEVICE_ID INTEGER NOT NULL, USER_ID INTEGER NOT NULL, SUMMARY_DATA TEXT, RAW_SUMMARY_DATA BLOB);
        INSERT INTO USER VALUES (1, 'me', 0, 2);""")
    for table, columns in GADGETBRIDGE.items():
        key = "TIMESTAMP, DEVICE_ID" + (", EVENT" if table == "GARMIN_EVENT_SAMPLE" else "")
        database.execute(f"CREATE TABLE {table} ({SAMPLE}, {columns}, PRIMARY KEY ({key}))")
    for number, device in enumerate(life.devices, 1):
        kind, type_name = device.writer
        values = (number, device.name, f"11:22:33:44:55:{number:02}", type_name)
        database.execute("INSERT INTO DEVICE VALUES (?, ?, 'Maker', ?, 0, ?, NULL, NULL, NULL)", values)

        def add(table, time, *values):
            database.execute(f"INSERT INTO {table} VALUES ({', '.join('?' * (len(values) + 3))})", (time, number, 1, *values))

        {"colmi": colmi, "huami": huami, "garmin": garmin, "cmf": cmf, "generic": generic}[kind](life, device, dice, add)
    for workout, device in life.recorded():
        summary = {"distanceMeters": {"value": workout.meters, "unit": "meters"},
                   "caloriesBurnt": {"value": workout.kilocalories, "unit": "calories_unit"}}
        values = (workout.first * 60_000, workout.last * 60_000, SPORTS[workout.kind], life.devices.index(device) + 1, json.dumps(summary))
        columns = "START_TIME, END_TIME, ACTIVITY_KIND, DEVICE_ID, SUMMARY_DATA, USER_ID"
        database.execute(f"INSERT INTO BASE_ACTIVITY_SUMMARY ({columns}) VALUES (?, ?, ?, ?, ?, 1)", values)
    database.commit()
    database.close()
    return path


def sensors(life, device, brand, add, unit=1):
    """Writes heart rates, sessions, and stages with a duration, of which `unit` is a minute."""
    for minute, value in device.beats(life):
        add(f"{brand}_HEART_RATE_SAMPLE", minute * 60_000, value)
    for report in device.reports(life):
        first = report.first
        for stage, minutes in report.parts:
            if stage in STAGES[device.writer[0]]:
                add(f"{brand}_SLEEP_STAGE_SAMPLE", first * 60_000, minutes * unit, STAGES[device.writer[0]][stage])
            first += minutes
        if brand != "GENERIC":
            add(f"{brand}_SLEEP_SESSION_SAMPLE", report.first * 60_000, report.last * 60_000, *([None] if brand == "CMF" else []))


def colmi(life, device, dice, add):
    for walk in device.intervals(life, dice):
        add("COLMI_ACTIVITY_SAMPLE", walk.first * 60, 1, walk.steps * 15, 0, round(walk.meters * 15), walk.kilocalories * 15)
    sensors(life, device, "COLMI", add)


def generic(life, device, dice, add):
    sensors(life, device, "GENERIC", add)


def huami(life, device, dice, add):
    steps, beats, before = {walk.first: walk.steps for walk in device.intervals(life, dice)}, dict(device.beats(life)), 0
    stages = {}
    for report in device.reports(life):
        minutes = [stage for stage, length in report.parts for _ in range(length)]
        stages |= {report.first + index: stage for index, stage in enumerate(minutes)}
    for minute in range(device.worn[0][0], device.worn[-1][1]):
        worn = device.wears(minute)
        kind = HUAMI[stages[minute]] if minute in stages else 0x51 if worn else 0x73
        # Usually the kind of the minute before is not repeated.
        written, before = 0x70 if kind == before and dice.random() < 0.7 else kind, kind
        add("MI_BAND_ACTIVITY_SAMPLE", minute * 60, 20 if worn else 0, steps.get(minute, 0), written, beats.get(minute, 255))


def totals(life, device, dice):
    """Yields the readings of a device that counts from midnight: the minute, and the steps, meters and kilocalories so far."""
    day, sums = None, [0, 0, 0]
    for walk in device.intervals(life, dice):
        for minute in range(walk.first, walk.last):
            if life.date(minute) != day:
                day, sums = life.date(minute), [0, 0, 0]
            sums = [total + getattr(walk, quantity) for total, quantity in zip(sums, QUANTITIES)]
            # The reading at midnight has the total of the day that is over.
            if minute + 1 == walk.last or life.date(minute + 1) != day:
                yield minute + 1, sums


def garmin(life, device, dice, add):
    readings, beats = dict(totals(life, device, dice)), dict(device.beats(life))
    for minute in sorted({*readings, *beats}):
        steps, meters, kilocalories = readings.get(minute, (-1, -0.01, -1))
        add("GARMIN_ACTIVITY_SAMPLE", minute * 60, 0, steps, 1, beats.get(minute, -1), round(meters * 100), kilocalories)
    for report in device.reports(life):
        minute = report.first
        for stage, minutes in report.parts:
            # A stage is written at its end; an event says when the first one began.
            minute += minutes
            add("GARMIN_SLEEP_STAGE_SAMPLE", minute * 60_000, STAGES["garmin"][stage])
        for kind, minute in enumerate((report.first, report.last)):
            add("GARMIN_EVENT_SAMPLE", minute * 60_000, 74, kind, None)


def cmf(life, device, dice, add):
    for minute, (steps, _, _) in totals(life, device, dice):
        add("CMF_ACTIVITY_SAMPLE", minute * 60, 0, steps, 1, -1, None, None)
    sensors(life, device, "CMF", add, unit=60)


# Health Connect

RECORD = """row_id INTEGER PRIMARY KEY AUTOINCREMENT, uuid BLOB, last_modified_time INTEGER, client_record_id TEXT, client_record_version TEXT,
    device_info_id INTEGER, app_info_id INTEGER, recording_method INTEGER, dedupe_hash BLOB, start_time INTEGER, start_zone_offset INTEGER, end_time INTEGER,
    end_zone_offset INTEGER, local_date_time_start_time INTEGER, local_date_time_end_time INTEGER, local_date INTEGER"""
PART = "row_id INTEGER PRIMARY KEY AUTOINCREMENT, parent_key INTEGER"
CONNECT = {
    "application_info_table": "row_id INTEGER PRIMARY KEY, package_name TEXT, app_name TEXT, app_icon BLOB, record_types_used TEXT",
    "device_info_table": "row_id INTEGER PRIMARY KEY, manufacturer TEXT, model TEXT, device_type INTEGER",
    "steps_record_table": RECORD + ", count INTEGER", "distance_record_table": RECORD + ", distance REAL",
    "active_calories_burned_record_table": RECORD + ", energy REAL", "heart_rate_record_table": RECORD,
    "heart_rate_record_series_table": PART + ", beats_per_minute INTEGER, epoch_millis INTEGER",
    "sleep_session_record_table": RECORD + ", notes TEXT, title TEXT",
    "sleep_stages_table": PART + ", stage_start_time INTEGER, stage_end_time INTEGER, stage_type INTEGER",
    "exercise_session_record_table": RECORD + ", notes TEXT, exercise_type INTEGER, title TEXT, has_route INTEGER",
}
# Energies are in small calories.
CONNECT_TABLES = {"steps": ("steps_record_table", "count", 1), "meters": ("distance_record_table", "distance", 1),
                  "kilocalories": ("active_calories_burned_record_table", "energy", 1000)}
CONNECT_STAGES = {"awake": 1, "asleep": 2, "light": 4, "deep": 5, "rem": 6}
EXERCISES = {"running": 33, "walking": 53, "cycling": 5, "hiking": 21}


def connect(life, folder, dice):
    path = folder / "health_connect_export.db"
    database = sqlite3.connect(path)
    for table, columns in CONNECT.items():
        database.execute(f"CREATE TABLE {table}({columns})")

    def insert(table, **values):
        return database.execute(f"INSERT INTO {table} ({', '.join(values)}) VALUES ({', '.join('?' * len(values))})", list(values.values())).lastrowid

    def record(table, device, first, last, **values):
        app, number = device.writer
        offsets = [int(life.local(minute).utcoffset().total_seconds()) for minute in (first, last)]
        return insert(table, app_info_id=app, device_info_id=number, recording_method=2, start_time=first * 60_000, start_zone_offset=offsets[0],
                      end_time=last * 60_000, end_zone_offset=offsets[1], local_date=(first * 60 + offsets[0]) // 86400, **values)

    insert("application_info_table", package_name="com.sec.android.app.shealth", app_name="Samsung Health")
    insert("application_info_table", package_name="com.example.fit", app_name="Fit")
    for manufacturer, model, kind in (("Samsung", "Phone", 2), ("Samsung", "Band", 1), (None, None, 0)):
        insert("device_info_table", manufacturer=manufacturer, model=model, device_type=kind)
    for device in life.devices:
        for walk in device.intervals(life, dice):
            for quantity in device.counts:
                table, column, factor = CONNECT_TABLES[quantity]
                record(table, device, walk.first, walk.last, **{column: getattr(walk, quantity) * (walk.last - walk.first) * factor})
        for minute, value in device.beats(life):
            parent = record("heart_rate_record_table", device, minute, minute)
            insert("heart_rate_record_series_table", parent_key=parent, beats_per_minute=value, epoch_millis=minute * 60_000)
        for report in device.reports(life):
            parent, first = record("sleep_session_record_table", device, report.first, report.last), report.first
            # A session without stages is sleep throughout.
            for stage, minutes in report.parts if len(report.parts) > 1 else ():
                insert("sleep_stages_table", parent_key=parent, stage_start_time=first * 60_000, stage_end_time=(first + minutes) * 60_000,
                       stage_type=CONNECT_STAGES[stage])
                first += minutes
    for workout, device in life.recorded():
        record("exercise_session_record_table", device, workout.first, workout.last, exercise_type=EXERCISES[workout.kind])
    database.commit()
    database.close()
    return zipped(folder / "Health Connect.zip", path.name, path.read_bytes()) if dice.random() < 0.3 else path


WRITERS = {"apple": apple, "gadgetbridge": gadgetbridge, "connect": connect}
