import HaloWearables

extension ColmiRing {
  /// A measurement of the vendor's apps that gives more than one value: ``OneClick`` or ``VendorRaw``.
  ///
  /// ```
  /// → 69 0D 25 …     0C one-click, 0D raw pulse, 0E raw oxygen · 25 seconds, BCD
  /// → 6A 0D …        stops it
  /// ```
  public enum VendorMeasurement: UInt8, Sendable, CaseIterable {
    /// Heart rate, HRV, stress and temperature together.
    case oneClick = 0x0C
    /// Green light and acceleration.
    case rawPulse = 0x0D
    /// Red and infrared light and acceleration.
    case rawOxygen = 0x0E

    /// The message in a reading of it; `nil` if its meaning is unknown.
    static func message(in packet: Packet) -> Message? {
      switch VendorMeasurement(rawValue: packet[1]) {
      case .oneClick: OneClick(packet).map(Message.oneClick)
      case .rawPulse, .rawOxygen: VendorRaw(packet).map(Message.vendorRaw)
      case nil: nil
      }
    }

    /// The places of the values in a reading of it; `nil` if it is a reading of something else.
    static func byteMap(of packet: Packet) -> [ByteField]? {
      switch VendorMeasurement(rawValue: packet[1]) {
      case .oneClick: OneClick.byteMap
      case .rawPulse: VendorRaw.pulseByteMap
      case .rawOxygen: VendorRaw.oxygenByteMap
      case nil: nil
      }
    }

    /// A reading with made-up values; `nil` if it is a reading of something else.
    static func redacted(_ packet: Packet, _ redaction: Redaction) -> Packet? {
      switch VendorMeasurement(rawValue: packet[1]) {
      case .oneClick: OneClick.redacted(packet, redaction)
      case .rawPulse, .rawOxygen: VendorRaw.redacted(packet, redaction)
      case nil: nil
      }
    }

    /// The request that starts it for 0…99 seconds.
    func startRequest(seconds: UInt8) -> Packet {
      Packet(RealTime.command, [rawValue, BinaryCodedDecimal.encode(Int(seconds))])
    }

    /// The request that stops it.
    var stopRequest: Packet { Packet(RealTimeStopped.command, [rawValue]) }

    /// The request that starts it; `nil` if the packet starts something else, or its seconds are not BCD.
    static func startRequest(in packet: Packet) -> Request? {
      guard let measurement = VendorMeasurement(rawValue: packet[1]),
        let seconds = BinaryCodedDecimal.decode(packet[2])
      else { return nil }
      return .startVendorMeasurement(measurement, seconds: UInt8(seconds))
    }

    /// The name of the message that its readings are.
    var type: StaticString {
      switch self {
      case .oneClick: "oneClick"
      case .rawPulse: "vendorRawPPG"
      case .rawOxygen: "vendorRawSpO2"
      }
    }

    /// The fields of the request that starts it.
    func writeStart<Fields: FieldWriter>(seconds: UInt8, to fields: inout Fields) {
      fields.field("of", type)
      fields.field("seconds", Int(seconds))
      fields.field("type", "startRealTime")
    }

    /// The fields of the request that stops it.
    func writeStop<Fields: FieldWriter>(to fields: inout Fields) {
      fields.field("of", type)
      fields.field("type", "stopRealTime")
    }
  }
}
