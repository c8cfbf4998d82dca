extension EverestW311 {
  /// Steps and sleep of a day, in one of two layouts, followed by `DE 02 01 ED`.
  ///
  /// ```
  /// minutes                                     five minutes
  /// ← DE 02 01 FE …   StepTotals                ← DE 02 01 FE …   StepTotals
  /// ← 01 s s m m m …  number, 19 bytes          ← …               DayDetails
  /// ← 02 m m m …      two bytes: minutes asleep ← d d w w g g g h m n n 00 …   stride, weight, goals, n: byte count
  /// ← …               then a byte per minute    ← i h l  i h l  i 80 …         slots, across packets
  /// byte per minute: steps, or from 250 on sleep: 250 deep, 251 and 252 light, 253 awake · 254 unknown · 255 the end
  /// slot: its number (lowest 8 bits), then steps in two bytes, or sleep: 80 deep, 81 and 82 light, 83 awake; on past
  /// days a sleep slot has two bytes and covers all slots since the previous one, today three
  /// ```
  ///
  /// The first layout is that of iSport's own app for the W311, the second that of Titan's app for watches of the same
  /// maker. Which one the Everest uses is not known, so ``Layout`` is inferred from the packets. From documents only.
  public struct DayHistory: WatchMessage {
    static let command = Command(2, 0x01)

    static func question(_ date: CalendarDate) -> SimpleRequest {
      SimpleRequest(command, Message.Topic.day.name, mark: Frame.Mark.data, on: date)
    }

    /// The layout of the packets.
    public enum Layout: String, Sendable, CaseIterable {
      /// One byte per minute.
      case minutes
      /// Slots of five minutes.
      case fiveMinutes

      /// Minutes per cell.
      public var cellMinutes: Int { self == .minutes ? 1 : 5 }
      /// Cells per day.
      public var cellCount: Int { 1440 / cellMinutes }
      fileprivate var maximumSteps: Int { self == .minutes ? 249 : 0x7FFF }
    }

    /// The data of a minute, or of five.
    public enum Cell: Hashable, Sendable {
      /// Awake, with that many steps.
      case steps(Int)
      /// In bed.
      case sleep(Sleep)
    }

    /// The sleep stage as the watch encodes it.
    public enum Sleep: UInt8, Sendable, CaseIterable {
      case deep, light, veryLight, awake

      /// The stage in Halo's vocabulary.
      public var stage: SleepStage {
        switch self {
        case .deep: .deep
        case .light, .veryLight: .light
        case .awake: .awake
        }
      }
    }

    /// The day's totals.
    public let totals: StepTotals
    /// The layout of the packets.
    public let layout: Layout
    /// Minutes asleep, as the watch counts them.
    public let sleepMinutes: Int
    /// The day from midnight on, `nil` for unknown cells.
    public let cells: [Cell?]

    /// Creates a day. Cells beyond its end and unknown cells at its end are dropped; steps are clamped to the maximum
    /// of a cell.
    public init(totals: StepTotals, layout: Layout, sleepMinutes: Int, cells: [Cell?]) {
      self.totals = totals
      self.layout = layout
      self.sleepMinutes = min(max(sleepMinutes, 0), 0xFFFF)
      var cells = cells.prefix(layout.cellCount).map { cell -> Cell? in
        if case .steps(let steps)? = cell { .steps(min(max(steps, 0), layout.maximumSteps)) } else { cell }
      }
      while let last = cells.last, last == nil { cells.removeLast() }
      self.cells = cells
    }

    /// The minutes of the day that the cells cover.
    var reportedMinutes: Int { cells.count * layout.cellMinutes }

    /// Periods of one sleep stage, in order.
    var sleep: [(start: TimeOfDay, minutes: Int, stage: SleepStage)] {
      var stretches: [(start: Int, end: Int, stage: SleepStage)] = []
      for (index, cell) in cells.enumerated() {
        guard case .sleep(let sleep)? = cell else { continue }
        if let last = stretches.last, last.end == index, last.stage == sleep.stage {
          stretches[stretches.count - 1].end = index + 1
        } else {
          stretches.append((index, index + 1, sleep.stage))
        }
      }
      return stretches.map {
        (TimeOfDay(minutes: $0.start * layout.cellMinutes), ($0.end - $0.start) * layout.cellMinutes, $0.stage)
      }
    }

    /// Cells with steps.
    var steps: [(start: TimeOfDay, steps: Int)] {
      cells.enumerated().compactMap { index, cell in
        guard case .steps(let steps)? = cell, steps > 0 else { return nil }
        return (TimeOfDay(minutes: index * layout.cellMinutes), steps)
      }
    }

    var frames: [[UInt8]] { packets }

    func isAnswer(to request: Request, on channel: Channel) -> Bool { request == .day(totals.date) }

    /// The steps of every cell, and the day's totals. Sleep is not included, because a night has parts of two days.
    func statement(frames: [Int]) -> LogEntry? {
      let provenance = Provenance(frames: frames, decoder: decoderName)
      let samples = steps.map {
        Sample(
          .steps, Double($0.steps), start: WallClock(date: totals.date, minuteOfDay: $0.start.minutes),
          minutes: layout.cellMinutes, source: .log, provenance: provenance)
      }
      return LogEntry(
        log: .activity, readings: Readings(samples: samples, totals: [totals.totals(frames: frames)]),
        days: [totals.date], metrics: [.steps], frames: frames, decoder: decoderName)
    }

    /// Writes the fields in alphabetical order.
    public func write<Fields: FieldWriter>(to fields: inout Fields) {
      fields.field("activeMinutes", totals.activeMinutes)
      fields.field("date", totals.date)
      fields.field("intervals", steps.map { StepFields(time: $0.start, steps: $0.steps) })
      fields.field("kilocalories", totals.kilocalories)
      fields.field("layout", layout.rawValue)
      fields.field("meters", totals.meters)
      fields.field("of", "day")
      fields.field(
        "sleep", sleep.map { SleepFields(time: $0.start, minutes: $0.minutes, stage: $0.stage) })
      fields.field("sleepMinutes", sleepMinutes)
      fields.field("steps", totals.steps)
      fields.field("type", "history")
      fields.field("verified", false)
    }
  }

  private struct StepFields: MessageFields {
    let time: TimeOfDay
    let steps: Int

    func write<Fields: FieldWriter>(to fields: inout Fields) {
      fields.field("steps", steps)
      fields.field("time", time)
    }
  }

  private struct SleepFields: MessageFields {
    let time: TimeOfDay
    let minutes: Int
    let stage: SleepStage

    func write<Fields: FieldWriter>(to fields: inout Fields) {
      fields.field("minutes", minutes)
      fields.field("stage", stage.rawValue)
      fields.field("time", time)
    }
  }
}

