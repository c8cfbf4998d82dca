public import HaloHealth

/// A number that the Explain screen follows down to the bytes that it came in.
public enum ExplainSubject: Sendable, Hashable {
  /// What a report explains by an identity: `resting-heart-rate@2026-11-20`, `movement@2026-11-20`,
  /// `sleep@2026-11-19T23:10:00+01:00`.
  case figure(String)
  /// A value of a series, with its time and how it was measured.
  case point(Metric, LocalTime, value: Double, SampleSource)
}
