import HaloInterchange
import HaloFoundation
import SystemPackage

/// Options that select a recording and the times of its rows.
struct SignalOptions: ParsableArguments {
  @Argument(
    help: ArgumentHelp(
      "A CSV file, a WFDB record (with or without .hea), or - for CSV on standard input.", valueName: "file"))
  var file: String?

  @Option(help: ArgumentHelp("CSV: the number of rows per second.", valueName: "hertz"))
  var rate: Double?

  @Option(help: ArgumentHelp("CSV: the column of times.", valueName: "column"))
  var time: String?

  @Option(help: "CSV: the unit of that column; iso is 2026-11-20T08:15:00.120.")
  var timeUnit: TimeUnit = .ms

  @Flag(help: "CSV: the first line is data; select columns by number, from 1.")
  var noHeader = false

  @Option(
    help: ArgumentHelp(
      "Instead of a file: the streams of this device, by name or identifier. Columns are sensors: ppg, ecg, x, y, z …",
      valueName: "device"))
  var device: String?

  @Option(
    help: ArgumentHelp(
      "With --device: the start (default: only the latest stream).", valueName: "YYYY-MM-DDTHH:MM"),
    transform: RadioOptions.parseTime)
  var from: WallClock?

  @Option(
    help: ArgumentHelp("With --device: the end.", valueName: "YYYY-MM-DDTHH:MM"), transform: RadioOptions.parseTime)
  var to: WallClock?

  @OptionGroup var journalOptions: JournalOptions

  func validate() throws {
    try refuse("Name a file, - for standard input, or a --device.", if: file == nil && device == nil)
    try refuse("Pass only one of a file and --device.", if: file != nil && device != nil)
    try refuse("Pass only one of --rate and --time.", if: rate != nil && time != nil)
    if let rate, !(rate > 0 && rate <= 1e6) {
      throw ValidationError(Phrase("--rate, in rows per second, must be above 0 and at most 1,000,000."))
    }
    try refuse(
      "A device's readings have times and names. --rate, --time and --no-header require a file.",
      if: device != nil && (rate != nil || time != nil || noHeader))
    try refuse("--from and --to require --device.", if: device == nil && (from != nil || to != nil))
  }

  /// Returns the names of columns in a list such as "ax, ay".
  static func columns(_ list: String) -> [String] {
    list.split(separator: ",", omittingEmptySubsequences: false).map { $0.drop { $0 == " " }.trimmingEnd }
  }

  /// The name of the recording for messages.
  var name: String { device ?? (file == "-" ? Phrase("standard input").text : file ?? "") }

  /// Opens the recording to read some of its columns. `secondsPerRow` is the duration of a row of a CSV file, if the
  /// command knows it and no option gives the times. `optional` is a column of a CSV file that is read after the
  /// others, if it exists. Throws a `Failure` with the reason.
  func open(_ columns: [String], optional: String? = nil, group: String? = nil, secondsPerRow: Double? = nil) throws
    -> any SignalSource
  {
    try reportingErrors {
      if let device {
        let journal = try journalOptions.openExisting()
        let found = try DeviceArgument.find(device, in: journal.allDevices())
        return try JournalSource(journal, found, columns: columns, from: from.map(moment), to: to.map(moment))
      }
      let file = file ?? "-"
      if let header = recordHeader(file) {
        guard time == nil, !noHeader, group == nil else {
          throw SignalError("is a WFDB record, which has its own names and rate", .request)
        }
        return try WFDBSource(header: header, columns: columns) { StandardError.report($0) }
      }
      let clock: CSVSource.Clock
      if let time {
        clock = .column(time, timeUnit)
      } else if let rate = rate ?? secondsPerRow.map({ 1 / $0 }) {
        clock = .rate(rate)
      } else {
        throw SignalError("add the times of the rows: --rate HZ or --time COLUMN", .request)
      }
      return CSVSource(
        path: file, input: StandardStreams.current[.standardInput], columns: columns, optional: optional, group: group,
        clock: clock, hasHeader: !noHeader)
    }
  }

  /// Reads a recording that ``open(_:optional:group:secondsPerRow:)`` opened. Throws a
  /// `Failure` with the reason.
  func read(_ source: any SignalSource, _ body: (SignalBlock) throws -> Void) throws -> SignalSummary {
    try reportingErrors { try source.read(body) }
  }

  /// Checks a recording before any output, because printed lines cannot be withdrawn; see ``SignalSource/precheck()``.
  func precheck(_ source: any SignalSource) throws -> SignalSummary? { try reportingErrors { try source.precheck() } }

  /// Reports on standard error which rows were left out, for JSON output.
  func tell(_ summary: SignalSummary) {
    guard let problem = summary.problem else { return }
    StandardError.report("\(name): \(problem): left out.")
  }

  /// Returns the path of the WFDB header for a file name; `nil` if it is not a WFDB record.
  private func recordHeader(_ file: String) -> String? {
    if file.hasSuffix(".hea") { return file }
    func exists(_ path: String) -> Bool { (try? FileDescriptor.open(FilePath(path), .readOnly).close()) != nil }
    if file.hasSuffix(".dat") || file.hasSuffix(".mat") {
      let header = file.dropLast(4) + ".hea"
      return exists(String(header)) ? String(header) : nil
    }
    return !exists(file) && exists(file + ".hea") ? file + ".hea" : nil
  }

  /// Returns the moment of a local time.
  private func moment(_ wallClock: WallClock) -> Moment {
    let guess = Date(timeIntervalSince1970: Double(wallClock.secondsSince1970))
    return Moment(wallClock, secondsFromGMT: WallTime.system.secondsFromGMT(at: guess))
  }

  /// Runs `body`. Turns a `SignalError` into a `Failure` that names the recording.
  func reportingErrors<Result>(_ body: () throws -> Result) throws -> Result {
    do {
      return try body()
    } catch let error as SignalError {
      throw Failure(error.exitStatus, "\(name): \(error)")
    }
  }
}

extension TimeUnit: ExpressibleByArgument {}
