public import HaloWearables

extension ColmiRing {
  /// Something new on the ring, said without being asked.
  ///
  /// ```
  /// ← 73 2C 2F …
  ///   0  1  2
  ///   1 event · 2 value, for HRV and stress
  /// ```
  ///
  /// Battery (0C) and live activity (12) come the same way and are messages of their own.
  public struct Push: RingMessage {
    static let command: UInt8 = 0x73
    static let form = PacketForm(
      command: command,
      byteMap: { packet in
        switch packet[1] {
        case batteryCode: Battery.pushByteMap
        case liveActivityCode: LiveActivity.byteMap
        default: []
        }
      },
      message: { packet in
        switch packet[1] {
        case batteryCode: .battery(Battery(push: packet))
        case liveActivityCode: .liveActivity(LiveActivity(packet))
        default: Push(packet).map(Message.push)
        }
      },
      redacted: { packet, redaction in
        switch packet[1] {
        case batteryCode: packet.keeping(4)
        case liveActivityCode: LiveActivity.redacted(packet, redaction)
        default: redaction.madeUp(packet.keeping(3), 2..<3, 20...70)
        }
      })

    static let batteryCode: UInt8 = 0x0C
    static let liveActivityCode: UInt8 = 0x12

    /// What is new.
    public enum Event: String, Sendable, CaseIterable {
      /// A heart rate is in the log.
      case newHeartRate
      /// A blood pressure is in the log.
      case newBloodPressure
      /// An oxygen saturation is in the log.
      case newSpO2
      /// Steps were added to today's activity.
      case newSteps
      /// A temperature is in the log.
      case newTemperature
      /// A sport session waits to be read.
      case newSport
      /// A sport session has ended.
      case sportEnded
      /// A blood sugar is in the log.
      case newBloodSugar
      /// The goals were changed on the device.
      case goalsChanged
      /// A heart-rate variability is in the log.
      case newHRV
      /// A stress score is in the log.
      case newStress

      var code: UInt8 {
        switch self {
        case .newHeartRate: 0x01
        case .newBloodPressure: 0x02
        case .newSpO2: 0x03
        case .newSteps: 0x04
        case .newTemperature: 0x05
        case .newSport: 0x06
        case .sportEnded: 0x07
        case .newBloodSugar: 0x0D
        case .goalsChanged: 0x10
        case .newHRV: 0x2B
        case .newStress: 0x2C
        }
      }

      private static let byCode = [UInt8: Event](uniqueKeysWithValues: allCases.map { ($0.code, $0) })

      init?(code: UInt8) {
        guard let event = Self.byCode[code] else { return nil }
        self = event
      }

      /// Whether byte 2 is known to be the new value.
      var carriesValue: Bool { self == .newHRV || self == .newStress }
    }

    /// What is new.
    public let event: Event
    /// The new value, 1…255, where the push carries it.
    public let value: Int?

    /// A push of `event`; only HRV and stress carry a value.
    public init(_ event: Event, value: Int? = nil) {
      self.event = event
      self.value = event.carriesValue ? value : nil
    }

    init?(_ packet: Packet) {
      guard let event = Event(code: packet[1]) else { return nil }
      self.init(event, value: packet[2] == 0 ? nil : Int(packet[2]))
    }

    /// The frame that says so.
    public var packet: Packet { Packet(Self.command, [event.code, UInt8(clamping: value ?? 0)]) }

    public func write<Fields: FieldWriter>(to fields: inout Fields) {
      fields.field("event", event.rawValue)
      fields.field("type", "push")
      fields.field("value", ifPresent: value)
    }
  }
}
