extension ColmiRing {
  /// A reading of a running live measurement, sent about twice a second until it is stopped.
  ///
  /// ```
  /// ← 69 01 00 58 00 00 C1 02 …
  ///   0  1  2  3        6–7
  ///   1 quantity · 2 error (0 none, 1 not worn, 2 no data) · 3 value, 0 in warm-up · 6–7 beat interval in ms, u16 LE
  /// ← 1E 58 …     ← 1E 00 4B …     the older form, heart rate only: 1 bpm, or 1 no error (00) and 2 bpm
  /// ← 1E EE …                      the firmware does not support the older form
  /// ```
  ///
  /// Some firmware sends a stress score with error 1: the measurement is complete. Otherwise, the meaning of
  /// errors 1 and 2 depends on state outside the packet, which `LiveResults` tracks.
  ///
  /// That bytes 6–7 are the beat interval is inferred (707 ms next to 86 bpm).
  public struct RealTime: RingMessage {
    /// Maps the bytes to the fields of the JSON line.
    public static let byteMap = [
      ByteField("of", 1..<2), ByteField("status", 2..<3), ByteField("value", 3..<4),
      ByteField("beatIntervalMilliseconds", 6..<8),
    ]

    static let command: UInt8 = 0x69
    static let olderCommand: UInt8 = 0x1E
    static let form = PacketForm(
      command: command, byteMap: { VendorMeasurement.byteMap(of: $0) ?? byteMap },
      message: { VendorMeasurement.message(in: $0) ?? RealTime($0).map(Message.realTime) },
      request: { request(in: $0) },
      redacted: { VendorMeasurement.redacted($0, $1) ?? redacted($0, $1) })
    static let olderForm = PacketForm(
      command: olderCommand,
      byteMap: { $0[1] == 0 ? [ByteField("value", 2..<3)] : [ByteField("value", 1..<2)] },
      message: { packet in
        packet[1] == DeviceError.unsupportedCode
          ? .error(DeviceError(command: olderCommand, code: packet[1])) : RealTime(older: packet).map(Message.realTime)
      },
      request: { Request.LiveAction(rawValue: $0[1]).map(Request.olderRealTime) },
      redacted: { packet, redaction in
        packet[1] == DeviceError.unsupportedCode
          ? packet.keeping(2) : redaction.randomized(packet.keeping(packet[1] == 0 ? 3 : 2), 1..<3, 60...99)
      })

    private static let pauseAction: UInt8 = 2
    private static let continueAction: UInt8 = 3
    private static let stopAction: UInt8 = 4

    /// A quantity that can be measured live.
    public enum Quantity: String, Sendable, CaseIterable {
      /// Heart rate in beats per minute.
      case heartRate
      /// SpO₂ in percent.
      case spo2
      /// HRV in milliseconds.
      case hrv
      /// Stress score.
      case stress
      /// Heart rate without a time limit; requires keep-alive messages.
      case continuousHeartRate

      /// The quantity's code.
      public var code: UInt8 {
        switch self {
        case .heartRate: 0x01
        case .spo2: 0x03
        case .continuousHeartRate: 0x06
        case .stress: 0x08
        case .hrv: 0x0A
        }
      }

      /// The metric of the readings.
      var metric: Metric {
        switch self {
        case .heartRate, .continuousHeartRate: .heartRate
        case .spo2: .oxygenSaturation
        case .hrv: .heartRateVariability
        case .stress: .stress
        }
      }

      /// The quantity of a code; `nil` for codes without a known answer.
      public init?(code: UInt8) {
        guard let quantity = Self.allCases.first(where: { $0.code == code }) else { return nil }
        self = quantity
      }
    }

    /// The state of a measurement.
    public enum Status: String, Sendable, CaseIterable {
      /// Warming up, with no value yet.
      case measuring
      /// The reading has a value.
      case ok
      /// The ring is not worn, or fits badly.
      case notWorn
      /// No data for the moment; on RT firmware, the ring is not worn.
      case noData

      /// The status of an error code; `nil` if the code is unknown.
      init?(code: UInt8, hasValue: Bool) {
        switch code {
        case 0: self = hasValue ? .ok : .measuring
        case 1: self = .notWorn
        case 2: self = .noData
        default: return nil
        }
      }