// MARK: Packets

extension EverestW311.DayHistory {
  /// Decodes a head and the packets after it; `nil` if they match neither layout.
  init?(_ packets: [[UInt8]]) {
    guard let head = packets.first.flatMap({ EverestW311.Frame($0) }), let totals = EverestW311.StepTotals(head)
    else { return nil }
    let rest = [[UInt8]](packets.dropFirst())
    // Ascending packet numbers are the more reliable sign: the other layout begins with minutes and a stride.
    if let known = Self(totals, minutes: rest) ?? Self(totals, fiveMinutes: rest) { self = known } else { return nil }
  }

  /// The encoded packets, including the end. With the layout of five minutes, the day is encoded as a past one.
  public var packets: [[UInt8]] {
    let body = layout == .minutes ? minutePackets : slotPackets
    return [totals.bytes] + body + [EverestW311.Frame(.watch, Self.command, EverestW311.Frame.Mark.end).bytes]
  }

  private init?(_ totals: EverestW311.StepTotals, minutes packets: [[UInt8]]) {
    guard let first = packets.first?.first, first <= 1, packets[0].count >= 3 else { return nil }
    for (index, packet) in packets.enumerated() where packet.first != first &+ UInt8(truncatingIfNeeded: index) {
      return nil
    }
    // A single packet is ambiguous; the other layout has at least two, and none is padded with FF.
    let body = packets.flatMap { $0.dropFirst() }
    let cells = body.dropFirst(2).prefix { $0 != 0xFF }.map { byte -> Cell? in
      byte < 250 ? .steps(Int(byte)) : Sleep(rawValue: byte - 250).map { .sleep($0) }
    }
    guard cells.count <= Layout.minutes.cellCount else { return nil }
    self.init(totals: totals, layout: .minutes, sleepMinutes: body.bigEndian(at: 0), cells: cells)
  }

