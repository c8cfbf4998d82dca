import HaloCaptures

/// A file of numbers that a person noted: one per line, or a time and a number.
enum NotedNumbersFile {
  /// Reads a file. Times in seconds count from the start of the capture.
  static func read(_ path: String, start: CaptureTime?) throws -> [NotedNumber] {
    let text = String(decoding: try CaptureFile.bytes(path), as: UTF8.self)
    let notes = try parse(text, path, start)
    guard notes.count >= 3, Set(notes.map(\.value)).count >= 2 else {
      let problem =
        notes.count < 3
        ? Phrase(
          "\(path) has fewer than three numbers, too few for a comparison. 'halo capture find' searches for single ones."
        )
        : Phrase("\(path) has only equal numbers, so no comparison is possible.")
      throw Failure(EX.dataError, "\(problem) Note more while the value changes.")
    }
    return notes
  }

  static func parse(_ text: String, _ path: String, _ start: CaptureTime?) throws -> [NotedNumber] {
    var notes: [NotedNumber] = []
    var isFirst = true
    let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    for (number, line) in lines.enumerated() {
      let cells = line.prefix { $0 != "#" }.split { ",;\t ".contains($0) }.map(String.init)
      guard !cells.isEmpty else { continue }
      defer { isFirst = false }
      let time = cells.count == 2 ? try? CaptureArguments.Time(cells[0]) : nil
      guard cells.count <= 2, let value = cells.last.flatMap({ Double($0) }), cells.count == 1 || time != nil,
        let note = NotedNumber(time: time?.moment(start: start), value)
      else {
        // The first line may be a header.
        if isFirst, Double(cells[0]) == nil { continue }
        throw Failure(
          EX.dataError,
          """
          \(path), line \(String(number + 1)): expected a number, or a time and a number, such as '12.5,73' or \
          '2026-11-20T08:15:30,73'.
          """)
      }
      if let first = notes.first, (first.time == nil) != (note.time == nil) {
        throw Failure(
          EX.dataError, "\(path), line \(String(number + 1)): either all numbers or none must have a time.")
      }
      notes.append(note)
    }
    return notes
  }
}
