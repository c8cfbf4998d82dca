/// The charge of a device's battery (0x2A19).
///
/// ```
/// 57     0 percent, 0…100
/// ```
public struct BatteryLevel: CharacteristicMessage {
  /// Charge, 0…100 %.
  public let percent: Int
  private let trailing: [UInt8]

  /// Creates a charge, clamped to 0…100.
  public init(percent: Int) {
    self.percent = min(max(percent, 0), 100)
    trailing = []
  }

  /// Decodes a value; `nil` if it is empty or above 100.
  public init?(value: [UInt8]) {
    guard let percent = value.first, percent <= 100 else { return nil }
    self.percent = Int(percent)
    trailing = [UInt8](value.dropFirst())
  }

  /// The encoded bytes.
  public var value: [UInt8] { [UInt8(percent)] + trailing }

  /// Writes the fields in alphabetical order.
  public func write<Fields: FieldWriter>(to fields: inout Fields) {
    fields.field("percent", percent)
    fields.field("type", "batteryLevel")
  }
}
