import GRDB
import Testing

@testable import HaloJournal

extension Journal {
  /// All that a journal has, a line each, in an order and with names that do not depend on row numbers. The places of
  /// spare entries are left out: they are not known if an equal entry of another file was imported first.
  func dump() throws -> [String] {
    try read { db in
      let session = "(SELECT begun || session.purpose FROM session WHERE session.id = "
      let origin = """
        ifnull(\(session) (SELECT session FROM statement WHERE statement.id = statement)), '') || ' '
          || ifnull((SELECT log || received || verified FROM statement WHERE statement.id = statement), '') || ' '
          || ifnull((SELECT ifnull((SELECT file FROM import_run WHERE id = import.run), '') || part
            || (SELECT group_concat(file) FROM (SELECT file FROM json_each(import.runs) JOIN import_run ON import_run.id = value ORDER BY file))
            FROM import WHERE import.id = import), '') || ' ' || ifnull(place, '')
        """
      let name = "(SELECT identifier FROM device WHERE device.id = device)"
      let parts = [
        "SELECT 'device ' || identifier || family || name || ifnull(hardware, '') || ifnull(firmware, '') FROM device",
        "SELECT 'wearer ' || name || created FROM wearer",
        "SELECT 'profile ' || wearer || field || value FROM profile",
        "SELECT 'session ' || \(name) || begun || purpose || ifnull(ended, '') || zone || ifnull(outcome, '') || ifnull(decoder, '') FROM session",
        """
        SELECT 'frame ' || \(session) session) || ' ' || row_number() OVER (PARTITION BY session ORDER BY id) || ' ' || sent || ' '
          || (SELECT uuid FROM characteristic WHERE characteristic.id = characteristic) || time || ' ' || offset || hex(bytes) FROM frame
        """,
        "SELECT 'clock ' || \(name) || ifnull(\(session) session), '') || time || ' ' || offset || zone || ifnull(wrong, '') || ifnull(found, '') FROM clock",
        "SELECT 'setting ' || \(name) || time || ' ' || name || value FROM setting",
        "SELECT 'raw ' || \(session) session) || sensor || start || hex(data) FROM raw",
        "SELECT 'coverage ' || \(name) || log || day || received || complete FROM coverage",
        "SELECT 'total ' || \(name) || day || steps || ' ' || meters || ' ' || kilocalories || ' ' || minutes FROM total",
        """
        SELECT 'sample ' || \(name) || ' ' || metric || ' ' || start || ' ' || source || ' ' || length || ' ' || wall || ' ' || value
          || ' ' || doubtful || ' ' || \(origin) FROM sample
        """,
        """
        SELECT 'night ' || \(name) || kind || start || ' ' || length || ' ' || wall || day || stages || doubtful || ' ' || \(origin) FROM night
        """,
        """
        SELECT 'workout ' || kind || start || ' ' || length || ' ' || ifnull(meters, '') || ' ' || (import IS NULL) || ifnull(place, '')
          || ifnull((SELECT identifier FROM device WHERE device.id = machine), '') FROM workout
        """,
        "SELECT 'run ' || file || time || digest FROM import_run",
        """
        SELECT 'spare ' || (SELECT group_concat(file) FROM json_each(import.runs) JOIN import_run ON import_run.id = value)
          || entry FROM import_spare JOIN import ON import.id = import
        """,
        """
        SELECT 'derived ' || (SELECT name FROM wearer WHERE wearer.id = wearer) || metric || ' ' || start || ' ' || length || ' '
          || value || ' ' || ifnull(confidence, '') || algorithm FROM derived
        """,
      ]
      return try parts.flatMap { try String.fetchAll(db, sql: $0) }.sorted()
    }
  }
}
