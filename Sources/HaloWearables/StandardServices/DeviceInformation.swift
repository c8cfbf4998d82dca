/// A text of the Device Information service (0x2A24–0x2A29), in UTF-8. Some devices append zero bytes.
public struct DeviceInformation: MessageFields, Hashable {
  /// The fields of the service.
  public enum Field: String, Sendable, CaseIterable {
    case modelNumber, serialNumber, firmwareRevision, hardwareRevision, softwareRevision, manufacturerName

    /// The field's characteristic.
    public var characteristic: BluetoothUUID {
      // They have consecutive numbers, in the order of the cases.
      BluetoothUUID(0x2A24 + UInt16(Self.allCases.firstIndex(of: self) ?? 0))
    }
  }

  public let field: Field
  /// The encoded bytes.
  public let value: [UInt8]

  /// Decodes a text.
  public init(_ field: Field, value: [UInt8]) {
    self.field = field
    self.value = value
  }

  /// The text without trailing zero bytes; invalid UTF-8 becomes the replacement character.
  public var text: String {
    let end = (value.lastIndex { $0 != 0 } ?? -1) + 1
    return String(decoding: value[..<end], as: UTF8.self)
  }

  /// Writes the fields in alphabetical order.
  public func write<Fields: FieldWriter>(to fields: inout Fields) {
    fields.field("field", field.rawValue)
    fields.field("text", text)
    fields.field("type", "deviceInformation")
  }
}
