import HaloBluetooth
import HaloHealth
import HaloInsights
import HaloJournal

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// What is said of batteries.
enum BatteryWords {
  /// How long ago something was: `20 min ago`.
  static func age(hours: Double) -> String {
    switch hours {
    case ..<(2.0 / 60): "just now"
    case ..<1: "\(Int(hours * 60)) min ago"
    case ..<48: "\(Int(hours)) h ago"
    default: "\(Int(hours / 24)) days ago"
    }
  }

  /// A level with its age: `64 %, 20 min ago (2026-11-20 10:16)`.
  static func level(_ reading: BatteryReading) -> String {
    shortLevel(reading) + " (\(Words.localTime(reading.time)))"
  }

  /// A level with its age: `64 %, 20 min ago`.
  static func shortLevel(_ reading: BatteryReading) -> String {
    let now = WallTime.system.now.timeIntervalSince1970 * 1000
    let hours = (now - Double(reading.time.milliseconds)) / 3_600_000
    let charging = reading.isCharging == true ? " and charging" : ""
    // A simulated ring's time need not be ours.
    return "\(Words.number(reading.percent)) %\(charging)" + (hours < 0 ? "" : ", \(age(hours: hours))")
  }

  /// A range without its unit: `4–6`, `about 5` where both ends look the same.
  static func range(_ low: Double, _ high: Double) -> String {
    let (first, last) = (rounded(low), rounded(high))
    return first == last ? "about \(first)" : "\(first)–\(last)"
  }

  /// One decimal where there is not much in front of it.
  private static func rounded(_ value: Double) -> String {
    abs(value) < 9.95 ? Words.number(value) : "\(Int(value.rounded()))"
  }

  /// How long a charge will last: `4–6 days`.
  static func daysLeft(_ left: BatteryDaysLeft) -> String {
    guard let high = left.high else { return "more than \(days(left.low))" }
    if high < 1 { return "\(range(left.low * 24, high * 24)) hours" }
    return "\(range(left.low, high)) days"
  }

  /// `2 days`, `20 hours`.
  static func days(_ days: Double) -> String {
    if abs(days) < 1 { return "\(Words.number((days * 24).rounded())) hours" }
    let number = rounded(days)
    return number == "1" ? "1 day" : "\(number) days"
  }

  static func name(_ habit: BatteryHabit) -> String {
    switch habit {
    case .heartRate: "heart rate"
    case .oxygenSaturation: "SpO₂"
    case .stress: "stress"
    case .heartRateVariability: "heart-rate variability"
    case .skinTemperature: "skin temperature"
    case .link: "link held"
    case .live: "live measurement"
    }
  }

  /// How much of a habit there is: `every 5 minutes`, `on`, `1.5 h a day`.
  static func amount(_ amount: Double, of habit: BatteryHabit) -> String {
    switch habit {
    case .link, .live: return amount < 1 ? "\(Int((amount * 60).rounded())) min a day" : "\(rounded(amount)) h a day"
    case .heartRate:
      guard amount > 0 else { return "off" }
      let minutes = Int((5 / amount).rounded())
      return minutes == 1 ? "every minute" : "every \(minutes) minutes"
    default: return amount > 0 ? "on" : "off"
    }
  }

  /// What is missing, as a sentence.
  static func sentence(_ gap: BatteryGap) -> String {
    switch gap {
    case .noReadings: "There are no readings in these days."
    case .fewReadings(let count, let needed):
      "\(Words.counted(count, "reading")) in a row while it ran on its battery; it takes at least \(needed). Every sync reads one."
    case .shortTime(let hours, let needed):
      "Its readings span \(Words.number(hours)) hours on battery; it takes \(Words.number(needed))."
    case .smallDrop(let percent, let needed):
      """
      It went down by \(Words.number(percent)) %, which is too little for a device that tells whole per cents; it takes \
      \(Words.number(needed)).
      """
    case .unclear: "The readings contradict each other too much."
    case .charging: "It is being charged."
    case .old(let hours): "The last reading is \(Int(hours / 24)) days old. 'halo sync' reads a new one."
    }
  }

  /// Why a cost cannot be told.
  static func words(_ gap: BatteryCostGap, of habit: BatteryHabit) -> String {
    let unit = unit(of: habit)
    return switch gap {
    case .neverVaried where habit.isTimed: "not enough to tell: there was none, or every day as much"
    case .neverVaried: "not enough to tell: it was the same all the time"
    case .little(let hours): "not enough to tell: only \(Words.counted(Int((hours * 60).rounded()), "minute")) of it"
    case .notKnown: "not enough to tell: what was set before is not known"
    case .alongside(let other): "not enough to tell: it changed only together with \(name(other))"
    case .unclear(let estimate):
      "not enough to tell: the readings allow \(range(estimate.low, estimate.high)) \(unit)"
    case .readings: "not enough to tell: too few readings"
    }
  }

  static func unit(of habit: BatteryHabit) -> String { habit.isTimed ? "% an hour" : "% a day" }
}
