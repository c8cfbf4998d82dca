// prose:allow-file SQL of migrations, with its comments, never changes.
extension Schema {
  /// The first tables.
  static let version1 = """
    -- Numbers of devices, sessions, frames and statements are never used again, so that nothing points at something else.

    -- Who wears the devices.
    CREATE TABLE wearer (
      id INTEGER PRIMARY KEY,
      name TEXT NOT NULL UNIQUE,
      created INTEGER NOT NULL
    ) STRICT;

    -- Devices that were ever spoken with. `forgotten` is when a person let one go without its data.
    CREATE TABLE device (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      wearer INTEGER NOT NULL REFERENCES wearer (id),
      identifier TEXT NOT NULL UNIQUE,
      family TEXT NOT NULL,
      name TEXT NOT NULL,
      hardware TEXT,
      firmware TEXT,
      paired INTEGER NOT NULL,
      forgotten INTEGER
    ) STRICT;

    -- Times of talking with a device. `read` is the decoder whose samples are here; NULL until its frames were read.
    CREATE TABLE session (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      device INTEGER NOT NULL REFERENCES device (id) ON DELETE CASCADE,
      purpose TEXT NOT NULL,
      begun INTEGER NOT NULL,
      ended INTEGER,
      zone TEXT NOT NULL,
      decoder TEXT,
      outcome TEXT
    ) STRICT;
    CREATE INDEX session_by_device ON session (device, begun);

    -- Characteristics, by their UUID.
    CREATE TABLE characteristic (
      id INTEGER PRIMARY KEY,
      uuid TEXT NOT NULL UNIQUE
    ) STRICT;

    -- What went over a link, as it came. `sent` is 1 for what went to the device.
    CREATE TABLE frame (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      session INTEGER NOT NULL REFERENCES session (id) ON DELETE CASCADE,
      characteristic INTEGER NOT NULL REFERENCES characteristic (id),
      sent INTEGER NOT NULL,
      time INTEGER NOT NULL,
      offset INTEGER NOT NULL,
      bytes BLOB NOT NULL
    ) STRICT;
    CREATE INDEX frame_by_session ON frame (session);

    -- When a device's clock was set, and how far ahead of UTC the clock here was. `wrong` is the date that it had instead.
    CREATE TABLE clock (
      id INTEGER PRIMARY KEY,
      device INTEGER NOT NULL REFERENCES device (id) ON DELETE CASCADE,
      session INTEGER REFERENCES session (id) ON DELETE CASCADE,
      time INTEGER NOT NULL,
      offset INTEGER NOT NULL,
      zone TEXT NOT NULL,
      wrong TEXT
    ) STRICT;
    CREATE INDEX clock_by_device ON clock (device, time);

    -- What one message of a device told. `frames` are the ids of its frames, as in 17-40,42; `verified` where the device was seen
    -- to have the right date afterwards.
    CREATE TABLE statement (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      session INTEGER NOT NULL REFERENCES session (id) ON DELETE CASCADE,
      log TEXT NOT NULL,
      decoder TEXT NOT NULL,
      received INTEGER NOT NULL,
      verified INTEGER NOT NULL,
      frames TEXT NOT NULL
    ) STRICT;
    CREATE INDEX statement_by_session ON statement (session);
    CREATE INDEX statement_not_verified ON statement (session) WHERE verified = 0;

    -- The latest statement about each day of each log. `day` is on the device's calendar; `complete` where it was told after the
    -- day had ended.
    CREATE TABLE coverage (
      device INTEGER NOT NULL REFERENCES device (id) ON DELETE CASCADE,
      log TEXT NOT NULL,
      day TEXT NOT NULL,
      statement INTEGER NOT NULL REFERENCES statement (id) ON DELETE CASCADE,
      received INTEGER NOT NULL,
      complete INTEGER NOT NULL,
      PRIMARY KEY (device, log, day)
    ) STRICT, WITHOUT ROWID;

    CREATE INDEX coverage_by_statement ON coverage (statement);

    -- Files that people brought along.
    CREATE TABLE import (
      id INTEGER PRIMARY KEY,
      device INTEGER NOT NULL REFERENCES device (id) ON DELETE CASCADE,
      file TEXT NOT NULL,
      time INTEGER NOT NULL
    ) STRICT;

    -- Single values. `length` is in milliseconds, 0 for a moment; `wall` is the device's own words, in seconds on its clock.
    -- A sample comes from a statement or from an import.
    CREATE TABLE sample (
      device INTEGER NOT NULL REFERENCES device (id) ON DELETE CASCADE,
      metric INTEGER NOT NULL,
      start INTEGER NOT NULL,
      source INTEGER NOT NULL,
      length INTEGER NOT NULL,
      wall INTEGER NOT NULL,
      value REAL NOT NULL,
      doubtful INTEGER NOT NULL DEFAULT 0,
      statement INTEGER REFERENCES statement (id) ON DELETE CASCADE,
      import INTEGER REFERENCES import (id) ON DELETE CASCADE,
      PRIMARY KEY (device, metric, start, source)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX sample_by_statement ON sample (statement) WHERE statement IS NOT NULL;

    -- Nights and naps. `stages` is stage and minutes, as in light 12,deep 30.
    CREATE TABLE night (
      id INTEGER PRIMARY KEY,
      device INTEGER NOT NULL REFERENCES device (id) ON DELETE CASCADE,
      kind TEXT NOT NULL,
      start INTEGER NOT NULL,
      length INTEGER NOT NULL,
      wall INTEGER NOT NULL,
      day TEXT NOT NULL,
      stages TEXT NOT NULL,
      doubtful INTEGER NOT NULL DEFAULT 0,
      statement INTEGER REFERENCES statement (id) ON DELETE CASCADE,
      import INTEGER REFERENCES import (id) ON DELETE CASCADE,
      UNIQUE (device, kind, start)
    ) STRICT;
    CREATE INDEX night_by_day ON night (device, day);
    CREATE INDEX night_by_statement ON night (statement) WHERE statement IS NOT NULL;

    -- A device's own totals of a day.
    CREATE TABLE total (
      device INTEGER NOT NULL REFERENCES device (id) ON DELETE CASCADE,
      day TEXT NOT NULL,
      steps INTEGER NOT NULL,
      meters INTEGER NOT NULL,
      kilocalories REAL NOT NULL,
      minutes INTEGER NOT NULL,
      statement INTEGER REFERENCES statement (id) ON DELETE CASCADE,
      import INTEGER REFERENCES import (id) ON DELETE CASCADE,
      PRIMARY KEY (device, day)
    ) STRICT, WITHOUT ROWID;

    CREATE INDEX total_by_statement ON total (statement) WHERE statement IS NOT NULL;

    -- What was computed from samples: by which algorithm, from what, and how sure.
    CREATE TABLE derived (
      id INTEGER PRIMARY KEY,
      wearer INTEGER NOT NULL REFERENCES wearer (id) ON DELETE CASCADE,
      metric INTEGER NOT NULL,
      start INTEGER NOT NULL,
      offset INTEGER NOT NULL,
      length INTEGER NOT NULL,
      value REAL NOT NULL,
      algorithm TEXT NOT NULL,
      version INTEGER NOT NULL,
      confidence REAL,
      inputs TEXT NOT NULL,
      UNIQUE (wearer, metric, start, length, algorithm)
    ) STRICT;

    -- Sport that somebody began and ended.
    CREATE TABLE workout (
      id INTEGER PRIMARY KEY,
      wearer INTEGER NOT NULL REFERENCES wearer (id) ON DELETE CASCADE,
      kind TEXT NOT NULL,
      start INTEGER NOT NULL,
      offset INTEGER NOT NULL,
      length INTEGER NOT NULL,
      meters REAL,
      kilocalories REAL,
      source INTEGER NOT NULL,
      UNIQUE (wearer, kind, start)
    ) STRICT;

    -- Readings of a sensor as they came, a minute a row. `data` is, for each reading, milliseconds from the start (u16), then the
    -- numbers of its channels (32-bit floats), all little endian.
    CREATE TABLE raw (
      id INTEGER PRIMARY KEY,
      session INTEGER NOT NULL REFERENCES session (id) ON DELETE CASCADE,
      sensor TEXT NOT NULL,
      start INTEGER NOT NULL,
      offset INTEGER NOT NULL,
      data BLOB NOT NULL,
      UNIQUE (session, sensor, start)
    ) STRICT;
    CREATE INDEX raw_by_time ON raw (sensor, start);

    -- What a device was told to be, and said that it is.
    CREATE TABLE setting (
      id INTEGER PRIMARY KEY,
      device INTEGER NOT NULL REFERENCES device (id) ON DELETE CASCADE,
      time INTEGER NOT NULL,
      name TEXT NOT NULL,
      value TEXT NOT NULL
    ) STRICT;
    CREATE INDEX setting_by_device ON setting (device, name, time);
    """
}
