extension Reports {
  /// Adds frames and their decoded messages. `marks` are the values to locate in messages; `nil` if the frames belong
  /// to inputs. Inputs may have hundreds of messages, so these are not listed and nothing is marked.
  func add(
    _ frames: [(id: Int, frame: RecordedFrame)], to draft: inout ExplanationReport, _ registry: DriverRegistry,
    marks values: [(value: MessageValue, message: [(id: Int, frame: RecordedFrame)])]?
  ) throws {
    let families = try Dictionary(
      Set(frames.map(\.frame.device)).compactMap { id in try journal.device(id).map { (id, $0.family) } }
    ) { $1 }
    let messages = families.sorted { $0.key.text < $1.key.text }.flatMap { id, family in
      registry.messages(in: frames.map(\.frame).filter { $0.device == id }, family: family).map(DecodedMessage.init)
    }
    if values != nil { draft.messages = Array(messages.prefix(ExplanationReport.most)) }
    var marks: [Int: [Range<Int>]] = [:]
    for (value, message) in values ?? [] {
      for (frame, ranges) in try bytes(of: value, in: message, families, registry) {
        marks[frame, default: []] += ranges
      }
    }
    // If nothing could be marked, show the first frame of the message.
    let shown = marks.isEmpty && values?.isEmpty == false ? Set(frames.prefix(1).map(\.id)) : Set(marks.keys)
    let kept = frames.enumerated().filter {
      shown.contains($0.element.id) || $0.offset >= frames.count - ExplanationReport.most
    }
    // If all frames belong to one message, show its name for each frame.
    let common = messages.count == 1 && frames.count > 1 ? messages[0].kind : nil
    draft.frames = kept.map { index, entry in
      let (id, frame) = entry
      let family = families[frame.device]
      let fields = family.map { registry.byteMap(of: frame, family: $0) } ?? []
      let alone = family.flatMap { registry.messages(in: [frame], family: $0).first.map(DecodedMessage.init)?.kind }
      return ExplanationReport.Frame(
        number: id, time: frame.moment, characteristic: "\(frame.characteristic)", direction: frame.direction.rawValue,
        hex: Hexadecimal.string(frame.bytes),
        meaning: common.map { Phrase("\($0), packet \(index + 1) of \(frames.count)") }
          ?? alone.map { Phrase(verbatim: $0) },
        shown: shown.contains(id),
        marks: (marks[id] ?? []).sorted { $0.lowerBound < $1.lowerBound }.map { range in
          let names = fields.filter { $0.range.overlaps(range) }.map(\.name)
          return .init(
            from: range.lowerBound, to: range.upperBound - 1,
            field: names.isEmpty ? nil : names.joined(separator: ", "))
        })
    }
    draft.framesMore += frames.count - kept.count
  }

  /// Locates a value in a message. Returns byte ranges by the journal's frame numbers.
  private func bytes(
    of value: MessageValue, in message: [(id: Int, frame: RecordedFrame)], _ families: [DeviceID: String],
    _ registry: DriverRegistry
  ) throws -> [Int: [Range<Int>]] {
    guard let last = message.last, let driver = families[last.frame.device].flatMap({ registry.driver($0) }) else {
      return [:]
    }
    let (session, device) = try journal.session(upTo: last.id, count: 4096)
    let indices = Dictionary(session.enumerated().map { ($1.id, $0) }) { $1 }
    let own = message.compactMap { indices[$0.id] }
    guard own.count == message.count else { return [:] }
    let found = driver.bytes(of: value, in: own, of: session.map(\.frame), from: device)
    return Dictionary(uniqueKeysWithValues: found.map { (session[$0].id, $1) })
  }
}
