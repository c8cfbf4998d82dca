import HaloCaptures

/// Shows possible fields of a characteristic as text and sparklines.
struct FieldsText {
  private static let wordsWidth = 36
  private let terminal: Terminal
  private let chartWidth: Int

  init(_ terminal: Terminal) {
    self.terminal = terminal
    chartWidth = min(max(terminal.width - 60, 8), 48)
  }

  func report(
    _ chosen: ChosenFrames, _ kinds: [KindAnalysis], _ common: CommonFields, _ notes: [NotedNumber]
  ) -> String {
    var text = chosen.heading(terminal)
    text += self.common(common)
    if !notes.isEmpty { text += matches(kinds, notes) }
    // A single frame of a kind cannot be compared.
    for kind in kinds where kind.frames.count > 1 { text += "\n" + describe(kind, chosen.isJoined, common) }
    let single = kinds.filter { $0.frames.count == 1 }
    if !single.isEmpty { text += "\n" + once(single) }
    return text
  }

  private func common(_ common: CommonFields) -> String {
    var lines = common.lengths.map { finding in
      let rest = finding.uncounted
      let words =
        rest == 0
        ? Phrase("the length")
        : rest > 0
          ? Phrase("the length, minus \(CaptureInfoText.bytes(rest))") : Phrase("the length, plus \(-rest) more")
      return row(FrameBytes.place(finding.offset..<finding.offset + finding.format.width), finding.format.description)
        + words.text
    }
    lines += common.checksums.map { row(place($0, nil), "checksum", .green) + words($0, nil) }
    guard !lines.isEmpty else { return "" }
    return "\n" + terminal.paint(Phrase("All kinds").text, .bold) + "\n" + lines.map { "  \($0)\n" }.joined()
  }

  private func describe(_ kind: KindAnalysis, _ isJoined: Bool, _ common: CommonFields) -> String {
    var facts = ChosenFrames.counted(kind.frames.count, isJoined: isJoined)
    if let first = kind.frames.first?.time, let last = kind.frames.last?.time {
      facts = Phrase("\(facts), \(FrameBytes.clock(first)) to \(FrameBytes.clock(last))")
    }
    var text = terminal.paint(FrameBytes.name(kind.kind), .bold) + "  \(facts.text)"
    text += "\n"
    if kind.frames.count < 4, kind.columns.contains(where: { !$0.isConstant }) {
      text += "  \(Phrase("Too few frames: matches may be coincidence.").text)\n"
    }
    return text + columns(kind, spans(kind, common)) + numbers(kind.numbers)
  }

  // MARK: Bytes

  /// Returns the texts and checksums, which are shown instead of their bytes.
  private func spans(_ kind: KindAnalysis, _ common: CommonFields) -> [(range: Range<Int>, line: String)] {
    let length = kind.kind.length
    let own = kind.checksums.filter { !common.checksums.contains($0) }
    let checksums = own.map { ($0, words($0, length)) } + common.checksums.map { ($0, $0.checksum.rawValue) }
    return kind.texts.map { ($0.range, row(FrameBytes.place($0.range), "text") + words($0)) }
      + checksums.map { finding, words in
        let range = finding.range(length: length)
        return (range, row(FrameBytes.place(range), "checksum", .green) + words)
      }
  }

  private func columns(_ kind: KindAnalysis, _ spans: [(range: Range<Int>, line: String)]) -> String {
    let taken = spans.reduce(into: Set<Int>()) { $0.formUnion($1.range) }
    let columns = kind.columns
    var text = ""
    var offset = 0
    while offset < columns.count {
      for span in spans where span.range.lowerBound == offset { text += "  " + span.line + "\n" }
      let column = columns[offset]
      func end(_ isLike: (ByteColumn) -> Bool) -> Int {
        columns[offset...].dropFirst().first { taken.contains($0.offset) || !isLike($0) }?.offset ?? columns.count
      }
      if taken.contains(offset) {
        offset += 1
      } else if column.isConstant {
        // Group adjacent constant bytes.
        let end = end(\.isConstant)
        let bytes = kind.columns[offset..<end].map { UInt8(truncatingIfNeeded: $0.series.min) }
        text += "  " + row(FrameBytes.place(offset..<end), "constant") + terminal.paint(folded(bytes), .faint) + "\n"
        offset = end
      } else if let end = endOfBlock(column, end), end - offset >= 4 {
        let count = column.series.changes.count { $0 }
        let words = count == 1 ? Phrase("change together, 1 time") : Phrase("change together, \(count) times")
        text += "  " + row(FrameBytes.place(offset..<end), "varying") + padded(words.text)
        text += terminal.paint(spark(column.series.values), .cyan) + "\n"
        offset = end
      } else {
        text += "  " + describe(column) + "\n"
        offset += 1
      }
    }
    return text
  }

