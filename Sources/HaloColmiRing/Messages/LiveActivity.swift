extension ColmiRing {
  /// Today's activity, pushed while the wearer moves.
  ///
  /// ```
  /// ← 73 12 00 00 39 00 0C EA 00 00 2F …
  ///   0  1  2        5        8
  ///   2–4 steps · 5–7 energy in small calories · 8–10 meters, u24 BE
  /// ```
  public struct LiveActivity: RingMessage {
    /// Maps the bytes to the fields of the JSON line.
    public static let byteMap = [
      ByteField("steps", 2..<5), ByteField("kilocalories", 5..<8), ByteField("meters", 8..<11),
    ]

    static func redacted(_ packet: Packet, _ redaction: Redaction) -> Packet {
      let steps = redaction.number(100...9000)
      return packet.keeping(2).replacing(2..<11, with: [steps, steps * 4, steps * 3 / 4].flatMap(Digits.u24BE))
    }

    /// The encoded message.
    public let packet: Packet
    /// Steps today.
    public var steps: Int { packet.u24BE(at: 2) }
    /// Energy today in small calories (1000 = 1 kcal).
    public var calories: Int { packet.u24BE(at: 5) }
    /// Distance today in meters.
    public var meters: Int { packet.u24BE(at: 8) }

    /// Creates today's activity.
    public init(steps: Int, calories: Int, meters: Int) {
      packet = Packet(Push.command, [Push.liveActivityCode] + [steps, calories, meters].flatMap(Digits.u24BE))
    }

    init(_ packet: Packet) { self.packet = packet }

    /// Writes the fields in alphabetical order.
    public func write<Fields: FieldWriter>(to fields: inout Fields) {
      fields.field("kilocalories", FixedDecimal(calories, places: 3))
      fields.field("meters", meters)
      fields.field("steps", steps)
      fields.field("type", "liveActivity")
    }
  }
}
