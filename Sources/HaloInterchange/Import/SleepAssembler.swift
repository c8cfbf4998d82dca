import HaloHealth

/// Assembles nights and naps from stretches of sleep, in any order.
///
/// A break of more than an hour ends a sleep; a shorter one is time awake. Stretches without a stage yield to those with
/// one that overlap them, and of two stages at the same time the one that began later counts. Beginnings and ends are
/// rounded to minutes, so that no error adds up over a night. The time in bed belongs to the sleep that overlaps it most.
struct SleepAssembler {
  /// A sleep, with the place of its first stretch in the file.
  struct Sleep {
    let kind: Night.Kind
    let start: Moment
    let stages: [Night.Stretch]
    let place: Int
    var inBed: Range<Moment>?

    /// The sleep as an entry.
    var entry: ImportedEntry { .sleep(kind, start: start, stages: stages, inBed: inBed) }
  }

  private struct Stretch {
    let stage: SleepStage?
    /// Minutes since 1970.
    let minutes: Range<Int>
    let secondsFromGMT: Int
    let place: Int
  }

  private var stretches: [Stretch] = []
  private var bedtimes: [Stretch] = []

  /// Adds a stretch of sleep; `stage` is `nil` if it is unknown. One that does not end after its beginning is left out.
  mutating func add(stage: SleepStage?, start: Moment, end: Moment, place: Int) {
    if let stretch = Self.stretch(stage, start, end, place) { stretches.append(stretch) }
  }

  /// Adds a time in bed.
  mutating func addInBed(start: Moment, end: Moment, place: Int) {
    if let stretch = Self.stretch(nil, start, end, place) { bedtimes.append(stretch) }
  }

  private static func stretch(_ stage: SleepStage?, _ start: Moment, _ end: Moment, _ place: Int) -> Stretch? {
    let (first, last) = (minute(start), minute(end))
    return first < last
      ? Stretch(stage: stage, minutes: first..<last, secondsFromGMT: start.secondsFromGMT, place: place) : nil
  }

  /// The sleeps in order of time, and the times in bed without sleep.
  func finish() -> [Sleep] {
    var sleeps = Self.groups(stretches).compactMap(Self.sleep)
    for bedtime in Self.groups(bedtimes) {
      let minutes = bedtime[0].minutes.lowerBound..<(bedtime.map(\.minutes.upperBound).max() ?? 0)
      func moment(_ minute: Int) -> Moment {
        Moment(milliseconds: minute * 60_000, secondsFromGMT: bedtime[0].secondsFromGMT)
      }
      func shared(_ sleep: Sleep) -> Int {
        let begin = Self.minute(sleep.start)
        return min(minutes.upperBound, begin + sleep.stages.minutes) - max(minutes.lowerBound, begin)
      }
      let inBed = moment(minutes.lowerBound)..<moment(minutes.upperBound)
      if let best = sleeps.indices.max(by: { shared(sleeps[$0]) < shared(sleeps[$1]) }), shared(sleeps[best]) > 0 {
        sleeps[best].inBed = sleeps[best].inBed ?? inBed
      } else {
        sleeps.append(
          Sleep(kind: .night, start: inBed.lowerBound, stages: [], place: bedtime[0].place, inBed: inBed))
      }
    }
    return sleeps.sorted { $0.start < $1.start }
  }

  /// Stretches in order of time, grouped by the longest break.
  private static func groups(_ stretches: [Stretch]) -> [[Stretch]] {
    let sorted = stretches.enumerated().sorted {
      ($0.element.minutes.lowerBound, $0.offset) < ($1.element.minutes.lowerBound, $1.offset)
    }.map(\.element)
    var (groups, end) = ([[Stretch]](), Int.min)
    for stretch in sorted {
      let begin = groups.last?.first?.minutes.lowerBound ?? stretch.minutes.lowerBound
      if !groups.isEmpty, stretch.minutes.lowerBound - end <= SleepEpisode.longestBreak,
        stretch.minutes.upperBound - begin <= DataBounds.longestSleep
      {
        groups[groups.count - 1].append(stretch)
        end = max(end, stretch.minutes.upperBound)
      } else {
        groups.append([stretch])
        end = stretch.minutes.upperBound
      }
    }
    return groups
  }

  /// The sleep of stretches without a long break; `nil` if they are all awake.
  private static func sleep(_ stretches: [Stretch]) -> Sleep? {
    guard let first = stretches.first, let last = stretches.map(\.minutes.upperBound).max(),
      last - first.minutes.lowerBound <= DataBounds.longestSleep
    else { return nil }
    let begin = first.minutes.lowerBound
    // By minute: the stage, `.some(nil)` for sleep without a stage.
    var minutes: [SleepStage??] = Array(repeating: nil, count: last - begin)
    for isStaged in [false, true] {
      for stretch in stretches where (stretch.stage != nil) == isStaged {
        for minute in stretch.minutes { minutes[minute - begin] = .some(stretch.stage) }
      }
    }
    func isAsleep(_ minute: SleepStage??) -> Bool { minute.map { $0 != .awake } ?? false }
    // A sleep begins and ends asleep.
    guard let onset = minutes.firstIndex(where: isAsleep), let end = minutes.lastIndex(where: isAsleep) else {
      return nil
    }
    var stages: [Night.Stretch] = []
    for minute in minutes[onset...end] {
      let stage = minute ?? .awake
      let isLonger = stages.last.map { $0.stage == stage } ?? false
      let length = isLonger ? (stages.popLast()?.minutes ?? 0) + 1 : 1
      stages.append(stage.map { Night.Stretch(stage: $0, minutes: length) } ?? Night.Stretch(asleep: length))
    }
    let start = Moment(milliseconds: (begin + onset) * 60_000, secondsFromGMT: first.secondsFromGMT)
    return Sleep(
      kind: kind(start, minutes: end - onset + 1), start: start, stages: stages, place: first.place)
  }

  /// A short sleep that begins during the day is a nap.
  private static func kind(_ start: Moment, minutes: Int) -> Night.Kind {
    let hour = start.wallClock.secondOfDay / 3600
    return minutes < SleepEpisode.shortestMain && (8..<20).contains(hour) ? .nap : .night
  }

  private static func minute(_ moment: Moment) -> Int {
    moment.milliseconds / 60_000 + (moment.milliseconds % 60_000 >= 30_000 ? 1 : 0)
  }
}

extension ImportReceiver {
  /// Takes sleeps of a source.
  func take(_ sleeps: [SleepAssembler.Sleep], of source: Int) throws {
    for sleep in sleeps {
      try take(sleep.entry, of: source, place: sleep.place)
    }
  }
}
