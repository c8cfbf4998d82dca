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

  /// Small, because a file may have a million.
  private struct Stretch {
    let place: Int
    /// Minutes since 1970.
    let begin, end: Int32
    let secondsFromGMT: Int32
    /// The number of stretches that were added before.
    let order: Int32
    let stage: SleepStage?
  }

  private var stretches: [Stretch] = []
  private var bedtimes: [Stretch] = []

  /// Adds a stretch of sleep, of which `stage` is `nil` if it is unknown, or a time in bed. One that does not end after its
  /// beginning is left out.
  ///
  /// - Returns: Its minutes.
  @discardableResult
  mutating func add(stage: SleepStage?, start: Moment, end: Moment, isInBed: Bool = false, place: Int) -> Int {
    let first = Self.minute(start)
    let last = Self.minute(end)
    guard first < last, let begin = Int32(exactly: first), let end = Int32(exactly: last) else { return 0 }
    let stretch = Stretch(
      place: place, begin: begin, end: end, secondsFromGMT: Int32(clamping: start.secondsFromGMT),
      order: Int32(clamping: stretches.count + bedtimes.count), stage: stage)
    if isInBed { bedtimes.append(stretch) } else { stretches.append(stretch) }
    return last - first
  }

  /// The sleeps in order of time, and the times in bed without sleep. Ends the assembly.
  mutating func finish() -> [Sleep] {
    var sleeps = Self.groups(&stretches).compactMap(Self.sleep).sorted { $0.start < $1.start }
    var others: [Sleep] = []
    for bedtime in Self.groups(&bedtimes) {
      let first = bedtime[bedtime.startIndex]
      func moment(_ minute: Int32) -> Moment {
        Moment(milliseconds: Int(minute) * 60_000, secondsFromGMT: Int(first.secondsFromGMT))
      }
      let inBed = moment(first.begin)..<moment(bedtime.map(\.end).max() ?? first.end)
      func shared(_ sleep: Sleep) -> Duration {
        min(inBed.upperBound, sleep.start + .minutes(sleep.stages.minutes)) - max(inBed.lowerBound, sleep.start)
      }
      let earliest = inBed.lowerBound - .minutes(DataBounds.longestSleep)
      let begin = sleeps.partitioningIndex { $0.start >= earliest }
      let near = begin..<sleeps[begin...].partitioningIndex { $0.start >= inBed.upperBound }
      if let best = near.max(by: { shared(sleeps[$0]) < shared(sleeps[$1]) }), shared(sleeps[best]) > .zero {
        sleeps[best].inBed = sleeps[best].inBed ?? inBed
      } else {
        others.append(Sleep(kind: .night, start: inBed.lowerBound, stages: [], place: first.place, inBed: inBed))
      }
    }
    return (sleeps + others).sorted { $0.start < $1.start }
  }

  /// Stretches in order of time, grouped by the longest break.
  private static func groups(_ stretches: inout [Stretch]) -> [ArraySlice<Stretch>] {
    stretches.sort { ($0.begin, $0.order) < ($1.begin, $1.order) }
    var groups = [ArraySlice<Stretch>]()
    var first = 0
    var end = Int32.min
    for (index, stretch) in stretches.enumerated() {
      if index > first,
        stretch.begin - end > SleepEpisode.longestBreak
          || stretch.end - stretches[first].begin > DataBounds.longestSleep
      {
        groups.append(stretches[first..<index])
        first = index
        end = stretch.end
      }
      end = max(end, stretch.end)
    }
    if first < stretches.count { groups.append(stretches[first...]) }
    return groups
  }

  /// The sleep of stretches without a long break; `nil` if they are all awake.
  private static func sleep(_ stretches: ArraySlice<Stretch>) -> Sleep? {
    guard let first = stretches.first, let last = stretches.map(\.end).max(),
      last - first.begin <= DataBounds.longestSleep
    else { return nil }
    // By minute: the stage, `.some(nil)` for sleep without a stage.
    var minutes: [SleepStage??] = Array(repeating: nil, count: Int(last - first.begin))
    for isStaged in [false, true] {
      for stretch in stretches where (stretch.stage != nil) == isStaged {
        for minute in Int(stretch.begin - first.begin)..<Int(stretch.end - first.begin) {
          minutes[minute] = .some(stretch.stage)
        }
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
    let start = Moment(
      milliseconds: (Int(first.begin) + onset) * 60_000, secondsFromGMT: Int(first.secondsFromGMT))
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
