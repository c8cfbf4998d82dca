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

      /// Where the device is worn, in words.
      public var phrase: Phrase {
        switch self {
        case .other: Phrase("elsewhere")
        case .chest: Phrase("on the chest")
        case .wrist: Phrase("on the wrist")
        case .finger: Phrase("on the finger")
        case .hand: Phrase("on the hand")
        case .earLobe: Phrase("on the ear lobe")
        case .foot: Phrase("on the foot")
        }
      }
    }

    /// The encoded bytes.
    public let value: [UInt8]
    public var place: Place { Place.allCases[Int(value[0])] }

    /// Creates a location.
    public init(_ place: Place) { value = [UInt8(Place.allCases.firstIndex(of: place) ?? 0)] }

    /// Decodes a value; `nil` if it is empty or its code is unknown.
    public init?(value: [UInt8]) {
      guard let code = value.first, code < Place.allCases.count else { return nil }
      self.value = value
    }

    /// Writes the fields in alphabetical order.
    public func write<Fields: FieldWriter>(to fields: inout Fields) {
      fields.field("location", place.rawValue)
      fields.field("type", "bodySensorLocation")
    }
  }
}
