/// How full a device's cell is (0x2A19).
///
/// ```
/// 57     0 percent, 0…100
/// ```
public struct BatteryLevel: CharacteristicMessage {
  /// Charge, 0…100 %.
  public let percent: Int
  private let trailing: [UInt8]

  /// A charge; values outside 0…100 become the nearest of them.
  public init(percent: Int) {
    self.percent = min(max(percent, 0), 100)
    trailing = []
  }

  public init?(value: [UInt8]) {
    guard let percent = value.first, percent <= 100 else { return nil }
    self.percent = Int(percent)
    trailing = [UInt8](value.dropFirst())
  }

  public var value: [UInt8] { [UInt8(percent)] + trailing }

  public func write<Fields: FieldWriter>(to fields: inout Fields) {
    fields.field("percent", percent)
    fields.field("type", "batteryLevel")
  }
}
