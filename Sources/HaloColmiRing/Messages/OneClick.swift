extension ColmiRing {
  /// Several quantities measured together.
  ///
  /// ```
  /// → 69 0C 25 …          25 seconds, BCD
  /// ← 69 0C 00 48 2A 1E 41 03 5C …
  ///   0  1  2  3  4  5  6–7   8
  ///   2 error (0 none, 1 not worn, 2 no data) · 3 beats per minute · 4 HRV in ms · 5 stress · 6–7 beat interval in ms,
  ///   u16 LE · 8 temperature, unit unknown · 0 while there is no value
  /// ```
  ///
  /// From the vendor's SDK; no capture was found. Bytes 9 and 10 are a blood pressure that the vendor computes from
  /// heart rate and age, so Halo ignores them.
  public struct OneClick: RingMessage {
    /// Maps the bytes to the fields of the JSON line.
    public static let byteMap = [
      ByteField("status", 2..<3), ByteField("bpm", 3..<4), ByteField("hrvMilliseconds", 4..<5),
      ByteField("stress", 5..<6), ByteField("beatIntervalMilliseconds", 6..<8), ByteField("rawTemperature", 8..<9),
    ]

    /// The state of the measurement.
    public let status: RealTime.Status
    /// Beats per minute, 1…255; `nil` if there is no value.
    public let bpm: Int?
    /// HRV in milliseconds, 1…255; `nil` if there is no value.
    public let hrvMilliseconds: Int?
    /// Stress score, 1…255; `nil` if there is no value.
    public let stress: Int?
    /// Beat interval in milliseconds; `nil` if there is no value.
    public let beatIntervalMilliseconds: Int?
    /// The temperature byte, whose unit is not known; `nil` if it is 0.
    public let rawTemperature: Int?

    var liveValues: [(metric: Metric, value: Int)]? {
      guard status == .ok else { return [] }
      return [
        (Metric.beatInterval, beatIntervalMilliseconds), (.heartRate, bpm), (.heartRateVariability, hrvMilliseconds),
        (.stress, stress),
      ].compactMap { metric, value in value.map { (metric, $0) } }
    }

    static func redacted(_ packet: Packet, _ redaction: Redaction) -> Packet {
      let bpm = redaction.number(60...99)
      let plain = redaction.randomized(redaction.randomized(packet.keeping(9), 4..<6, 20...60), 8..<9, 120...150)
        .replacing(3..<4, with: [packet[3] == 0 ? 0 : UInt8(bpm)])
      return packet.u16LE(at: 6) == 0 ? plain : plain.replacing(6..<8, with: Digits.u16LE(60_000 / bpm))
    }

    /// Writes the fields in alphabetical order.
    public func write<Fields: FieldWriter>(to fields: inout Fields) {
      fields.field("beatIntervalMilliseconds", ifPresent: beatIntervalMilliseconds)
      fields.field("bpm", ifPresent: bpm)
      fields.field("hrvMilliseconds", ifPresent: hrvMilliseconds)
      fields.field("rawTemperature", ifPresent: rawTemperature)
      fields.field("status", status.rawValue)
      fields.field("stress", ifPresent: stress)
      fields.field("type", "oneClick")
    }
  }
}

extension ColmiRing.OneClick {
  /// `nil` if the error code is unknown.
  init?(_ packet: ColmiRing.Packet) {
    func value(_ raw: Int) -> Int? { raw == 0 ? nil : raw }
    let hasValue = [3, 4, 5, 8].contains { packet[$0] != 0 }
    guard let status = ColmiRing.RealTime.Status(code: packet[2], hasValue: hasValue) else { return nil }
    self.init(
      status: status, bpm: value(Int(packet[3])), hrvMilliseconds: value(Int(packet[4])),
      stress: value(Int(packet[5])), beatIntervalMilliseconds: value(packet.u16LE(at: 6)),
      rawTemperature: value(Int(packet[8])))
  }
}
