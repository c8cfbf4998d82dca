public import HaloText
import HaloBluetooth
public import HaloHealth
public import HaloJournal
import HaloWearables

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// Imports a file of `halo export` (CSV or JSON lines), or the SQLite file of colmi_r02_client. Data that the journal
/// already has is not changed, so a file can be imported again.
public struct FileImport {
  /// The result of the import for one device.
  public struct Outcome: Sendable, Hashable {
    /// The device's name.
    public let device: String
    /// The number of new entries.
    public let new: Int
    /// The number of all entries.
    public let all: Int
  }

  /// The entries that were refused as impossible measurements.
  public struct Refusals: Sendable, Hashable {
    /// The number of entries.
    public private(set) var count = 0
    /// The positions of the first ones in the file, with the reasons.
    private var first: [String] = []

    fileprivate mutating func add(_ place: String, _ problem: DataBounds.Problem) {
      count += 1
      if first.count < 10 { first.append("\(place) (\(problem))") }
    }

    /// The entries by line or row: "line 2 (before 2000-01-01), line 7 (too long)".
    public var words: Phrase {
      let list = first.joined(separator: ", ")
      return count > first.count ? Phrase("\(list), and others") : Phrase(verbatim: list)
    }

    /// A sentence for the person who imports the file; `nil` without refused entries.
    public var sentence: Phrase? {
      switch count {
      case 0: nil
      case 1: Phrase("1 entry cannot be a measurement and was left out: \(words).")
      default: Phrase("\(count) entries cannot be measurements and were left out: \(words).")
      }
    }
  }

  /// The reason why nothing was imported.
  public struct Failure: PhrasedError, Sendable, Hashable {
    /// The message for a person.
    public let phrase: Phrase
  }

  private let open: () throws -> Journal
  private let wearer: String
  private let now: Moment
  private let released: CalendarDate?

  /// An import into `journal`, which is opened only if the file has data. `wearer` is the wearer if the file does not
  /// name one. Throws ``ImplausibleClock`` if `now` cannot be right for a version that was `released` on a day.
  public init(
    into journal: @escaping @autoclosure () throws -> Journal, wearer: String, now: Moment,
    released: CalendarDate? = nil
  ) {
    self.released = released
    open = {
      let opened = try journal()
      if let problem = ImplausibleClock.problem(now, released: released, newest: try opened.newestRecord()) {
        throw problem
      }
      return opened
    }
    self.wearer = wearer
    self.now = now
  }

  /// True if the data begins like an SQLite file.
  public static func isDatabase(_ data: Data) -> Bool { data.starts(with: "SQLite format 3".utf8) }

  /// Imports an SQLite file of colmi_r02_client at `path`, which messages call `name`.
  ///
  /// - Returns: The result for each ring, the number of nights that cannot be read, and the refused entries.
  /// - Throws: ``Failure``, and ``JournalError``.
  public func readDatabase(
    at path: String, name: String
  ) throws -> (outcomes: [Outcome], unreadNights: Int, refused: Refusals) {
    try checkClock()
    guard DataBounds.isName(wearer) else { throw JournalError.badName }
    let file = try PythonClientFile(path: path, bounds: DataBounds(now: now)) { seconds in
      WallTime.system.secondsFromGMT(at: Date(timeIntervalSince1970: Double(seconds)))
    }
    guard let file else {
      throw Failure(
        phrase: Phrase(
          "\(name) is a database, but not one of colmi_r02_client: it has no tables 'rings' and 'heart_rates'.")
      )
    }
    var refused = Refusals()
    let rings = file.rings.enumerated().filter { number, ring in
      guard DataBounds.isIdentifier(ring.address) else {
        refused.add("ring \(number + 1)", .name)
        return false
      }
      for (place, problem) in ring.refused { refused.add(place, problem) }
      return true
    }.map(\.element)
    guard refused.count == 0 || rings.contains(where: { !$0.entries.isEmpty }) else { throw nothing(name, refused) }
    let journal = try open()
    let outcomes = try rings.map { ring in
      let device = DeviceID(imported: ring.address)
      let count = try journal.keep(
        ring.entries, of: device, name: device.text, family: "colmi-ring", wearer: wearer, from: name, at: now)
      return Outcome(device: device.text, new: count, all: ring.entries.count)
    }
    try DerivedMetricsUpdater(journal).updateAll(wearer)
    return (outcomes, file.nightCount, refused)
  }

