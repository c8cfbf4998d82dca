/// The growth of a cumulative figure of one characteristic, such as meters, through restarts and wrong records.
///
/// A value that the figure cannot have reached since the last one is set aside. It counts only if later records continue
/// and grow from it: as a restart if it is low, as a correction if it is what the figure was before, otherwise as a jump,
/// which itself is not counted.
package struct CumulativeCount: Sendable, Hashable {
  /// The records that continue each other.
  private struct Run: Sendable, Hashable {
    var first: Double
    var last: Double
    /// The value before the last one.
    var previous: Double
    var records = 1
    let begun: Double
    /// When the value changed, and when it was last seen, in seconds.
    var changed: Double
    var seen: Double

    init(_ value: Double, _ seconds: Double) {
      first = value
      last = value
      previous = value
      begun = seconds
      changed = seconds
      seen = seconds
    }

    /// True if later records confirmed it.
    var isConfirmed: Bool { records >= 3 && last > first }

    /// The growth that is expected in a pause that lasts until a time in seconds; 0 if that is no pause.
    func expectedGrowth(until seconds: Double) -> Double {
      let pause = seconds - seen
      return pause > CumulativeCount.longestPause && seen > begun ? (last - first) / (seen - begun) * pause : 0
    }

    /// Adds a value if it can follow; returns whether it can.
    mutating func add(_ value: Double, _ seconds: Double, _ fastest: Double, _ slack: Double) -> Bool {
      guard value >= last, value - last <= fastest * max(0, seconds - changed) + slack else { return false }
      if value != last { (previous, changed) = (last, seconds) }
      last = value
      records += 1
      seen = seconds
      return true
    }
  }

  /// The fastest growth of the figure in a second, and the largest step to which a machine rounds it.
  private let fastest: Double
  private let slack: Double
  /// The growth of completed runs.
  private var earlier = 0.0
  private var run: Run?
  private var candidate: Run?
  /// The growth that is expected in pauses between records, by the growth before them.
  package private(set) var expectedInPauses = 0.0
  /// The expected growth before restarts in pauses.
  private var unseenBeforeRestarts = 0.0
  /// The growth that restarts in pauses may have hidden: after the pause, a count from 0 could have been as high.
  package private(set) var hidden = 0.0
  /// True if it was restarted in a pause.
  package private(set) var wasRestartedInPause = false
  /// The size of jumps, which are not counted.
  package private(set) var jumps = 0.0

  /// Meters: no machine shows more than 25 m/s, and some round to tens.
  package static let meters = CumulativeCount(fastest: 25, slack: 20)
  /// Kilocalories: a person burns less than one each second.
  package static let kilocalories = CumulativeCount(fastest: 1, slack: 4)
  /// Steps, strides or strokes: at most ten in a second, and some machines add several at a time.
  package static let movements = CumulativeCount(fastest: 10, slack: 10)
  package static let floors = CumulativeCount(fastest: 1, slack: 2)
  /// Meters of height: a tenth of the fastest speed.
  package static let height = CumulativeCount(fastest: 2.5, slack: 5)
  /// The seconds of a machine's clock.
  package static let elapsedSeconds = CumulativeCount(fastest: 1.1, slack: 3)

  /// The expected growth before restarts in pauses, also of a restart that later records did not confirm yet.
  package var unseen: Double {
    unseenBeforeRestarts + (candidate.flatMap { run?.expectedGrowth(until: $0.begun) } ?? 0)
  }

  /// The growth that is expected since the last value.
  package func expectedGrowth(until seconds: Double) -> Double { run?.expectedGrowth(until: seconds) ?? 0 }

  /// The growth so far; `nil` before the first value.
  package var total: Double? { run.map { earlier + $0.last - $0.first } }

  /// Takes the value of a record that was received at a time in seconds.
  package mutating func take(_ value: Double, at seconds: Double) {
    guard let known = run else { return run = Run(value, seconds) }
    let expected = known.expectedGrowth(until: seconds)
    if candidate == nil { expectedInPauses += expected }
    if run?.add(value, seconds, fastest, slack) == true {
      let pause = seconds - known.seen
      // A rider may have become four times as fast.
      if expected > 0, value <= min(4 * expected, fastest * pause) + slack { hidden += known.last }
      return candidate = nil
    }
    if candidate?.add(value, seconds, fastest, slack) != true { candidate = Run(value, seconds) }
    if let candidate, candidate.isConfirmed { adopt(candidate) }
  }

  private mutating func adopt(_ new: Run) {
    candidate = nil
    guard var old = run, old.records > 2 || old.last > old.first else { return run = new }
    let gap = new.begun - old.seen
    let growth = old.last - old.first
    var new = new
    if new.first < old.last, new.first >= old.previous {
      old.last = new.last
      old.seen = new.seen
      old.changed = new.changed
      return run = old
    }
    if new.first < old.last, new.first <= fastest * gap + min(slack, 3) {
      // It began at 0, and before that it may have counted on.
      unseenBeforeRestarts += max(0, old.expectedGrowth(until: new.begun) - new.first)
      wasRestartedInPause = wasRestartedInPause || gap > Self.longestPause
      new.first = 0
    } else {
      jumps += abs(new.first - old.last)
    }
    earlier += growth
    run = new
  }

  /// Records come every second or two.
  private static let longestPause = 10.0
}
