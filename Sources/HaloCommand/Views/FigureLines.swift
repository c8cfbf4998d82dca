extension Phrase {
  /// True if the phrase is a complete sentence.
  fileprivate var isSentence: Bool { english.hasSuffix(".") }
}

/// Figures of a report as lines of a label and a text.
struct FigureLines {
  /// Figures that charts and headings already show. They only get a line if they have a comparison with the usual
  /// value.
  private static let charted = Set(FigureID.activity + [.stress])

  let lines: [(label: String, words: String)]

  /// Creates lines for the figures with a value. If the night was not fully recorded, adds a line about it.
  init(_ figures: [Figure], night: NightOutcome?, charted: Set<FigureID> = Self.charted) {
    var lines = figures.compactMap { figure -> (label: String, words: String)? in
      guard let text = figure.text, figure.trend != nil || !charted.contains(figure.id) else { return nil }
      // Prefer the trend to the note, which only says how steps are counted.
      let note = charted.contains(figure.id) ? figure.trend?.words : figure.note
      return (figure.name.text, text.text + (note.map { ($0.isSentence ? ". " : ", ") + $0.text } ?? ""))
    }
    if let night, night != .recorded, !figures.allSatisfy({ $0.value == nil }) {
      lines.append((Phrase("Night").text, night.sentence.text))
    }
    self.lines = lines
  }

  /// Returns the lines, with texts wrapped in the column beside the labels.
  static func draw(_ lines: [(label: String, words: String)], on terminal: Terminal) -> [String] {
    let width = (lines.map(\.label.count).max() ?? 0) + 2
    return lines.map { label, words in
      terminal.fitted("  " + terminal.paint(label.padded(to: width), .faint) + words)
    }
  }
}
