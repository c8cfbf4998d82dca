import HaloHealth
import HaloJournal

/// What insights made of days and nights, as figures for screens. This is the one place where models take computed values.
struct HealthFigures {
  private let journal: Journal
  private let wearer: String
  private let words: MeasureWords

  init(_ journal: Journal, _ wearer: String, _ words: MeasureWords) {
    self.journal = journal
    self.wearer = wearer
    self.words = words
  }

  /// The heart at rest as of a day: resting heart rate, variability of the night.
  func rest(on date: CalendarDate) throws -> [Figure] { [] }

  /// What is known of the sleep that ended on a day, beyond its stages.
  func sleep(on date: CalendarDate) throws -> [Figure] { [] }
}
