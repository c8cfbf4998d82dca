/// A battery level that a device reported.
public typealias BatteryReading = BatteryCondition.Reading

extension BatteryReading {
  /// Days since 1970.
  var day: Double { time.day }
}
