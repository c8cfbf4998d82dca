/// The number of faulty beats in a series.
public struct BeatFaults: Sendable, Equatable {
  /// Beats that were not detected.
  public var missed = 0
  /// Detections that were not beats.
  public var extra = 0
  /// Premature beats followed by a pause.
  public var ectopic = 0
  /// Beats that are misplaced for another reason, such as noise.
  public var misplaced = 0

  /// The total number of faults.
  public var total: Int { missed + extra + ectopic + misplaced }

  /// The number of kinds of faults present.
  var kinds: Int { [missed, extra, ectopic, misplaced].count { $0 > 0 } }

  /// Adds the faults of another series.
  static func += (sum: inout BeatFaults, more: BeatFaults) {
    sum.missed += more.missed
    sum.extra += more.extra
    sum.ectopic += more.ectopic
    sum.misplaced += more.misplaced
  }
}
