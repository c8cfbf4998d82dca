extension EverestW311 {
  /// The wearer's data on the watch. The encoding is the same in both directions.
  ///
  /// ```
  /// → BE 01 03 FE 07 C8 05 11 00 3F 00 1F 40 00 4B 08 00
  ///               4     6  7  8     10       13    15 16
  ///   birthday: year in two bytes, month, day · targetSteps: per day · targetSleepMinutes: hours, then minutes, per
  ///   night
  /// ```
  ///
  /// From documents only, which disagree: one source uses this key for the display. No source gives the units of weight
  /// and step length; kilograms and centimeters are assumed.
  public struct UserData: TwoWayMessage {
    static let command = Command(1, 0x03)
    static let question = SimpleRequest(command, "userData")

    /// Maps the bytes to the fields of the JSON line.
    public static let byteMap = [
      ByteField("birthday", 4..<8), ByteField("weight", 8..<10), ByteField("targetSteps", 10..<13),
      ByteField("stride", 13..<15), ByteField("targetSleepMinutes", 15..<17),
    ]

    /// The years of a wearer's birthday: others may be pages of a ``Display`` with the same key.
    private static let years = 1900...2047

    private let birthday: CalendarDate
    private let payload: [UInt8]
    /// The mark, if it differs from the sender's usual one.
    private let mark: UInt8?
    /// The wearer's data.
    public var wearer: WearerData {
      WearerData(
        birthday: birthday, weight: payload.bigEndian(at: 4), targetSteps: payload.bigEndian(at: 6, width: 3),
        stride: payload.bigEndian(at: 9), targetSleepMinutes: Int(payload[11]) * 60 + Int(payload[12]))
    }

    /// Creates user data; values beyond the frame's range are clamped.
    public init(_ wearer: WearerData) {
      birthday = wearer.birthday
      mark = nil
      let sleepMinutes = min(max(wearer.targetSleepMinutes, 0), 1439)
      var body: [UInt8] = []
      body.append(birthday)
      body.append(bigEndian: min(max(wearer.weight, 0), 0xFFFF))
      body.append(bigEndian: min(max(wearer.targetSteps, 0), 0xFF_FFFF), width: 3)
      body.append(bigEndian: min(max(wearer.stride, 0), 0xFFFF))
      payload = body + [UInt8(sleepMinutes / 60), UInt8(sleepMinutes % 60)]
    }

    init?(_ frame: Frame) {
      let body = frame.payload
      guard frame.command == Self.command, frame.mark == Frame.Mark.data || frame.mark == Frame.Mark.facts,
        body.count >= 13, let birthday = body.date(at: 0), Self.years.contains(birthday.year), body[11] < 24,
        body[12] < 60
      else { return nil }
      self.birthday = birthday
      payload = body
      mark = frame.mark == Self.usualMark(frame.sender) ? nil : frame.mark
    }

    /// The usual mark: "data" from the app, "facts" from the watch.
    private static func usualMark(_ sender: Frame.Sender) -> UInt8 {
      sender == .app ? Frame.Mark.data : Frame.Mark.facts
    }

    func frame(from sender: Frame.Sender) -> Frame {
      Frame(sender, Self.command, mark ?? Self.usualMark(sender), payload)
    }

    func isAnswer(to request: Request, on channel: Channel) -> Bool { request == .userData }

    /// Writes the fields in alphabetical order.
    public func write<Fields: FieldWriter>(to fields: inout Fields) {
      fields.field("birthday", wearer.birthday)
      fields.field("stride", wearer.stride)
      fields.field("targetSleepMinutes", wearer.targetSleepMinutes)
      fields.field("targetSteps", wearer.targetSteps)
      fields.field("type", "userData")
      fields.field("verified", false)
      fields.field("weight", wearer.weight)
    }
  }
}
