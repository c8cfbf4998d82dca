import HaloHealth
import HaloSimulatedRadio

/// The cell of a virtual ring, which drains by what the ring does, and a wearer who puts it on its charger: in the evening where it is
/// low, and at once where it is nearly empty. The same seed and time give the same charge in every process, so that a ring that is
/// looked at today and tomorrow has a day between.
struct RingBattery: Sendable {
  /// Days after which a cell begins anew, full: a process that begins later looks back so far and no further.
  private static let daysOfLife = 28
  private static let step = 900

  /// 0…100 %.
  private(set) var charge = 100.0
  /// Whether the ring is on its charger.
  private(set) var isPlugged = false
  /// Whether someone else than its simulated wearer put it there, who alone takes it off.
  private var isHeldThere = false
  private let model: RingBatteryModel
  private let seed: UInt64
  /// The hour in which its wearer looks whether it is low, and what low means.
  private let evening: Int
  private let low: Double
  /// Until when it was worked out, in seconds on the wall clock at home.
  private var time: Int

  /// The cell as it is at `now`, on a ring that did nothing but `use` before.
  init(_ model: RingBatteryModel, seed: UInt64, at now: WallClock, _ use: RingUse) {
    self.model = model
    self.seed = seed
    var random = SeededGenerator(seed: seed &+ 0xBA77)
    evening = Int.random(in: 19...22, using: &random)
    low = Double.random(in: 18...32, using: &random)
    let birthday = Int.random(in: 0..<Self.daysOfLife, using: &random)
    let age = (now.date.daysSince1970 - birthday) % Self.daysOfLife
    time = (now.date.daysSince1970 - (age + Self.daysOfLife) % Self.daysOfLife) * WallClock.secondsPerDay
    advance(to: now, use)
  }

  /// Whether the charge rises.
  var isCharging: Bool { isPlugged && charge < 100 }

  /// What the ring reports.
  var percent: Int { Int(charge.rounded()) }

  /// Sets the charge, off the charger.
  mutating func set(percent: Int) {
    charge = Double(min(max(percent, 0), 100))
    setPlugged(false)
  }

  /// Puts the ring on its charger or takes it off.
  mutating func setPlugged(_ isPlugged: Bool) {
    self.isPlugged = isPlugged
    isHeldThere = isPlugged
  }

  /// Works out what became of it until `now`, on a ring that did `use` meanwhile.
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
      if time.isMultiple(of: Self.step) { look() }
    }
    // A clock that was put back.
    time = end
  }

  /// The wearer looks at it.
  private mutating func look() {
    if isHeldThere { return }
    if isPlugged {
      isPlugged = charge < 100
    } else {
      let hour = WallClock(secondsSince1970: time).time.hour
      isPlugged = (hour == evening && charge < low) || ((7..<23).contains(hour) && charge < 6)
    }
  }

  /// Days are not alike.
  private func factor(ofDay day: Int) -> Double {
    var random = SeededGenerator(seed: seed &* 0x9E37_79B9 &+ UInt64(bitPattern: Int64(day)))
    let deviation = model.dayDeviation * 3.0.squareRoot()
    return 1 + Double.random(in: -deviation...deviation, using: &random)
  }
}
