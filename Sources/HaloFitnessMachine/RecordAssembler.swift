public import HaloWearables

extension FitnessMachine {
  /// Assembles records: collects notifications until one is marked as the last.
  ///
  /// Some machines mark all notifications as "more data". A notification with the same flags as an earlier one of the
  /// record then begins a new record.
  public struct RecordAssembler: Sendable {
    private var parts: [(data: MachineData, frame: Int?)] = []

    /// Creates an empty assembler.
    public init() {}

    /// Adds a notification. Returns the record that it completes, or the previous record if it begins a new one.
    public mutating func receive(_ data: MachineData, frame: Int? = nil) -> MachineRecord? {
      let isRepetition = parts.contains { $0.data.machine != data.machine || $0.data.flags == data.flags }
      let earlier = isRepetition ? finish() : nil
      parts.append((data, frame))
      // A last part that also begins a new record would complete two. It never has the same flags as a part marked
      // "more data".
      return data.hasMore ? earlier : finish() ?? earlier
    }

    /// Returns the incomplete record; `nil` if nothing was collected.
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
