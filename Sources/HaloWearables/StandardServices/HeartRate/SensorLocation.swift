extension HeartRateService {
  /// Where a monitor is worn (0x2A38).
  ///
  /// ```
  /// 01     0 other, 1 chest, 2 wrist, 3 finger, 4 hand, 5 ear lobe, 6 foot
  /// ```
  public struct SensorLocation: CharacteristicMessage {
    /// A place on the body, in the order of their numbers.
    public enum Place: String, Sendable, CaseIterable {
      case other, chest, wrist, finger, hand, earLobe, foot

      /// The place in words.
      public var words: String { self == .earLobe ? "ear lobe" : rawValue }

      /// The place of these words.
      public init?(words: String) {
        guard let place = Self.allCases.first(where: { $0.words == words }) else { return nil }
        self = place
      }
    }

    /// Where.
    public let place: Place
    private let trailing: [UInt8]

    /// Worn there.
    public init(_ place: Place) {
      self.place = place
      trailing = []
    }

    public init?(value: [UInt8]) {
      guard let code = value.first, code < Place.allCases.count else { return nil }
      place = Place.allCases[Int(code)]
      trailing = [UInt8](value.dropFirst())
    }

    public var value: [UInt8] { [UInt8(Place.allCases.firstIndex(of: place) ?? 0)] + trailing }

    public func write<Fields: FieldWriter>(to fields: inout Fields) {
      fields.field("location", place.rawValue)
      fields.field("type", "bodySensorLocation")
    }
  }
}
