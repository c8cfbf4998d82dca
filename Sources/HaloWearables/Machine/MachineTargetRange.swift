/// A target that can be set on a machine, with its range.
public struct MachineTargetRange: Hashable, Sendable {
  /// The target in the vocabulary: `inclination`.
  public let name: String
  /// The unit of the values, for people; `nil` for values without a unit.
  public let unit: String?
  /// The values that the machine accepts, in that unit; `nil` if not reported.
  public let values: ClosedRange<Double>?
  /// The increment of the values; `nil` if not reported.
  public let step: Double?

  /// Creates a target.
  public init(name: String, unit: String?, values: ClosedRange<Double>?, step: Double?) {
    self.name = name
    self.unit = unit
    self.values = values
    self.step = step
  }
}
