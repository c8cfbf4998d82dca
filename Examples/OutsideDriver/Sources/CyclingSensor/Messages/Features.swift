import HaloWearables

extension CyclingSensor {
  /// The features of a sensor (CSC Feature, 0x2A5C).
  ///
  /// ```
  /// 03 00
  /// 0–1 flags: bit 0 wheel, bit 1 crank, bit 2 more than one location
  /// ```
  public struct Features: CharacteristicMessage {
    /// Maps the bytes to the fields of the JSON line.
    static let byteMap = [ByteField("crank", 0..<1), ByteField("severalLocations", 0..<1), ByteField("wheel", 0..<1)]

    /// Sample messages for tests.
    public static let samples = [
      Features(hasWheel: true, hasCrank: true), Features(hasWheel: false, hasCrank: true, hasSeveralLocations: true),
    ]

    private let flags: Int
    private let trailing: [UInt8]

    /// True if the sensor counts wheel turns.
    public var hasWheel: Bool { flags & 1 != 0 }
    /// True if the sensor counts crank turns.
    public var hasCrank: Bool { flags & 2 != 0 }
    /// True if the location can be set at the control point.
    public var hasSeveralLocations: Bool { flags & 4 != 0 }

    /// Creates features.
    public init(hasWheel: Bool, hasCrank: Bool, hasSeveralLocations: Bool = false) {
      flags = (hasWheel ? 1 : 0) | (hasCrank ? 2 : 0) | (hasSeveralLocations ? 4 : 0)
      trailing = []
    }

    /// Decodes a value; `nil` if it is shorter than 2 bytes.
    public init?(value: [UInt8]) {
      var reader = ByteReader(value)
      guard let flags = reader.unsigned(2) else { return nil }
      self.flags = flags
      trailing = reader.rest()
    }

    /// The encoded bytes.
    public var value: [UInt8] {
      var bytes: [UInt8] = []
      bytes.append(littleEndian: flags, width: 2)
      return bytes + trailing
    }

    // In alphabetical order; a debug build asserts this.
    /// Writes the features as fields of the JSON line.
    public func write<Fields: FieldWriter>(to fields: inout Fields) {
      fields.field("crank", hasCrank)
      fields.field("severalLocations", hasSeveralLocations)
      fields.field("type", "cyclingFeatures")
      fields.field("wheel", hasWheel)
    }
  }
}
