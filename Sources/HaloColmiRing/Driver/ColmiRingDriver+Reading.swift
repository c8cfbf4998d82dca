extension ColmiRingDriver: SessionReading {
  /// The decoder's name and version.
  public static var decoderName: String { ColmiRing.decoderName }

  /// Decodes the frames of one session.
  public static func read(_ frames: [RecordedFrame], of device: DeviceTraits) -> SessionContents {
    var reader = ColmiRing.SessionDecoder(accelerometer: .init(of: frames))
    for (number, frame) in frames.enumerated() { reader.read(frame, number) }
    return reader.finish()
  }

  /// Computes the checksum of packets, and the CRC in the first frame of big data.
  public static func withChecksums(_ message: [RecordedFrame]) -> [RecordedFrame] {
    guard let first = message.first?.bytes, first.first == ColmiRing.BigData.mark,
      first.count >= ColmiRing.BigData.headerLength
    else {
      return message.map { frame in
        frame.bytes.count == ColmiRing.Packet.length
          ? frame.with(frame.bytes.dropLast() + [frame.bytes.dropLast().reduce(0, &+)]) : frame
      }
    }
    let end = ColmiRing.BigData.headerLength + first.u16LE(at: 2)
    let payload = message.flatMap(\.bytes).prefix(end).dropFirst(ColmiRing.BigData.headerLength)
    let crc = CRC16.modbus(payload)
    var withChecksums = first
    withChecksums[4] = UInt8(truncatingIfNeeded: crc)
    withChecksums[5] = UInt8(crc >> 8)
    return [message[0].with(withChecksums)] + message.dropFirst()
  }
}

extension ColmiRing {
  /// Decodes the frames of a session by the rules of a live sync: an incomplete answer is not completed with packets of
  /// the next one, "days ago" counts from the day of the request, and data with a wrong clock is dropped.
  struct SessionDecoder {
    private var contents = SessionContents()
    private var decoder: ReceivedDecoder
    /// The day of the latest request, by channel.
    private var requestDates: [Channel: CalendarDate] = [:]
    /// The number of verified statements.
    private var verifiedCount = 0
    /// The number of statements when the clock was set and the date before that was unknown.
    private var doubtfulCount = 0
    /// True if the ring reported its date since the last statement.
    private var hasReportedDate = false
    /// The date that the ring reported last.
    private var reportedDate: CalendarDate?
    /// The heart rates of that date that came next, with their time: they show the error of the clock before it is set.
    private var clockLog: (log: HeartRateLog, time: Moment)?
    /// True if the ring was charging, and therefore not worn.
    private var wasCharged = false
    /// The days of sleep in quarter hours, and the index of the statements about the nights in them.
    private var quarters: (days: [(day: SleepQuarters, frames: [Int])], index: Int?, asked: CalendarDate?) = (
      [], nil, nil
    )
    private var raw = RawChunker()
    private var battery = BatteryReports()
    /// Some rings send each raw reading on both channels. Only the first channel with a reading is used.
    private var rawChannel: Channel?

    /// Creates a reader for a session with this encoding of the accelerometer.
    init(accelerometer: RawAccelerometer.Encoding) { decoder = ReceivedDecoder(accelerometer: accelerometer) }

    mutating func read(_ frame: RecordedFrame, _ index: Int) {
      guard let channel = Channel(frame.characteristic, frame.direction) else { return }
      switch frame.direction {
      case .sent: readRequest(frame, channel, index)
      case .received:
        var messages: [(Message, [Int])] = []
        decoder.receive(frame.bytes, on: channel, number: index) { message, trail in
          messages.append((message, trail.all))
        }
        for (message, frames) in messages { take(message, frames, frame, channel) }
      }
    }

    func finish() -> SessionContents {
      var contents = contents
      contents.raw = raw.finish()
      contents.verifiedCount = verifiedCount
      contents.doubtfulCount = doubtfulCount
      // While a ring charges, its newest value is old even if the clock is right.
      if wasCharged {
        for index in contents.clockEvents.indices where contents.clockEvents[index].found?.certainty == .likely {
          contents.clockEvents[index].found = nil
        }
      }
      return contents
    }

    private mutating func readRequest(_ frame: RecordedFrame, _ channel: Channel, _ index: Int) {
      decoder.finish(channel) { _, _ in }
      requestDates[channel] = frame.moment.wallClock.date
      guard channel == .commands, let packet = Packet(frame.bytes), let request = Request(packet) else { return }
      if case .sleepQuarters(let daysAgo) = request {
        quarters.asked = frame.moment.wallClock.date.adding(days: -Int(daysAgo))
      }
      guard case .setTime = request else { return }
      if !hasReportedDate, contents.statements.count > verifiedCount {
        doubtfulCount = contents.statements.count
        quarters = ([], nil, nil)
      }
      let found = reportedDate.flatMap { date in clockLog.flatMap { ClockEvidence.found(date, $0.log, at: $0.time) } }
      contents.clockEvents.append(
        .init(frame: index, time: frame.moment, zone: frame.zone, wrongDate: nil, found: found))
      reportedDate = nil
      clockLog = nil
    }

