import Synchronization

/// Cache of daily statistics: a year of heart rates is about a hundred thousand values. Days that a sync may still
/// change are not cached. A change of older days clears the cache.
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

  private struct Entry {
    /// Cached blocks of days; each has only the days with values.
    var blocks: [Int: [CalendarDate: Day]] = [:]
    /// Distinguishes this entry from its successor after ``clear()``.
    var since = ContinuousClock.now
  }

  /// Number of days that a sync may still change, plus one.
  private static let uncachedDays = 9
  /// Number of days that are read and cached together.
  private static let block = 32
  private let entries = Mutex<[Key: Entry]>([:])
  private let workouts = Mutex<(of: [StoredWorkout: WorkoutSummary], since: ContinuousClock.Instant)>(([:], .now))

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
    // Only blocks that no sync changes any more are cached.
    let firstBlock = from / Self.block
    let lastBlock = min(to, wearer.today.daysSince1970 - Self.uncachedDays + 1) / Self.block - 1
    guard firstBlock <= lastBlock else { return try read(from, to) }
    let entry = entries.withLock { entries -> Entry in
      if let entry = entries[key] { return entry }
      entries[key] = Entry()
      return entries[key] ?? Entry()
    }
    var found: [Int: [CalendarDate: Day]] = [:]
    var block = firstBlock
    while block <= lastBlock {
      // Adjacent missing blocks are read with one query.
      var end = block
      while end <= lastBlock, entry.blocks[end] == nil { end += 1 }
      if end > block {
        let days = try read(block * Self.block, end * Self.block - 1)
        for block in block..<end { found[block] = [:] }
        for (date, day) in days { found[date.daysSince1970 / Self.block]?[date] = day }
      }
      block = end + 1
    }
    // Do not store the result if the cache was cleared meanwhile: it may be outdated.
    if !found.isEmpty {
      entries.withLock { entries in
        guard entries[key]?.since == entry.since else { return }
        entries[key]?.blocks.merge(found) { $1 }
      }
    }
    var days = try read((lastBlock + 1) * Self.block, to)
    for block in firstBlock...lastBlock {
      for (date, day) in found[block] ?? entry.blocks[block] ?? [:] where date >= first { days[date] = day }
    }
    return days.filter { $0.key >= first && $0.key <= last }
  }

  /// Returns a workout's summary. Workouts that ended more than ten minutes ago are cached.
  func summary(of workout: StoredWorkout, now: Moment, _ journal: Journal) throws -> WorkoutSummary {
    let (known, since) = workouts.withLock { workouts in
      (workouts.of[workout], workouts.since)
    }
    if let known { return known }
    let summary = try journal.summary(of: workout)
    let end = workout.workout.start.milliseconds + workout.workout.length
    if end + 600_000 < now.milliseconds {
      workouts.withLock { workouts in
        if workouts.since == since { workouts.of[workout] = summary }
      }
    }
    return summary
  }

  /// Clears the cache after older days have changed.
  func clear() {
    entries.withLock { $0 = [:] }
    workouts.withLock { $0 = ([:], .now) }
  }
}