  private var minutePackets: [[UInt8]] {
    var body: [UInt8] = []
    body.append(bigEndian: sleepMinutes)
    body += cells.map { cell in
      switch cell {
      case .steps(let steps): UInt8(clamping: steps)
      case .sleep(let sleep): 250 + sleep.rawValue
      case nil: 254
      }
    }
    let count = (body.count + 18) / 19
    body += [UInt8](repeating: 0xFF, count: count * 19 - body.count)
    return (0..<count).map { [UInt8(truncatingIfNeeded: $0 + 1)] + body[$0 * 19..<$0 * 19 + 19] }
  }

  private init?(_ totals: EverestW311.StepTotals, fiveMinutes packets: [[UInt8]]) {
    guard packets.count >= 2, let details = EverestW311.DayDetails(packets[0]), packets[1].count == 20,
      packets[1][11...].allSatisfy({ $0 == 0 })
    else { return nil }
    let count = packets[1].bigEndian(at: 9)
    let body = [UInt8](packets.dropFirst(2).joined())
    guard count <= body.count, body.count < count + 20 else { return nil }
    let slots = [UInt8](body.prefix(count))
    // A sleep slot has two bytes on past days and three today. With the wrong width, more slots appear to be missing.
    let readings = [2, 3].compactMap { Self.cells(slots, sleepWidth: $0) }
    guard let likeliest = readings.min(by: { $0.leftOut < $1.leftOut }) else { return nil }
    self.init(totals: totals, layout: .fiveMinutes, sleepMinutes: details.sleepMinutes, cells: likeliest.cells)
  }

  /// Decodes the slots, and counts the missing ones; `nil` if the numbers do not ascend to the end of the bytes.
  private static func cells(_ bytes: [UInt8], sleepWidth: Int) -> (cells: [Cell?], leftOut: Int)? {
    let most = Layout.fiveMinutes.cellCount
    var cells: [Cell?] = []
    var leftOut = 0
    var position = 0
    while position + 1 < bytes.count {
      // The slot number wraps around after 255.
      let step = bytes[position] &- UInt8(truncatingIfNeeded: cells.count)
      let index = cells.count + Int(step)
      guard index < most else { return nil }
      leftOut += Int(step)
      let kind = bytes[position + 1]
      if kind & 0x80 != 0 {
        let sleep = Sleep(rawValue: kind & 0x7F)
        // Missing slots continue the sleep stage.
        cells += [Cell?](repeating: sleep.map { .sleep($0) }, count: Int(step) + 1)
        position += sleepWidth
      } else {
        guard position + 2 < bytes.count else { return nil }
        cells += [Cell?](repeating: nil, count: Int(step))
        cells.append(.steps(bytes.bigEndian(at: position + 1)))
        position += 3
      }
    }
    return position == bytes.count ? (cells, leftOut) : nil
  }

  private var slotPackets: [[UInt8]] {
    var slots: [UInt8] = []
    for (index, cell) in cells.enumerated() {
      let number = UInt8(truncatingIfNeeded: index)
      switch cell {
      case .steps(let steps):
        slots.append(number)
        slots.append(bigEndian: steps)
      case .sleep(let sleep): slots += [number, 0x80 | sleep.rawValue]
      // An unknown cell is skipped, but must be encoded before sleep, which would otherwise extend over it.
      case nil: slots += [number, 0xFF]
      }
    }
    let details = EverestW311.DayDetails(
      sleepMinutes: sleepMinutes, restMinutes: 0, walkMinutes: [], runMinutes: [], batteryPercent: 0)
    var goals: [UInt8] = [UInt8](repeating: 0, count: 9)
    goals.append(bigEndian: slots.count)
    goals += [UInt8](repeating: 0, count: 9)
    return [details.bytes, goals]
      + stride(from: 0, to: slots.count, by: 20).map { start in
        let part = slots[start..<min(start + 20, slots.count)]
        return part + [UInt8](repeating: 0, count: 20 - part.count)
      }
  }
}
