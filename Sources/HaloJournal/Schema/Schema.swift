// prose:allow-file SQL of migrations, with its comments, never changes.
import GRDB

/// The journal's tables, as a list of migrations. A released migration is never edited: a new version adds one.
///
/// Times are milliseconds since 1970 UTC, with the offset that was in force. The frames are the primary data:
/// everything except imported data can be rebuilt from them (`halo rebuild`).
enum Schema {
  static var migrator: DatabaseMigrator { migrator { _ in } }

  /// The migrations. The one that adds profiles calls `fillProfiles`, which stores the settings that an older version
  /// kept elsewhere.
  static func migrator(fillProfiles: @escaping @Sendable (Database) throws -> Void) -> DatabaseMigrator {
    var migrator = DatabaseMigrator()
    for (number, (name, sql)) in zip(1..., migrations) {
      migrator.registerMigration("\(number) \(name)") { db in
        try db.execute(sql: sql)
        if name == profiles { try fillProfiles(db) }
      }
    }
    return migrator
  }

  private static let profiles = "profiles"
  private static let migrations = [
    ("frames, samples, nights", version1), ("devices of workouts", version2), ("advertised names", version3),
    ("encodings of accelerometers", version4), ("clocks as they were found", version5), (profiles, version6),
    ("imports that can be undone", version7), ("priorities of devices", version8),
    ("counts of workouts, units and kinds of machines", version9),
    ("pauses, time in bed, and counts with one start", version10), ("outdated computed values", version11),
    ("ids of settings and logs", version12), ("inputs of computed values", version13),
    ("metrics of drivers", version14), ("users of devices", version15),
  ]

  private static let version15 = """
    -- The wearer's number on a device with several users: 255 if it was not chosen yet, NULL if the device has not named any.
    ALTER TABLE device ADD COLUMN user INTEGER;
    """

  private static let version14 = """
    -- The metrics that drivers added to Halo's own, with what a program without the driver needs to show their values.
    CREATE TABLE metric (code INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, definition TEXT NOT NULL);
    """

  private static let version13 = """
    -- The inputs of computed values had English sentences. The values are computed again. Where the raw readings that this needs were deleted,
    -- the sentences stay as words, and Halo's own stages are read from theirs.
    UPDATE derived SET inputs = (
      SELECT json_group_array(json(CASE
        WHEN value LIKE 'stages of half minutes from %: %' AND json_valid(stretches) THEN json_object('ownStages', json_object(
          'start', substr(value, 29, instr(value, ': ') - 29), 'stretches', json(stretches)))
        WHEN value LIKE '%; frames %' THEN json_object(
          'words', substr(value, 1, instr(value, '; frames ') - 1), 'frames', substr(value, instr(value, '; frames ') + 9))
        ELSE json_object('words', value) END))
      FROM (SELECT value, '[{"stage":"' || replace(replace(replace(
        substr(value, instr(value, ': ') + 2), ', ', '|'), ' ', '","epochs":'), '|', '},{"stage":"') || '}]' AS stretches
        FROM json_each(inputs))
    ) WHERE json_valid(inputs);
    UPDATE wearer SET outdated = 0;
    """

  private static let version12 = """
    -- Settings and logs had English sentences. A setting whose sentence is not known keeps it after 'words:'. Names of logs that are not known
    -- are those of a driver from elsewhere, and stay.
    UPDATE setting SET name = CASE name
      WHEN 'heart rate' THEN 'heart-rate' WHEN 'SpO₂' THEN 'spo2' WHEN 'stress' THEN 'stress'
      WHEN 'heart-rate variability' THEN 'hrv' WHEN 'skin temperature' THEN 'temperature' ELSE 'words:' || name END;
    UPDATE setting SET value = CASE
      WHEN value IN ('on', 'off') THEN value
      WHEN value = 'every minute' THEN 'PT1M'
      WHEN value = 'every ' || CAST(substr(value, 7) AS INTEGER) || ' minutes' THEN 'PT' || CAST(substr(value, 7) AS INTEGER) || 'M'
      ELSE 'words:' || value END;
    CREATE TEMP TABLE log_id (words TEXT PRIMARY KEY, id TEXT NOT NULL);
    INSERT INTO log_id VALUES ('heart rate', 'heart-rate'), ('heart rate by hand', 'manual-heart-rate'), ('SpO₂', 'spo2'),
      ('heart-rate variability', 'hrv'), ('skin temperature', 'skin-temperature'),
      ('skin temperature at intervals', 'skin-temperature-intervals'), ('sleep in quarter hours', 'sleep-quarters'),
      ('praise counts', 'praise-counts');
    UPDATE statement SET log = (SELECT id FROM log_id WHERE words = log) WHERE log IN (SELECT words FROM log_id);
    UPDATE OR IGNORE coverage SET log = (SELECT id FROM log_id WHERE words = log) WHERE log IN (SELECT words FROM log_id);
    DROP TABLE log_id;
    """

