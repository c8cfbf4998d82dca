/// The battery of a virtual ring, which drains according to the ring's activity. The simulated person charges it in the
/// evening if it is low, and at once if it is nearly empty. The same seed and time give the same charge in every
/// process, so that a ring inspected on two days shows a day's difference.
struct RingBattery: Sendable {
  /// The number of days after which the simulation restarts with a full battery. A new process computes no further
  /// back.
  private static let cycleDays = 28
  private static let step = 900

  /// The charge, 0…100 %.
  private(set) var charge = 100.0
  /// True if the ring is on its charger.
  private(set) var isPlugged = false
  /// True if a caller, not the simulated person, put the ring on its charger. Then only a caller removes it.
  private var isPluggedByCaller = false
  private let model: RingBatteryModel
  private let seed: UInt64
  /// The hour of the evening check, and the charge below which the battery counts as low.
  private let evening: Int
  private let low: Double
  /// The time up to which the charge is computed, in local seconds since 1970.
  private var time: Int

  /// The battery at `now`, assuming that the ring always had the activity `use`.
  init(_ model: RingBatteryModel, seed: UInt64, at now: WallClock, _ use: RingUse) {
    self.model = model
    self.seed = seed
    var random = SeededGenerator(seed: seed &+ 0xBA77)
    evening = Int.random(in: 19...22, using: &random)
    low = Double.random(in: 18...32, using: &random)
    let cycleStart = Int.random(in: 0..<Self.cycleDays, using: &random)
    let age = (now.date.daysSince1970 - cycleStart) % Self.cycleDays
    time = (now.date.daysSince1970 - (age + Self.cycleDays) % Self.cycleDays) * WallClock.secondsPerDay
    advance(to: now, use)
  }

  /// True if the charge is rising.
  var isCharging: Bool { isPlugged && charge < 100 }

  /// The charge that the ring reports, in percent.
  var percent: Int { Int(charge.rounded()) }

  /// Sets the charge and takes the ring off its charger.
  mutating func set(percent: Int) {
    charge = Double(min(max(percent, 0), 100))
    setPlugged(false)
  }

  /// Puts the ring on its charger or takes it off.
  mutating func setPlugged(_ isPlugged: Bool) {
    self.isPlugged = isPlugged
    isPluggedByCaller = isPlugged
  }

  /// Computes the charge up to `now`, assuming the activity `use` meanwhile.
  mutating func advance(to now: WallClock, _ use: RingUse) {
    let end = now.secondsSince1970
    while time < end {
      let next = min((time / Self.step + 1) * Self.step, end)
      let hours = Double(next - time) / 3600
      if isPlugged {
        charge = min(charge + model.charger * hours, 100)
      } else {
        charge = max(charge - use.perDay(model) * factor(ofDay: time / WallClock.secondsPerDay) * hours / 24, 0)
      }
      time = next
      if time.isMultiple(of: Self.step) { checkBattery() }
    }
    // Handles a clock that was set back.
    time = end
  }

  /// Lets the simulated person check the battery.
  private mutating func checkBattery() {
    if isPluggedByCaller { return }
    if isPlugged {
      isPlugged = charge < 100
    } else {
      let hour = WallClock(secondsSince1970: time).time.hour
      isPlugged = (hour == evening && charge < low) || ((7..<23).contains(hour) && charge < 6)
    }
  }

  /// Returns the random factor of a day's consumption.
  private func factor(ofDay day: Int) -> Double {
    var random = SeededGenerator(seed: seed &* 0x9E37_79B9 &+ UInt64(bitPattern: Int64(day)))
    let deviation = model.dayDeviation * 3.0.squareRoot()
    return 1 + Double.random(in: -deviation...deviation, using: &random)
  }
}
