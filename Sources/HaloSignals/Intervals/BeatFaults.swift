/// How many beats of a series were faulty.
public struct BeatFaults: Sendable, Equatable {
  /// Beats that were not seen.
  public var missed = 0
  /// Beats that were none.
  public var extra = 0
  /// Beats that came too early, with a pause after them.
  public var ectopic = 0
  /// Beats that are out of place for another reason, such as noise.
  public var misplaced = 0

  /// All of them.
  public var total: Int { missed + extra + ectopic + misplaced }

  /// How many kinds of them there are.
  var kinds: Int { [missed, extra, ectopic, misplaced].count { $0 > 0 } }

  static func += (sum: inout BeatFaults, more: BeatFaults) {
    sum.missed += more.missed
    sum.extra += more.extra
    sum.ectopic += more.ectopic
    sum.misplaced += more.misplaced
  }
}
