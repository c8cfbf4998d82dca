/// An explanation that is being assembled.
struct ExplanationDraft {
  /// Maximum number of frames and messages to show, in addition to those that contain the value.
  static let most = 100

  let subject: ExplainSubject
  let name: Phrase
  let value: Double
  let unit: HaloHealth.Unit
  let text: Phrase
  let when: Moment
  var lines: [ExplanationReport.Line] = []
  var sentence: [Phrase] = []
  var source = ExplanationReport.Source(name: "log", device: nil, words: SampleSource.log.title)
  var algorithm: ExplanationReport.Algorithm?
  var confidence: ExplanationReport.Confidence?
  var accuracy: [Phrase] = []
  var inputs: [ExplanationReport.Input] = []
  var messages: [DecodedMessage] = []
  var decoder: String?
  var frames: [ExplanationReport.Frame] = []
  var framesMore = 0

  init(
    _ subject: ExplainSubject, _ name: Phrase, _ value: Double, _ unit: HaloHealth.Unit, _ text: Phrase, when: Moment
  ) {
    self.subject = subject
    self.name = name
    self.value = value
    self.unit = unit
    self.text = text
    self.when = when
  }

  mutating func add(_ id: String, _ name: Phrase, _ text: Phrase) { lines.append(.init(id, name, text)) }

  /// Adds a note as a line and as a sentence.
  mutating func note(_ id: String, _ text: Phrase) {
    add(id, Phrase("Note"), text)
    sentence.append(text)
  }

  mutating func device(_ name: String?) {
    if let name, !name.isEmpty { add("device", Phrase("Device"), Phrase(verbatim: name)) }
  }

  mutating func accuracy(_ words: [Phrase]) {
    accuracy = words
    if let text = Phrase.sentences(words) { add("accuracy", Phrase("Accuracy"), text) }
  }

  /// Adds the message that contained the value and its time of arrival, or the file that it was imported from.
  mutating func addMessage(
    _ message: Explanation?, _ registry: DriverRegistry, _ origin: @autoclosure () throws -> ImportOrigin?
  ) rethrows {
    if let message {
      let clock = message.received.wallClock
      let log = registry.family(message.device.family)?.name(of: message.log) ?? message.log.phrase
      add(
        "message", Phrase("Message"),
        Phrase("its log “\(log)”, received on \(clock.date, .full), \(clock.time)"))
    }
    try addDecoder(
      message?.decoder, hasFrames: message.map { !$0.frames.isEmpty } ?? true,
      message == nil ? [origin()].compactMap(\.self) : [])
  }

  /// Adds the decoder, or why there are no frames: the files that the values were imported from.
  mutating func addDecoder(_ decoder: String?, hasFrames: Bool, _ origins: [ImportOrigin] = []) {
    self.decoder = decoder
    if let decoder {
      add("decoder", Phrase("Decoder"), Phrase(verbatim: decoder))
      if !hasFrames { add("frames", Phrase("Frames"), Phrase("The frames were deleted.")) }
    } else {
      add("imported", Phrase("Imported"), Self.words(origins) ?? Phrase("Imported from a file, without frames."))
    }
  }

  /// The place in the file of one value, or the files of several values; `nil` without an origin.
  private static func words(_ origins: [ImportOrigin]) -> Phrase? {
    if origins.count == 1, let origin = origins.first, let place = origin.placeText {
      return Phrase("from \(place) of \(origin.file), on \(origin.time.wallClock.date, .full)")
    }
    let files = origins.reduce(into: [(file: String, date: CalendarDate)]()) { files, origin in
      let found = (origin.file, origin.time.wallClock.date)
      if !files.contains(where: { $0 == found }) { files.append(found) }
    }
    return Phrase.all(files.map { Phrase("from \($0.file), on \($0.date, .full)") })
  }

  var report: ExplanationReport {
    let shown = inputs.prefix(Self.most)
    return ExplanationReport(
      id: subject.id, name: name, value: value, unit: unit, text: text,
      sentence: Phrase.sentences(sentence) ?? name, when: when, lines: lines, source: source, algorithm: algorithm,
      confidence: confidence, accuracy: accuracy, inputs: Array(shown), inputsMore: inputs.count - shown.count,
      messages: messages, decoder: decoder, frames: frames, framesMore: framesMore)
  }
}

extension ExplanationReport.Line {
  fileprivate init(_ id: String, _ name: Phrase, _ text: Phrase) { (self.id, self.name, self.text) = (id, name, text) }
}
