extension ColmiRing {
  /// The capabilities of the firmware: the ring's answer to setting the clock.
  ///
  /// ```
  /// ← 01 00 01 00 22 00 00 00 00 01 00 30 01 00 10 66
  ///   0  1        4              9        12    14
  ///   1 temperature (01) · 4 bits 02 SpO₂, 04 blood pressure · 9 new sleep protocol (01)
  ///   12 bits 01 manual heart rate, 80 blood sugar · 14 bits 10 stress, 20 HRV
  /// ```
  ///
  /// The layout is from documents of the decompiled vendor app; two captures are consistent with it.
  public struct Capabilities: OptionSet, RingMessage {
    static let command: UInt8 = 0x01
    static let form = PacketForm(
      command: command, message: { .capabilities(Capabilities($0)) }, request: { timeRequest(in: $0) },
      // A valid answer contains no personal data.
      redacted: { packet, _ in Capabilities(packet).packet })

    /// The bits, one per capability.
    public let rawValue: Int
    /// Creates a set from its bits.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// Skin temperature.
    public static let temperature = Capabilities(rawValue: 1 << 0)
    /// SpO₂.
    public static let spo2 = Capabilities(rawValue: 1 << 1)
    /// An estimate of blood pressure (unreliable).
    public static let bloodPressure = Capabilities(rawValue: 1 << 2)
    /// Sleep is sent as big data 0x27.
    public static let newSleepProtocol = Capabilities(rawValue: 1 << 3)
    /// Heart rate measured on demand.
    public static let manualHeartRate = Capabilities(rawValue: 1 << 4)
    /// An estimate of blood sugar (unreliable).
    public static let bloodSugar = Capabilities(rawValue: 1 << 5)
    /// A stress score.
    public static let stress = Capabilities(rawValue: 1 << 6)
    public static let hrv = Capabilities(rawValue: 1 << 7)

    init(_ packet: Packet) {
      var found: Capabilities = []
      if packet[1] == 1 { found.insert(.temperature) }
      for (flag, byte, mask) in Self.bits where packet[byte] & mask != 0 { found.insert(flag) }
      if packet[9] == 1 { found.insert(.newSleepProtocol) }
      self = found
    }

    /// The encoded message.
    public var packet: Packet {
      var payload = [UInt8](repeating: 0, count: 14)
      if contains(.temperature) { payload[0] = 1 }
      for (flag, byte, mask) in Self.bits where contains(flag) { payload[byte - 1] |= mask }
      if contains(.newSleepProtocol) { payload[8] = 1 }
      return Packet(Self.command, payload)
    }

    private static let bits: [(flag: Capabilities, byte: Int, mask: UInt8)] = [
      (.spo2, 4, 0x02), (.bloodPressure, 4, 0x04), (.manualHeartRate, 12, 0x01), (.bloodSugar, 12, 0x80),
      (.stress, 14, 0x10), (.hrv, 14, 0x20),
    ]

    /// Encodes the request that sets the clock.
    static func timeRequest(_ wallClock: WallClock, language: UInt8) -> Packet {
      let hour = wallClock.time.hour
      let minute = wallClock.time.minute
      let time = [hour, minute, wallClock.second].map(BinaryCodedDecimal.encode)
      return Packet(command, BinaryCodedDecimal.bytes(of: wallClock.date) + time + [language])
    }

    private static func timeRequest(in packet: Packet) -> Request? {
      guard let date = BinaryCodedDecimal.date(in: packet, at: 1),
        let hour = BinaryCodedDecimal.decode(packet[4]), let minute = BinaryCodedDecimal.decode(packet[5]),
        let second = BinaryCodedDecimal.decode(packet[6]), hour < 24, minute < 60, second < 60
      else { return nil }
      let wallClock = WallClock(date: date, hour: hour, minute: minute, second: second)
      return .setTime(wallClock, language: packet[7])
    }

    /// Writes the fields of the request that sets the clock.
    static func writeTime<Fields: FieldWriter>(_ wallClock: WallClock, language: UInt8, to fields: inout Fields) {
      fields.field("language", Int(language))
      fields.field("type", "setTime")
      fields.field("wallClock", wallClock)
    }

    /// Writes the fields in alphabetical order.
    public func write<Fields: FieldWriter>(to fields: inout Fields) {
      fields.field("bloodPressure", contains(.bloodPressure))
      fields.field("bloodSugar", contains(.bloodSugar))
      fields.field("hrv", contains(.hrv))
      fields.field("manualHeartRate", contains(.manualHeartRate))
      fields.field("newSleepProtocol", contains(.newSleepProtocol))
      fields.field("spo2", contains(.spo2))
      fields.field("stress", contains(.stress))
      fields.field("temperature", contains(.temperature))
      fields.field("type", "capabilities")
    }
  }
}
