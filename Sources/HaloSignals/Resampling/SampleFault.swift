/// Why a timed sample was left out.
public enum SampleFault: String, Sendable, CaseIterable, Codable {
  /// The value or its time is not a finite number.
  case notANumber
  /// The sample bears the time of the one before.
  case duplicateTime
  /// The sample bears an earlier time than the one before.
  case backwardsTime
  /// The time is so far from the first that no even sample can be counted to it.
  case farTime
}
