import HaloWearables

extension CyclingSensor {
  /// The place of a sensor on the bicycle (Sensor Location, 0x2A5D).
  ///
  /// ```
  /// 0C
  /// 0 location: 0 other, 4 front wheel, 5 left crank, 6 right crank, 9 front hub, 12 rear wheel, 13 rear hub, …
  /// ```
  public struct Location: CharacteristicMessage {
    /// Maps the bytes to the fields of the JSON line.
    static let byteMap = [ByteField("location", 0..<1)]

    /// Sample messages for tests. The last is reserved.
    public static let samples = [Location(code: 12), Location(code: 5), Location(code: 0x55)]

    private static let names: [StaticString] = [
      "other", "top of shoe", "in shoe", "hip", "front wheel", "left crank", "right crank", "left pedal", "right pedal",
      "front hub", "rear dropout", "chainstay", "rear wheel", "rear hub", "chest", "spider", "chain ring",
    ]

    /// The rear wheel.
    public static let rearWheel = Location(code: 12)

    /// The location's code.
    public let code: UInt8
    private let trailing: [UInt8]

    /// The location in words: `rear wheel`, or `reserved`.
    public var name: StaticString { Self.names.indices.contains(Int(code)) ? Self.names[Int(code)] : "reserved" }

    /// Creates a location from its code.
    public init(code: UInt8) {
      self.code = code
      trailing = []
    }

    /// Decodes a value; `nil` if it is empty.
    public init?(value: [UInt8]) {
      guard let code = value.first else { return nil }
      self.code = code
      trailing = [UInt8](value.dropFirst())
    }

    /// The encoded bytes.
    public var value: [UInt8] { [code] + trailing }

    /// Writes the fields in alphabetical order.
    public func write<Fields: FieldWriter>(to fields: inout Fields) {
      fields.field("location", name)
      fields.field("type", "cyclingSensorLocation")
    }
  }
}
