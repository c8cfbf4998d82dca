import GRDB
import HaloHealth

/// A row of the table `coverage`: the latest report of a day of a log.
struct CoverageRecord: FetchableRecord {
  static let columns = "device, log, day, received"

  let device: Int
  let log: LogID
  let day: CalendarDate
  let received: Int

  init(row: Row) throws {
    (device, log, day) = try (row.value("device"), LogID(rawValue: row.value("log")), row.date("day"))
    received = try row.time("received")
  }
}
