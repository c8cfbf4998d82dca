import HaloWearables

extension CyclingSensor {
  /// A request to a sensor, or its answer (SC Control Point, 0x2A55).
  ///
  /// ```
  /// → 01 10 27 00 00    set the wheel's count: 1–4 turns
  /// → 03 0C             set the location: 1 location
  /// → 04                request the possible locations
  /// ← 10 04 01 0C 0D    1 request · 2 result · from 3 on locations, if the request was 04
  /// ```
  public enum ControlPoint: CharacteristicMessage {
    /// Sets the wheel's turn count.
    case setWheelRevolutions(Int)
    /// Sets the location.
    case setLocation(Location)
    /// Requests the possible locations.
    case askForLocations
    /// The answer to the request with that code: 1 done, 2 not supported, 3 wrong parameter, 4 failed.
    case answer(request: UInt8, result: UInt8, locations: [Location])

    /// Sample messages for tests.
    public static let samples: [ControlPoint] = [
      .setWheelRevolutions(10_000), .setLocation(.rearWheel), .askForLocations,
      .answer(request: 4, result: 1, locations: [.rearWheel, Location(code: 13)]),
      .answer(request: 1, result: 3, locations: []),
    ]

    // A message of another length is rejected, so `value` always returns the decoded bytes.
    /// Decodes a request or answer; `nil` if its code is unknown or its length is wrong.
    public init?(value: [UInt8]) {
      var reader = ByteReader(value)
      switch (reader.unsigned(1), value.count) {
      case (0x01, 5): self = .setWheelRevolutions(reader.unsigned(4) ?? 0)
      case (0x03, 2): self = .setLocation(Location(code: value[1]))
      case (0x04, 1): self = .askForLocations
      case (0x10, 3...):
        self = .answer(request: value[1], result: value[2], locations: value.dropFirst(3).map(Location.init(code:)))
      default: return nil
      }
    }

    /// The encoded bytes.
    public var value: [UInt8] {
      switch self {
      case .setWheelRevolutions(let count):
        var bytes: [UInt8] = [0x01]
        bytes.append(littleEndian: count, width: 4)
        return bytes
      case .setLocation(let location): return [0x03, location.code]
      case .askForLocations: return [0x04]
      case .answer(let request, let result, let locations): return [0x10, request, result] + locations.map(\.code)
      }
    }

    /// Maps the bytes to the fields of the JSON line.
    static func byteMap(of value: [UInt8]) -> [ByteField] {
      switch ControlPoint(value: value) {
      case .setWheelRevolutions: [ByteField("request", 0..<1), ByteField("wheelRevolutions", 1..<5)]
      case .setLocation: [ByteField("request", 0..<1), ByteField("locations", 1..<2)]
      case .askForLocations: [ByteField("request", 0..<1)]
      case .answer:
        [ByteField("request", 1..<2), ByteField("result", 2..<3)]
          + (value.count > 3 ? [ByteField("locations", 3..<value.count)] : [])
      case nil: []
      }
    }

    /// Writes the fields in alphabetical order.
    public func write<Fields: FieldWriter>(to fields: inout Fields) {
      switch self {
      case .setWheelRevolutions(let count):
        fields.field("request", "setWheelRevolutions")
        fields.field("type", "cyclingControl")
        fields.field("wheelRevolutions", count)
      case .setLocation(let location):
        fields.field("locations", [location.name])
        fields.field("request", "setLocation")
        fields.field("type", "cyclingControl")
      case .askForLocations:
        fields.field("request", "locations")
        fields.field("type", "cyclingControl")
      case .answer(let request, let result, let locations):
        if !locations.isEmpty { fields.field("locations", locations.map(\.name)) }
        fields.field("request", code: request)
        fields.field("result", code: result)
        fields.field("type", "cyclingControlAnswer")
      }
    }
  }
}
