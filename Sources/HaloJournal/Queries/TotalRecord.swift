import GRDB
import HaloHealth

/// A row of the table `total`: a device's own total of a day.
struct TotalRecord: FetchableRecord {
  let device: Int
  let day: CalendarDate
  let steps, meters: Int
  let kilocalories: Double
  let minutes: Int
  let statement: Int?

  init(row: Row) throws {
    device = try row.value("device")
    day = try row.date("day")
    steps = try row.value("steps")
    meters = try row.value("meters")
    kilocalories = try row.value("kilocalories")
    minutes = try row.value("minutes")
    statement = try row.value("statement")
  }

  func totals(_ origins: StatementOrigins) -> DailyTotals {
    DailyTotals(
      date: day, steps: steps, meters: meters, kilocalories: kilocalories, activeMinutes: minutes,
      provenance: origins.provenance(of: [statement].compactMap(\.self)))
  }
}
