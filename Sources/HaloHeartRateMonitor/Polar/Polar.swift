extension HeartRateMonitor {
  /// Polar's measurement service (PMD) of H10, OH1, Verity Sense and similar sensors: raw electrocardiogram, light and
  /// acceleration.
  ///
  /// Based on facts from Polar's published SDK and its documentation. Not yet tested on a Polar device.
  public enum Polar {
    /// The service and its characteristics.
    package enum GATT {
      package static let service = uuid(0xFB00_5C80)
      /// Features are read from this characteristic; requests are written to it and answered by indications.
      package static let control = uuid(0xFB00_5C81)
      /// Measurements are notified on this characteristic.
      package static let data = uuid(0xFB00_5C82)

      private static func uuid(_ first: UInt64) -> BluetoothUUID {
        BluetoothUUID(high: first << 32 | 0x02E7_F387, low: 0x1CAD_8ACD_2D8D_F0C8)
      }
    }

    /// The kinds of measurements.
    public enum Kind: UInt8, Sendable, CaseIterable {
      case ecg = 0
      case ppg = 1
      case acceleration = 2
      case pulseIntervals = 3
      case gyroscope = 5
      case magnetometer = 6

      var name: StaticString {
        switch self {
        case .ecg: "ecg"
        case .ppg: "ppg"
        case .acceleration: "acceleration"
        case .pulseIntervals: "pulseIntervals"
        case .gyroscope: "gyroscope"
        case .magnetometer: "magnetometer"
        }
      }

      /// The kind in words.
      public var phrase: Phrase {
        switch self {
        case .ecg: Phrase("electrocardiogram")
        case .ppg: Phrase("raw light")
        case .acceleration: Phrase("raw acceleration")
        case .pulseIntervals: Phrase("pulse intervals")
        case .gyroscope: Phrase("rotation")
        case .magnetometer: Phrase("magnetic field")
        }
      }
    }

    /// Decodes a value of the control point, read, written or indicated.
    static func controlMessage(_ value: [UInt8]) -> any MessageFields {
      guard let first = value.first else { return UndecodedValue.tooShort(value) }
      if let message = Features(value: value) { return message }
      if let message = Response(value: value) { return message }
      if let message = Request(value: value) { return message }
      return UndecodedValue.unknown(value, command: first)
    }
  }
}
