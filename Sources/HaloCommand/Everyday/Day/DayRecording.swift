/// The messages in a file of frames, with the lines that each came from.
struct DayRecording {
  /// The counts of frames, messages and lines that could or could not be read.
  struct Counts: Encodable, Equatable {
    var frames = 0
    var messages = 0
    var unknown = 0
    var corrupt = 0
    var incomplete = 0
    var notHexadecimal = 0

    /// "43 frames read: 8 messages understood, 1 unknown."
    var sentence: Phrase {
      var parts = [messages == 1 ? Phrase("1 message understood") : Phrase("\(messages) messages understood")]
      if unknown > 0 { parts.append(Phrase("\(unknown) unknown")) }
      if corrupt > 0 { parts.append(Phrase("\(corrupt) damaged")) }
      if incomplete > 0 { parts.append(Phrase("\(incomplete) unfinished")) }
      if notHexadecimal > 0 {
        parts.append(
          notHexadecimal == 1
            ? Phrase("1 line not hexadecimal") : Phrase("\(notHexadecimal) lines not hexadecimal"))
      }
      let list = Phrase.list(parts) ?? Phrase("")
      return frames == 1 ? Phrase("1 frame read: \(list).") : Phrase("\(frames) frames read: \(list).")
    }
  }

  private(set) var counts = Counts()
  private let family: WearableFamily
  private var messages: [(message: any DayMessage, frames: [Int])] = []
  /// The line of each frame.
  private var lines: [Int] = []

  /// Reads frames, one per line, from a file or, if `path` is `-`, from standard input.
  init(path: String, name: String) throws {
    // Frames do not identify their family, so the first driver that can read such files is used.
    let types = HaloProgram.registry.drivers.lazy.compactMap { driver in
      (driver.frameDecoder as? any RecordingDecoder.Type).map { ($0, driver.family) }
    }
    guard let (type, family) = types.first else {
      throw ValidationError(
        Phrase("This program has no driver that reads days from a file of frames."))
    }
    self.family = family
    var decoder: any RecordingDecoder = type.init()
    var input = FrameInput()
    try FrameInput.withFile(at: path) { file in
      try input.read(file, name: name) { line, channel, frame in
        lines.append(line)
        let characteristic = channel.flatMap { type.characteristic(ofChannel: $0, .received) }
        decoder.receive(frame, .received, of: characteristic) { messages.append(($0, $1)) }
      }
    }
    decoder.finish { messages.append(($0, $1)) }
    counts.frames = lines.count
    counts.notHexadecimal = input.problems
    for (message, _) in messages {
      switch message.type {
      case "unknown": counts.unknown += 1
      case "corrupt": counts.corrupt += 1
      case "incomplete": counts.incomplete += 1
      default: counts.messages += 1
      }
    }
  }

  /// The day on the ring's clock when it was read. Exact if a message has a date and the number of days since then;
  /// otherwise the newest date in the messages. `nil` if no message has a date.
  var today: CalendarDate? {
    messages.lazy.compactMap(\.message.today).max() ?? messages.flatMap(\.message.namedDates).max()
  }

  /// True if the file contains several syncs, so that "days back from today" is ambiguous. Dates within one sync
  /// never increase, so an increasing date starts another sync.
  var mixesSyncs: Bool {
    let dates = messages.flatMap(\.message.namedDates)
    return zip(dates, dates.dropFirst()).contains { $0 < $1 }
  }

  /// Returns the days with readings, in order.
  func dates(today: CalendarDate) -> [CalendarDate] { Self.dates(in: entries(today: today)) }

  /// Returns the reports of the days in the file, from a journal in memory. Its frames are lines of the file.
  func reports(today: CalendarDate) throws -> Reports {
    let entries = entries(today: today)
    // No value is later than the end of the newest day.
    let end = max(today, Self.dates(in: entries).last ?? today).adding(days: 1).midnight
    let read = Moment(end, secondsFromGMT: 0)
    let wearer = "me"
    let journal = try Journal.inMemory()
    let device = try journal.pair(
      DeviceID("file"), family: family.id, name: family.id, wearer: wearer, at: read)
    let session = try journal.begin("capture", with: device, at: read, zone: "")
    let contents = SessionContents(
      statements: entries, clockEvents: [.init(frame: 0, time: read, zone: "", wrongDate: nil)], hadCorrectDate: true,
      verifiedCount: entries.count)
    try journal.apply(
      DecodedSession(contents, decoder: entries.first?.decoder ?? "", frames: lines.map { (id: $0, time: read) }),
      toSession: session.id)
    return try Reports(journal: journal, wearer: wearer, isByDeviceClock: true)
  }

  private func entries(today: CalendarDate) -> [LogEntry] {
    messages.compactMap { $0.message.entry(today: today, frames: $0.frames) }
  }

  private static func dates(in entries: [LogEntry]) -> [CalendarDate] {
    Set(entries.flatMap(\.readings.dates)).sorted()
  }
}
