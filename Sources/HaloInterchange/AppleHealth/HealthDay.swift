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

  /// Creates a day. Entries that end before they begin are left out: HealthKit ends an app that creates one.
  public init(_ date: CalendarDate, records: [HealthRecord], workouts: [HealthWorkout] = []) {
    self.date = date
    self.records = records.filter { $0.start <= $0.end }
    self.workouts = workouts
  }

  /// True if there are no entries.
  public var isEmpty: Bool { records.isEmpty && workouts.isEmpty }

  /// What Health accepts or refuses on its own: the entries of each type, and each workout.
  public var parts: [HealthDay] {
    Dictionary(grouping: records) { $0.kind.metric?.id ?? "" }.sorted { $0.key < $1.key }
      .map { HealthDay(date, records: $0.value) } + workouts.map { HealthDay(date, records: [], workouts: [$0]) }
  }
}