  /// Imports the lines of an export. A line that cannot be parsed is an error, and nothing is imported. An entry
  /// outside ``HaloHealth/DataBounds`` is left out.
  ///
  /// - Throws: ``Failure`` with the line's number, and ``JournalError``.
  public func readExport(_ text: String, name: String) throws -> (outcomes: [Outcome], refused: Refusals) {
    try checkClock()
    var lines = ExportLines(bounds: DataBounds(now: now))
    var refused = Refusals()
    // Spreadsheets write a byte order mark and various line endings.
    let text = text.first == "\u{FEFF}" ? text.dropFirst() : text[...]
    for (number, line) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated() {
      guard !line.isEmpty, line != ExportedLine.header else { continue }
      switch lines.add(line, number: number + 1) {
      case .taken: break
      case .refused(let problem): refused.add("line \(number + 1)", problem)
      case .notALine:
        throw Failure(
          phrase: Phrase("\(name), line \("\(number + 1)"): not a line of an export. Nothing was imported."))
      }
    }
    let devices = lines.finish { refused.add("line \($0)", $1) }
    guard devices.contains(where: { !$0.entries.isEmpty }) else {
      throw refused.count == 0 ? Failure(phrase: Phrase("\(name) holds nothing.")) : nothing(name, refused)
    }
    let journal = try open()
    let outcomes = try devices.filter { !$0.entries.isEmpty }.map { device in
      let count = try journal.keep(
        device.entries, of: device.identifier, name: device.name, family: "import", wearer: device.wearer,
        from: name, at: now)
      return Outcome(device: device.name, new: count, all: device.entries.count)
    }
    for wearer in Set(devices.map(\.wearer)).sorted() { try DerivedMetricsUpdater(journal).updateAll(wearer) }
    return (outcomes, refused)
  }

  /// By a clock that is decades behind, everything in the file is in the future.
  private func checkClock() throws {
    if let problem = ImplausibleClock.problem(now, released: released, newest: nil) { throw problem }
  }

  private func nothing(_ name: String, _ refused: Refusals) -> Failure {
    Failure(
      phrase: Phrase("\(name) has no possible measurements: \(refused.words). Nothing was imported."))
  }
}

/// Parses the lines of an export, grouped by device.
private struct ExportLines {
  /// The result for a line.
  enum Outcome {
    case taken
    case refused(DataBounds.Problem)
    /// Not a line of an export.
    case notALine
  }

  init(bounds: DataBounds) { self.bounds = bounds }

  struct Device {
    let name: String
    let identifier: DeviceID
    let wearer: String
    var entries: [ImportedEntry] = []
  }

  private let bounds: DataBounds
  private var devices: [Device] = []
  private var places: [String: Int] = [:]
  /// The stretches of each sleep, in the order of the file, which is chronological.
  private var sleeps: [(line: Int, place: Int, sleep: String, stages: [Night.Stretch], isDoubtful: Bool)] = []
  private var sleepPlaces: [String: Int] = [:]
  private let metrics = Dictionary(uniqueKeysWithValues: Metric.allCases.map { ($0.exportName, $0) })

  /// Adds a line.
  mutating func add(_ text: Substring, number: Int) -> Outcome {
    // No line of an export is that long. Longer lines, perhaps of a hundred megabytes, are not parsed.
    guard text.utf8.count <= 1 << 14 else { return .notALine }
    let line =
      text.first == "{" ? try? JSONDecoder().decode(ExportedLine.self, from: Data(text.utf8)) : ExportedLine(csv: text)
    guard let line, let start = Moment(line.start) else { return .notALine }
    let length: Int
    if let end = line.end {
      guard let end = Moment(end), end >= start else { return .notALine }
      length = end.milliseconds - start.milliseconds
    } else {
      length = 0
    }
    guard DataBounds.isName(line.device), DataBounds.isName(line.wearer), DataBounds.isIdentifier(line.identifier)
    else { return .refused(.name) }
    if line.metric == ExportedLine.sleepMetric {
      guard let sleep = line.sleep, Self.sleep(sleep) != nil else { return .notALine }
      let minutes = Duration.milliseconds(length).wholeMinutes
      if let problem = bounds.problem(ofSleepAt: start, minutes: minutes) { return .refused(problem) }
      let place = place(of: line)
      let stretch = Night.Stretch(stage: SleepStage(rawValue: line.value.description), minutes: minutes)
      let key = "\(place) \(sleep)"
      if let known = sleepPlaces[key] {
        sleeps[known].stages.append(stretch)
        sleeps[known].isDoubtful = sleeps[known].isDoubtful || line.doubtful
      } else {
        sleepPlaces[key] = sleeps.count
        sleeps.append((number, place, sleep, [stretch], line.doubtful))
      }
      return .taken
    }
    guard let metric = metrics[line.metric], case .number(let value) = line.value,
      let source = SampleSource(rawValue: line.source)
    else { return .notALine }
    if let problem = bounds.problem(metric, value, start: start, length: length) { return .refused(problem) }
    devices[place(of: line)].entries.append(
      .sample(metric, value, start: start, length: length, source, isDoubtful: line.doubtful))
    return .taken
  }

  /// The devices with their entries. Calls `refuse` with the first line of each sleep that is not valid.
  func finish(refuse: (Int, DataBounds.Problem) -> Void) -> [Device] {
    var devices = devices
    for (line, place, sleep, stages, isDoubtful) in sleeps {
      guard let (kind, start) = Self.sleep(sleep) else { continue }
      let entry = ImportedEntry.sleep(kind, start: start, stages: stages, isDoubtful: isDoubtful)
      if let problem = entry.problem(in: bounds) {
        refuse(line, problem)
      } else {
        devices[place].entries.append(entry)
      }
    }
    return devices
  }

  private mutating func place(of line: ExportedLine) -> Int {
    let identifier = DeviceID(imported: line.identifier)
    let key = "\(identifier)\n\(line.wearer)"
    if let place = places[key] { return place }
    places[key] = devices.count
    devices.append(Device(name: line.device, identifier: identifier, wearer: line.wearer))
    return devices.count - 1
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
