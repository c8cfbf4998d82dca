/// A device's battery readings in the journal, and the habits that affect its battery life.
public struct BatteryHistory: Sendable {
  /// The device's readings, in the order of arrival.
  public let readings: [BatteryReading]
  /// The device's settings and usage.
  public let habits: BatteryHabits
  /// Number of readings whose frames are stored but whose charging state was not decoded.
  public let unreadCount: Int

  /// Reads the history of a device in a time range. Settings count from when the device first reported them.
  /// Connections and live measurements are the journal's sessions; those of other programs are unknown.
  public init(_ journal: Journal, of device: Device, in time: Range<Moment>) throws {
    let stored = try journal.batteryReadings(of: device, in: time)
    readings = stored.map { BatteryReading(time: $0.time, percent: $0.percent, isCharging: $0.isCharging) }
    unreadCount = stored.count { $0.isCharging == nil && $0.hasFrame }
    let settings = try journal.settingsHistory(of: device).compactMap { time, name, value in
      AutomaticMeasurement(storedName: name, value: value).flatMap { BatteryHabits.Setting($0, from: time) }
    }
    let sessions = try journal.sessions(of: device, since: time.lowerBound)
    func times(_ sessions: [StoredSession]) -> [Range<Moment>] { sessions.map { $0.begun..<$0.ended } }
    habits = BatteryHabits(
      settings: settings, links: times(sessions),
      live: times(sessions.filter { ["live", "raw"].contains($0.purpose) }))
  }

  /// Returns the battery statistics at a time.
  public func insight(now: Moment) -> BatteryInsight { BatteryInsight(readings, habits: habits, now: now) }
}

extension Journal {
  /// The latest battery reading of a device, smoothed by ``HaloInsights/BatteryReading/steady(_:)``; `nil` if there is
  /// none.
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
  fileprivate init?(_ setting: AutomaticMeasurement, from time: Moment) {
    guard let habit = BatteryHabit(rawValue: setting.quantity.id) else { return nil }
    let amount = setting.isEnabled ? setting.intervalMinutes.map(BatteryHabit.amount(everyMinutes:)) ?? 1 : 0
    self.init(time: time, habit, amount)
  }
}
