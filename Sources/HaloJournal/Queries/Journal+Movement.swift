import GRDB

extension Journal {
  /// The movement of each local day of a wearer, or of all wearers; days without movement are absent.
  ///
  /// Each quantity is merged by time: where devices counted at the same time, the one with priority counts or, without
  /// one, the one that counted more on that day. Steps, distance and energy are all from the device's total or all from
  /// its log, so that they cover the same time.
  ///
  /// - Parameters:
  ///   - wearer: The wearer; `nil` for all wearers.
  ///   - first: The first day.
  ///   - last: The last day, included.
  ///   - withSources: True to look up the frames that each day came from, which is slower over years.
  public func movement(
    of wearer: String?, from first: CalendarDate, to last: CalendarDate, withSources: Bool = false
  ) throws -> [CalendarDate: DayMovement] {
    try read { try MovementQuery($0, of: wearer, from: first, to: last).movement(withSources: withSources) }
  }

  /// The steps of a day that one device counted; `nil` without a report.
  public func steps(of device: Device, on day: CalendarDate) throws -> Int? {
    try read { db in
      try MovementQuery(db: db, first: day, last: day, devices: ":device", arguments: ["device": device.id])
        .movement()[day]?.steps
    }
  }

  /// The metrics of a day's movement.
  static let movementMetrics = Set(Metric.own.filter { DeviceChoice.Subject($0) == .movement })
}
