public import HaloHealth
public import HaloReports

/// A number that can be followed down to the bytes it came from.
public enum ExplainSubject: Sendable, Hashable {
  /// A value that a device told.
  case sample(Sample)
  /// A night or nap.
  case night(Night)
  /// A day's movement.
  case movement(DaySummary.Movement)
  /// A value that Halo computed.
  case computed(Computation)

  /// How a value was computed.
  public struct Computation: Sendable, Hashable {
    /// What it is called, and its value.
    public let name: Phrase
    public let value: Phrase
    /// The algorithm and its version.
    public let algorithm: String
    public let version: Int
    /// How sure it is, 0…1; `nil` where the algorithm does not say.
    public let confidence: Double?
    /// What it was computed from, in words.
    public let inputs: [String]

    /// A computation.
    public init(
      name: Phrase, value: Phrase, algorithm: String, version: Int, confidence: Double?, inputs: [String]
    ) {
      self.name = name
      self.value = value
      self.algorithm = algorithm
      self.version = version
      self.confidence = confidence
      self.inputs = inputs
    }
  }
}
