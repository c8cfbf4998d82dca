/// The battery consumption of a virtual ring. The numbers are assumptions, not measured on a ring. They give a ring
/// the four to seven days of battery life that sellers promise, and drain it within a night while its link is held, as
/// owners report.
public struct RingBatteryModel: Sendable, Hashable {
  /// The consumption of an idle ring, in percentage points per day.
  public var rest = 4.0
  /// The consumption of a heart rate measurement every five minutes, in percentage points per day. It is proportional
  /// to the number of measurements.
  public var heartRate = 10.0
  /// The consumption of automatic SpO₂ measurements, in percentage points per day.
  public var oxygenSaturation = 2.5
  /// The consumption of automatic stress measurements, in percentage points per day.
  public var stress = 1.0
  /// The consumption of automatic HRV measurements, in percentage points per day.
  public var heartRateVariability = 1.0
  /// The consumption of automatic skin temperature measurements, in percentage points per day.
  public var skinTemperature = 0.5
  /// The consumption of a link, in percentage points per hour.
  public var link = 6.0
  /// The consumption of a live measurement including its link, in percentage points per hour.
  public var live = 12.0
  /// The standard deviation of daily consumption, as a fraction.
  public var dayDeviation = 0.1
  /// The charging speed, in percentage points per hour.
  public var charger = 70.0

  /// The default numbers.
  public init() {}
}

/// The activity of a ring, as far as it affects the battery.
struct RingUse: Sendable, Hashable {
  /// Minutes between two heart rate measurements; `nil` if they are off.
  var heartRateMinutes: Int?
  var measuresOxygen = false
  var measuresStress = false
  var measuresVariability = false
  var measuresTemperature = false
  var isLinked = false
  var isLive = false
  var isOff = false

  /// Returns the consumption in percentage points per day.
  func perDay(_ model: RingBatteryModel) -> Double {
    if isOff { return 0 }
    var sum = model.rest
    if let heartRateMinutes { sum += model.heartRate * 5 / Double(max(heartRateMinutes, 1)) }
    if measuresOxygen { sum += model.oxygenSaturation }
    if measuresStress { sum += model.stress }
    if measuresVariability { sum += model.heartRateVariability }
    if measuresTemperature { sum += model.skinTemperature }
    if isLive { sum += model.live * 24 } else if isLinked { sum += model.link * 24 }
    return sum
  }
}
