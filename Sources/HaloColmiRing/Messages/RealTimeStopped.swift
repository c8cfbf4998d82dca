extension ColmiRing {
  /// A live measurement has ended.
  ///
  /// ```
  /// ← 6A 01 58 …
  ///   0  1  2
  ///   1 quantity · 2 final value of heart rate and SpO₂; 0 for HRV and stress
  /// ```
  public struct RealTimeStopped: RingMessage {
    /// Maps the bytes to the fields of the JSON line.
    public static let byteMap = [ByteField("of", 1..<2), ByteField("value", 2..<3)]

    static let command: UInt8 = 0x6A
    static let form = PacketForm(
      command: command,
      byteMap: { VendorMeasurement(rawValue: $0[1]) == nil ? byteMap : VendorMeasurementStopped.byteMap },
      message: { packet in
        RealTimeStopped(packet).map(Message.realTimeStopped)
          ?? VendorMeasurementStopped(packet).map(Message.vendorMeasurementStopped)
      },
      request: { packet in
        RealTime.Quantity(code: packet[1]).map { .stopRealTime($0, lastValue: packet[2]) }
          ?? VendorMeasurement(rawValue: packet[1]).map(Request.stopVendorMeasurement)
      }, redacted: { $1.randomized($0.keeping(3), 2..<3, 60...99) })

    /// The measured quantity.
    public let quantity: RealTime.Quantity
    /// The final value, 1…255, if there is one.
    public let value: Int?

    /// Creates the end of a measurement.
    public init(of quantity: RealTime.Quantity, value: Int? = nil) {
      self.quantity = quantity
      self.value = value
    }

    init?(_ packet: Packet) {
      guard let quantity = RealTime.Quantity(code: packet[1]) else { return nil }
      self.init(of: quantity, value: packet[2] == 0 ? nil : Int(packet[2]))
    }

    /// The encoded message.
    public var packet: Packet { Packet(Self.command, [quantity.code, UInt8(clamping: value ?? 0)]) }

    static func request(_ quantity: RealTime.Quantity, lastValue: UInt8) -> Packet {
      Packet(command, [quantity.code, lastValue])
    }

    /// Writes the fields in alphabetical order.
    public func write<Fields: FieldWriter>(to fields: inout Fields) {
      fields.field("of", quantity.rawValue)
      fields.field("type", "realTimeStopped")
      fields.field("value", ifPresent: value)
    }
  }
}
