extension ColmiRing {
  /// One reading of the vendor's raw stream: light, acceleration, and the value computed from them.
  ///
  /// ```
  /// ← 69 0D 00 gg gg 00 00 xx xx yy yy zz zz 48      pulse: 3–4 green light · 13 beats per minute
  /// ← 69 0E 00 rr rr ii ii xx xx yy yy zz zz 61      SpO₂: 3–4 red · 5–6 infrared light · 13 percent
  ///   0  1  2  3–4   5–6   7–8   9–10  11–12 13
  ///   2 error (0 none) · 7–8 X · 9–10 Y · 11–12 Z, signed 16 bits · all LE
  /// ```
  ///
  /// From the vendor's SDK; no capture was found. The vendor's apps expect a reading every 40 ms. The counts per g are
  /// not known.
  public struct VendorRaw: RingMessage {
    /// Maps the bytes of a green-light reading to the fields of the JSON line.
    public static let pulseByteMap = [ByteField("green", 3..<5)] + accelerationByteMap + [ByteField("bpm", 13..<14)]
    /// Maps the bytes of a red and infrared reading to the fields of the JSON line.
    public static let oxygenByteMap =
      [ByteField("red", 3..<5), ByteField("infrared", 5..<7)] + accelerationByteMap + [ByteField("percent", 13..<14)]
    private static let accelerationByteMap = [ByteField("x", 7..<9), ByteField("y", 9..<11), ByteField("z", 11..<13)]

    /// The measured light, in raw counts, 0…65535.
    public enum Light: Hashable, Sendable {
      /// Green light, for the pulse.
      case green(Int)
      /// Red and infrared light, for SpO₂.
      case red(Int, infrared: Int)
    }

    /// The encoded message.
    public let packet: Packet
    public var light: Light {
      packet[1] == VendorMeasurement.rawPulse.rawValue
        ? .green(packet.u16LE(at: 3)) : .red(packet.u16LE(at: 3), infrared: packet.u16LE(at: 5))
    }
    /// Acceleration along X in raw counts, −32768…32767.
    public var x: Int { signed(at: 7) }
    /// Acceleration along Y in raw counts, −32768…32767.
    public var y: Int { signed(at: 9) }
    /// Acceleration along Z in raw counts, −32768…32767.
    public var z: Int { signed(at: 11) }
    /// Beats per minute for green light, SpO₂ in percent for red light, 1…255; `nil` if there is no value yet.
    public var value: Int? { packet[13] == 0 ? nil : Int(packet[13]) }

    /// Creates a reading.
    public init(_ light: Light, x: Int, y: Int, z: Int, value: Int? = nil) {
      let (measurement, lights): (VendorMeasurement, [Int]) =
        switch light {
        case .green(let green): (.rawPulse, [green, 0])
        case .red(let red, let infrared): (.rawOxygen, [red, infrared])
        }
      let counts = (lights + [x, y, z]).flatMap(Digits.u16LE)
      packet = Packet(RealTime.command, [measurement.rawValue, 0] + counts + [UInt8(clamping: value ?? 0)])
    }

    /// `nil` if the packet reports an error or is not of this stream.
    init?(_ packet: Packet) {
      guard packet[2] == 0, let measurement = VendorMeasurement(rawValue: packet[1]), measurement != .oneClick
      else { return nil }
      self.packet = packet
    }

    private func signed(at index: Int) -> Int { Int(Int16(truncatingIfNeeded: packet.u16LE(at: index))) }

    static func redacted(_ packet: Packet, _ redaction: Redaction) -> Packet {
      guard let reading = VendorRaw(packet) else { return packet.keeping(3) }
      func light() -> Int { redaction.number(9_000...12_000) }
      func counts() -> Int { redaction.number(-40...40) }
      let (made, range): (Light, ClosedRange<Int>) =
        switch reading.light {
        case .green: (.green(light()), 60...99)
        case .red: (.red(light(), infrared: light()), 94...99)
        }
      return VendorRaw(
        made, x: counts(), y: counts(), z: counts(), value: reading.value.map { _ in redaction.number(range) }
      ).packet
    }

    /// Writes the fields in alphabetical order.
    public func write<Fields: FieldWriter>(to fields: inout Fields) {
      switch light {
      case .green(let green):
        fields.field("bpm", ifPresent: value)
        fields.field("green", green)
        fields.field("type", "vendorRawPPG")
      case .red(let red, let infrared):
        fields.field("infrared", infrared)
        fields.field("percent", ifPresent: value)
        fields.field("red", red)
        fields.field("type", "vendorRawSpO2")
      }
      fields.field("x", x)
      fields.field("y", y)
      fields.field("z", z)
    }
  }
}
