public import HaloHealth
import HaloInsights

extension Reports {
  /// How long the heart beat in each zone on a day, by what devices logged; `nil` if the zones of the wearer are not known or nothing was
  /// logged (``ZonesReport/reason(_:)``).
  public func zones(on date: CalendarDate) throws -> ZonesReport? {
    try profile.zones(in: date.year).flatMap { zones in
      try journal.zoneTimes(of: wearer, on: date, zones: zones).map {
        ZonesReport(zones, seconds: $0.minutes.map { $0 * 60 })
      }
    }
  }
}
