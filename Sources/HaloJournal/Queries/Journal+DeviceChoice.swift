import GRDB
public import HaloHealth

extension Journal {
  /// The chosen device for a metric on a day of a wearer, or of all wearers, with the amount of data of each device;
  /// `nil` without values. Steps, distance and energy are from one device.
  public func deviceChoice(of metric: Metric, wearer: String?, on date: CalendarDate) throws -> DeviceChoice? {
    try read { db in
      if Self.movementMetrics.contains(metric) {
        let devices = try Int.fetchAll(
          db, sql: Self.devices(of: wearer), arguments: Self.argument(of: wearer))
        let candidates = try devices.compactMap { device in
          try Self.movement(db, from: date, to: date, devices: ":device", ["device": device])[date]?.candidate
        }
        if let choice = DeviceChoice(candidates, by: .steps) { return choice }
      }
      let samples = try Self.samples(db, metric, on: date, wearer)
      return DeviceChoice(of: samples, in: 0..<Milliseconds.day)
    }
  }
}
