import ArgumentParser
import HaloBluetooth
import HaloHealth
import HaloJournal
import HaloReports
import SystemPackage

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Which recording a command looks at, and how its rows tell time.
struct SignalOptions: ParsableArguments {
  @Argument(
    help: ArgumentHelp(
      "A CSV file, a WFDB record (with or without .hea), or - for CSV on standard input.", valueName: "file"))
  var file: String?

  @Option(help: ArgumentHelp("CSV: rows a second.", valueName: "hertz"))
  var rate: Double?

  @Option(help: ArgumentHelp("CSV: the column that tells the time.", valueName: "column"))
  var time: String?

  @Option(help: "CSV: in what that column counts; iso is 2026-11-20T08:15:00.120.")
  var timeUnit: TimeUnit = .ms

  @Flag(help: "CSV: the first line has no names; columns are given by number, from 1.")
  var noHeader = false

  @Option(
    help: ArgumentHelp(
      "Instead of a file: what this device streamed, by its name or identifier. Columns are sensors: ppg, ecg, x, y, z …",
      valueName: "device"))
  var device: String?

  @Option(
    help: ArgumentHelp(
      "With --device: from then on (default: the latest stream alone).", valueName: "YYYY-MM-DDTHH:MM"),
    transform: RadioOptions.parseTime)
  var from: WallClock?

  @Option(
    help: ArgumentHelp("With --device: until then.", valueName: "YYYY-MM-DDTHH:MM"), transform: RadioOptions.parseTime)
  var to: WallClock?

  @OptionGroup var journalOptions: JournalOptions

  func validate() throws {
    if file == nil, device == nil { throw ValidationError(Phrase("Name a file, - for standard input, or a --device.")) }
    if file != nil, device != nil { throw ValidationError(Phrase("Choose one of a file and --device.")) }
    if rate != nil, time != nil { throw ValidationError(Phrase("Choose one of --rate and --time.")) }
    if let rate, !(rate > 0 && rate <= 1e6) {
      throw ValidationError(Phrase("--rate is how many rows come a second: above 0, and 1,000,000 at most."))
    }
    if device != nil, rate != nil || time != nil || noHeader {
      throw ValidationError(
        Phrase("A device's readings have their times and names: --rate, --time and --no-header go with a file."))
    }
    if device == nil, from != nil || to != nil { throw ValidationError(Phrase("--from and --to go with --device.")) }
  }

  /// What people call the recording.
  var name: String { device ?? (file == "-" ? Phrase("standard input").text : file ?? "") }

  /// Opens the recording to read some columns of it. Each row of a CSV file takes `secondsPerRow` where the command knows that, and no
  /// option says how rows tell time. `optional` is a column of a CSV file that is read after the others where there is one of that name.
  /// Problems go to standard error, and end the command.
  func open(_ columns: [String], optional: String? = nil, group: String? = nil, secondsPerRow: Double? = nil) throws
    -> any SignalSource
  {
    try telling {
      if let device {
        let journal = try journalOptions.openToShow()
        var argument = DeviceArgument()
        argument.device = device
        let found = try argument.find(in: journal, all: true)
        return try JournalSource(journal, found, columns: columns, from: from.map(moment), to: to.map(moment))
      }
      let file = file ?? "-"
      if let header = recordHeader(file) {
        guard time == nil, !noHeader, group == nil else {
          throw SignalError("is a WFDB record, which has names and a rate of its own", status: EX.usage)
        }
        return try WFDBSource(header: header, columns: columns)
      }
      let clock: CSVSource.Clock
      if let time {
        clock = .column(time, timeUnit)
      } else if let rate = rate ?? secondsPerRow.map({ 1 / $0 }) {
        clock = .rate(rate)
      } else {
        throw SignalError("add the time of its rows: --rate HZ or --time COLUMN", status: EX.usage)
      }
      return CSVSource(
        path: file, columns: columns, optional: optional, group: group, clock: clock, hasHeader: !noHeader)
    }
  }

  /// Reads a recording that ``open(_:group:secondsPerRow:)`` opened. Problems go to standard error, and end the command.
  func read(_ source: any SignalSource, _ body: (SignalBlock) throws -> Void) throws -> SignalSummary {
    try telling { try source.read(body) }
  }

  /// Lines that were told cannot be taken back. So before any is, a recording that can be read twice is looked through, to see whether too
  /// much of it has to be left out for any answer. Through a pipe that shows only in the end.
  func lookThrough(_ source: any SignalSource) throws -> SignalSummary? {
    guard source.rate == nil, source.canBeReadAgain else { return nil }
    let summary = try read(source) { _ in }
    return summary.refusal == nil ? nil : summary
  }

  /// Says on standard error what was left out of a recording, beside JSON.
  func tell(_ summary: SignalSummary) {
    guard let problem = summary.problem else { return }
    StandardError.report("\(name): \(problem): left out.")
  }

  /// The header of the WFDB record that a file name means; `nil` where it means none.
  private func recordHeader(_ file: String) -> String? {
    if file.hasSuffix(".hea") { return file }
    func isThere(_ path: String) -> Bool { (try? FileDescriptor.open(FilePath(path), .readOnly).close()) != nil }
    if file.hasSuffix(".dat") || file.hasSuffix(".mat") {
      let header = file.dropLast(4) + ".hea"
      return isThere(String(header)) ? String(header) : nil
    }
    return !isThere(file) && isThere(file + ".hea") ? file + ".hea" : nil
  }

  /// When the clock on the wall here shows that.
  private func moment(_ wallClock: WallClock) -> Moment {
    let guess = Date(timeIntervalSince1970: Double(wallClock.secondsSince1970))
    return Moment(wallClock, secondsFromGMT: WallTime.system.secondsFromGMT(at: guess))
  }

  /// Says on standard error what is wrong with a recording, and ends the command.
  func telling<Result>(_ body: () throws -> Result) throws -> Result {
    do {
      return try body()
    } catch let error as SignalError {
      StandardError.report("\(name): \(error.description)")
      throw ExitCode(error.status)
    }
  }
}
