import GRDB

/// Changes a journal's file like damage would, without type checks and constraints.
func damageJournal(at path: String, _ change: String) throws {
  var configuration = Configuration()
  configuration.foreignKeysEnabled = false
  let queue = try DatabaseQueue(path: path, configuration: configuration)
  try queue.inDatabase { db in
    try db.execute(
      sql: """
        PRAGMA writable_schema = ON;
        UPDATE sqlite_master
        SET sql = replace(replace(replace(sql, ') STRICT, WITHOUT', ') WITHOUT'), ') STRICT', ')'), 'NOT NULL', '')
        WHERE type = 'table';
        PRAGMA writable_schema = RESET;
        """)
    try db.execute(sql: change)
  }
  try queue.close()
}
