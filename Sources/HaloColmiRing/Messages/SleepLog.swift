extension ColmiRing {
  /// Nights, or naps, with their stages.
  ///
  /// ```
  /// BC 27 … payload:  01  00 1C 58 00 95 01  02 1A 03 1C …        (BC 3E for naps)
  ///                   0   1  2  3     5      7
  ///   0 number of nights, then for each night: 1 days ago · 2 number of following bytes · 3–4 start, 5–6 end in
  ///   minutes after midnight, u16 LE · 7 … pairs of stage and minutes
  /// ```
  ///
  /// "Days ago" refers to the day of waking up; if the start is later than the end, sleep began the day before. In all
  /// five captured nights and the nap, the minutes of the stages add up to the duration.
  public struct SleepLog: RingMessage {
    static let forms = [
      BigDataForm(
        id: Kind.sleep.id, log: .sleep, message: { try SleepLog(.sleep, payload: $0).map(Message.sleepLog) },
        request: { request(in: $0) }, redacted: { redacted($0, $1) }),
      BigDataForm(
        id: Kind.naps.id, log: .naps, message: { try SleepLog(.naps, payload: $0).map(Message.sleepLog) },
        redacted: { redacted($0, $1) }),
    ]

    /// The kind of sleep in the log.
    public enum Kind: Sendable, CaseIterable {
      /// Sleep at night.
      case sleep
      /// Naps during the day.
      case naps

      var id: UInt8 { self == .sleep ? 0x27 : 0x3E }
    }

    /// A period of one stage.
    public struct Stretch: MessageFields, Hashable {
      /// The stage's code.
      public let code: UInt8
      /// The duration, 0…255 minutes.
      public let minutes: Int

      /// The stage; `nil` for the codes 0 (none), 1 (error) and unknown ones.
      public var stage: SleepStage? {
        switch code {
        case 2: .light
        case 3: .deep
        case 4: .rem
        case 5: .awake
        default: nil
        }
      }

      /// Writes the fields in alphabetical order.
      public func write<Fields: FieldWriter>(to fields: inout Fields) {
        fields.field("minutes", minutes)
        // Keep periods without a known stage, because the times of all later periods depend on them.
        fields.field("stage", stage?.rawValue ?? (code == 0 ? "none" : code == 1 ? "error" : "unknown"))
      }
    }

    /// One night or nap.
    public struct Night: MessageFields, Hashable {
      /// Days between waking up and today, 0…255.
      public let daysAgo: Int
      /// The time of falling asleep, in minutes after midnight, 0…1439; later than `end` if sleep began the day before.
      public let start: Int
      /// The time of waking up, in minutes after midnight of the day that the night counts toward, 0…1439.
      public let end: Int
      /// The stages from `start` on.
      public let stages: [Stretch]

      /// Creates a night from `start` to `end`, in minutes after midnight (0…1439), that ended `daysAgo` days before
      /// today.
      public init(daysAgo: Int, start: Int, end: Int, stages: [Stretch]) {
        self.daysAgo = daysAgo
        self.start = start
        self.end = end
        self.stages = stages
      }

      /// Minutes from start to end.
      public var minutes: Int { start > end ? end + 1440 - start : end - start }

      /// Writes the fields in alphabetical order.
      public func write<Fields: FieldWriter>(to fields: inout Fields) {
        fields.field("daysAgo", daysAgo)
        fields.field("end", TimeOfDay(minutes: end))
        fields.field("minutes", minutes)
        fields.field("stages", stages)
        fields.field("start", TimeOfDay(minutes: start))
      }
    }

    /// Nights or naps.
    public let kind: Kind
    /// The nights in the ring's order.
    public let nights: [Night]

    /// Creates a log of nights or naps.
    public init(_ kind: Kind, nights: [Night]) {
      self.kind = kind
      self.nights = nights
    }

    /// `nil` if the payload is invalid: bytes after the last night, or a time past the end of the day.
    init?(_ kind: Kind, payload: [UInt8]) throws(PayloadTooShort) {
      guard let count = payload.first else { return nil }
      var nights: [Night] = []
      var position = 1
      for _ in 0..<count {
        guard position + 2 <= payload.count else { throw PayloadTooShort() }
        let length = Int(payload[position + 1])
        let body = position + 2
        guard body + length <= payload.count else { throw PayloadTooShort() }
        guard length >= 4, length.isMultiple(of: 2) else { return nil }
        let start = payload.u16LE(at: body)
        let end = payload.u16LE(at: body + 2)
        guard start < 1440, end < 1440 else { return nil }
        let stages = stride(from: body + 4, to: body + length, by: 2).map { index in
          Stretch(code: payload[index], minutes: Int(payload[index + 1]))
        }
        nights.append(Night(daysAgo: Int(payload[position]), start: start, end: end, stages: stages))
        position = body + length
      }
      guard position == payload.count else { return nil }
      self.init(kind, nights: nights)
    }

    /// The encoded message, with at most 255 nights of at most 125 periods.
    public var bigData: BigData {
      var payload = [UInt8(clamping: nights.count)]
      for night in nights.prefix(255) {
        let stages = night.stages.prefix(125)
        payload += [UInt8(clamping: night.daysAgo), UInt8(4 + 2 * stages.count)]
        payload += [night.start, night.end].flatMap(Digits.u16LE)
        for stretch in stages { payload += [stretch.code, UInt8(clamping: stretch.minutes)] }
      }
      return BigData(id: kind.id, payload: payload)
    }

    static let sleepLogForm = LogForm(
      id: .sleep, sleep: .night, bigDataID: Kind.sleep.id,
      request: { .sleep(daysAgo: nil, isOlder: $0.usesOlderSleepRequest) })
    /// Naps are sent before the nights, in a frame of their own. They are requested again if that frame was lost.
    static let napsLogForm = LogForm(
      id: .naps, sleep: .nap, bigDataID: Kind.naps.id, capability: .newSleepProtocol,
      precedes: sleepLogForm.id, request: sleepLogForm.request)

    var log: Log? { kind == .sleep ? .sleep : .naps }
    func coveredDays(today: CalendarDate) -> [CalendarDate] { today.days(back: nights.map(\.daysAgo)) }

    func readings(_ context: ReadingContext) -> Readings {
      Readings(nights: nights.map { $0.night(kind, today: context.today, provenance: context.provenance) })
    }

    static func request(daysAgo: UInt8?, isOlder: Bool) -> BigData {
      BigData(id: Kind.sleep.id, payload: [daysAgo ?? BigDataForm.allDays] + (isOlder ? [] : [1]))
    }

    private static func request(in payload: [UInt8]) -> Request? {
      let isOlder = payload.count == 1
      guard isOlder || (payload.count == 2 && payload[1] == 1) else { return nil }
      return .sleep(daysAgo: BigDataForm.daysAgo(payload[0]), isOlder: isOlder)
    }

    /// Invents stages for the same number of nights and periods. The minutes still add up to the duration.
    private static func redacted(_ payload: [UInt8], _ redaction: Redaction) -> [UInt8] {
      // Bytes after the last decoded night are not understood, so they become zeros.
      var result = [UInt8](repeating: 0, count: payload.count)
      result[0] = payload[0]
      var position = 1
      while position + 6 <= payload.count {
        result[position] = payload[position]
        result[position + 1] = payload[position + 1]
        let end = min(position + 2 + Int(payload[position + 1]), payload.count)
        let begin = redaction.number(1290...1430)
        var minutes = 0
        for index in stride(from: position + 6, to: end - 1, by: 2) {
          result[index] = UInt8(redaction.number(2...5))
          result[index + 1] = UInt8(redaction.number(4...40))
          minutes += Int(result[index + 1])
        }
        let times = Digits.u16LE(begin) + Digits.u16LE((begin + minutes) % 1440)
        result.replaceSubrange(position + 2..<position + 6, with: times)
        position = end
      }
      return result
    }

    /// Writes the fields in alphabetical order.
    public func write<Fields: FieldWriter>(to fields: inout Fields) {
      fields.field("nights", nights)
      fields.field("type", kind == .sleep ? "sleep" : "naps")
    }
  }
}

extension ColmiRing.SleepLog.Night {
  fileprivate func night(
    _ kind: ColmiRing.SleepLog.Kind, today: CalendarDate, provenance: Provenance
  ) -> Night {
    let wokeUp = WallClock(date: today.adding(days: -daysAgo), minuteOfDay: end)
    return Night(
      kind: kind == .sleep ? .night : .nap, start: wokeUp.adding(minutes: -minutes), end: wokeUp,
      stages: stages.map { Night.Stretch(stage: $0.stage, minutes: $0.minutes) }, provenance: provenance)
  }
}

extension ColmiRing.SleepLog.Stretch {
  /// Creates a period of `stage`.
  public init(_ stage: SleepStage, minutes: Int) {
    switch stage {
    case .light: self.init(code: 2, minutes: minutes)
    case .deep: self.init(code: 3, minutes: minutes)
    case .rem: self.init(code: 4, minutes: minutes)
    case .awake: self.init(code: 5, minutes: minutes)
    }
  }
}
