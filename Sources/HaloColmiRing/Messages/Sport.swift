extension ColmiRing {
  /// The state of a running sport session, sent about once a second until it is stopped.
  ///
  /// ```
  /// ← 78 07 01 00 5A 78 00 00 96 00 00 6E 00 2A F8
  ///   0  1  2  3–4   5  6–8      9–11     12–14
  ///   1 sport · 2 status · 3–4 seconds u16 BE · 5 beats per minute · 6–8 steps · 9–11 meters · 12–14 energy in small
  ///   calories, u24 BE
  /// ```
  ///
  /// The framing is from a capture. That energy is in small calories, as in the other totals, is inferred. An R08
  /// leaves steps, distance and energy at 0.
  public struct Sport: RingMessage {
    /// Maps the bytes to the fields of the JSON line.
    public static let byteMap = [
      ByteField("sport", 1..<2), ByteField("status", 2..<3), ByteField("seconds", 3..<5), ByteField("bpm", 5..<6),
      ByteField("steps", 6..<9), ByteField("meters", 9..<12), ByteField("kilocalories", 12..<15),
    ]

    static let form = PacketForm(
      command: 0x78, byteMap: { _ in byteMap }, message: { .sport(Sport($0)) }, redacted: { redacted($0, $1) })

    /// The encoded message.
    public let packet: Packet
    /// The sport's code: 4 walk, 5 skip rope, 7 run, 8 hike, 9 cycle, 10 other.
    public var sport: Int { Int(packet[1]) }
    /// The status code; 1 while the session runs.
    public var status: Int { Int(packet[2]) }
    /// The duration of the session so far, in seconds.
    public var seconds: Int { packet.u16BE(at: 3) }
    /// Beats per minute, 1…255; `nil` if there is no value yet.
    public var bpm: Int? { packet[5] == 0 ? nil : Int(packet[5]) }
    /// Steps of the session.
    public var steps: Int { packet.u24BE(at: 6) }
    /// Distance of the session in meters.
    public var meters: Int { packet.u24BE(at: 9) }
    /// Energy of the session in small calories (1000 = 1 kcal).
    public var calories: Int { packet.u24BE(at: 12) }

    /// Creates the state of a session.
    public init(
      sport: Int, status: Int, seconds: Int, bpm: Int? = nil, steps: Int = 0, meters: Int = 0, calories: Int = 0
    ) {
      let codes = [sport, status].map { UInt8(clamping: $0) } + Digits.u16BE(seconds) + [UInt8(clamping: bpm ?? 0)]
      packet = Packet(Self.form.command, codes + [steps, meters, calories].flatMap(Digits.u24BE))
    }

    init(_ packet: Packet) { self.packet = packet }

    var liveValues: [(metric: Metric, value: Int)]? { bpm.map { [(.heartRate, $0)] } ?? [] }

    private static func redacted(_ packet: Packet, _ redaction: Redaction) -> Packet {
      let plain = redaction.randomized(packet, 5..<6, 90...150)
      guard !packet.isZero(from: 6) else { return plain }
      let steps = redaction.number(100...9000)
      return plain.replacing(6..<15, with: [steps, steps * 3 / 4, steps * 40].flatMap(Digits.u24BE))
    }

    /// Writes the fields in alphabetical order.
    public func write<Fields: FieldWriter>(to fields: inout Fields) {
      fields.field("bpm", ifPresent: bpm)
      fields.field("kilocalories", ifPresent: calories == 0 ? nil : FixedDecimal(calories, places: 3))
      fields.field("meters", ifPresent: meters == 0 ? nil : meters)
      fields.field("seconds", seconds)
      fields.field("sport", sport)
      fields.field("status", status)
      fields.field("steps", ifPresent: steps == 0 ? nil : steps)
      fields.field("type", "sport")
    }
  }
}
