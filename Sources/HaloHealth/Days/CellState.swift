/// What a device's cell says of a time in which nothing was measured.
public struct CellState: Sendable, Hashable {
  /// What a device said of its cell.
  public struct Reading: Sendable, Hashable {
    /// When.
    public let time: Moment
    /// Charge, 0…100 %.
    public let percent: Double
    /// Whether it was being charged; `nil` where that is not known.
    public let isCharging: Bool?

    /// A reading.
    public init(time: Moment, percent: Double, isCharging: Bool?) {
      self.time = time
      self.percent = percent
      self.isCharging = isCharging
    }
  }

  /// Whether it was empty; otherwise it was charging.
  public let isEmpty: Bool
  /// The readings that say so, in order: one or two.
  public let readings: [Reading]

  /// What a cell loses in an hour, in percentage points, at the least: rings last four to seven days by what their makers say.
  private static let drainPerHour = 100.0 / (7 * 24)

  /// What readings in order of time say of the milliseconds from `from` to `to`; `nil` if they say nothing of it.
  public init?(from: Int, to: Int, _ readings: [Reading]) {
    if let reading = readings.first(where: { (from..<to).contains($0.time.milliseconds) && $0.isCharging == true }) {
      (isEmpty, self.readings) = (false, [reading])
      return
    }
    let kept = Duration.days(DayCoverage.daysKept).milliseconds
    guard let before = readings.last(where: { $0.time.milliseconds < to && $0.time.milliseconds > to - kept })
    else { return nil }
    let hours = Duration.milliseconds(to - before.time.milliseconds).measured(in: .hours(1))
    if before.percent <= 3, hours < 24 {
      (isEmpty, self.readings) = (true, [before])
      return
    }
    guard
      let after = readings.first(where: { $0.time.milliseconds >= to && $0.time.milliseconds < to + kept }),
      after.percent > before.percent + 5
    else { return nil }
    // Nothing was measured and the cell would not have lasted: it ran empty, and was charged later.
    isEmpty = before.percent - hours * Self.drainPerHour <= 3
    guard isEmpty || hours < 24 && after.time.milliseconds < to + Duration.hours(12).milliseconds else { return nil }
    self.readings = [before, after]
  }
}
