public import HaloWearables

extension FitnessMachine {
  /// Puts records together: notifications are gathered until one says that it is the last.
  ///
  /// Some machines send several that say "more" and never a last one: where a notification has the flags of one that was gathered,
  /// a new record begins.
  public struct RecordAssembler: Sendable {
    private var parts: [(data: MachineData, frame: Int?)] = []

    /// Nothing gathered.
    public init() {}

    /// Takes in a notification; the record that it ends, or that was there when it began another.
    public mutating func receive(_ data: MachineData, frame: Int? = nil) -> MachineRecord? {
      let isRepetition = parts.contains { $0.data.machine != data.machine || $0.data.flags == data.flags }
      let earlier = isRepetition ? finish() : nil
      parts.append((data, frame))
      // A last part that also begins anew would make two records; it never comes with the same flags as one that says "more".
      return data.hasMore ? earlier : finish() ?? earlier
    }

    /// What is gathered, though no notification ended it; `nil` where there is nothing.
    public mutating func finish() -> MachineRecord? {
      guard let machine = parts.first?.data.machine else { return nil }
      defer { parts.removeAll() }
      var values: [MachineQuantity: FixedDecimal] = [:]
      for part in parts {
        for quantity in MachineQuantity.allCases {
          if let value = part.data[quantity] { values[quantity] = value }
        }
      }
      return MachineRecord(machine: machine, values: values, frames: parts.compactMap(\.frame))
    }
  }
}
