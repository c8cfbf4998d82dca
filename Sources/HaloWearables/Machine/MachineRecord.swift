/// What a machine measured at one time, put together from one or more notifications.
public struct MachineRecord: Hashable, Sendable {
  /// Which kind of machine.
  public let machine: MachineKind
  /// The quantities that are there and available.
  public let values: [MachineQuantity: FixedDecimal]
  /// The recorder's numbers of the notifications, in order.
  public let frames: [Int]

  /// A record.
  public init(machine: MachineKind, values: [MachineQuantity: FixedDecimal], frames: [Int] = []) {
    self.machine = machine
    self.values = values
    self.frames = frames
  }

  /// A quantity in its unit.
  public subscript(quantity: MachineQuantity) -> Double? { values[quantity]?.doubleValue }
}
