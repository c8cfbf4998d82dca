extension HeartRateService {
  /// Resets a monitor's energy counter to 0 (0x2A39). The monitor refuses any other value with the attribute error
  /// 0x80.
  ///
  /// ```
  /// → 01
  /// ```
  public struct ResetEnergy: CharacteristicMessage {
    /// Creates the request.
    public init() {}

    /// Decodes a value; `nil` if it is not this request.
    public init?(value: [UInt8]) {
      guard value == [1] else { return nil }
    }

    /// The encoded bytes.
    public var value: [UInt8] { [1] }

    /// Writes the fields in alphabetical order.
    public func write<Fields: FieldWriter>(to fields: inout Fields) {
      fields.field("request", "resetEnergy")
      fields.field("type", "heartRateControl")
    }
  }
}
