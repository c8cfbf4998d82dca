import GRDB

extension Journal {
  /// The chosen device for a metric on a day of a wearer, or of all wearers, with the amount of data of each device;
  /// `nil` without values. Steps, distance and energy are merged by time: all devices count in part.
  public func deviceChoice(of metric: Metric, wearer: String?, on date: CalendarDate) throws -> DeviceChoice? {
    try read { db in
      if Self.movementMetrics.contains(metric) {
        let merged = try MovementQuery(db, of: wearer, from: date, to: date).counts(metric)[date]
        return DeviceChoice(inOrder: merged?.parts.map(\.candidate) ?? [], by: .counts(metric))
      }
      let samples = try Self.samples(db, metric, on: date, wearer)
      return DeviceChoice(of: samples, in: 0..<Milliseconds.day)
    }
  }
}
