public import HaloBluetooth

/// A text of the Device Information service (0x2A24–0x2A29), in UTF-8. Some devices append zero bytes.
public struct DeviceInformation: MessageFields, Hashable {
  /// The fields of the service.
  public enum Field: String, Sendable, CaseIterable {
    case modelNumber, serialNumber, firmwareRevision, hardwareRevision, softwareRevision, manufacturerName

    /// The field's characteristic.
    public var characteristic: BluetoothUUID {
      switch self {
      case .modelNumber: 0x2A24
      case .serialNumber: 0x2A25
      case .firmwareRevision: 0x2A26
      case .hardwareRevision: 0x2A27
      case .softwareRevision: 0x2A28
      case .manufacturerName: 0x2A29
      }
    }
  }

  /// The field.
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