  private static let version11 = """
    -- The first day, counted from 1970, whose computed values are outdated: 0 for all days, NULL if all values are up to date. A change of a
    -- wearer's data sets it in the same transaction and counts itself; values that were computed from earlier data then leave it.
    ALTER TABLE wearer ADD COLUMN outdated INTEGER DEFAULT 0;
    ALTER TABLE wearer ADD COLUMN changes INTEGER NOT NULL DEFAULT 0;
    -- The generation of the algorithms that computed the values.
    ALTER TABLE wearer ADD COLUMN generation INTEGER NOT NULL DEFAULT 0;
    """

  private static let version10 = """
    -- Milliseconds of pauses within the length of a workout; NULL if unknown.
    ALTER TABLE workout ADD COLUMN paused INTEGER;

    -- The time in bed around a sleep, in milliseconds; NULL if it is not known. A sleep without stages is time in bed alone.
    ALTER TABLE night ADD COLUMN bed INTEGER;
    ALTER TABLE night ADD COLUMN rise INTEGER;
    -- These files state that a person slept, where a device would leave the stage unknown.
    UPDATE night SET stages = replace(stages, 'none', 'asleep') WHERE import IN (
      SELECT import.id FROM import JOIN import_run ON import_run.id = import.run
      WHERE format IN ('apple-health', 'health-connect', 'gadgetbridge'));

    -- As before, but `again` is part of the key: 0 or, for an imported count that begins when another one does and ends at another time,
    -- one more than its length. SQLite's check of integrity expects the key's columns to come first.
    CREATE TABLE sample_again (
      device INTEGER NOT NULL REFERENCES device (id) ON DELETE CASCADE,
      metric INTEGER NOT NULL,
      start INTEGER NOT NULL,
      source INTEGER NOT NULL,
      again INTEGER NOT NULL DEFAULT 0,
      length INTEGER NOT NULL,
      wall INTEGER NOT NULL,
      value REAL NOT NULL,
      doubtful INTEGER NOT NULL DEFAULT 0,
      statement INTEGER REFERENCES statement (id) ON DELETE CASCADE,
      import INTEGER REFERENCES import (id) ON DELETE CASCADE,
      place INTEGER,
      PRIMARY KEY (device, metric, start, source, again)
    ) STRICT, WITHOUT ROWID;
    INSERT INTO sample_again (device, metric, start, source, length, wall, value, doubtful, statement, import, place)
    SELECT device, metric, start, source, length, wall, value, doubtful, statement, import, place FROM sample
    ORDER BY device, metric, start, source;
    DROP TABLE sample;
    ALTER TABLE sample_again RENAME TO sample;
    CREATE INDEX sample_by_statement ON sample (statement) WHERE statement IS NOT NULL;
    """

  private static let version9 = """
    -- How a workout's distance and energy were counted, and what speaks against them, as JSON; NULL without a machine that counts.
    ALTER TABLE workout ADD COLUMN distance_count TEXT;
    ALTER TABLE workout ADD COLUMN energy_count TEXT;
    -- The unit of a machine's speeds that its user chose: kmh, mph, mph-commands or mph-reports; NULL if the model decides.
    ALTER TABLE device ADD COLUMN speedUnit TEXT;
    -- The kinds of machine that it advertises, separated by spaces; NULL if not known.
    ALTER TABLE device ADD COLUMN machines TEXT;
    """

