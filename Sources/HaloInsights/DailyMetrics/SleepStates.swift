/// The wearer's state for each minute, if known: the stages within a sleep, and awake outside of sleeps if the device
/// was worn.
struct SleepStates: Sendable {
  private enum State: UInt8 { case unknown, awake, asleep }

  /// The number of days for regularity.
  static let days = 14
  /// The minimum number of pairs of days.
  static let fewestPairs = 5
  /// The minimum share of a pair's minutes that must be known.
  static let smallestShare = 2.0 / 3

  private static let minute = Duration.minutes(1).milliseconds

  private let first: Int
  private var states: [UInt8]

  /// The states of the minutes between two moments.
  init(_ sleeps: [SleepEpisode], wornHours: Set<Int>, from start: Moment, to end: Moment) {
    first = start.milliseconds.floorDivided(by: Self.minute)
    states = [UInt8](repeating: 0, count: max(0, end.milliseconds.floorDivided(by: Self.minute) - first))
    for index in states.indices where wornHours.contains((first + index).floorDivided(by: 60)) {
      states[index] = State.awake.rawValue
    }
    for sleep in sleeps {
      fill(sleep.start.milliseconds, sleep.end.milliseconds, .awake)
      for record in sleep.records {
        var minute = 0
        for stretch in record.stages.asleep {
          defer { minute += stretch.minutes }
          let begin = record.start.milliseconds + minute * Self.minute
          let state = stretch.isAsleep.map { $0 ? State.asleep : .awake } ?? .unknown
          fill(begin, begin + stretch.minutes * Self.minute, state)
        }
      }
    }
  }

  private mutating func fill(_ start: Int, _ end: Int, _ state: State) {
    let begin = max(0, start.floorDivided(by: Self.minute) - first)
    let stop = min(states.count, end.floorDivided(by: Self.minute) - first)
    guard begin < stop else { return }
    for index in begin..<stop { states[index] = state.rawValue }
  }

  /// The Sleep Regularity Index of the 14 days that end at `end`, with the share of known pairs of minutes and the
  /// number of pairs of days.
  ///
  /// A pair of minutes 24 hours apart counts if both are known. A pair of days counts only if at least two thirds of it
  /// are known, otherwise the known part would be biased to the time of day at which the device is worn, and if both days
  /// have sleep: a device that reports none does not show that the wearer was awake.
  func regularity(until end: Moment) throws(InsightGap) -> (index: Double, known: Double, pairs: Int) {
    let stop = min(end.milliseconds.floorDivided(by: Self.minute) - first, states.count)
    var known = 0
    var same = 0
    var pairs = 0
    var all = 0
    for day in 0..<Self.days - 1 {
      let late = stop - day * 1440
      guard late - 2 * 1440 >= 0 else { break }
      all += 1440
      var knownHere = 0
      var sameHere = 0
      for index in late - 1440..<late where states[index] != 0 && states[index - 1440] != 0 {
        knownHere += 1
        if states[index] == states[index - 1440] { sameHere += 1 }
      }
      guard Double(knownHere) >= Self.smallestShare * 1440,
        [late - 1440, late - 2 * 1440].allSatisfy({ states[$0..<$0 + 1440].contains(State.asleep.rawValue) })
      else { continue }
      known = known + knownHere
      same = same + sameHere
      pairs = pairs + 1
    }
    guard pairs >= Self.fewestPairs else {
      let needed = Phrase(
        "regularity needs \(Self.fewestPairs) pairs of days with mostly known times asleep and awake")
      throw InsightGap(
        pairs == 1
          ? Phrase("\(needed); the last \(Self.days) days have 1")
          : Phrase("\(needed); the last \(Self.days) days have \(pairs)"))
    }
    return (-100 + 200 * Double(same) / Double(known), Double(known) / Double(max(all, 1)), pairs)
  }
}
