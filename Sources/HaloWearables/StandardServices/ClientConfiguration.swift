/// A characteristic's Client Characteristic Configuration (0x2902): whether this host has subscribed.
///
/// ```
/// 01 00     bit 0 notifications, bit 1 indications
/// ```
public struct ClientConfiguration: CharacteristicMessage {
  /// The encoded bytes.
  public let value: [UInt8]

  /// Decodes a value; `nil` if it is too short.
  public init?(value: [UInt8]) {
    guard value.count >= 2 else { return nil }
    self.value = value
  }

  /// True if notifications are on.
  public var notifies: Bool { value[0] & 1 != 0 }
  /// True if indications are on.
  public var indicates: Bool { value[0] & 2 != 0 }

  /// Writes the fields in alphabetical order.
  public func write<Fields: FieldWriter>(to fields: inout Fields) {
    fields.field("indications", indicates)
    fields.field("notifications", notifies)
    fields.field("type", "clientConfiguration")
  }
}
