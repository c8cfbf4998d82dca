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
    (device, day, statement) = try (row.value("device"), row.date("day"), row.value("statement"))
    (steps, meters, minutes) = try (row.value("steps"), row.value("meters"), row.value("minutes"))
    kilocalories = try row.value("kilocalories")
  }

  /// The device's total of a metric; `nil` if it does not report it. Some firmware omits the distance.
  func amount(_ metric: Metric) -> Double? {
    switch metric {
    case .steps: Double(steps)
    case .distance: meters > 0 ? Double(meters) : nil
    case .activeEnergy: kilocalories
    default: nil
    }
  }
}
