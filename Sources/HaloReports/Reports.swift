public import HaloBluetooth
public import HaloHealth
public import HaloJournal
import HaloWearables

/// Answers to questions about a wearer's days, from the journal: the same for the command line, the page and the app.
///
/// Reading blocks: SQLite does.
public struct Reports: Sendable {
  /// The journal.
  public let journal: Journal
  /// Whose days.
  public let wearer: String
  /// What the wearer wants to reach.
  public let goals: Goals
  /// The units of lengths and temperatures in texts.
  public let units: UnitSystem
  /// This machine's clock.
  public let time: WallTime

  /// Reports of a wearer's days.
  public init(
    journal: Journal, wearer: String, goals: Goals = Goals(), units: UnitSystem = .metric, time: WallTime = .system
  ) {
    self.journal = journal
    self.wearer = wearer
    self.goals = goals
    self.units = units
    self.time = time
  }

  /// Values in the wearer's units.
  public var measures: MeasureWords { MeasureWords(units) }

  /// A day on the wearer's wall clock.
  public func wearerDay(_ date: CalendarDate) throws -> WearerDay {
    try WearerDay(date, of: wearer, journal, time: time)
  }
}
