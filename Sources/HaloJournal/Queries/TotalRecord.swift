/// A row of the table `total`: a device's own total of a day.
struct TotalRecord {
  let device: Int
  let day: CalendarDate
  let steps, meters: Int
  let kilocalories: Double
  let minutes: Int
  let statement: Int?

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
