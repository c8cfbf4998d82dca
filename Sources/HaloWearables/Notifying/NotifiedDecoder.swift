/// Decodes the values that a device notifies for `halo decode` and `halo explain`. Each frame is a complete message.
struct NotifiedDecoder<Device: NotifyingDevice>: FrameDecoder {
  static func byteMap(
    of frame: [UInt8], _ direction: RecordedFrame.Direction, of characteristic: BluetoothUUID?
  ) -> [ByteField] {
    value(of: characteristic, direction)?.byteMap.filter { $0.range.upperBound <= frame.count } ?? []
  }

  mutating func receive(
    _ frame: [UInt8], _ direction: RecordedFrame.Direction, of characteristic: BluetoothUUID?,
    into lines: inout JSONLineWriter
  ) {
    let measured = Self.value(of: characteristic, direction)?.measured(in: frame) ?? []
    if measured.isEmpty {
      UndecodedValue.unknown(frame).appendJSONLine(to: &lines)
    } else {
      Message(family: Device.family.id, measured: measured).appendJSONLine(to: &lines)
    }
  }

  mutating func finish(into lines: inout JSONLineWriter) {}

  /// The value of a characteristic. If that is not known, a device with one characteristic has only one possibility.
  private static func value(of characteristic: BluetoothUUID?, _ direction: RecordedFrame.Direction) -> NotifiedValue? {
    guard direction == .received else { return nil }
    guard let characteristic else { return Device.values.count == 1 ? Device.values.first : nil }
    return Device.values.first { $0.characteristic == characteristic }
  }
}

/// The measurements of a value, in their metrics' units.
private struct Message: MessageFields {
  struct Item: MessageFields {
    let measured: NotifiedValue.Measured

    func write<Fields: FieldWriter>(to fields: inout Fields) {
      fields.field("metric", measured.metric.id)
      fields.field("unit", measured.metric.unit.symbol)
      fields.field("value", FixedDecimal(Int(min(max(measured.value * 1000, -9e15), 9e15).rounded()), places: 3))
    }
  }

  let family: String
  let measured: [NotifiedValue.Measured]

  func write<Fields: FieldWriter>(to fields: inout Fields) {
    fields.field("type", family)
    fields.field("values", measured.map(Item.init))
  }
}
