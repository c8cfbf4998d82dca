@_exported public import HaloInsights
@_exported public import HaloWearables
@_exported public import HaloJournal
// Reports contain phrases, so users of this module need HaloText.
@_exported public import HaloText

/// Reports about a wearer's data in the journal, shared by the command line, the page and the app.
///
/// All functions block, because SQLite does.
public struct Reports: Sendable {
  public let journal: Journal
  /// The wearer's name.
  public let wearer: String
  /// The wearer's profile: goals, and units for texts.
  public let profile: Profile
  /// This machine's clock.
  public let time: WallTime
  /// True if the journal has only the data of one file or of one unpaired device, and is not kept. Times are then those
  /// of the device's clock, without an offset from UTC, and reports make no statements about missing data: no sync
  /// follows.
  public let isByDeviceClock: Bool

  /// Creates reports with the wearer's profile from the journal.
  ///
  /// - Throws: `JournalError` if the profile cannot be read.
  public init(journal: Journal, wearer: String, time: WallTime = .system, isByDeviceClock: Bool = false) throws {
    self.init(
      journal: journal, wearer: wearer, profile: try journal.profile(of: wearer), time: time,
      isByDeviceClock: isByDeviceClock)
  }

  /// Creates reports with a given profile.
  public init(journal: Journal, wearer: String, profile: Profile, time: WallTime, isByDeviceClock: Bool = false) {
    self.journal = journal
    self.wearer = wearer
    self.profile = profile
    self.time = time
    self.isByDeviceClock = isByDeviceClock
  }

  /// Returns a day on the wearer's wall clock.
  public func wearerDay(_ date: CalendarDate) throws -> WearerDay {
    try wearerDays(from: date, to: date)[0]
  }

  /// Returns consecutive days on the wearer's wall clock, at least one.
  func wearerDays(from first: CalendarDate, to last: CalendarDate) throws -> [WearerDay] {
    let midnights = try journal.midnights(of: wearer, from: first, to: last)
    return zip(midnights, midnights.dropFirst()).enumerated().map { number, day in
      WearerDay(
        date: first.adding(days: number), start: day.0, end: day.1, time: time, isByDeviceClock: isByDeviceClock)
    }
  }
}
