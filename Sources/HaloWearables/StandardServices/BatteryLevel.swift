/// The charge of a device's battery (0x2A19).
///
/// ```
/// 57     0 percent, 0…100
/// ```
public struct BatteryLevel: CharacteristicMessage {
  /// The encoded bytes.
  public let value: [UInt8]
  /// Charge, 0…100 %.
  public var percent: Int { Int(value[0]) }

  /// Creates a charge, clamped to 0…100.
  public init(percent: Int) { value = [UInt8(min(max(percent, 0), 100))] }

  /// Decodes a value; `nil` if it is empty or above 100.
  public init?(value: [UInt8]) {
    guard let percent = value.first, percent <= 100 else { return nil }
    self.value = value
  }

  /// Writes the fields in alphabetical order.
  public func write<Fields: FieldWriter>(to fields: inout Fields) {
    fields.field("percent", percent)
    fields.field("type", "batteryLevel")
  }
}
