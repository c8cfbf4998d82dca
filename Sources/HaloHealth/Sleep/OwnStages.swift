/// The stages of a night as estimated by Halo from a raw recording, in addition to the device's stages.
public struct OwnStages: Sendable, Hashable {
  /// A stage, or a state without a stage.
  public enum Stage: String, Codable, Sendable {
    case awake, light, deep, rem
    /// Asleep, but the stage cannot be determined without a heart rate.
    case asleep
    /// Too little data was received.
    case unknown
  }

  /// A period in one stage.
  public struct Stretch: Codable, Sendable, Hashable {
    public let stage: Stage
    /// The length in epochs of half a minute.
    public let epochs: Int32

    /// A period in one stage.
    public init(_ stage: Stage, epochs: Int32) { (self.stage, self.epochs) = (stage, epochs) }
  }

  /// The beginning of the first stretch.
  public let start: Moment
  /// The stretches, in order.
  public let stretches: [Stretch]

  /// The stages of a night.
  public init(start: Moment, stretches: [Stretch]) { (self.start, self.stretches) = (start, stretches) }

  /// Minutes in the given stages.
  public func minutes(in stages: Set<Stage>) -> Double {
    stretches.reduce(0) { $0 + (stages.contains($1.stage) ? Double($1.epochs) : 0) } / 2
  }

  public var minutesAsleep: Double { minutes(in: [.light, .deep, .rem, .asleep]) }
}