  /// Returns the end of the bytes that change in the same frames as this one, like the bytes of a text or a table.
  /// Returns `nil` if the byte changes in more than half of the frames.
  private func endOfBlock(_ column: ByteColumn, _ end: ((ByteColumn) -> Bool) -> Int) -> Int? {
    let changes = column.series.changes
    guard changes.count(where: { $0 }) * 2 <= changes.count else { return nil }
    return end { $0.series.changes == changes }
  }

  private func describe(_ column: ByteColumn) -> String {
    let place = FrameBytes.place(column.offset..<column.offset + 1)
    let chart = terminal.paint(spark(column.series.values), .cyan)
    switch column.role {
    case .constant(let value): return row(place, "constant") + FrameBytes.hexadecimal(value)
    case .counter(let step):
      let words = step < 128 ? "+\(step)" : "−\(256 - Int(step))"
      return row(place, "counter", .green) + padded(Phrase("\(words) per frame, \(range(column.series))").text) + chart
    case .enumeration:
      return row(place, "enum") + padded(values(column)) + chart
    case .varying where column.counts.count <= 3: return row(place, "varying") + padded(values(column)) + chart
    case .varying:
      var words = Phrase("\(range(column.series)), \(column.counts.count) values").text
      if column.series.trend == .rises || column.series.trend == .falls { words += ", \(column.series.trend.rawValue)" }
      return row(place, "varying") + padded(words) + chart
    }
  }

  /// Returns `00 ×40 01 ×20`, with as many values as fit.
  private func values(_ column: ByteColumn) -> String {
    let parts = column.counts.sorted { ($1.count, $0.value) < ($0.count, $1.value) }
      .map { "\(FrameBytes.hexadecimal($0.value)) ×\($0.count)" }
    var text = ""
    for (index, part) in parts.enumerated() {
      let more = "  … " + Phrase("\(parts.count) values").text
      let room = Self.wordsWidth - (index + 1 < parts.count ? more.count : 0)
      guard text.count + 2 + part.count <= room else { return text + more }
      text += (text.isEmpty ? "" : "  ") + part
    }
    return text
  }

  private func range(_ series: NumberSeries) -> String { "\(series.min)…\(series.max)" }

  /// Returns the bytes, with runs of more than four equal bytes as `00 ×40`.
  private func folded(_ bytes: [UInt8]) -> String {
    var parts: [String] = []
    var start = 0
    while start < bytes.count {
      var end = start
      while end < bytes.count, bytes[end] == bytes[start] { end += 1 }
      let text = FrameBytes.hexadecimal(bytes[start])
      if end - start > 4 {
        parts.append("\(text) ×\(end - start)")
      } else {
        parts += [String](repeating: text, count: end - start)
      }
      start = end
    }
    let most = max(8, (terminal.width - 24) / 3)
    return parts.count <= most ? parts.joined(separator: " ") : parts.prefix(most).joined(separator: " ") + " …"
  }

  // MARK: Numbers

  private func numbers(_ numbers: [NumberCandidate]) -> String {
    guard !numbers.isEmpty else { return "" }
    let rows = numbers.map { number -> [String] in
      [number.series.first, number.series.last, number.series.min, number.series.max].map(String.init)
    }
    let lines = TextColumns.lines([["first", "last", "min", "max"]] + rows, rightAligned: [0, 1, 2, 3])
    var text = "  " + terminal.paint(row("numbers?", "") + lines[0], .faint) + "\n"
    for (number, values) in zip(numbers, lines.dropFirst()) {
      text += "  " + row(FrameBytes.place(number.range), number.format.description, .green) + values + "  "
      text += terminal.paint(spark(number.series.values), .cyan)
      var words: [String] = []
      if let step = number.series.step {
        words.append(Phrase("\(step > 0 ? "+\(step)" : "−\(-step)") per frame").text)
      } else if number.series.trend != .varies {
        words.append(number.series.trend.rawValue)
      }
      switch number.evidence {
      case .carries: break
      case .changeTogether: words.append(Phrase("bytes change together").text)
      case .repeats: words.append(Phrase("constant upper byte, as in its neighbors").text)
      }
      if let wider = wider(number.format, number.zeroBytesAbove) { words.append(wider) }
      text += (words.isEmpty ? "" : "  " + words.joined(separator: ", ")) + "\n"
    }
    return text
  }

  private func wider(_ format: NumberFormat, _ zeros: Int) -> String? {
    guard zeros > 0 else { return nil }
    let wide = NumberFormat(format.width + zeros, like: format)
    return Phrase("maybe \(wide.description): upper bytes are 00").text
  }

  // MARK: Texts and checksums

