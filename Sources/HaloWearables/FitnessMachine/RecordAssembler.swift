extension FitnessMachine {
  /// What a machine measured at one time, put together from one or more notifications.
  public struct Record: Hashable, Sendable {
    /// Which kind of machine.
    public let machine: Machine
    /// The quantities that are there and available.
    public let values: [Quantity: FixedDecimal]
    /// The recorder's numbers of the notifications, in order.
    public let frames: [Int]

    /// A quantity in its unit.
    public subscript(quantity: Quantity) -> Double? { values[quantity]?.doubleValue }
  }

  /// Puts records together: notifications are gathered until one says that it is the last.
  ///
  /// Some machines send several that say "more" and never a last one: where a notification has the flags of one that was gathered,
  /// a new record begins.
  public struct RecordAssembler: Sendable {
    private var parts: [(data: MachineData, frame: Int?)] = []

    /// Nothing gathered.
    public init() {}

    /// Takes in a notification; the record that it ends, or that was there when it began another.
    public mutating func receive(_ data: MachineData, frame: Int? = nil) -> Record? {
      let isRepetition = parts.contains { $0.data.machine != data.machine || $0.data.flags == data.flags }
      let earlier = isRepetition ? finish() : nil
      parts.append((data, frame))
      // A last part that also begins anew would make two records; it never comes with the same flags as one that says "more".
      return data.hasMore ? earlier : finish() ?? earlier
    }

    /// What is gathered, though no notification ended it; `nil` where there is nothing.
    public mutating func finish() -> Record? {
      guard let machine = parts.first?.data.machine else { return nil }
      defer { parts.removeAll() }
      var values: [Quantity: FixedDecimal] = [:]
      for part in parts {
        for quantity in Quantity.allCases {
          if let value = part.data[quantity] { values[quantity] = value }
        }
      }
      return Record(machine: machine, values: values, frames: parts.compactMap(\.frame))
    }
  }
}
