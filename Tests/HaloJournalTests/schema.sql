CREATE TABLE characteristic (
  id INTEGER PRIMARY KEY,
  uuid TEXT NOT NULL UNIQUE
) STRICT;
CREATE TABLE clock (
  id INTEGER PRIMARY KEY,
  device INTEGER NOT NULL REFERENCES device (id) ON DELETE CASCADE,
  session INTEGER REFERENCES session (id) ON DELETE CASCADE,
  time INTEGER NOT NULL,
  offset INTEGER NOT NULL,
  zone TEXT NOT NULL,
  wrong TEXT
, found INTEGER, certainty INTEGER) STRICT;
CREATE INDEX clock_by_device ON clock (device, time);
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
, advertised TEXT, speedUnit TEXT, machines TEXT, user INTEGER) STRICT;
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
CREATE TABLE import (
  id INTEGER PRIMARY KEY,
  device INTEGER NOT NULL REFERENCES device (id) ON DELETE CASCADE,
  run INTEGER REFERENCES import_run (id), part TEXT NOT NULL DEFAULT '', runs TEXT NOT NULL DEFAULT '[]') STRICT;
CREATE TABLE import_run (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  file TEXT NOT NULL,
  format TEXT NOT NULL,
  time INTEGER NOT NULL,
  digest TEXT NOT NULL
) STRICT;
CREATE TABLE import_spare (
  import INTEGER NOT NULL REFERENCES import (id) ON DELETE CASCADE,
  place INTEGER NOT NULL,
  entry TEXT NOT NULL,
  PRIMARY KEY (import, place, entry)
) STRICT, WITHOUT ROWID;
CREATE TABLE metric (code INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, definition TEXT NOT NULL);
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
  import INTEGER REFERENCES import (id) ON DELETE CASCADE, place INTEGER, bed INTEGER, rise INTEGER,
  UNIQUE (device, kind, start)
) STRICT;
CREATE INDEX night_by_day ON night (device, day);
CREATE INDEX night_by_statement ON night (statement) WHERE statement IS NOT NULL;
CREATE TABLE priority (
  subject TEXT NOT NULL,
  device INTEGER NOT NULL REFERENCES device (id) ON DELETE CASCADE,
  rank INTEGER NOT NULL,
  PRIMARY KEY (subject, device)
) STRICT, WITHOUT ROWID;
CREATE TABLE profile (
  wearer TEXT NOT NULL,
  field TEXT NOT NULL,
  value ANY,
  PRIMARY KEY (wearer, field)
) STRICT, WITHOUT ROWID;
CREATE TABLE raw (
  id INTEGER PRIMARY KEY,
  session INTEGER NOT NULL REFERENCES session (id) ON DELETE CASCADE,
  sensor TEXT NOT NULL,
  start INTEGER NOT NULL,
  offset INTEGER NOT NULL,
  data BLOB NOT NULL, counts INTEGER,
  UNIQUE (session, sensor, start)
) STRICT;
CREATE INDEX raw_by_time ON raw (sensor, start);
CREATE TABLE "sample" (
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
CREATE INDEX sample_by_statement ON sample (statement) WHERE statement IS NOT NULL;
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
CREATE TABLE setting (
  id INTEGER PRIMARY KEY,
  device INTEGER NOT NULL REFERENCES device (id) ON DELETE CASCADE,
  time INTEGER NOT NULL,
  name TEXT NOT NULL,
  value TEXT NOT NULL
) STRICT;
CREATE INDEX setting_by_device ON setting (device, name, time);
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
CREATE TABLE wearer (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL UNIQUE,
  created INTEGER NOT NULL
, outdated INTEGER DEFAULT 0, changes INTEGER NOT NULL DEFAULT 0, generation INTEGER NOT NULL DEFAULT 0) STRICT;
CREATE TABLE workout (
  id INTEGER PRIMARY KEY,
  wearer INTEGER NOT NULL REFERENCES wearer (id) ON DELETE CASCADE,
  kind TEXT NOT NULL,
  start INTEGER NOT NULL,
  offset INTEGER NOT NULL,
  length INTEGER NOT NULL,
  meters REAL,
  kilocalories REAL,
  source INTEGER NOT NULL, machine INTEGER REFERENCES device (id) ON DELETE SET NULL, heart INTEGER REFERENCES device (id) ON DELETE SET NULL, import INTEGER REFERENCES import (id) ON DELETE CASCADE, place INTEGER, distance_count TEXT, energy_count TEXT, paused INTEGER,
  UNIQUE (wearer, kind, start)
) STRICT;
