/// Assembles an explanation.
extension ExplanationReport {
  /// Maximum number of inputs, frames and messages to show, in addition to the frames that contain the value.
  static let most = 100

  mutating func add(_ id: String, _ name: Phrase, text: Phrase) {
    lines.append(Line(id: id, name: name, text: text))
  }

  /// Adds a note as a line and as a sentence.
  mutating func note(_ id: String, _ text: Phrase) {
    add(id, Phrase("Note"), text: text)
    sentence = Phrase("\(sentence) \(text)")
  }

  mutating func device(_ name: String?) {
    if let name, !name.isEmpty { add("device", Phrase("Device"), text: Phrase(verbatim: name)) }
  }

  mutating func accuracy(_ words: [Phrase]) {
    accuracy = words
    if let text = Phrase.sentences(words) { add("accuracy", Phrase("Accuracy"), text: text) }
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
        text: Phrase("its log “\(log)”, received on \(clock.date, .full), \(clock.time)"))
    }
    try addDecoder(
      message?.decoder, hasFrames: message.map { !$0.frames.isEmpty } ?? true,
      message == nil ? [origin()].compactMap(\.self) : [])
  }

  /// Adds the decoder, or why there are no frames: the files that the values were imported from.
  mutating func addDecoder(_ decoder: String?, hasFrames: Bool, _ origins: [ImportOrigin] = []) {
    self.decoder = decoder
    if let decoder {
      add("decoder", Phrase("Decoder"), text: Phrase(verbatim: decoder))
      if !hasFrames { add("frames", Phrase("Frames"), text: Phrase("The frames were deleted.")) }
    } else {
      add("imported", Phrase("Imported"), text: Self.words(origins) ?? Phrase("Imported from a file, without frames."))
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
}
