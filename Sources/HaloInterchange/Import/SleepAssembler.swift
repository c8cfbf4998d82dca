import HaloHealth

/// Assembles nights and naps from stretches of sleep, in any order.
///
/// A break of more than an hour ends a sleep; a shorter one is time awake. Stretches without a stage yield to those with
/// one that overlap them, and of two stages at the same time the one that began later counts. Beginnings and ends are
/// rounded to minutes, so that no error adds up over a night.
struct SleepAssembler {
  /// A sleep, with the place of its first stretch in the file.
  struct Sleep {
    let kind: Night.Kind
    let start: Moment
    let stages: [Night.Stretch]
    let place: Int
  }

  private struct Stretch {
    let stage: SleepStage?
    /// Minutes since 1970.
    let minutes: Range<Int>
    let secondsFromGMT: Int
    let place: Int
  }

  private var stretches: [Stretch] = []

  /// Adds a stretch; `stage` is `nil` if none was reported. One that does not end after its beginning is left out.
  mutating func add(stage: SleepStage?, start: Moment, end: Moment, place: Int) {
    let (first, last) = (Self.minute(start), Self.minute(end))
    guard first < last else { return }
    stretches.append(
      Stretch(stage: stage, minutes: first..<last, secondsFromGMT: start.secondsFromGMT, place: place))
  }

  /// The sleeps in order of time.
  func finish() -> [Sleep] {
    let sorted = stretches.enumerated().sorted {
      ($0.element.minutes.lowerBound, $0.offset) < ($1.element.minutes.lowerBound, $1.offset)
    }.map(\.element)
    var sleeps: [Sleep] = []
    var group: [Stretch] = []
    var end = Int.min
    for stretch in sorted {
      let begin = group.first?.minutes.lowerBound ?? stretch.minutes.lowerBound
      let isLong = stretch.minutes.upperBound - begin > DataBounds.longestSleep
      if !group.isEmpty, isLong || stretch.minutes.lowerBound - end > SleepEpisode.longestBreak {
        if let sleep = Self.sleep(group) { sleeps.append(sleep) }
        group = []
        end = Int.min
      }
      group.append(stretch)
      end = max(end, stretch.minutes.upperBound)
    }
    if let sleep = Self.sleep(group) { sleeps.append(sleep) }
    return sleeps
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
      if let previous = stages.last, previous.stage == stage {
        stages[stages.count - 1] = Night.Stretch(stage: stage, minutes: previous.minutes + 1)
      } else {
        stages.append(Night.Stretch(stage: stage, minutes: 1))
      }
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
      try take(.sleep(sleep.kind, start: sleep.start, stages: sleep.stages), of: source, place: sleep.place)
    }
  }
}
