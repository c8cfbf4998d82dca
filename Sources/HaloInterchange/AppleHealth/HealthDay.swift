public import HaloHealth

/// All entries of one day for Apple Health.
///
/// A day is replaced as a whole: each entry in Health names its day, and what Halo wrote for the day before is removed.
/// Nothing is there twice, also if the app was reinstalled and its ledger is gone.
public struct HealthDay: Sendable, Hashable {
  /// The local day. A sleep belongs to the day of waking up.
  public let date: CalendarDate
  /// The entries, in order of time.
  public var records: [HealthRecord]
  /// The workouts, in order of time.
  public var workouts: [HealthWorkout]

  /// Creates a day.
  public init(_ date: CalendarDate, records: [HealthRecord], workouts: [HealthWorkout] = []) {
    self.date = date
    self.records = records
    self.workouts = workouts
  }

  /// True if there are no entries.
  public var isEmpty: Bool { records.isEmpty && workouts.isEmpty }
}
