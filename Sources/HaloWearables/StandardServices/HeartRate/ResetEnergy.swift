extension HeartRateService {
  /// Lets a monitor count energy from 0 again (0x2A39). It refuses any other value with the attribute error 0x80.
  ///
  /// ```
  /// → 01
  /// ```
  public struct ResetEnergy: CharacteristicMessage {
    /// The request.
    public init() {}

    public init?(value: [UInt8]) {
      guard value == [1] else { return nil }
    }

    public var value: [UInt8] { [1] }

    public func write<Fields: FieldWriter>(to fields: inout Fields) {
      fields.field("request", "resetEnergy")
      fields.field("type", "heartRateControl")
    }
  }
}
