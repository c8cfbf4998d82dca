extension ColmiRing {
  /// The wearer's daily goals.
  ///
  /// ```
  /// ← 21 01 88 13 00 E0 93 04 B8 0B 00 00 00 00 00 F7
  ///   0  1  2        5        8        11    13
  ///   2–4 steps · 5–7 energy in small calories · 8–10 meters, u24 LE · 11–12 sport · 13–14 sleep, minutes u16 LE
  /// → 21 02 and the same body writes them (inferred)
  /// ```
  public struct Goals: RingMessage {
    /// Maps the bytes to the fields of the JSON line.
    public static let byteMap = [
      ByteField("steps", 2..<5), ByteField("kilocalories", 5..<8), ByteField("meters", 8..<11),
      ByteField("sportMinutes", 11..<13), ByteField("sleepMinutes", 13..<15),
    ]

    static let command: UInt8 = 0x21
    static let form = PacketForm(
      command: command, byteMap: { _ in byteMap },
      message: { $0[1] == 1 ? .goals(Goals($0)) : Acknowledged($0).map(Message.acknowledged) },
      request: { $0[1] == 1 ? .goals : $0[1] == 2 ? .configureGoals(Goals($0)) : nil },
      redacted: { packet, _ in packet[1] == 1 ? usual.packet : Acknowledged.redacted(packet) })

    /// The goals in a redacted copy: 8000 steps, 300 kcal, 5 km, 30 minutes of sport, 8 hours of sleep.
    static let usual = Goals(steps: 8000, calories: 300_000, meters: 5000, sportMinutes: 30, sleepMinutes: 480)

    /// The encoded answer.
    public let packet: Packet
    /// Steps per day.
    public var steps: Int { packet.u24LE(at: 2) }
    /// Energy per day in small calories (1000 = 1 kcal).
    public var calories: Int { packet.u24LE(at: 5) }
    /// Distance per day in meters.
    public var meters: Int { packet.u24LE(at: 8) }
    /// Minutes of sport per day.
    public var sportMinutes: Int { packet.u16LE(at: 11) }
    /// Minutes of sleep per day.
    public var sleepMinutes: Int { packet.u16LE(at: 13) }

    /// Creates daily goals.
    public init(steps: Int, calories: Int, meters: Int, sportMinutes: Int, sleepMinutes: Int) {
      let body = [steps, calories, meters].flatMap(Digits.u24LE) + [sportMinutes, sleepMinutes].flatMap(Digits.u16LE)
      packet = Packet(Self.command, [1] + body)
    }

    /// Decodes an answer or a write request.
    init(_ packet: Packet) { self.packet = packet.replacing(1..<2, with: [1]) }

    /// The encoded write request.
    var writePacket: Packet { packet.replacing(1..<2, with: [2]) }

    /// Writes the fields of the write request.
    func writeRequest<Fields: FieldWriter>(to fields: inout Fields) { write(of: "goals", "configure", to: &fields) }

    /// Writes the fields in alphabetical order.
    public func write<Fields: FieldWriter>(to fields: inout Fields) { write(of: nil, "goals", to: &fields) }

    private func write<Fields: FieldWriter>(of: StaticString?, _ type: StaticString, to fields: inout Fields) {
      fields.field("kilocalories", FixedDecimal(calories, places: 3))
      fields.field("meters", meters)
      if let of { fields.field("of", of) }
      fields.field("sleepMinutes", sleepMinutes)
      fields.field("sportMinutes", sportMinutes)
      fields.field("steps", steps)
      fields.field("type", type)
    }
  }
}
