/// Draws an explanation on a terminal: the value, a line per fact, and the frame that contains the value with its
/// bytes marked.
struct ExplanationView {
  let report: ExplanationReport
  /// True to also show the frames that do not contain the value, and the decoded messages.
  let showsAllFrames: Bool

  func draw(on terminal: Terminal) -> String {
    let inputs = Phrase("Inputs").text
    let width = (report.lines.map(\.name.text.count) + [inputs.count]).max() ?? 0
    func row(_ label: String, _ text: String) -> String {
      "  " + label.padded(to: width + 2) + VisibleText.printable(text)
    }
    var lines = [terminal.paint("\(report.name.text) \(report.text.text)", .bold)]
    lines += report.lines.map { row($0.name.text, $0.text.text) }
    for (index, input) in report.inputs.enumerated() {
      lines.append(row(index == 0 ? inputs : "", input.name.text))
      lines += input.links.map { row("", "→ halo explain \($0.explain)") }
    }
    if report.inputsMore > 0 { lines.append(row("", Phrase("and \(report.inputsMore) more").text)) }
    for frame in report.shownFrames { lines += draw(frame, on: terminal) }
    let others = report.otherFrames
    if showsAllFrames {
      for frame in others { lines += draw(frame, on: terminal) }
      if report.framesMore > 0 { lines.append(Phrase("  and \(report.framesMore) more frames").text) }
      if !report.messages.isEmpty { lines += ["", terminal.paint(Phrase("  The message, decoded:").text, .faint)] }
      lines += report.messages.map { "  \($0.line)" }
    } else if others.count + report.framesMore > 0 {
      let count = others.count + report.framesMore
      let words =
        switch (report.shownFrames.isEmpty, count) {
        case (true, 1): Phrase("  1 frame (--frames)")
        case (true, _): Phrase("  \(count) frames (--frames)")
        case (false, 1): Phrase("  +1 more frame (--frames)")
        case (false, _): Phrase("  +\(count) more frames (--frames)")
        }
      lines.append(terminal.paint(words.text, .faint))
    }
    return terminal.fitted(lines.joined(separator: "\n") + "\n")
  }

  /// Returns the bytes in rows as wide as the terminal. If bytes are marked, only rows with marks are shown. Without
  /// color, a line of `^` marks the bytes.
  private func draw(_ frame: ExplanationReport.Frame, on terminal: Terminal) -> [String] {
    let heading = [
      Phrase("frame \("\(frame.number)")").text, frame.meaning?.text, "\(frame.time)", "\(frame.characteristic)",
    ].compactMap(\.self).joined(separator: ", ")
    var lines = [terminal.paint("  \(heading)", .faint)]
    let pairs = frame.pairs
    let perRow = max(8, (terminal.width - 10) / 3 / 8 * 8)
    var isGap = false
    for start in stride(from: 0, to: pairs.count, by: perRow) {
      let columns = start..<min(start + perRow, pairs.count)
      guard showsAllFrames || frame.marks.isEmpty || columns.contains(where: frame.isMarked) else {
        if !isGap { lines.append(terminal.paint("       …", .faint)) }
        isGap = true
        continue
      }
      isGap = false
      let offset = pairs.count > perRow ? "\(start)" : ""
      let indent = offset.rightAligned(in: 5) + "  "
      lines.append(
        terminal.paint(indent, .faint)
          + columns.map { frame.isMarked($0) ? terminal.paint(pairs[$0], .marked) : pairs[$0] }.joined(separator: " "))
      if !terminal.usesColor, columns.contains(where: frame.isMarked) {
        let carets = columns.map { column in
          frame.isMarked(column)
            ? (column + 1 < columns.upperBound && frame.isMarked(column + 1) ? "^^^" : "^^ ") : "   "
        }.joined()
        lines.append(String(repeating: " ", count: indent.count) + carets.trimmingEnd)
      }
    }
    for mark in frame.marks {
      let place = mark.from == mark.to ? Phrase("byte \(mark.from)") : Phrase("bytes \(mark.from)–\(mark.to)")
      lines.append("       " + place.text + (mark.field.map { ": \($0)" } ?? ""))
    }
    return lines
  }
}