    private mutating func take(
      _ message: Message, _ frames: [Int], _ frame: RecordedFrame, _ channel: Channel
    ) {
      let today = frame.moment.wallClock.date
      if case .dayTotals(let totals) = message, totals.daysAgo == 0 {
        return verify(totals.date, today, frames, frame)
      }
      if let reading = RawReading(message, frame: nil) {
        rawChannel = rawChannel ?? channel
        return rawChannel == channel ? raw.add(reading, at: frame.moment) : ()
      }
      if case .battery(let report) = message, report.isCharging { wasCharged = true }
      if case .battery(let report) = message,
        !battery.becomesSample(BatteryState(percent: report.percent, isCharging: report.isCharging), at: frame.moment)
      {
        return
      }
      if case .sleepQuarters(let day) = message { return takeNights(of: day, frames) }
      if case .noData(let none) = message, none.of == .sleepQuarters, let date = quarters.asked {
        return takeNights(of: SleepQuarters(date: date, quarters: []), frames)
      }
      let content = message.content
      if let values = content.liveValues, frames.count == 1 {
        let source: SampleSource = frame.bytes.first == Push.command ? .push : .live
        let provenance = Provenance(frames: frames, decoder: ColmiRing.decoderName)
        let samples = values.map { metric, value in
          Sample(metric, Double(value), start: frame.moment.wallClock, source: source, provenance: provenance)
        }
        return contents.statements.append(
          LogEntry(
            log: content is Battery ? .battery : .live, readings: Readings(samples: samples),
            clock: .host(secondsFromGMT: frame.secondsFromGMT), frames: frames, decoder: ColmiRing.decoderName))
      }
      // If midnight passed between request and answer, "days ago" is ambiguous.
      guard requestDates[channel] == today, let entry = content.entry(today: today, frames: frames) else { return }
      contents.statements.append(entry)
      // A statement for the date that the ring just reported needs no further check.
      if reportedDate == nil || content.namedDates != reportedDate.map({ [$0] }) { hasReportedDate = false }
      if case .heartRateLog(let log) = message { clockLog = (log, frame.moment) }
    }

    /// Adds a day of sleep in quarter hours. The nights are assembled again, because a night has parts of two days.
    private mutating func takeNights(of day: SleepQuarters, _ frames: [Int]) {
      quarters.days.append((day, frames))
      let (nights, dates) = QuarterNights.found(in: quarters.days)
      guard !dates.isEmpty else { return }
      let statements = [(Night.Kind.night, LogID.sleep), (.nap, .naps)].map { kind, log in
        LogEntry(
          log: log, readings: Readings(nights: nights.filter { $0.kind == kind }), days: dates, sleep: kind,
          frames: quarters.days.flatMap(\.frames).sorted(), decoder: ColmiRing.decoderName)
      }
      if let index = quarters.index, index >= verifiedCount {
        contents.statements.replaceSubrange(index..<index + 2, with: statements)
      } else {
        quarters.index = contents.statements.count
        contents.statements += statements
      }
      hasReportedDate = false
    }

    /// Verifies or drops the statements since the last check with a date that the ring reports.
    private mutating func verify(_ date: CalendarDate, _ today: CalendarDate, _ frames: [Int], _ frame: RecordedFrame) {
      hasReportedDate = true
      reportedDate = date
      clockLog = nil
      let isBeginning = contents.hadCorrectDate == nil && contents.clockEvents.isEmpty
      // Midnight may have passed while the answer was in transit. Before the clock is set, the ring may still have the
      // date of another time zone.
      let isNear = abs(date.daysSince1970 - today.daysSince1970) <= 1
      let isRight = date == today || date == requestDates[.commands] || (isBeginning && isNear)
      if isBeginning { contents.hadCorrectDate = isRight }
      if !isRight {
        removeUnverified(from: verifiedCount)
        contents.clockEvents.append(
          .init(frame: frames[0], time: frame.moment, zone: frame.zone, wrongDate: date))
      } else if doubtfulCount > verifiedCount {
        removeUnverified(from: verifiedCount, to: doubtfulCount)
      }
      verifiedCount = contents.statements.count
      doubtfulCount = 0
    }

    /// Drops statements that depend on a wrong clock. Live values are kept, because this machine's clock gave their
    /// time.
    private mutating func removeUnverified(from first: Int, to end: Int? = nil) {
      let end = end ?? contents.statements.count
      let kept = contents.statements[first..<end].filter { $0.clock != .device }
      quarters = ([], nil, nil)
      contents.statements.replaceSubrange(first..<end, with: kept)
    }
  }
}

extension ColmiRing.RawAccelerometer.Encoding {
  /// Returns the encoding of a session with one ring: 16 bits if any reading cannot be of 12 bits.
  init(of frames: [RecordedFrame]) {
    let isSixteenBit = frames.contains { frame in
      guard frame.direction == .received, frame.bytes.starts(with: [0xA1, ColmiRing.RawAccelerometer.subtype]) else {
        return false
      }
      return ColmiRing.Packet(frame.bytes).map(Self.isCertainlySixteenBit) ?? false
    }
    self = isSixteenBit ? .sixteenBit : .twelveBit
  }
}

extension ColmiRing.Channel {
  /// The channel of a characteristic and direction.
  init?(_ characteristic: BluetoothUUID, _ direction: RecordedFrame.Direction) {
    switch (characteristic, direction) {
    case (ColmiRing.GATT.commandWrite, .sent), (ColmiRing.GATT.commandNotify, .received): self = .commands
    case (ColmiRing.GATT.bigDataWrite, .sent), (ColmiRing.GATT.bigDataNotify, .received): self = .bigData
    default: return nil
    }
  }
}
