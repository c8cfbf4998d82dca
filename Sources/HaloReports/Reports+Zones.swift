extension Reports {
  /// Returns the time in each heart rate zone on a day, from logged heart rates. `nil` if the wearer's zones are
  /// unknown or no heart rate was logged (``ZonesReport/reason(_:)``).
  public func zones(on date: CalendarDate) throws -> ZonesReport? {
    try profile.zones(in: date.year).flatMap { zones in
      try journal.zoneTimes(of: wearer, on: date, zones: zones).map {
        ZonesReport(zones, seconds: $0.minutes.map { $0 * 60 })
      }
    }
  }
}
