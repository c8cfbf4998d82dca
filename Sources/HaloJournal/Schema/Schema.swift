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
    migrator.registerMigration("1 frames, samples, nights") { db in try db.execute(sql: version1) }
    migrator.registerMigration("2 devices of workouts") { db in try db.execute(sql: version2) }
    migrator.registerMigration("3 advertised names") { db in try db.execute(sql: version3) }
    migrator.registerMigration("4 encodings of accelerometers") { db in try db.execute(sql: version4) }
    migrator.registerMigration("5 clocks as they were found") { db in try db.execute(sql: version5) }
    migrator.registerMigration("6 profiles") { db in
      try db.execute(sql: version6)
      try fillProfiles(db)
    }
    return migrator
  }

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
