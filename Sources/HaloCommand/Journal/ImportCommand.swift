import ArgumentParser
import Foundation
import HaloBluetooth
import HaloEngine
import HaloHealth
import HaloJournal
import SystemPackage

/// `halo import`: brings the past along.
struct ImportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "import",
    abstract: "Bring data along: an export of Halo, or the file of the usual Python client.",
    discussion: """
      FILE is what 'halo export' wrote (CSV or JSON lines), or the SQLite file of colmi_r02_client. What the journal knows already \
      stays as it is, so a file can be imported twice. Of the Python client's file heart rates, steps and distances are read.

      EXAMPLES:
        halo import everything.csv
        halo import ring_data.sqlite

      EXIT STATUS: 0; 65 where the file holds nothing that can be read, or a line of it cannot; 66 where it cannot be opened.
      """)

  @Argument(help: ArgumentHelp("The file, '-' for standard input.", valueName: "file"))
  var file: String

  @Option(help: "Who wears the ring, where the file does not say.")
  var wearer: String = "me"

  @OptionGroup var journalOptions: JournalOptions

  func run() throws {
    let data: Data?
    if file == "-" {
      data = try? FileHandle.standardInput.readToEnd() ?? Data()
    } else {
      data = try? Data(contentsOf: URL(filePath: file))
    }
    guard let data else {
      StandardError.write("halo: cannot open \(file). Is it there, and may you read it?\n")
      throw ExitCode(EX.noInput)
    }
    let now = Moment(milliseconds: Int(Date().timeIntervalSince1970 * 1000), secondsFromGMT: 0)
    if data.starts(with: "SQLite format 3".utf8) {
      guard file == "-" else { return try importPythonClient(file, now) }
      // SQLite reads files alone.
      let copy = FileManager.default.temporaryDirectory.appending(path: "halo-import-\(UUID()).sqlite")
      defer { try? FileManager.default.removeItem(at: copy) }
      let attributes: [FileAttributeKey: Any] = [.posixPermissions: 0o600]
      guard FileManager.default.createFile(atPath: copy.path(), contents: data, attributes: attributes) else {
        throw failure("there is no room to copy what is read.")
      }
      try importPythonClient(copy.path(), now)
    } else {
      try importExport(String(decoding: data, as: UTF8.self), now)
    }
  }

  private func importPythonClient(_ path: String, _ now: Moment) throws {
    let file = try report {
      try PythonClientFile(path: path) { seconds in
        WallTime.system.secondsFromGMT(at: Date(timeIntervalSince1970: Double(seconds)))
      }
    }
    guard let file else {
      throw failure(
        "\(self.file) is a database, and not one of colmi_r02_client: it has no tables 'rings' and 'heart_rates'.")
    }
    let journal = try journalOptions.open()
    for ring in file.rings {
      let count = try report {
        try journal.keep(
          ring.entries, of: DeviceID(ring.address), name: ring.address, family: "colmi-ring", wearer: wearer,
          from: self.file,
          at: now)
      }
      try derive(journal, of: wearer)
      try StandardOutput.write(text: "\(ring.address): \(Self.sentence(new: count, of: ring.entries.count))\n")
    }
    if file.nightCount > 0 {
      StandardError.write("halo: its \(Words.counted(file.nightCount, "night")) cannot be read.\n")
    }
  }

  private func importExport(_ text: String, _ now: Moment) throws {
    var importer = ExportImporter(latest: now.milliseconds + 86_400_000)
    // Spreadsheets write a mark at the beginning and end lines as they please.
    let text = text.first == "\u{FEFF}" ? text.dropFirst() : text[...]
    for (number, line) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated() {
      guard !line.isEmpty, line != ExportedLine.header else { continue }
      guard importer.add(line) else {
        throw failure("\(file), line \(number + 1): not a line of an export. Nothing was imported.")
      }
    }
    let devices = importer.finish()
    guard !devices.isEmpty else { throw failure("\(file) holds nothing.") }
    let journal = try journalOptions.open()
    for device in devices {
      let count = try report {
        try journal.keep(
          device.entries, of: DeviceID(device.identifier), name: device.name, family: "import", wearer: device.wearer,
          from: file, at: now)
      }
      try StandardOutput.write(
        text: "\(Words.printable(device.name)): \(Self.sentence(new: count, of: device.entries.count))\n")
    }
    for wearer in Set(devices.map(\.wearer)).sorted() { try derive(journal, of: wearer) }
  }

  /// Computes what the days of a wearer mean, now that a file told of them.
  private func derive(_ journal: Journal, of wearer: String) throws {
    try report { try InsightKeeper(journal).updateAll(wearer) }
  }

  private static func sentence(new count: Int, of all: Int) -> String {
    "\(Words.grouped(count)) new of \(Words.counted(all, "entry", plural: "entries")), the others were here already."
  }

  private func failure(_ text: String) -> ExitCode {
    StandardError.write("halo: \(text)\n")
    return ExitCode(EX.dataError)
  }
}

/// Puts the lines of an export together, device by device.
private struct ExportImporter {
  init(latest: Int) { self.latest = latest }

  struct Device {
    let name: String
    let identifier: String
    let wearer: String
    var entries: [ImportedEntry] = []
  }

  /// What is later than this, in milliseconds, has not happened yet.
  let latest: Int
  private var devices: [Device] = []
  private var places: [String: Int] = [:]
  /// The stretches of each sleep, in order of the file, which is that of time.
  private var sleeps: [(place: Int, sleep: String, stages: [Night.Stretch])] = []
  private var sleepPlaces: [String: Int] = [:]

  /// Takes a line in; `false` where it is none.
  mutating func add(_ text: Substring) -> Bool {
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
      } else {
        sleepPlaces[key] = sleeps.count
        sleeps.append((place, sleep, [stretch]))
      }
      return true
    }
    guard let metric = MetricName(argument: line.metric)?.metric, case .number(let value) = line.value,
      metric.plausibleRange.contains(value),
      let source = SampleSource(rawValue: line.source)
    else { return false }
    devices[place].entries.append(
      .sample(metric, value, start: start, length: length, source, isDoubtful: line.doubtful))
    return true
  }

  func finish() -> [Device] {
    var devices = devices
    for (place, sleep, stages) in sleeps {
      if let (kind, start) = Self.sleep(sleep) {
        devices[place].entries.append(.sleep(kind, start: start, stages: stages))
      }
    }
    return devices
  }

  private mutating func place(of line: ExportedLine) -> Int {
    let key = "\(line.identifier)\n\(line.wearer)"
    if let place = places[key] { return place }
    places[key] = devices.count
    devices.append(Device(name: line.device, identifier: line.identifier, wearer: line.wearer))
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
