import HaloCaptures

/// Options that select the frames to compare, and how frames are grouped into kinds.
struct FrameOptions: ParsableArguments {
  @OptionGroup var filterOptions: CaptureFilterOptions

  @OptionGroup var messageOptions: MessageOptions

  @Option(
    help: ArgumentHelp(
      """
      The bytes that identify the kind of a frame: a number of first bytes, such as 2, or offsets, such as 4-5 or \
      0,4 (default: the first byte, if it has few values).
      """, valueName: "bytes"))
  var kindBytes: KindBytes?

  /// The bytes that identify the kind of a frame.
  var rule: FrameKind.Rule { kindBytes.map { .bytes($0.offsets) } ?? .automatic }

  func validate() throws {
    try refuse(
      "Pass only one characteristic: frames of different characteristics cannot be compared.",
      if: filterOptions.characteristic.count > 1)
  }

  /// Returns the frames of the characteristic. `direction`, if given, replaces the direction of the filter.
  func frames(of capture: CaptureOptions, direction: RecordedFrame.Direction? = nil) throws -> ChosenFrames {
    let survey = try capture.survey()
    var filter = try filterOptions.filter(survey)
    if let direction { filter.direction = direction }
    let found = try CaptureFile.report(capture.file) {
      try CharacteristicFrames(capture.reader(), names: survey.names, filter)
    }
    guard let wanted = filterOptions.characteristic.first else {
      let sources = FrameSources.list(found.counts).map { "\n" + $0.text }.joined()
      throw ValidationError(Phrase("Name a characteristic with --characteristic.").text + sources)
    }
    guard let stream = found.streams.first else {
      let isFiltered = found.counts.keys.contains { filter.names($0) }
      throw Failure(
        EX.dataError,
        [
          isFiltered
            ? Phrase("\(capture.file): no frame of \(wanted) with that device, direction and time.")
            : Phrase("\(capture.file): no frame of \(wanted).")
        ] + FrameSources.list(found.counts))
    }
    return try choose(stream, found, survey)
  }

  private func choose(
    _ stream: CharacteristicFrames.Stream, _ found: CharacteristicFrames, _ survey: CaptureSurvey
  ) throws -> ChosenFrames {
    var notices: [Phrase] = []
    let others = found.streams.dropFirst().map {
      FrameSources.line($0.source, $0.frames.count, namesDevice: $0.source.device != stream.source.device)
    }
    if let first = others.first {
      let all = others.dropFirst().reduce(first) { "\($0); \($1)" }
      notices.append(Phrase("Left out: \(all). Choose with --direction, --device or a handle."))
    }
    var frames = stream.frames
    let frameCount = frames.count
    if let joining = messageOptions.joining {
      let (messages, strayCount) = joining.join(frames)
      guard !messages.isEmpty else {
        let start = joining.start
        throw Failure(
          EX.dataError,
          start.isEmpty || frames.contains { $0.bytes.starts(with: start) }
            ? Phrase("no message has the stated end. Inspect the frames with 'halo capture show'.")
            : Phrase(
              "no frame begins with \(FrameBytes.spaced(start)), so there are no messages to join. Inspect the frames with 'halo capture show'."
            ))
      }
      if strayCount > 0 {
        notices.append(
          strayCount == 1
            ? Phrase("Left out: 1 frame that belongs to no whole message.")
            : Phrase("Left out: \(strayCount) frames that belong to no whole message."))
      }
      frames = messages
    } else if let start = MessageJoining.likelyStart(frames) {
      let text = FrameBytes.spaced(start)
      let option = "--message-start \(text.filter { $0 != " " })"
      notices.append(Phrase("These frames look like parts of longer messages that begin with \(text). Try \(option)."))
    }
    let label = stream.source.device.flatMap { address in
      survey.devices.first { $0.address == address }?.label ?? address.description
    }
    return ChosenFrames(
      source: stream.source, device: label, frames: frames, frameCount: frameCount,
      isJoined: messageOptions.joining != nil,
      start: found.firstTime, notices: notices)
  }
}

