public import HaloBluetooth

/// A text of the device information service (0x2A24–0x2A29): UTF-8, at whose end some devices leave zeros.
public struct DeviceInformation: MessageFields, Hashable {
  /// What the text says.
  public enum Field: String, Sendable, CaseIterable {
    case modelNumber, serialNumber, firmwareRevision, hardwareRevision, softwareRevision, manufacturerName

    /// Its characteristic.
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

  /// What the text says.
  public let field: Field
  /// Its bytes.
  public let value: [UInt8]

  /// A text.
  public init(_ field: Field, _ text: String) { self.init(field, value: [UInt8](text.utf8)) }

  /// The text in these bytes.
  public init(_ field: Field, value: [UInt8]) {
    self.field = field
    self.value = value
  }

  /// The text without the zeros at its end; bytes that are no UTF-8 show as the replacement character.
  public var text: String {
    let end = (value.lastIndex { $0 != 0 } ?? -1) + 1
    return String(decoding: value[..<end], as: UTF8.self)
  }

  public func write<Fields: FieldWriter>(to fields: inout Fields) {
    fields.field("field", field.rawValue)
    fields.field("text", text)
    fields.field("type", "deviceInformation")
  }
}
