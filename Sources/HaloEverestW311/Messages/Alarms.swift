extension EverestW311 {
  /// The alarms, at most five. The encoding is the same in both directions; a frame may contain fewer slots.
  ///
  /// ```
  /// → BE 01 09 FE 05 11 0A 2D 11 0F 52 11 14 15 11 19 1D 11 1E 31
  ///               4  5  6  7  8        11       14       17
  ///   enabled: bit i is that of alarm i · alarms: hour, minute and repetition of each
  ///   repetition: bit 0 Sunday … bit 6 Saturday, bit 7 every week · FF FF 00 and FE FE .. : empty slot
  /// ```
  public struct Alarms: TwoWayMessage {
    static let command = Command(1, 0x09)
    static let question = SimpleRequest(command, "alarms")

    /// Maps the bytes to the fields of the JSON line.
    public static let byteMap = [ByteField("alarms.enabled", 4..<5), ByteField("alarms", 5..<20)]

    /// The number of alarms that a watch stores.
    public static let capacity = 5

    /// A slot for an alarm.
    public struct Slot: Hashable, Sendable {
      fileprivate let hour: UInt8
      fileprivate let minute: UInt8
      /// The days of the alarm, as encoded by the watch.
      public let repetition: UInt8

      /// An empty slot.
      public static let empty = Slot(hour: 0xFF, minute: 0xFF, repetition: 0)

      /// The time of the alarm; `nil` if the slot is empty.
      public var time: TimeOfDay? {
        hour < 24 && minute < 60 ? TimeOfDay(minutes: Int(hour) * 60 + Int(minute)) : nil
      }
    }

    /// The enabled alarms, one bit per slot.
    public var mask: UInt8 { payload[0] }
    /// The slots in order, at most five.
    public var slots: [Slot] {
      (0..<min((payload.count - 1) / 3, Self.capacity)).map {
        Slot(hour: payload[1 + $0 * 3], minute: payload[2 + $0 * 3], repetition: payload[3 + $0 * 3])
      }
    }
    private let payload: [UInt8]

    /// Creates alarms in slots; slots beyond the fifth are dropped, missing ones are empty.
    public init(mask: UInt8, slots: [Slot]) {
      let slots = (0..<Self.capacity).map { slots.indices.contains($0) ? slots[$0] : .empty }
      payload = [mask] + slots.flatMap { [$0.hour, $0.minute, $0.repetition] }
    }

    init?(_ frame: Frame) {
      guard frame.command == Self.command, frame.mark == Frame.Mark.data, !frame.payload.isEmpty else { return nil }
      payload = frame.payload
    }

    func frame(from sender: Frame.Sender) -> Frame { Frame(sender, Self.command, Frame.Mark.data, payload) }

    func isAnswer(to request: Request, on channel: Channel) -> Bool { request == .alarms }

    /// The alarms in non-empty slots. A disabled slot of zeros is empty too, because some firmware encodes it this way.
    public var alarms: [Alarm] {
      slots.enumerated().compactMap { index, slot in
        let isOn = mask >> index & 1 == 1
        guard let time = slot.time, isOn || time.minutes > 0 || slot.repetition > 0 else { return nil }
        return Alarm(
          slot: index, isEnabled: isOn, time: time,
          weekdays: Set((0..<7).filter { slot.repetition >> $0 & 1 == 1 }), isWeekly: slot.repetition & 0x80 != 0)
      }
    }

    /// Creates slots from alarms. Alarms with an invalid slot, or one that an earlier alarm uses, are dropped.
    public init(_ alarms: [Alarm]) {
      var mask: UInt8 = 0
      var slots = [Slot](repeating: .empty, count: Self.capacity)
      var taken: Set<Int> = []
      for alarm in alarms where slots.indices.contains(alarm.slot) && taken.insert(alarm.slot).inserted {
        if alarm.isEnabled { mask |= 1 << UInt8(alarm.slot) }
        let days = alarm.weekdays.reduce(UInt8(0)) { $0 | 1 << UInt8($1) }
        slots[alarm.slot] = Slot(alarm.time, repetition: days | (alarm.isWeekly ? 0x80 : 0))
      }
      self.init(mask: mask, slots: slots)
    }

    /// Writes the fields in alphabetical order.
    public func write<Fields: FieldWriter>(to fields: inout Fields) {
      fields.field("alarms", alarms.map(AlarmFields.init))
      fields.field("type", "alarms")
    }
  }

  /// The fields of an alarm in the vocabulary.
  private struct AlarmFields: MessageFields {
    let alarm: Alarm

    func write<Fields: FieldWriter>(to fields: inout Fields) {
      fields.field("days", alarm.weekdays.sorted().map { Self.days[$0] })
      fields.field("enabled", alarm.isEnabled)
      fields.field("slot", alarm.slot)
      fields.field("time", alarm.time)
      fields.field("weekly", alarm.isWeekly)
    }

    private static let days: [StaticString] = [
      "sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday",
    ]
  }
}

extension EverestW311.Alarms.Slot {
  /// Creates an alarm at `time`. Bits 0…6 of `repetition` are Sunday to Saturday, bit 7 is "every week".
  public init(_ time: TimeOfDay, repetition: UInt8) {
    self.init(hour: UInt8(clamping: time.hour), minute: UInt8(clamping: time.minute), repetition: repetition)
  }
}
