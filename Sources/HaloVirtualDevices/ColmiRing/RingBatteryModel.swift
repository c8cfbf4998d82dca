/// What a virtual ring's charge is used for. These numbers are made up: they let a ring last the four to seven days that sellers
/// promise, and empty it in a night where its link is held, as owners report. Nobody has measured them on a ring.
public struct RingBatteryModel: Sendable, Hashable {
  /// Percentage points a day for being on.
  public var rest = 4.0
  /// Percentage points a day for a heart rate every five minutes; every measurement costs the same.
  public var heartRate = 10.0
  /// Percentage points a day for measuring blood oxygen by itself.
  public var oxygenSaturation = 2.5
  /// Percentage points a day for measuring stress by itself.
  public var stress = 1.0
  /// Percentage points a day for measuring heart-rate variability by itself.
  public var heartRateVariability = 1.0
  /// Percentage points a day for measuring skin temperature by itself.
  public var skinTemperature = 0.5
  /// Percentage points an hour for a link.
  public var link = 6.0
  /// Percentage points an hour for a live measurement, with its link.
  public var live = 12.0
  /// Standard deviation of what days use, as a share.
  public var dayDeviation = 0.1
  /// Percentage points an hour that the charger gives.
  public var charger = 70.0

  /// The usual numbers.
  public init() {}
}

/// What a ring does at a time, as far as its charge is concerned.
struct RingUse: Sendable, Hashable {
  /// Minutes between two heart rates; `nil` where they are off.
  var heartRateMinutes: Int?
  var measuresOxygen = false
  var measuresStress = false
  var measuresVariability = false
  var measuresTemperature = false
  var isLinked = false
  var isLive = false
  var isOff = false

  /// Percentage points a day.
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
