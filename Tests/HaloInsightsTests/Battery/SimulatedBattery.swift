import HaloHealth
import HaloInsights

/// A simulated battery with known costs and occasional readings, which the estimates must reproduce.
struct SimulatedBattery {
  var seed: UInt64
  var days = 56
  var hoursBetweenReadings = 4.0
  /// Percentage points per day.
  var rest = 4.0
  var heartRate = 10.0
  var oxygen = 2.5
  /// Percentage points per hour.
  var link = 6.0
  var live = 12.0
  /// Relative deviation between days.
  var dayDeviation = 0.1
  var heartRateVaries = true
  var oxygenVaries = true
  var linkVaries = true
  var liveVaries = true
  /// True if the device reports charging.
  var reportsCharging = true

  static let start = Moment(milliseconds: 1_760_000_000_000, secondsFromGMT: 0)

  /// Simulated readings and habits, with the end of the simulated time.
  func simulation() -> (readings: [BatteryReading], habits: BatteryHabits, now: Moment) {
    var random = Draws(seed: seed)
    var readings: [BatteryReading] = []
    var settings: [BatteryHabits.Setting] = []
    var (links, lives): ([Range<Moment>], [Range<Moment>]) = ([], [])
    var charge = 60 + 40 * random.next()
    var isCharging = false
    let minutesBetween = Int(hoursBetweenReadings * 60)
    var nextReading = 0
    var (heartAmount, oxygenAmount, dayFactor) = (1.0, 1.0, 1.0)
    var (linkMinutes, liveMinutes) = (0..<0, 0..<0)
    for minute in 0..<days * 1440 {
      let (day, minuteOfDay) = (minute / 1440, minute % 1440)
      if minuteOfDay == 0 {
        dayFactor = 1 + dayDeviation * (random.next() * 2 - 1) * 1.7
        heartAmount = heartRateVaries ? (day / 7 % 2 == 0 ? 1 : 1.0 / 6) : 1
        oxygenAmount = oxygenVaries ? (day / 10 % 2 == 0 ? 1 : 0) : 1
        settings.append(.init(time: Self.at(minute), .heartRate, heartAmount))
        settings.append(.init(time: Self.at(minute), .oxygenSaturation, oxygenAmount))
        let (linkStart, liveStart) = (Int(random.next() * 500), 700 + Int(random.next() * 500))
        linkMinutes = linkStart..<linkStart + (linkVaries && random.next() < 0.4 ? 20 + Int(random.next() * 100) : 0)
        liveMinutes = liveStart..<liveStart + (liveVaries && random.next() < 0.5 ? 10 + Int(random.next() * 50) : 0)
        if !linkMinutes.isEmpty {
          links.append(Self.at(day * 1440 + linkStart)..<Self.at(day * 1440 + linkMinutes.upperBound))
        }
        if !liveMinutes.isEmpty {
          lives.append(Self.at(day * 1440 + liveStart)..<Self.at(day * 1440 + liveMinutes.upperBound))
        }
      }
      if minute == nextReading {
        readings.append(
          BatteryReading(
            time: Self.at(minute), percent: charge.rounded(), isCharging: reportsCharging ? isCharging : nil))
        nextReading += max(1, minutesBetween / 2 + Int(random.next() * Double(minutesBetween)))
      }
      if isCharging {
        charge = min(charge + 1.2, 100)
        if charge >= 100 { isCharging = false }
        continue
      }
      var rate = (rest + heartRate * heartAmount + oxygen * oxygenAmount) / 1440
      if linkMinutes.contains(minuteOfDay) { rate += link / 60 }
      if liveMinutes.contains(minuteOfDay) { rate += live / 60 }
      charge = max(charge - rate * dayFactor, 0)
      if charge < 20, minuteOfDay == 1260 || charge < 6 { isCharging = true }
    }
    return (readings, BatteryHabits(settings: settings, links: links, live: lives), Self.at(days * 1440))
  }

  var insight: BatteryInsight {
    let (readings, habits, now) = simulation()
    return BatteryInsight(readings, habits: habits, now: now)
  }

  /// The true cost of a habit.
  func truth(_ habit: BatteryHabit) -> Double {
    switch habit {
    case .heartRate: heartRate
    case .oxygenSaturation: oxygen
    case .link: link
    case .live: live
    default: 0
    }
  }

  static func at(_ minute: Int) -> Moment {
    Moment(milliseconds: start.milliseconds + minute * 60_000, secondsFromGMT: 0)
  }
}

/// Pseudorandom numbers in 0..<1 from a seed (SplitMix64).
struct Draws {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> Double {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return Double((mixed ^ (mixed >> 31)) >> 11) / Double(1 << 53)
  }
}
