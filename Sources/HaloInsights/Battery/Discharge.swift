import HaloHealth

/// A time in which a device ran on its battery: readings one after the other, from one charge to the next.
struct Discharge: Sendable, Hashable {
  /// The readings, in order; two at least.
  let readings: [BatteryReading]

  /// Days from the first reading to the last.
  var days: Double { readings[readings.count - 1].day - readings[0].day }
  /// Percentage points from the first reading to the last.
  var drop: Double { readings[0].percent - readings[readings.count - 1].percent }

  /// Days without a reading after which nobody knows what happened meanwhile: it may have been off, or charged and used up again.
  static let longestGap = 3.0
  /// Percentage points that a cell may seem to gain by resting or by warmth. More is a charge.
  static let largestRise = 2.0

  /// The discharges in readings, in the order in which they came.
  static func all(in readings: [BatteryReading]) -> [Discharge] {
    var all: [Discharge] = []
    var current: [BatteryReading] = []
    func finish() {
      // A full cell says 100 for a while that depends on the charger: only the last of these counts.
      let full = current.prefix { $0.percent >= 100 }.count
      let kept = Array(current.dropFirst(max(full - 1, 0)))
      if kept.count > 1, kept[kept.count - 1].day > kept[0].day { all.append(Discharge(readings: kept)) }
      current = []
    }
    for reading in withoutStrays(readings) {
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

  /// Whether a device that only ran on its battery can say this after that.
  private static func follows(_ next: BatteryReading, _ last: BatteryReading) -> Bool {
    let days = next.day - last.day
    let drop = last.percent - next.percent
    // A clock that was put back tells no time; a cell that is empty at once was not emptied by habits.
    return days > 0 && days <= longestGap && drop >= -largestRise && drop <= 5 + 40 * 24 * days
  }

  /// The readings without single ones that are far off what came before and after.
  private static func withoutStrays(_ readings: [BatteryReading]) -> [BatteryReading] {
    readings.enumerated().filter { index, reading in
      guard index > 0, index < readings.count - 1 else { return true }
      let (last, next) = (readings[index - 1], readings[index + 1])
      let (before, after) = (reading.percent - last.percent, reading.percent - next.percent)
      let isLonely = min(abs(before), abs(after)) > 5 && (before > 0) == (after > 0)
      return !(isLonely && abs(last.percent - next.percent) <= 5 && abs(next.day - last.day) <= 0.5)
    }.map(\.element)
  }

  /// The same discharge with about a reading a per cent. Whole per cents that are read more often repeat one rounding, and would look
  /// like that many independent measurements. Times are chosen without looking at values, and not evenly: a rhythm that fits the steps
  /// would make the same mistake every time.
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
