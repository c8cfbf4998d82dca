#if Dashboard
  import HaloWearables
  import HaloHealth
  import HaloInsights
  import HaloJournal
  import HaloReports
  import Synchronization

  /// Statistics of days that were looked at: a year of heart rates is a hundred thousand values. Days that a sync may still change are
  /// read anew each time, and all of them after the journal has changed.
  final class DayCache: Sendable {
    private struct Key: Hashable {
      let wearer: String
      /// `nil` is movement.
      let metric: Metric?
    }

    private enum Day: Sendable {
      case statistics(DayStatistics)
      case movement(DayMovement)
    }

    private struct Entry {
      /// Blocks of days that were read, each with the days that have values.
      var blocks: [Int: [CalendarDate: Day]] = [:]
      /// Makes this entry another one than its successor after ``clear()``.
      var since = ContinuousClock.now
    }

    /// How many days back a sync may change something, and one more.
    private static let open = 9
    /// Days that are read and kept together.
    private static let block = 32
    private let entries = Mutex<[Key: Entry]>([:])
    private let workouts = Mutex<(of: [StoredWorkout: WorkoutSummary], since: ContinuousClock.Instant)>(([:], .now))

    /// A metric day by day.
    func statistics(
      _ metric: Metric, from first: CalendarDate, to last: CalendarDate, _ wearer: Wearer, _ journal: Journal
    ) throws -> [CalendarDate: DayStatistics] {
      try days(Key(wearer: wearer.name, metric: metric), from: first, to: last, wearer) { first, last in
        let days = try journal.trend(of: metric, from: first, to: last, wearer: wearer.name)
        return Dictionary(days.map { ($0.date, .statistics($0)) }) { $1 }
      }.compactMapValues { if case .statistics(let day) = $0 { day } else { nil } }
    }

    /// Movement day by day.
    func movement(
      from first: CalendarDate, to last: CalendarDate, _ wearer: Wearer, _ journal: Journal
    ) throws -> [CalendarDate: DayMovement] {
      try days(Key(wearer: wearer.name, metric: nil), from: first, to: last, wearer) { first, last in
        try journal.movement(of: wearer.name, from: first, to: last).mapValues { .movement($0) }
      }.compactMapValues { if case .movement(let day) = $0 { day } else { nil } }
    }

    private func days(
      _ key: Key, from first: CalendarDate, to last: CalendarDate, _ wearer: Wearer,
      _ load: (CalendarDate, CalendarDate) throws -> [CalendarDate: Day]
    ) throws -> [CalendarDate: Day] {
      func read(_ first: Int, _ last: Int) throws -> [CalendarDate: Day] {
        guard first <= last else { return [:] }
        return try load(CalendarDate(daysSince1970: first), CalendarDate(daysSince1970: last))
      }
      let (from, to) = (first.daysSince1970, last.daysSince1970)
      // The blocks that are asked for of which a sync changes nothing any more.
      let firstBlock = from / Self.block
      let lastBlock = min(to, wearer.today.daysSince1970 - Self.open + 1) / Self.block - 1
      guard firstBlock <= lastBlock else { return try read(from, to) }
      let entry = entries.withLock { entries -> Entry in
        if let entry = entries[key] { return entry }
        entries[key] = Entry()
        return entries[key] ?? Entry()
      }
      var found: [Int: [CalendarDate: Day]] = [:]
      var block = firstBlock
      while block <= lastBlock {
        // What is missing side by side is read at once.
        var end = block
        while end <= lastBlock, entry.blocks[end] == nil { end += 1 }
        if end > block {
          let days = try read(block * Self.block, end * Self.block - 1)
          for block in block..<end { found[block] = [:] }
          for (date, day) in days { found[date.daysSince1970 / Self.block]?[date] = day }
        }
        block = end + 1
      }
      // Not where it was cleared meanwhile: what was read may be from before.
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

    /// A workout's numbers. What ended a while ago does not change any more.
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

    /// Forgets everything: old days were changed.
    func clear() {
      entries.withLock { $0 = [:] }
      workouts.withLock { $0 = ([:], .now) }
    }
  }
#endif
