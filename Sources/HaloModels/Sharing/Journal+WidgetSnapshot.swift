public import HaloHealth
import HaloInsights
public import HaloInterchange
public import HaloJournal

extension Journal {
  /// Returns the widget's snapshot of a wearer's day, on a clock with this offset from UTC.
  public func widgetSnapshot(of day: CalendarDate, wearer: String, secondsFromGMT: Int) throws -> WidgetSnapshot {
    let readings = try self.day(day, wearer: wearer)
    let devices = try devices().filter { $0.wearer == wearer }
    let synced = try devices.compactMap { try lastSync(of: $0)?.milliseconds }.max()
    let battery = try devices.compactMap { try latest(.battery, of: $0) }.max { $0.start < $1.start }
    return WidgetSnapshot(
      DaySummary(of: day, in: readings, repeats: false),
      synced: synced.map { Moment(milliseconds: $0, secondsFromGMT: secondsFromGMT) },
      battery: battery.map { Int($0.value.rounded()) })
  }
}
