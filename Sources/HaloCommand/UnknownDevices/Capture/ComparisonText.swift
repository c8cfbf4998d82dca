import HaloCaptures

/// Shows two captures side by side, and their differences.
struct ComparisonText {
  private let terminal: Terminal
  private let files: (first: String, second: String)

  init(_ terminal: Terminal, _ first: String, _ second: String) {
    self.terminal = terminal
    files = (VisibleText.printable(first), VisibleText.printable(second))
  }

  func report(_ first: ChosenFrames, _ second: ChosenFrames, _ kinds: [KindComparison]) -> String {
    var text = "1: \(files.first)\n\(first.heading(terminal))2: \(files.second)\n\(second.heading(terminal))"
    for kind in kinds { text += "\n" + describe(kind) }
    return text + "\n" + summary(kinds)
  }

  private func describe(_ kind: KindComparison) -> String {
    var text = terminal.paint(FrameBytes.name(kind.kind), .bold)
    guard kind.isInBoth else {
      let count = max(kind.firstCount, kind.secondCount)
      let place = kind.firstCount > 0 ? "1" : "2"
      let once = count == 1 ? Phrase("1 time in \(place) only") : Phrase("\(count) times in \(place) only")
      return text + "  \(once.text)\n"
    }
    text += "  \(Phrase("\(kind.firstCount) in 1, \(kind.secondCount) in 2").text)\n"
    let indent = 6
    let cell = kind.kind.length * 3 - 1
    let isBeside = indent + 2 * cell + 3 <= terminal.width
    let rows = HexRows(terminal: terminal, indent: indent)
    for pair in kind.pairs {
      guard let one = pair.first, let other = pair.second else { continue }
      let number = "#\(pair.number + 1)"
      text +=
        isBeside ? beside(number, one, other, pair.changed, rows) : stacked(number, one, other, pair.changed, rows)
      if pair.repeatCount > 0 {
        let words = DiffText.repeats(pair.repeatCount).text
        text += String(repeating: " ", count: indent) + terminal.paint(words, .faint) + "\n"
      }
    }
    let more = abs(kind.firstCount - kind.secondCount)
    if more > 0 {
      let place = kind.firstCount > kind.secondCount ? "1" : "2"
      let words =
        more == 1 ? Phrase("… 1 more frame in \(place)").text : Phrase("… \(more) more frames in \(place)").text
      text += String(repeating: " ", count: indent) + terminal.paint(words, .faint) + "\n"
    }
    return text
  }

  private func beside(
    _ label: String, _ one: [UInt8], _ other: [UInt8], _ changed: [Int], _ rows: HexRows
  ) -> String {
    let marked = Set(changed)
    var text = label.padded(to: rows.indent)
    text += rows.cells(one[...], marked) + "   " + rows.cells(other[...], marked) + "\n"
    if !terminal.usesColor, !changed.isEmpty {
      let marks = HexRows.marks(one.indices, marked)
      let line = String(repeating: " ", count: rows.indent) + marks + "   " + marks
      text += line.trimmingEnd + "\n"
    }
    return text
  }

  private func stacked(
    _ label: String, _ one: [UInt8], _ other: [UInt8], _ changed: [Int], _ rows: HexRows
  ) -> String {
    guard !changed.isEmpty else {
      return label.padded(to: rows.indent) + Phrase("the same in both").text + "\n"
    }
    // Draw the marks only under the second value.
    let first = rows.lines(one, marked: changed, label: label, all: false, underlines: false)
    let second = rows.lines(other, marked: changed, label: "", all: false)
    let step = max(1, second.count / max(1, first.count))
    return first.indices.map { index in
      ([first[index]] + second.dropFirst(index * step).prefix(step)).joined(separator: "\n") + "\n"
    }.joined()
  }

  // MARK: Summary

  private func summary(_ kinds: [KindComparison]) -> String {
    let title = Phrase("Constant within each capture, but not the same in both")
    var text = terminal.paint(title.text, .bold) + "\n"
    let found = kinds.filter { !$0.settled.isEmpty }
    if found.isEmpty { text += "  \(Phrase("nothing").text)\n" }
    for kind in found {
      let count = CaptureInfoText.bytes(kind.settled.count)
      let places = FrameBytes.places(kind.settled)
      text += "  \(Phrase("\(FrameBytes.name(kind.kind)): \(count), at \(places)").text)\n"
      if min(kind.firstCount, kind.secondCount) == 1 {
        let place = kind.firstCount == 1 ? "1" : "2"
        text += "    \(Phrase("Only one frame in \(place): capture more to see which bytes vary.").text)\n"
      }
      text += table(kind.numbers)
    }
    let varying = kinds.filter { !$0.varying.isEmpty }
    guard !varying.isEmpty else { return text }
    text += terminal.paint(Phrase("Vary in both").text, .bold) + "\n"
    for kind in varying { text += "  \(FrameBytes.name(kind.kind)): \(FrameBytes.places(kind.varying))\n" }
    return text
  }

  private func table(_ numbers: [KindComparison.SettledNumber]) -> String {
    let titles = [Phrase("bytes").text, Phrase("as").text, "1", "2", Phrase("difference").text]
    let rows = numbers.map { number in
      [
        FrameBytes.place(number.range), number.format.description, "\(number.first)", "\(number.second)",
        number.difference > 0 ? "+\(number.difference)" : "−\(-number.difference)",
      ]
    }
    let lines = TextColumns.lines([titles] + rows, rightAligned: [2, 3, 4])
    return lines.enumerated().map { number, line in
      "    " + (number == 0 ? terminal.paint(line, .faint) : line) + "\n"
    }.joined()
  }
}
