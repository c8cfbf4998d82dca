/// The reason why a timed sample was dropped.
public enum SampleFault: String, Sendable, CaseIterable, Codable {
  /// The value or its time is not a finite number.
  case notANumber
  /// The sample has the same time as the previous one.
  case duplicateTime
  /// The sample has an earlier time than the previous one.
  case backwardsTime
  /// The time is too far from the first one to compute an index.
  case farTime
}
