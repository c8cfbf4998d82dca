/// Something that a machine can be told to aim for.
public struct MachineTargetRange: Hashable, Sendable {
  /// The target in the vocabulary: `inclination`.
  public let name: String
  /// The unit of the values, as people write it; `nil` if it has none.
  public let unit: String?
  /// What the machine takes, in that unit; `nil` if it does not say.
  public let values: ClosedRange<Double>?
  /// The step between two values; `nil` if the machine does not say.
  public let step: Double?

  /// A target.
  public init(name: String, unit: String?, values: ClosedRange<Double>?, step: Double?) {
    self.name = name
    self.unit = unit
    self.values = values
    self.step = step
  }
}
