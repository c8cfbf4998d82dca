/// The values that a machine measured at one time, assembled from one or more notifications.
public struct MachineRecord: Hashable, Sendable {
  /// The kind of machine.
  public let machine: MachineKind
  /// The quantities that are present and available.
  public let values: [MachineQuantity: FixedDecimal]
  /// The recorder's numbers of the notifications, in order.
  public let frames: [Int]

  /// Creates a record.
  public init(machine: MachineKind, values: [MachineQuantity: FixedDecimal], frames: [Int] = []) {
    self.machine = machine
    self.values = values
    self.frames = frames
  }

  /// The value of a quantity, in its unit.
  public subscript(quantity: MachineQuantity) -> Double? { values[quantity]?.doubleValue }
}
