extension FitnessMachine {
  /// Assembles records: collects notifications until one is marked as the last.
  ///
  /// Some machines mark all notifications as "more data". A notification with the same flags as an earlier one of the
  /// record then begins a new record. Each characteristic has records of its own.
  public struct RecordAssembler: Sendable {
    private var parts: [MachineKind: [(data: MachineData, frame: Int?)]] = [:]
    private var crank = CrankCadence()

    /// Creates an empty assembler.
    public init() {}

    /// Adds a notification. Returns the record that it completes, or the previous record if it begins a new one.
    public mutating func receive(_ data: MachineData, frame: Int? = nil) -> MachineRecord? {
      let isRepetition = parts[data.machine]?.contains { $0.data.flags == data.flags } == true
      let earlier = isRepetition ? finish(data.machine) : nil
      parts[data.machine, default: []].append((data, frame))
      // A last part that also begins a new record would complete two. It never has the same flags as a part marked
      // "more data".
      return data.hasMore ? earlier : finish(data.machine) ?? earlier
    }

    /// Adds a value of a characteristic that was received at a time, and returns as ``receive(_:frame:)`` does.
    mutating func receive(
      _ value: [UInt8], of characteristic: BluetoothUUID, frame: Int?, at time: Moment
    ) -> MachineRecord? {
      guard let machine = MachineKind(dataCharacteristic: characteristic) else { return nil }
      guard machine == .powerMeter else {
        return MachineData(machine, value: value).flatMap { receive($0, frame: frame) }
      }
      guard let power = CyclingPower(value: value) else { return nil }
      var values = [MachineQuantity.watts: FixedDecimal(power.watts, places: 0)]
      if let turns = power.crank, let cadence = crank.next(turns, at: time.seconds) {
        values[.cadence] = FixedDecimal(Int((cadence * 10).rounded()), places: 1)
      }
      return MachineRecord(machine: machine, values: values, frames: [frame].compactMap(\.self))
    }

    private mutating func finish(_ machine: MachineKind) -> MachineRecord? {
      guard let parts = parts.removeValue(forKey: machine) else { return nil }
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
