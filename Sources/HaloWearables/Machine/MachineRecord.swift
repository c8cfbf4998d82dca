/// The values that a machine measured at one time, assembled from one or more notifications.
public struct MachineRecord: Hashable, Sendable {
  /// The kind of machine.
  public let machine: MachineKind
  /// The quantities that are present and available.
  public let values: [MachineQuantity: FixedDecimal]
  /// The recorder's numbers of the notifications, in order.
  public let frames: [Int]
  /// The quantities that were computed from counters, because the machine sends them as 0.
  public let derived: Set<MachineQuantity>
  /// When its last notification was received; `nil` if not known.
  public let time: Moment?

  /// Creates a record.
  public init(
    machine: MachineKind, values: [MachineQuantity: FixedDecimal], frames: [Int] = [],
    derived: Set<MachineQuantity> = [], time: Moment? = nil
  ) {
    self.machine = machine
    self.values = values
    self.frames = frames
    self.derived = derived
    self.time = time
  }

  /// The value of a quantity, in its unit.
  public subscript(quantity: MachineQuantity) -> Double? { values[quantity]?.doubleValue }

  /// Turns, strokes or steps per minute, whichever the machine reports.
  public var cadence: Double? { self[.cadence] ?? self[.strokeRate] ?? self[.stepsPerMinute] }

  /// Speed in km/h: the machine's speed, or its pace as a speed, in hundredths.
  public var kilometersPerHour: Double? {
    self[.speed] ?? self[.secondsPer500m].flatMap { $0 > 0 ? (180_000 / $0).rounded() / 100 : nil }
  }

  /// The pace of a rower that moves, in seconds per 500 m.
  public var rowingPace: Double? {
    let pace = self[.speed].map { $0 > 0 ? 1800 / $0 : 0 } ?? self[.secondsPer500m]
    return machine == .rower ? pace.flatMap { $0 > 0 ? $0 : nil } : nil
  }
}
