extension HeartRateMonitor.Polar {
  /// The measurements that a device supports, read from the control point.
  ///
  /// ```
  /// 0F 05 00 00 …
  /// 0  1
  /// 0 always 0F · 1 one bit per kind: bit 0 ECG, 1 PPG, 2 acceleration, 3 pulse intervals, 5 gyroscope, 6 magnetometer
  /// ```
  public struct Features: CharacteristicMessage {
    /// The encoded bytes.
    public let value: [UInt8]

    /// The supported measurements.
    public var kinds: [Kind] { Kind.allCases.filter { value[1].has(bit: Int($0.rawValue)) } }

    /// Encodes supported measurements in 17 bytes, as an H10 does.
    public init(_ kinds: [Kind]) {
      let bits = kinds.reduce(UInt8(0)) { $0 | 1 << $1.rawValue }
      value = [0x0F, bits] + [UInt8](repeating: 0, count: 15)
    }

    /// Decodes a value; `nil` if it is not a list of features.
    public init?(value: [UInt8]) {
      guard value.count >= 2, value[0] == 0x0F else { return nil }
      self.value = value
    }

    /// Writes the fields in alphabetical order.
    public func write<Fields: FieldWriter>(to fields: inout Fields) {
      fields.field("features", kinds.map(\.name))
      fields.field("type", "polarFeatures")
    }
  }
}
