import HaloBluetooth
public import HaloHealth
public import HaloJournal
import HaloWearables

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// Brings data along out of a file: what `halo export` wrote (CSV or JSON lines), or the SQLite file of colmi_r02_client. What the
/// journal knows already stays as it is, so a file can be imported twice.
public struct FileImport {
  /// What came of a device's part of a file.
  public struct Outcome: Sendable, Hashable {
    /// The device's name.
    public let device: String
    /// How many entries were new, and how many there were.
    public let new: Int
    public let all: Int
  }

  /// Why nothing was imported, in words.
  public struct Failure: Error, Sendable, Hashable, CustomStringConvertible {
    public let description: String
  }

  private let open: () throws -> Journal
  private let wearer: String
  private let now: Moment

  /// An import into `journal`, which is opened when the file was found to hold something; worn by `wearer` where the file does not say.
  public init(into journal: @escaping @autoclosure () throws -> Journal, wearer: String, now: Moment) {
    open = journal
    self.wearer = wearer
    self.now = now
  }

  /// Whether these are the first bytes of an SQLite file.
  public static func isDatabase(_ data: Data) -> Bool { data.starts(with: "SQLite format 3".utf8) }

  /// Imports an SQLite file of colmi_r02_client at `path`, which people know as `name`.
  ///
  /// - Returns: What came of each ring, and how many nights cannot be read.
  /// - Throws: ``Failure``, and ``JournalError``.
  public func readDatabase(at path: String, name: String) throws -> (outcomes: [Outcome], unreadNights: Int) {
    let file = try PythonClientFile(path: path) { seconds in
      WallTime.system.secondsFromGMT(at: Date(timeIntervalSince1970: Double(seconds)))
    }
    guard let file else {
      throw Failure(
        description:
          "\(name) is a database, and not one of colmi_r02_client: it has no tables 'rings' and 'heart_rates'."
      )
    }
    let journal = try open()
    let outcomes = try file.rings.map { ring in
      let device = DeviceID(imported: ring.address)
      let count = try journal.keep(
        ring.entries, of: device, name: device.text, family: "colmi-ring", wearer: wearer, from: name, at: now)
      return Outcome(device: device.text, new: count, all: ring.entries.count)
    }
    try InsightKeeper(journal).updateAll(wearer)
    return (outcomes, file.nightCount)
  }

  /// Imports the lines of an export. One that cannot be read is an error, and nothing is imported.
  ///
  /// - Throws: ``Failure`` with the line's number, and ``JournalError``.
  public func readExport(_ text: String, name: String) throws -> [Outcome] {
    var lines = ExportLines(latest: now.milliseconds + 86_400_000)
    // Spreadsheets write a mark at the beginning and end lines as they please.
    let text = text.first == "\u{FEFF}" ? text.dropFirst() : text[...]
    for (number, line) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated() {
      guard !line.isEmpty, line != ExportedLine.header else { continue }
      guard lines.add(line) else {
        throw Failure(description: "\(name), line \(number + 1): not a line of an export. Nothing was imported.")
      }
    }
    let devices = lines.finish()
    guard !devices.isEmpty else { throw Failure(description: "\(name) holds nothing.") }
    let journal = try open()
    let outcomes = try devices.map { device in
      let count = try journal.keep(
        device.entries, of: device.identifier, name: device.name, family: "import", wearer: device.wearer,
        from: name, at: now)
      return Outcome(device: device.name, new: count, all: device.entries.count)
    }
    for wearer in Set(devices.map(\.wearer)).sorted() { try InsightKeeper(journal).updateAll(wearer) }
    return outcomes
  }
}

/// Puts the lines of an export together, device by device.
private struct ExportLines {
  init(latest: Int) { self.latest = latest }

  struct Device {
    let name: String
    let identifier: DeviceID
    let wearer: String
    var entries: [ImportedEntry] = []
  }

  /// What is later than this, in milliseconds, has not happened yet.
  let latest: Int
  private var devices: [Device] = []
  private var places: [String: Int] = [:]
  /// The stretches of each sleep, in order of the file, which is that of time.
  private var sleeps: [(place: Int, sleep: String, stages: [Night.Stretch], isDoubtful: Bool)] = []
  private var sleepPlaces: [String: Int] = [:]
  private let metrics = Dictionary(uniqueKeysWithValues: Metric.allCases.map { ($0.exportName, $0) })

  /// Takes a line in; `false` where it is none.
  mutating func add(_ text: Substring) -> Bool {
    // No line of an export is that long; of one of a hundred megabytes it is not worth while to look at each letter.
    guard text.utf8.count <= 1 << 14 else { return false }
    let line =
      text.first == "{" ? try? JSONDecoder().decode(ExportedLine.self, from: Data(text.utf8)) : ExportedLine(csv: text)
    guard let line, let start = Moment(line.start), start.milliseconds <= latest else { return false }
    let length: Int
    if let end = line.end {
      guard let end = Moment(end), end >= start else { return false }
      length = end.milliseconds - start.milliseconds
    } else {
      length = 0
    }
    let place = place(of: line)
    if line.metric == ExportedLine.sleepMetric {
      guard let sleep = line.sleep, Self.sleep(sleep) != nil else { return false }
      let stretch = Night.Stretch(stage: SleepStage(rawValue: line.value.description), minutes: length / 60_000)
      let key = "\(place) \(sleep)"
      if let known = sleepPlaces[key] {
        sleeps[known].stages.append(stretch)
        sleeps[known].isDoubtful = sleeps[known].isDoubtful || line.doubtful
      } else {
        sleepPlaces[key] = sleeps.count
        sleeps.append((place, sleep, [stretch], line.doubtful))
      }
      return true
    }
    guard let metric = metrics[line.metric], case .number(let value) = line.value,
      metric.plausibleRange.contains(value), let source = SampleSource(rawValue: line.source)
    else { return false }
    devices[place].entries.append(
      .sample(metric, value, start: start, length: length, source, isDoubtful: line.doubtful))
    return true
  }

  func finish() -> [Device] {
    var devices = devices
    for (place, sleep, stages, isDoubtful) in sleeps {
      if let (kind, start) = Self.sleep(sleep) {
        devices[place].entries.append(.sleep(kind, start: start, stages: stages, isDoubtful: isDoubtful))
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

  /// "night 2026-11-15T01:07:00+00:00"
  private static func sleep(_ text: String) -> (Night.Kind, Moment)? {
    let words = text.split(separator: " ")
    guard words.count == 2, let kind = Night.Kind(rawValue: String(words[0])), let start = Moment(words[1]) else {
      return nil
    }
    return (kind, start)
  }
}
