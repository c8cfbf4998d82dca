import HaloWearables

extension CyclingSensor {
  /// What a sensor can do (CSC Feature, 0x2A5C).
  ///
  /// ```
  /// 03 00
  /// 0–1 flags: bit 0 wheel, bit 1 crank, bit 2 more than one location
  /// ```
  public struct Features: CharacteristicMessage {
    /// Which bytes hold which field of the JSON line.
    static let byteMap = [ByteField("crank", 0..<1), ByteField("severalLocations", 0..<1), ByteField("wheel", 0..<1)]

    /// Made-up messages for tests.
    public static let samples = [
      Features(hasWheel: true, hasCrank: true), Features(hasWheel: false, hasCrank: true, hasSeveralLocations: true),
    ]

    private let flags: Int
    private let trailing: [UInt8]

    /// Whether it counts turns of the wheel.
    public var hasWheel: Bool { flags & 1 != 0 }
    /// Whether it counts turns of the crank.
    public var hasCrank: Bool { flags & 2 != 0 }
    /// Whether its location can be changed with the control point.
    public var hasSeveralLocations: Bool { flags & 4 != 0 }

    /// These features.
    public init(hasWheel: Bool, hasCrank: Bool, hasSeveralLocations: Bool = false) {
      flags = (hasWheel ? 1 : 0) | (hasCrank ? 2 : 0) | (hasSeveralLocations ? 4 : 0)
      trailing = []
    }

    public init?(value: [UInt8]) {
      var reader = ByteReader(value)
      guard let flags = reader.unsigned(2) else { return nil }
      self.flags = flags
      trailing = reader.rest()
    }

    public var value: [UInt8] {
      var bytes: [UInt8] = []
      bytes.append(littleEndian: flags, width: 2)
      return bytes + trailing
    }

    // In alphabetical order. A debug build stops if they are not.
    public func write<Fields: FieldWriter>(to fields: inout Fields) {
      fields.field("crank", hasCrank)
      fields.field("severalLocations", hasSeveralLocations)
      fields.field("type", "cyclingFeatures")
      fields.field("wheel", hasWheel)
    }
  }
}
