public import HaloWearables

extension ColmiRing {
  /// What the wearer wants to reach a day.
  ///
  /// ```
  /// ← 21 01 88 13 00 E0 93 04 B8 0B 00 00 00 00 00 F7
  ///   0  1  2        5        8        11    13
  ///   2–4 steps · 5–7 energy in small calories · 8–10 metres, u24 LE · 11–12 sport · 13–14 sleep, minutes u16 LE
  /// → 21 02 and the same body writes them (inferred)
  /// ```
  public struct Goals: RingMessage {
    /// Which bytes hold which field of the JSON line.
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

    /// 8000 steps, 300 kcal, 5 km, 30 minutes of sport, 8 hours of sleep: what stands in a redacted copy.
    static let usual = Goals(steps: 8000, calories: 300_000, meters: 5000, sportMinutes: 30, sleepMinutes: 480)

    /// Steps a day.
    public let steps: Int
    /// Energy a day in small calories (1000 = 1 kcal).
    public let calories: Int
    /// Distance a day in metres.
    public let meters: Int
    /// Minutes of sport a day.
    public let sportMinutes: Int
    /// Minutes of sleep a day.
    public let sleepMinutes: Int

    /// Goals of a day.
    public init(steps: Int, calories: Int, meters: Int, sportMinutes: Int, sleepMinutes: Int) {
      self.steps = steps
      self.calories = calories
      self.meters = meters
      self.sportMinutes = sportMinutes
      self.sleepMinutes = sleepMinutes
    }

    init(_ packet: Packet) {
      self.init(
        steps: packet.u24LE(at: 2), calories: packet.u24LE(at: 5), meters: packet.u24LE(at: 8),
        sportMinutes: packet.u16LE(at: 11), sleepMinutes: packet.u16LE(at: 13))
    }

    /// Bytes 2–14.
    var body: [UInt8] {
      var body: [UInt8] = []
      body.appendU24LE(steps)
      body.appendU24LE(calories)
      body.appendU24LE(meters)
      body.appendU16LE(sportMinutes)
      body.appendU16LE(sleepMinutes)
      return body
    }

    /// The answer that says so.
    public var packet: Packet { Packet(Self.command, [1] + body) }
    /// The request that writes them.
    var writePacket: Packet { Packet(Self.command, [2] + body) }

    /// The fields of the request that writes them.
    func writeRequest<Fields: FieldWriter>(to fields: inout Fields) {
      fields.field("kilocalories", FixedDecimal(calories, places: 3))
      fields.field("meters", meters)
      fields.field("of", "goals")
      fields.field("sleepMinutes", sleepMinutes)
      fields.field("sportMinutes", sportMinutes)
      fields.field("steps", steps)
      fields.field("type", "configure")
    }

    public func write<Fields: FieldWriter>(to fields: inout Fields) {
      fields.field("kilocalories", FixedDecimal(calories, places: 3))
      fields.field("meters", meters)
      fields.field("sleepMinutes", sleepMinutes)
      fields.field("sportMinutes", sportMinutes)
      fields.field("steps", steps)
      fields.field("type", "goals")
    }
  }
}
