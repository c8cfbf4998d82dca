public import HaloHealth
public import HaloInsights
public import HaloJournal
import HaloWearables

/// What a journal knows of a device's cell and of what cost it charge.
public struct BatteryHistory: Sendable {
  /// What the device said, in the order in which it came.
  public let readings: [BatteryReading]
  /// What it was told to do, and how it was used.
  public let habits: BatteryHabits
  /// Readings whose frames are known, and were not yet asked whether it was charging.
  public let unreadCount: Int

  /// The history of a device within a time. Settings count from when the device said that it has them; links and live measurements are
  /// the sessions of the journal: what other programs did is not known.
  public init(_ journal: Journal, of device: Device, in time: Range<Moment>) throws {
    let stored = try journal.batteryReadings(of: device, in: time)
    readings = stored.map { BatteryReading(time: $0.time, percent: $0.percent, isCharging: $0.isCharging) }
    unreadCount = stored.count { $0.isCharging == nil && $0.hasFrame }
    let settings = try journal.settingsHistory(of: device).compactMap { time, name, value in
      AutomaticMeasurement(quantity: name, words: value).map { BatteryHabits.Setting($0, from: time) }
    }
    let sessions = try journal.sessions(of: device, since: time.lowerBound)
    func times(_ sessions: [StoredSession]) -> [Range<Moment>] { sessions.map { $0.begun..<$0.ended } }
    habits = BatteryHabits(
      settings: settings, links: times(sessions),
      live: times(sessions.filter { ["live", "raw"].contains($0.purpose) }))
  }

  /// What it means at a time.
  public func insight(now: Moment) -> BatteryInsight { BatteryInsight(readings, habits: habits, now: now) }
}

extension Journal {
  /// What a device last said of its cell, as ``HaloInsights/BatteryReading/steady(_:)`` shows it; `nil` if it said nothing.
  public func shownBattery(of device: Device) throws -> BatteryReading? {
    guard let newest = try latestBattery(of: device) else { return nil }
    func moment(_ milliseconds: Int) -> Moment {
      Moment(milliseconds: milliseconds, secondsFromGMT: newest.time.secondsFromGMT)
    }
    let time = newest.time.milliseconds
    let readings = try batteryReadings(of: device, in: moment(time - 21_600_000)..<moment(time + 1))
    return BatteryReading.steady(
      readings.map { BatteryReading(time: $0.time, percent: $0.percent, isCharging: $0.isCharging) }
        .sorted { $0.time < $1.time })
  }
}

extension BatteryHabits.Setting {
  fileprivate init(_ setting: AutomaticMeasurement, from time: Moment) {
    let habit: BatteryHabit =
      switch setting.quantity {
      case .heartRate: .heartRate
      case .oxygenSaturation: .oxygenSaturation
      case .stress: .stress
      case .heartRateVariability: .heartRateVariability
      case .skinTemperature: .skinTemperature
      }
    let amount = setting.isEnabled ? setting.intervalMinutes.map(BatteryHabit.amount(everyMinutes:)) ?? 1 : 0
    self.init(time: time, habit, amount)
  }
}