      /// The error code.
      var code: UInt8 {
        switch self {
        case .measuring, .ok: 0
        case .notWorn: 1
        case .noData: 2
        }
      }
    }

    /// The measured quantity.
    public let quantity: Quantity
    /// The state of the measurement.
    public let status: Status
    /// The value in the quantity's unit, 1…255; only with status `ok`.
    public let value: Int?
    /// The last beat interval in milliseconds; `nil` if the frame does not contain it.
    public let beatIntervalMilliseconds: Int?

    /// Creates a reading. A value is kept only with status `ok`.
    public init(of quantity: Quantity, status: Status, value: Int? = nil, beatIntervalMilliseconds: Int? = nil) {
      self.quantity = quantity
      self.status = status
      self.value = status == .ok ? value : nil
      self.beatIntervalMilliseconds = beatIntervalMilliseconds
    }

    init?(_ packet: Packet) {
      guard let quantity = Quantity(code: packet[1]) else { return nil }
      let hasValue = packet[3] != 0
      let isComplete = quantity == .stress && packet[2] == 1 && hasValue
      guard let status = isComplete ? .ok : Status(code: packet[2], hasValue: hasValue) else { return nil }
      let beatInterval = packet.u16LE(at: 6)
      self.init(
        of: quantity, status: status, value: Int(packet[3]),
        beatIntervalMilliseconds: beatInterval == 0 ? nil : beatInterval)
    }

    /// Decodes the older form. The values 1 and 2 are ambiguous (errors or beats), and the second byte is used only
    /// after a zero.
    init?(older packet: Packet) {
      guard packet[1] == 0 || packet[1] > 2, packet.isZero(from: packet[1] == 0 ? 3 : 2) else { return nil }
      let bpm = packet[1] == 0 ? packet[2] : packet[1]
      self.init(of: .heartRate, status: bpm == 0 ? .measuring : .ok, value: Int(bpm))
    }

    /// The encoded message.
    public var packet: Packet {
      let payload = [quantity.code, status.code, UInt8(clamping: value ?? 0), quantity == .spo2 ? 1 : 0, 0]
      return Packet(Self.command, payload + Digits.u16LE(beatIntervalMilliseconds ?? 0))
    }

    var liveValues: [(metric: Metric, value: Int)]? {
      [(Metric.beatInterval, beatIntervalMilliseconds), (quantity.metric, value)].compactMap { metric, value in
        value.map { (metric, $0) }
      }
    }

    static func startRequest(_ quantity: Quantity) -> Packet {
      let action: UInt8 =
        switch quantity {
        case .heartRate: 0x00
        case .continuousHeartRate: 0x01
        case .spo2, .hrv, .stress: 0x25
        }
      return Packet(command, [quantity.code, action])
    }

    static func continueRequest(_ quantity: Quantity) -> Packet { Packet(command, [quantity.code, continueAction]) }

    private static func request(in packet: Packet) -> Request? {
      if let request = VendorMeasurement.startRequest(in: packet) { return request }
      guard let quantity = Quantity(code: packet[1]) else { return nil }
      switch packet[2] {
      case pauseAction: return nil
      case continueAction: return .continueRealTime(quantity)
      case stopAction: return .stopRealTime(quantity, lastValue: 0)
      default: return .startRealTime(quantity)
      }
    }

    /// The beat interval is replaced by one that fits the value.
    private static func redacted(_ packet: Packet, _ redaction: Redaction) -> Packet {
      let plain = packet.keeping(3)
      guard let reading = RealTime(packet) else { return plain }
      let range =
        switch reading.quantity {
        case .heartRate, .continuousHeartRate: 60...99
        case .spo2: 94...99
        case .hrv, .stress: 20...60
        }
      let value = packet[3] == 0 ? 0 : redaction.number(range)
      let result = plain.replacing(3..<4, with: [UInt8(value)])
      guard packet.u16LE(at: 6) > 0 else { return result }
      return result.replacing(6..<8, with: Digits.u16LE(60_000 / max(value, 60)))
    }

    /// Writes the fields in alphabetical order.
    public func write<Fields: FieldWriter>(to fields: inout Fields) {
      fields.field("beatIntervalMilliseconds", ifPresent: beatIntervalMilliseconds)
      fields.field("of", quantity.rawValue)
      fields.field("status", status.rawValue)
      fields.field("type", "realTime")
      fields.field("value", ifPresent: value)
    }
  }
}
