extension ColmiRing {
  /// One raw reading of the light sensor: green light for the pulse, red light for SpO₂.
  ///
  /// ```
  /// ← A1 02 32 5E 32 76 31 1E 01 58 01 …      A1 01 for red light
  ///   0  1  2     4     6     8     10
  ///   2–3 reading (0: no sample) · 4–5 highest · 6–7 lowest · 8–9 highest − lowest, u16 BE
  /// ```
  public struct RawLight: RingMessage {
    /// Maps the bytes to the fields of the JSON line.
    public static let byteMap = [
      ByteField("raw", 2..<4), ByteField("maximum", 4..<6), ByteField("minimum", 6..<8),
      ByteField("difference", 8..<10),
    ]

    /// The command code, which accelerometer readings share.
    static let command: UInt8 = 0xA1
    static let form = PacketForm(
      command: command,
      byteMap: { packet in
        if packet[1] == RawAccelerometer.subtype { return RawAccelerometer.byteMap(of: packet) }
        return Kind(rawValue: packet[1]) == nil ? [] : byteMap
      },
      message: { packet in
        switch packet[1] {
        case RawAccelerometer.subtype: .rawAccelerometer(RawAccelerometer(packet))
        case stopped: Acknowledged(packet).map(Message.acknowledged)
        case DeviceError.unsupportedCode: DeviceError(packet).map(Message.error)
        default: Kind(rawValue: packet[1]).map { .rawLight(RawLight(packet, kind: $0)) }
        }
      },
      request: { packet in
        switch packet[1] {
        case 4: .rawStream(on: true)
        case 2: .rawStream(on: false)
        case 0: .endRawStream
        case 5: .endRawStreamOfH59
        default: nil
        }
      },
      redacted: { packet, redaction in
        packet[1] == RawAccelerometer.subtype
          ? RawAccelerometer.randomized(packet, redaction) : redacted(packet, redaction)
      })

    /// The subtype with which the ring confirms the end of the stream: `← A1 FF 00 …`.
    static let stopped: UInt8 = 0xFF

    /// The color of the light.
    public enum Kind: UInt8, Sendable, CaseIterable {
      /// Red light, for SpO₂.
      case spo2 = 1
      /// Green light, for the pulse: photoplethysmography.
      case ppg = 2
    }

    /// The color of the light.
    public let kind: Kind
    /// The encoded message.
    public let packet: Packet
    /// The reading in raw counts, 0…65535; 0 means no sample.
    public var raw: Int { packet.u16BE(at: 2) }
    /// The highest reading of the current window.
    public var maximum: Int { packet.u16BE(at: 4) }
    /// The lowest reading of the current window.
    public var minimum: Int { packet.u16BE(at: 6) }
    /// The highest reading minus the lowest.
    public var difference: Int { packet.u16BE(at: 8) }

    /// Creates a reading in raw counts (0…65535 each).
    public init(_ kind: Kind, raw: Int, maximum: Int, minimum: Int, difference: Int) {
      self.kind = kind
      let readings = [raw, maximum, minimum, difference].flatMap(Digits.u16BE)
      packet = Packet(Self.command, [kind.rawValue] + readings + [1])
    }

    init(_ packet: Packet, kind: Kind) {
      self.kind = kind
      self.packet = packet
    }

    /// Encodes the request that starts or stops the stream.
    static func request(on: Bool) -> Packet { Packet(command, [on ? 4 : 2]) }

    /// Writes the fields of the request.
    static func writeRequest<Fields: FieldWriter>(on: Bool, to fields: inout Fields) {
      fields.field("on", on)
      fields.field("type", "rawStream")
    }

    private static func redacted(_ packet: Packet, _ redaction: Redaction) -> Packet {
      let plain = packet.keeping(2)
      guard Kind(rawValue: packet[1]) != nil, !packet.isZero(from: 2) else { return plain }
      let lowest = redaction.number(9_000...12_000)
      let range = redaction.number(100...900)
      let reading = packet.u16BE(at: 2) == 0 ? 0 : lowest + redaction.number(0...range)
      return plain.replacing(2..<10, with: [reading, lowest + range, lowest, range].flatMap(Digits.u16BE))
    }

    /// Writes the fields in alphabetical order.
    public func write<Fields: FieldWriter>(to fields: inout Fields) {
      fields.field("difference", difference)
      fields.field("maximum", maximum)
      fields.field("minimum", minimum)
      fields.field("raw", raw)
      fields.field("type", kind == .ppg ? "rawPPG" : "rawSpO2")
    }
  }
}
