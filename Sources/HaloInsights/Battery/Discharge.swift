/// A time on battery power: consecutive readings from one charge to the next.
struct Discharge: Sendable, Hashable {
  /// The readings, in order; at least two.
  let readings: [BatteryReading]

  /// Days from the first reading to the last.
  var days: Double { readings[readings.count - 1].day - readings[0].day }
  /// The drop from the first reading to the last, in percentage points.
  var drop: Double { readings[0].percent - readings[readings.count - 1].percent }

  /// The longest time between two readings, in days. After a longer gap the device may have been off, or charged and
  /// used up again.
  static let longestGap = 3.0
  /// The largest rise of a battery at rest or by warmth, in percentage points. A larger rise is a charge.
  static let largestRise = 2.0

  /// The discharges in readings, which are in the order of arrival.
  static func all(in readings: [BatteryReading]) -> [Discharge] {
    var all: [Discharge] = []
    var current: [BatteryReading] = []
    func finish() {
      // A full battery reports 100 for a while that depends on the charger: only the last of these readings counts.
      let full = current.prefix { $0.percent >= 100 }.count
      let kept = Array(current.dropFirst(max(full - 1, 0)))
      if kept.count > 1, kept[kept.count - 1].day > kept[0].day { all.append(Discharge(readings: kept)) }
      current = []
    }
    for reading in withoutOutliers(readings) {
      guard let last = current.last else {
        if reading.isCharging != true { current = [reading] }
        continue
      }
      if reading.isCharging != true, reading.time == last.time {
        current[current.count - 1] = reading
        continue
      }
      if reading.isCharging == true || !follows(reading, last) { finish() }
      if reading.isCharging != true { current.append(reading) }
    }
    finish()
    return all
  }

  /// True if a reading can follow another one while the device runs on its battery.
  private static func follows(_ next: BatteryReading, _ last: BatteryReading) -> Bool {
    let days = next.day - last.day
    let drop = last.percent - next.percent
    // A clock that was set back gives no durations; habits cannot empty a battery at once.
    return days > 0 && days <= longestGap && drop >= -largestRise && drop <= 5 + 40 * 24 * days
  }

  /// The readings without single outliers.
  private static func withoutOutliers(_ readings: [BatteryReading]) -> [BatteryReading] {
    readings.enumerated().filter { index, reading in
      guard index > 0, index < readings.count - 1 else { return true }
      let last = readings[index - 1]
      let next = readings[index + 1]
      let before = reading.percent - last.percent
      let after = reading.percent - next.percent
      let isOutlier = min(abs(before), abs(after)) > 5 && (before > 0) == (after > 0)
      return !(isOutlier && abs(last.percent - next.percent) <= 5 && abs(next.day - last.day) <= 0.5)
    }.map(\.element)
  }

  /// The same discharge, reduced to about one reading per percent. More frequent readings repeat the same rounding and
  /// would look like independent measurements. The times are chosen without regard to the values, and at irregular
  /// intervals: regular intervals could always hit the same rounding.
  var thinned: [BatteryReading] {
    let step = days / max(drop, 1)
    var kept = [readings[0]]
    var draw: UInt64 = 0x9E37_79B9_7F4A_7C15
    var next = readings[0].day + step
    for reading in readings.dropFirst().dropLast() where reading.day >= next {
      kept.append(reading)
      draw = draw &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      next = reading.day + step * (0.5 + Double(draw >> 40) / Double(1 << 24))
    }
    kept.append(readings[readings.count - 1])
    return kept
  }
}
