import HaloCaptures

/// Shows the frames of one capture below each other, with changed bytes marked.
struct DiffText {
  private let terminal: Terminal
  private let rows: HexRows

  init(_ terminal: Terminal) {
    self.terminal = terminal
    rows = HexRows(terminal: terminal, indent: 14)
  }

  /// Returns how often a frame was repeated.
  static func repeats(_ count: Int) -> Phrase {
    count == 1 ? Phrase("… repeated 1 time") : Phrase("… repeated \(count) times")
  }

  func report(_ chosen: ChosenFrames, _ kinds: [(FrameKind, [FrameStep])]) -> String {
    var text = chosen.heading(terminal)
    for (kind, steps) in kinds {
      let count = steps.reduce(0) { $0 + 1 + $1.repeatCount }
      text += "\n" + terminal.paint(FrameBytes.name(kind), .bold)
      text += "  \(ChosenFrames.counted(count, isJoined: chosen.isJoined).text)\n"
      if let ruler = rows.ruler(kind.length) { text += ruler + "\n" }
      for (index, step) in steps.enumerated() {
        let lines = rows.lines(
          step.frame.bytes, marked: step.changed, label: FrameBytes.clock(step.frame.time), all: index == 0)
        text += lines.joined(separator: "\n") + "\n"
        if step.repeatCount > 0 {
          let same = Self.repeats(step.repeatCount)
          let words = step.lastTime.map { Phrase("\(same), until \(FrameBytes.clock($0))") } ?? same
          text += String(repeating: " ", count: 14) + terminal.paint(words.text, .faint) + "\n"
        }
      }
    }
    return text
  }
}
