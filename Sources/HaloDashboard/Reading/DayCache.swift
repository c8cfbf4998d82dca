import Synchronization

/// Cache of daily statistics: a year of heart rates is about a hundred thousand values. Days that other programs' syncs
/// may still change are not cached. A change removes the days from the first changed one on.
final class DayCache: Sendable {
  private struct Key: Hashable {
    let wearer: String
    /// `nil` is activity.
    let metric: Metric?
  }

  private enum Day: Sendable {
    case statistics(DayStatistics)
    case movement(DayMovement)
  }

  private struct State {
    /// Cached blocks of days; each has only the days with values.
    var blocks: [Key: [Int: [CalendarDate: Day]]] = [:]
    var workouts: [StoredWorkout: WorkoutSummary] = [:]
    /// Number of removals. Data that was read before the latest removal is not cached: it may be outdated.
    var age = 0
    /// Number of the journal's changes that were handled.
    var changes = 0
  }

  /// Number of days that a sync of another program may still change, plus one.
  private static let uncachedDays = 9
  /// Number of days that are read and cached together.
  private static let block = 8
  private let state = Mutex(State())

  /// Daily statistics of a metric.
  func statistics(
    _ metric: Metric, from first: CalendarDate, to last: CalendarDate, _ wearer: WearerContext, _ journal: Journal
  ) throws -> [CalendarDate: DayStatistics] {
    try days(Key(wearer: wearer.name, metric: metric), from: first, to: last, wearer) { first, last in
      let days = try journal.trend(of: metric, from: first, to: last, wearer: wearer.name)
      return Dictionary(days.map { ($0.date, .statistics($0)) }) { $1 }
    }.compactMapValues { if case .statistics(let day) = $0 { day } else { nil } }
  }

  /// Daily activity.
  func movement(
    from first: CalendarDate, to last: CalendarDate, _ wearer: WearerContext, _ journal: Journal
  ) throws -> [CalendarDate: DayMovement] {
    try days(Key(wearer: wearer.name, metric: nil), from: first, to: last, wearer) { first, last in
      try journal.movement(of: wearer.name, from: first, to: last).mapValues { .movement($0) }
    }.compactMapValues { if case .movement(let day) = $0 { day } else { nil } }
  }

  private func days(
    _ key: Key, from first: CalendarDate, to last: CalendarDate, _ wearer: WearerContext,
    _ load: (CalendarDate, CalendarDate) throws -> [CalendarDate: Day]
  ) throws -> [CalendarDate: Day] {
    func read(_ first: Int, _ last: Int) throws -> [CalendarDate: Day] {
      guard first <= last else { return [:] }
      return try load(CalendarDate(daysSince1970: first), CalendarDate(daysSince1970: last))
    }
    let from = first.daysSince1970
    let to = last.daysSince1970
    // Only blocks that no sync of another program can change are cached.
    let firstBlock = from / Self.block
    let lastBlock = min(to, wearer.today.daysSince1970 - Self.uncachedDays + 1) / Self.block - 1
    guard firstBlock <= lastBlock else { return try read(from, to) }
    let (cached, age) = state.withLock { ($0.blocks[key] ?? [:], $0.age) }
    var found: [Int: [CalendarDate: Day]] = [:]
    var block = firstBlock
    while block <= lastBlock {
      // Adjacent missing blocks are read with one query.
      var end = block
      while end <= lastBlock, cached[end] == nil { end += 1 }
      if end > block {
        let days = try read(block * Self.block, end * Self.block - 1)
        for block in block..<end { found[block] = [:] }
        for (date, day) in days { found[date.daysSince1970 / Self.block]?[date] = day }
      }
      block = end + 1
    }
    if !found.isEmpty {
      state.withLock { state in
        if state.age == age { state.blocks[key, default: [:]].merge(found) { $1 } }
      }
    }
    var days = try read((lastBlock + 1) * Self.block, to)
    for block in firstBlock...lastBlock {
      for (date, day) in found[block] ?? cached[block] ?? [:] where date >= first { days[date] = day }
    }
    return days.filter { $0.key >= first && $0.key <= last }
  }

  /// Returns a workout's summary. Workouts that ended more than ten minutes ago are cached.
  func summary(of workout: StoredWorkout, now: Moment, _ journal: Journal) throws -> WorkoutSummary {
    let (known, age) = state.withLock { ($0.workouts[workout], $0.age) }
    if let known { return known }
    let summary = try journal.summary(of: workout)
    let end = workout.workout.start.milliseconds + workout.workout.length
    if end + 600_000 < now.milliseconds {
      state.withLock { if $0.age == age { $0.workouts[workout] = summary } }
    }
    return summary
  }

  /// Removes the days that this program has changed since the last call.
  func update(_ journal: Journal) {
    state.withLock { state in
      let changes = journal.dataChanges(after: state.changes)
      state.changes = changes.count
      guard let first = changes.firstDay else { return }
      state.age += 1
      state.blocks = state.blocks.mapValues { $0.filter { ($0.key + 1) * Self.block <= first.daysSince1970 } }
      // Values up to some minutes after the end belong to a workout.
      state.workouts = state.workouts.filter { workout, _ in
        let end = workout.workout.start + .milliseconds(workout.workout.length)
        return end.wallClock.date.adding(days: 1) < first
      }
    }
  }

  /// Clears the cache after another program has changed data.
  func clear() { state.withLock { $0 = State(age: $0.age + 1, changes: $0.changes) } }
}
