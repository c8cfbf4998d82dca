public import HaloInterchange

extension Journal {
  /// Returns the widget's snapshot of a wearer's day, on a clock with this offset from UTC.
  public func widgetSnapshot(of day: CalendarDate, wearer: String, secondsFromGMT: Int) throws -> WidgetSnapshot {
    let devices = try devices().filter { $0.wearer == wearer }
    let synced = try devices.compactMap { try lastSync(of: $0)?.milliseconds }.max()
    let battery = try devices.compactMap { try latest(.battery, of: $0) }.max { $0.start < $1.start }
    return WidgetSnapshot(
      of: day, sleeps: try nights(from: day, to: day, wearer: wearer),
      steps: try movement(of: wearer, from: day, to: day)[day]?.steps,
      heartRates: try samples(on: day, wearer: wearer, metrics: [.heartRate])[.heartRate, default: []].map {
        (time: $0.start.wallClock.time, value: $0.value, $0.source)
      },
      synced: synced.map { Moment(milliseconds: $0, secondsFromGMT: secondsFromGMT) },
      battery: battery.map { Int($0.value.rounded()) })
  }
}
