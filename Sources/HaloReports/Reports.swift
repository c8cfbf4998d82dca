public import HaloBluetooth
public import HaloHealth
public import HaloJournal
// A report consists of phrases: its readers need them, too.
@_exported public import HaloText
import HaloWearables

/// Answers to questions about a wearer's days, from the journal: the same for the command line, the page and the app.
///
/// Reading blocks: SQLite does.
public struct Reports: Sendable {
  /// The journal.
  public let journal: Journal
  /// Whose days.
  public let wearer: String
  /// What the wearer chose: goals, and the units of lengths and temperatures in texts.
  public let profile: Profile
  /// This machine's clock.
  public let time: WallTime

  /// Reports of a wearer's days, by what the wearer chose.
  ///
  /// - Throws: `JournalError` if the profile cannot be read.
  public init(journal: Journal, wearer: String, time: WallTime = .system) throws {
    self.init(journal: journal, wearer: wearer, profile: try journal.profile(of: wearer), time: time)
  }

  /// Reports of a wearer's days, by a profile that was read before.
  public init(journal: Journal, wearer: String, profile: Profile, time: WallTime) {
    self.journal = journal
    self.wearer = wearer
    self.profile = profile
    self.time = time
  }

  /// Values in the wearer's units.
  public var measures: MeasureWords { MeasureWords(profile.units) }

  /// A day on the wearer's wall clock.
  public func wearerDay(_ date: CalendarDate) throws -> WearerDay {
    try wearerDays(from: date, to: date)[0]
  }

  /// Days in a row on the wearer's wall clock, at least one.
  func wearerDays(from first: CalendarDate, to last: CalendarDate) throws -> [WearerDay] {
    let midnights = try journal.midnights(of: wearer, from: first, to: last)
    return zip(midnights, midnights.dropFirst()).enumerated().map { number, day in
      WearerDay(first.adding(days: number), from: day.0, to: day.1, time: time)
    }
  }
}
