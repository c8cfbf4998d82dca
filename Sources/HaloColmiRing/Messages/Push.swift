extension ColmiRing {
  /// An unsolicited event of the ring.
  ///
  /// ```
  /// ← 73 2C 2F …     new stress     ← 73 2A 00 …     touch is available (01: not, the ring is on its charger)
  /// ← 73 3A 02 96 …                 heart rate is low (01) or high (02), byte 3: its value
  /// ← 73 3D 81 01 …                 temperature alarm, u16 LE in tenths of a degree Celsius
  ///   0  1  2  3
  ///   1 event · 2 value, for HRV, stress and a heart rate measured on demand
  /// ```
  ///
  /// Battery (0C), live activity (12) and gestures (2D, 29, 30) are pushed the same way, but have messages of their
  /// own.
  public struct Push: RingMessage {
    static let command: UInt8 = 0x73
    static let form = PacketForm(
      command: command,
      byteMap: { packet in
        switch packet[1] {
        case batteryCode: Battery.pushByteMap
        case liveActivityCode: LiveActivity.byteMap
        case Touch.gestureCode: Touch.byteMap
        default: Push(packet)?.event.valuePlace.map { [ByteField("value", $0)] } ?? []
        }
      },
      message: { packet in
        switch packet[1] {
        case batteryCode: .battery(Battery(push: packet))
        case liveActivityCode: .liveActivity(LiveActivity(packet))
        default: Touch(packet).map(Message.touch) ?? Push(packet).map(Message.push)
        }
      },
      redacted: { packet, redaction in
        switch packet[1] {
        case batteryCode: packet.keeping(4)
        case liveActivityCode: LiveActivity.redacted(packet, redaction)
        default: Touch(packet)?.packet ?? redacted(packet, redaction)
        }
      })

    static let batteryCode: UInt8 = 0x0C
    static let liveActivityCode: UInt8 = 0x12

    /// The event.
    public enum Event: String, Sendable, CaseIterable {
      /// The log has a new heart rate.
      case newHeartRate
      /// The log has a new blood pressure reading.
      case newBloodPressure
      /// The log has a new SpO₂ value.
      case newSpO2
      /// Steps were added to today's activity.
      case newSteps
      /// The log has a new temperature reading.
      case newTemperature
      /// A sport session is ready to be read.
      case newSport
      /// A sport session has ended.
      case sportEnded
      /// The log has a new blood sugar reading.
      case newBloodSugar
      /// The goals were changed on the device.
      case goalsChanged
      /// The log has a new HRV value.
      case newHRV
      /// The log has a new stress score.
      case newStress
      /// The touch surface is available, which it is not on the charger. The value is 1 or 0.
      case touchAvailable
      /// Steps were added. Their number is not decoded.
      case stepDelta
      /// A praise count has changed.
      case newPraise
      /// A temperature was measured.
      case temperatureMeasured
      /// The settings were changed on the device.
      case settingsChanged
      /// The heart rate is high during exercise.
      case exerciseHeartRateHigh
      /// A reminder to drink is due.
      case drinkReminder
      /// A reminder to move is due.
      case sedentaryReminder
      /// An alarm rings.
      case alarm
      /// A heart rate was measured manually. The value is in beats per minute.
      case manualHeartRate
      /// The heart rate is too low. The value is in beats per minute.
      case heartRateLow
      /// The heart rate is too high. The value is in beats per minute.
      case heartRateHigh
      /// The temperature is out of its range. The value is in tenths of a degree Celsius.
      case temperatureAlarm
      /// The hand has been still for another interval.
      case stillTick
      /// The finger touched or left the ECG electrode.
      case ecgContact

      var code: UInt8 { Self.byCode.first { $0.value.contains(self) }?.key ?? 0 }

      /// The value of byte 2 that distinguishes events with the same code.
      fileprivate var kind: UInt8? {
        switch self {
        case .heartRateLow: 1
        case .heartRateHigh: 2
        default: nil
        }
      }

      private static let byCode: [UInt8: [Event]] = [
        0x01: [.newHeartRate], 0x02: [.newBloodPressure], 0x03: [.newSpO2], 0x04: [.newSteps], 0x05: [.newTemperature],
        0x06: [.newSport], 0x07: [.sportEnded], 0x0D: [.newBloodSugar], 0x10: [.goalsChanged], 0x11: [.stepDelta],
        0x25: [.newPraise], 0x27: [.temperatureMeasured], 0x28: [.settingsChanged], 0x2A: [.touchAvailable],
        0x2B: [.newHRV], 0x2C: [.newStress], 0x31: [.exerciseHeartRateHigh], 0x32: [.drinkReminder],
        0x33: [.sedentaryReminder], 0x34: [.alarm], 0x37: [.manualHeartRate], 0x3A: [.heartRateLow, .heartRateHigh],
        0x3D: [.temperatureAlarm], 0x3E: [.stillTick], 0x3F: [.ecgContact],
      ]

      fileprivate init?(_ packet: Packet) {
        let events = Self.byCode[packet[1]] ?? []
        guard let event = events.first(where: { $0.kind == nil || $0.kind == packet[2] }) else { return nil }
        self = event
      }

      /// The bytes of the value; `nil` if the event has no known value.
      var valuePlace: Range<Int>? {
        switch self {
        case .newHRV, .newStress, .manualHeartRate, .touchAvailable: 2..<3
        case .heartRateLow, .heartRateHigh: 3..<4
        case .temperatureAlarm: 2..<4
        default: nil
        }
      }
    }

    public let event: Event
    /// The value, if the push contains it: 1…255 (temperature alarm: 1…65535; touch: 1 or 0).
    public let value: Int?

    /// Creates an event; only some have a value.
    public init(_ event: Event, value: Int? = nil) {
      self.event = event
      self.value =
        event == .touchAvailable ? (value == 0 ? 0 : 1) : event.valuePlace == nil || value == 0 ? nil : value
    }

    init?(_ packet: Packet) {
      guard let event = Event(packet) else { return nil }
      // No other state of touch is known.
      if event == .touchAvailable, packet[2] > 1 { return nil }
      self.init(event, value: event.valuePlace.map { Self.value(of: event, in: packet, at: $0) })
    }

    private static func value(of event: Event, in packet: Packet, at place: Range<Int>) -> Int {
      if event == .touchAvailable { return packet[2] == 0 ? 1 : 0 }
      return place.count == 2 ? packet.u16LE(at: place.lowerBound) : Int(packet[place.lowerBound])
    }

    /// The encoded message.
    public var packet: Packet {
      var payload = [event.code]
      if let kind = event.kind { payload.append(kind) }
      switch event {
      case .touchAvailable: payload.append(value == 0 ? 1 : 0)
      case .temperatureAlarm: payload.appendU16LE(value ?? 0)
      default: payload.append(UInt8(clamping: value ?? 0))
      }
      return Packet(Self.command, payload)
    }

    private static func redacted(_ packet: Packet, _ redaction: Redaction) -> Packet {
      guard let push = Push(packet), let place = push.event.valuePlace else { return packet.keeping(2) }
      switch push.event {
      case .touchAvailable: return push.packet
      case .temperatureAlarm:
        return packet.keeping(2).replacing(
          place, with: push.value == nil ? [] : Digits.u16LE(redaction.number(360...390)))
      default: return redaction.randomized(packet.keeping(place.upperBound), place, 20...70)
      }
    }

    /// Writes the fields in alphabetical order.
    public func write<Fields: FieldWriter>(to fields: inout Fields) {
      fields.field("event", event.rawValue)
      fields.field("type", "push")
      switch event {
      case .touchAvailable: fields.field("value", value == 1)
      case .temperatureAlarm: fields.field("value", ifPresent: value.map { FixedDecimal($0, places: 1) })
      default: fields.field("value", ifPresent: value)
      }
    }
  }
}