  private static let version8 = """
    -- The devices that a wearer prefers for a metric, 'movement' or 'sleep', from rank 1 on.
    CREATE TABLE priority (
      subject TEXT NOT NULL,
      device INTEGER NOT NULL REFERENCES device (id) ON DELETE CASCADE,
      rank INTEGER NOT NULL,
      PRIMARY KEY (subject, device)
    ) STRICT, WITHOUT ROWID;
    """

  private static let version7 = """
    -- An import of a file, which can be undone. The digest is that of its entries: the same entries again are the same import.
    CREATE TABLE import_run (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      file TEXT NOT NULL,
      format TEXT NOT NULL,
      time INTEGER NOT NULL,
      digest TEXT NOT NULL
    ) STRICT;
    INSERT INTO import_run (file, format, time, digest) SELECT file, '', time, '' FROM import GROUP BY file, time ORDER BY min(id);

    -- Entries of a device from one part of a file: a table of a database, or a file of an archive. Their `place` is the row or line there.
    -- `runs` lists all imports that had these entries, as JSON: they are deleted when the last one is undone.
    ALTER TABLE import ADD COLUMN run INTEGER REFERENCES import_run (id);
    ALTER TABLE import ADD COLUMN part TEXT NOT NULL DEFAULT '';
    ALTER TABLE import ADD COLUMN runs TEXT NOT NULL DEFAULT '[]';
    UPDATE import SET run = (SELECT id FROM import_run WHERE import_run.file = import.file AND import_run.time = import.time);
    UPDATE import SET runs = '[' || run || ']';
    ALTER TABLE import DROP COLUMN file;
    ALTER TABLE import DROP COLUMN time;
    ALTER TABLE sample ADD COLUMN place INTEGER;
    ALTER TABLE night ADD COLUMN place INTEGER;
    ALTER TABLE workout ADD COLUMN import INTEGER REFERENCES import (id) ON DELETE CASCADE;
    ALTER TABLE workout ADD COLUMN place INTEGER;

    -- Imported entries that an entry of an earlier import hides: the same device, metric and time, but another value. They count when the
    -- earlier import is undone. An entry is JSON.
    CREATE TABLE import_spare (
      import INTEGER NOT NULL REFERENCES import (id) ON DELETE CASCADE,
      place INTEGER NOT NULL,
      entry TEXT NOT NULL,
      PRIMARY KEY (import, place, entry)
    ) STRICT, WITHOUT ROWID;
    """

  private static let version6 = """
    -- What a wearer chose: goals, units and the like, a row for each field that was ever chosen. A value is a number or a text, NULL if the
    -- field is empty. The wearer is a name and no number of a row: goals may be chosen before the first device is paired.
    CREATE TABLE profile (
      wearer TEXT NOT NULL,
      field TEXT NOT NULL,
      value ANY,
      PRIMARY KEY (wearer, field)
    ) STRICT, WITHOUT ROWID;
    """

  private static let version5 = """
    -- How far ahead of UTC a clock that was set had been before, in seconds, if that was not the time here; and how sure that is: 0 likely,
    -- 1 certain, 2 at least that much.
    ALTER TABLE clock ADD COLUMN found INTEGER;
    ALTER TABLE clock ADD COLUMN certainty INTEGER;
    """

  private static let version4 = """
    -- Counts a g with which an accelerometer's readings were converted to g; NULL if the device sends g, the sensor is another, or a
    -- ring's readings were stored before: those were converted with 512.
    ALTER TABLE raw ADD COLUMN counts INTEGER;
    """

  private static let version3 = """
    -- The name that the device itself advertises, by which some models are recognized; NULL if it is not known.
    ALTER TABLE device ADD COLUMN advertised TEXT;
    """

  private static let version2 = """
    -- What measured the workout: its machine, and what told the heart rate.
    ALTER TABLE workout ADD COLUMN machine INTEGER REFERENCES device (id) ON DELETE SET NULL;
    ALTER TABLE workout ADD COLUMN heart INTEGER REFERENCES device (id) ON DELETE SET NULL;
    """
}
