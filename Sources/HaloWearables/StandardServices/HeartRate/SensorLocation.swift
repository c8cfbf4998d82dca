extension HeartRateService {
  /// The place where a monitor is worn (0x2A38).
  ///
  /// ```
  /// 01     0 other, 1 chest, 2 wrist, 3 finger, 4 hand, 5 ear lobe, 6 foot
  /// ```
  public struct SensorLocation: CharacteristicMessage {
    /// The places on the body, in the order of their codes.
    public enum Place: String, Sendable, CaseIterable {
      case other, chest, wrist, finger, hand, earLobe, foot

      /// The place in English.
      public var words: String { self == .earLobe ? "ear lobe" : rawValue }

      /// Parses a place from ``words``; `nil` for any other text.
      public init?(words: String) {
        guard let place = Self.allCases.first(where: { $0.words == words }) else { return nil }
        self = place
      }
    }

    /// The place.
    public let place: Place
    private let trailing: [UInt8]

    /// Creates a location.
    public init(_ place: Place) {
      self.place = place
      trailing = []
    }

    /// Decodes a value; `nil` if it is empty or its code is unknown.
    public init?(value: [UInt8]) {
      guard let code = value.first, code < Place.allCases.count else { return nil }
      place = Place.allCases[Int(code)]
      trailing = [UInt8](value.dropFirst())
    }

    /// The encoded bytes.
    public var value: [UInt8] { [UInt8(Place.allCases.firstIndex(of: place) ?? 0)] + trailing }

    /// Writes the fields in alphabetical order.
    public func write<Fields: FieldWriter>(to fields: inout Fields) {
      fields.field("location", place.rawValue)
      fields.field("type", "bodySensorLocation")
    }
  }
}