  private func words(_ run: TextRun) -> String {
    let examples = run.examples.map { example in
      example.count <= 24
        ? "“\(VisibleText.printable(example))”" : "“\(VisibleText.printable(String(example.prefix(24))))…”"
    }
    var facts = Phrase.names(examples)
    if run.distinctCount > run.examples.count { facts = Phrase("\(facts), … \(run.distinctCount) different ones") }
    return (run.isDigits ? Phrase("\(facts), digits only") : facts).text
  }

  private func place(_ finding: ChecksumFinding, _ length: Int?) -> String {
    if let length { return FrameBytes.place(finding.range(length: length)) }
    switch finding.place {
    case .head: return FrameBytes.place(finding.range(length: 0))
    case .tail(let behind): return (behind == 0 ? Phrase("last") : Phrase("last minus \(behind)")).text
    }
  }

  private func words(_ finding: ChecksumFinding, _ length: Int?) -> String {
    let covered: Phrase
    switch (finding.place, length) {
    case (.head, _): covered = Phrase("byte \(finding.start) to the end")
    case (.tail, let length?):
      covered = Phrase("bytes \(FrameBytes.place(finding.start..<finding.range(length: length).lowerBound))")
    case (.tail, nil): covered = Phrase("the preceding bytes from byte \(finding.start)")
    }
    let checksum = Phrase("\(finding.checksum.rawValue) of \(covered)")
    let ordered =
      finding.checksum.width == 1
      ? checksum
      : finding.isBigEndian ? Phrase("\(checksum), high byte first") : Phrase("\(checksum), low byte first")
    return Phrase("\(ordered), valid in every frame").text
  }

  // MARK: Noted numbers

  private func matches(_ kinds: [KindAnalysis], _ notes: [NotedNumber]) -> String {
    let all = kinds.flatMap { kind in kind.matches.map { (kind, $0) } }
      .sorted { $0.1.isBetter(than: $1.1) }.prefix(10)
    var text =
      "\n" + terminal.paint(Phrase("Fields that correlate with the \(notes.count) noted numbers").text, .bold) + "\n"
    guard !all.isEmpty else { return text + "  \(Phrase("none").text)\n" }
    if notes.count < 6 { text += "  \(Phrase("With so few numbers, a match may be coincidence: note more.").text)\n" }
    for (kind, match) in all {
      let place = FrameBytes.place(match.range)
      text += "  \((match.format.width == 1 ? Phrase("byte \(place)") : Phrase("bytes \(place)")).text), "
      text += terminal.paint(match.format.description, .green)
      if match.isCounter {
        text += terminal.paint(", " + Phrase("a counter: all that grows correlates with it").text, .yellow)
      }
      let r = Self.number(match.correlation, places: 1e4)
      let factor = Self.number(match.factor, places: 1e12)
      let summand = "\(match.summand < 0 ? "−" : "+") \(Self.number(abs(match.summand), places: 1e6))"
      text += Phrase(": r = \(r), number = \(factor) × value \(summand)").text
      if let wider = wider(match.format, match.zeroBytesAbove) { text += " (\(wider))" }
      if kinds.count > 1 { text += terminal.paint("  " + Phrase("in \(FrameBytes.name(kind.kind))").text, .faint) }
      text += "\n"
    }
    return text
  }

  /// Returns the number with about seven significant digits, and at most `places` decimal places.
  private static func number(_ value: Double, places: Double) -> String {
    // Smaller parts are rounding errors.
    abs(value) < 1e9 ? "\(Float((value * places).rounded() / places))" : "\(Float(value))"
  }

  // MARK: Rows

  private func once(_ kinds: [KindAnalysis]) -> String {
    var text = terminal.paint(Phrase("Once only").text, .bold) + "\n"
    for kind in kinds {
      guard let frame = kind.frames.first else { continue }
      let head = CaptureInfoText.bytes(kind.kind.length).text.rightAligned(in: 11)
      text += "\(head)  \(terminal.paint(folded(frame.bytes), .faint))\n"
    }
    return text
  }

  private func row(_ place: String, _ role: String, _ color: Terminal.Color? = nil) -> String {
    let role = role.padded(to: 9)
    return place.padded(to: 9) + " " + (color.map { terminal.paint(role, $0) } ?? role) + " "
  }

  private func padded(_ text: String) -> String { text.padded(to: Self.wordsWidth) + " " }

  /// Returns a sparkline. If there are more values than columns, each column shows the mean of its values.
  private func spark(_ values: [Int]) -> String {
    var line = Sparkline(width: chartWidth)
    let columns = min(chartWidth, values.count)
    for column in 0..<columns {
      let own = values[column * values.count / columns..<(column + 1) * values.count / columns]
      line.add(own.reduce(0.0) { $0 + Double($1) / Double(own.count) })
    }
    return line.draw()
  }
}