/// The frames that a command works on.
struct ChosenFrames {
  let source: CharacteristicFrames.Source
  /// The device's label.
  let device: String?
  /// The frames, or the joined messages.
  let frames: [CharacteristicFrame]
  /// The number of frames before joining.
  let frameCount: Int
  let isJoined: Bool
  /// The start of the capture.
  let start: CaptureTime?
  /// Notices about the selection, one sentence each.
  let notices: [Phrase]

  /// Returns a count of frames, or of joined messages.
  static func counted(_ count: Int, isJoined: Bool) -> Phrase {
    switch (isJoined, count) {
    case (true, 1): Phrase("1 message")
    case (true, _): Phrase("\(count) messages")
    case (false, 1): Phrase("1 frame")
    case (false, _): Phrase("\(count) frames")
    }
  }

  /// "FFF4 (0x0014), received: 786 frames of HORIZON, 03:28:14 to 03:30:06".
  func heading(_ terminal: Terminal) -> String {
    var text = terminal.paint(FrameSources.name(source), .bold)
    var facts = Self.counted(frameCount, isJoined: false)
    if isJoined {
      let count = frames.count
      facts = count == 1 ? Phrase("\(facts) joined into 1 message") : Phrase("\(facts) joined into \(count) messages")
    }
    facts = source.direction == .sent ? Phrase("sent: \(facts)") : Phrase("received: \(facts)")
    text += ", " + facts.text
    if let device { text += ", \(VisibleText.printable(device))" }
    return text + "\n" + notices.map { $0.text + "\n" }.joined()
  }
}

/// Descriptions of the sources of frames.
enum FrameSources {
  static func name(_ source: CharacteristicFrames.Source) -> String {
    let handle = CaptureInfoText.hexadecimal(source.handle)
    guard let uuid = source.characteristic else { return Phrase("handle \(handle)").text }
    let name = CaptureInfoText.name(of: uuid, in: source.service)
    return source.isDescriptor ? Phrase("\(name) (\(handle), a descriptor)").text : "\(name) (\(handle))"
  }

  static func line(_ source: CharacteristicFrames.Source, _ count: Int, namesDevice: Bool) -> Phrase {
    let device = !namesDevice ? "" : source.device.map { " \($0)" } ?? ""
    let name = name(source) + device
    return source.direction == .sent ? Phrase("\(count) sent \(name)") : Phrase("\(count) received \(name)")
  }

  /// Returns a line per source of frames, the one with the most frames first.
  static func list(_ counts: [CharacteristicFrames.Source: Int]) -> [Phrase] {
    guard !counts.isEmpty else { return [Phrase("This capture has no frames.")] }
    let sorted = counts.sorted { ($1.value, $0.key.handle) < ($0.value, $1.key.handle) }
    let hasSeveralDevices = Set(counts.keys.map(\.device)).count > 1
    return [Phrase("Sources with frames:")]
      + sorted.map { "  \(line($0.key, $0.value, namesDevice: hasSeveralDevices))" }
  }
}

extension OperationFilter {
  /// True if the filter selects the source's handle or characteristic, regardless of devices and times.
  fileprivate func names(_ source: CharacteristicFrames.Source) -> Bool {
    handles.contains(source.handle) || source.characteristic.map { characteristics.contains($0) } ?? false
  }
}

/// The bytes that identify a frame's kind: `2` for the first two, or offsets, such as `4-5` or `0,4`.
struct KindBytes: ExpressibleByArgument {
  let offsets: [Int]

  init?(argument: String) {
    if let count = Int(argument) {
      guard (0...64).contains(count) else { return nil }
      offsets = [Int](0..<count)
      return
    }
    var offsets: [Int] = []
    for part in argument.split(separator: ",", omittingEmptySubsequences: false) {
      let ends = part.split(separator: "-", omittingEmptySubsequences: false).map { Int($0) ?? -1 }
      guard (1...2).contains(ends.count), let first = ends.first, let last = ends.last, first >= 0, first <= last,
        last < 512, last - first < 64
      else { return nil }
      offsets += first...last
    }
    self.offsets = offsets
  }
}
