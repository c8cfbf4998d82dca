extension ColmiRing {
  /// A measurement of the vendor's apps with several values: ``OneClick`` or ``VendorRaw``.
  ///
  /// ```
  /// → 69 0D 25 …     0C one-click, 0D raw pulse, 0E raw SpO₂ · 25 seconds, BCD
  /// → 6A 0D …        stops it
  /// ```
  public enum VendorMeasurement: UInt8, Sendable, CaseIterable {
    /// Heart rate, HRV, stress and temperature together.
    case oneClick = 0x0C
    /// Green light and acceleration.
    case rawPulse = 0x0D
    /// Red and infrared light and acceleration.
    case rawOxygen = 0x0E

    /// Decodes a reading; `nil` if its meaning is unknown.
    static func message(in packet: Packet) -> Message? {
      switch VendorMeasurement(rawValue: packet[1]) {
      case .oneClick: OneClick(packet).map(Message.oneClick)
      case .rawPulse, .rawOxygen: VendorRaw(packet).map(Message.vendorRaw)
      case nil: nil
      }
    }

    /// Maps the bytes of a reading to its values; `nil` for readings of other measurements.
    static func byteMap(of packet: Packet) -> [ByteField]? {
      switch VendorMeasurement(rawValue: packet[1]) {
      case .oneClick: OneClick.byteMap
      case .rawPulse: VendorRaw.pulseByteMap
      case .rawOxygen: VendorRaw.oxygenByteMap
      case nil: nil
      }
    }

    /// Redacts a reading; `nil` for readings of other measurements.
    static func redacted(_ packet: Packet, _ redaction: Redaction) -> Packet? {
      switch VendorMeasurement(rawValue: packet[1]) {
      case .oneClick: OneClick.redacted(packet, redaction)
      case .rawPulse, .rawOxygen: VendorRaw.redacted(packet, redaction)
      case nil: nil
      }
    }

    /// Encodes the start request for 0…99 seconds.
    func startRequest(seconds: UInt8) -> Packet {
      Packet(RealTime.command, [rawValue, BinaryCodedDecimal.encode(Int(seconds))])
    }

    /// The encoded stop request.
    var stopRequest: Packet { Packet(RealTimeStopped.command, [rawValue]) }

    /// Decodes a start request; `nil` if the packet starts something else, or its seconds are not BCD.
    static func startRequest(in packet: Packet) -> Request? {
      guard let measurement = VendorMeasurement(rawValue: packet[1]),
        let seconds = BinaryCodedDecimal.decode(packet[2])
      else { return nil }
      return .startVendorMeasurement(measurement, seconds: UInt8(seconds))
    }

    /// The message type of its readings.
    var type: StaticString {
      switch self {
      case .oneClick: "oneClick"
      case .rawPulse: "vendorRawPPG"
      case .rawOxygen: "vendorRawSpO2"
      }
    }

    /// Writes the fields of the start request.
    func writeStart<Fields: FieldWriter>(seconds: UInt8, to fields: inout Fields) {
      fields.field("of", type)
      fields.field("seconds", Int(seconds))
      fields.field("type", "startRealTime")
    }

    /// Writes the fields of the stop request.
    func writeStop<Fields: FieldWriter>(to fields: inout Fields) {
      fields.field("of", type)
      fields.field("type", "stopRealTime")
    }
  }
}
