import HaloInsights
import HaloReports

extension Phrase {
  /// Whether it begins and ends as a sentence does, and not as a part of one.
  fileprivate var isSentence: Bool { english.hasSuffix(".") }
}

/// Figures of a report as lines of text: a label and the words.
struct FigureLines {
  /// Figures that charts and headings show, and that get a line only if it says how they compare with what is usual.
  private static let charted: Set = ["steps", "distance", "energy", "active-minutes", "stress"]

  let lines: [(label: String, words: String)]

  /// The figures with a value. `night` is said if the night was not recorded as usual.
  init(_ figures: [Figure], night: NightAccount?, charted: Set<String> = Self.charted) {
    var lines = figures.compactMap { figure -> (label: String, words: String)? in
      guard let text = figure.text, figure.trend != nil || !charted.contains(figure.id) else { return nil }
      // The trend says more than a note on how steps are counted.
      let note = charted.contains(figure.id) ? figure.trend?.words : figure.note
      return (figure.name.text, text.text + (note.map { ($0.isSentence ? ". " : ", ") + $0.text } ?? ""))
    }
    if let night, night != .recorded, !figures.allSatisfy({ $0.value == nil }) {
      lines.append((Phrase("Night").text, night.sentence.text))
    }
    self.lines = lines
  }

  /// Lines under each other, the words wrapped beside their labels.
  static func draw(_ lines: [(label: String, words: String)], on terminal: Terminal) -> [String] {
    let width = (lines.map(\.label.count).max() ?? 0) + 2
    return lines.map { label, words in
      "  " + terminal.paint(label.padded(to: width), .faint)
        + Words.wrapped(words, width: terminal.width - width - 2).joined(
          separator: "\n" + String(repeating: " ", count: width + 2))
    }
  }
}
