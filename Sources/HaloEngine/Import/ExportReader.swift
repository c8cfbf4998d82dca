import HaloFoundation
public import HaloInterchange

/// Reads the lines of an export of Halo, CSV or JSON. A line that cannot be parsed is an error, and nothing is imported.
public final class ExportReader: ImportReader {
  /// The largest number of stretches of sleep that are kept in memory until the end: those of centuries.
  private static let mostStretches = 1_000_000

  private struct Sleep {
    let line: Int
    let source: Int
    let kind: Night.Kind
    let start: Moment
    var stages: [Night.Stretch] = []
    var isDoubtful = false
    var inBed: Range<Moment>?
  }

  /// An export of Halo.
  public let format = ImportFormat.halo
  private let bytes: any ImportBytes
  private let name: String
  private let part: ImportPart
  /// The stretches of each sleep, in the order of the file, which is chronological.
  private var sleeps: [Sleep] = []
  private var sleepPlaces: [String: Int] = [:]
  private var stretchCount = 0
  private let metrics = Dictionary(uniqueKeysWithValues: Metric.known.map { ($0.exportName, $0) })

  /// A reader of lines. Messages call the file `name`; `file` is its name in an archive.
  public init(_ bytes: any ImportBytes, name: String, file: String? = nil) {
    self.bytes = bytes
    self.name = name
    part = .lines(of: file)
  }

  /// Reads the lines.
  public func read(into receiver: any ImportReceiver) throws {
    var lines = ImportLines(bytes)
    // Other formats are recognized before this one. A file whose first line cannot be read is of an unknown format.
    var isExport = false
    try lines.forEach { line, number in
      if number % 1000 == 0 { try receiver.progress(bytes.fraction) }
      guard line?.isEmpty != true else { return }
      if line.map(String.init) == ExportedLine.header {
        isExport = true
        return
      }
      guard let line, try read(line, number: number, receiver) else {
        throw ImportError(
          isExport
            ? Phrase("\(name), line \("\(number)"): not a line of an export. Nothing was imported.")
            : Phrase(
              "\(name), line \("\(number)"): not a line of an export. Nothing was imported. Halo reads the exports of Apple Health, Gadgetbridge, Health Connect and colmi_r02_client, its own as CSV or JSON lines, and journals of Halo."
            ))
      }
      isExport = true
    }
    for sleep in sleeps {
      try receiver.take(
        .sleep(sleep.kind, start: sleep.start, stages: sleep.stages, isDoubtful: sleep.isDoubtful, inBed: sleep.inBed),
        of: sleep.source,
        place: sleep.line)
    }
  }

  /// Reads a line; false if it is not a line of an export.
  private func read(_ text: Substring, number: Int, _ receiver: any ImportReceiver) throws -> Bool {
    let line =
      text.first == "{" ? try? JSONDecoder().decode(ExportedLine.self, from: Data(text.utf8)) : ExportedLine(csv: text)
    guard let line, let start = Moment(line.start) else { return false }
    let length: Int
    if let end = line.end {
      guard let end = Moment(end), end >= start else { return false }
      length = end.milliseconds - start.milliseconds
    } else {
      length = 0
    }
    let source = try receiver.add(
      ImportSource(identifier: line.identifier, name: line.device, wearer: line.wearer, part: part))
    guard let source else {
      try receiver.refuse(.name, in: part, place: number)
      return true
    }
    if line.metric == ExportedLine.sleepMetric {
      return try addStretch(of: line, start, length, source: source, number: number, receiver)
    }
    guard let metric = metrics[line.metric], case .number(let value) = line.value,
      let kind = SampleSource(rawValue: line.source)
    else { return false }
    try receiver.take(
      .sample(metric, value, start: start, length: length, kind, isDoubtful: line.doubtful), of: source, place: number)
    return true
  }

  private func addStretch(
    of line: ExportedLine, _ start: Moment, _ length: Int, source: Int, number: Int, _ receiver: any ImportReceiver
  ) throws -> Bool {
    guard let sleep = line.sleep, let (kind, sleepStart) = Self.sleep(sleep) else { return false }
    let minutes = Duration.milliseconds(length).wholeMinutes
    guard minutes <= DataBounds.longestSleep else {
      try receiver.refuse(.tooLong, in: part, place: number)
      return true
    }
    stretchCount += 1
    guard stretchCount <= Self.mostStretches else {
      throw ImportError(Phrase("\(name) has more sleep than a person can have. Nothing was imported."))
    }
    let key = "\(source) \(sleep)"
    let place = sleepPlaces[key] ?? sleeps.count
    if place == sleeps.count {
      sleepPlaces[key] = place
      sleeps.append(Sleep(line: number, source: source, kind: kind, start: sleepStart))
    }
    if line.value.description == ExportedRow.inBed {
      sleeps[place].inBed = minutes > 0 ? start..<start + .minutes(minutes) : nil
    } else {
      sleeps[place].stages.append(Night.Stretch(word: line.value.description, minutes: minutes))
    }
    sleeps[place].isDoubtful = sleeps[place].isDoubtful || line.doubtful
    return true
  }

  /// Parses a sleep such as "night 2026-11-15T01:07:00+00:00".
  private static func sleep(_ text: String) -> (Night.Kind, Moment)? {
    let words = text.split(separator: " ")
    guard words.count == 2, let kind = Night.Kind(rawValue: String(words[0])), let start = Moment(words[1]) else {
      return nil
    }
    return (kind, start)
  }
}
