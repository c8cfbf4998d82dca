import HaloInterchange
import SystemPackage

/// `halo worker`: computes rows of data from standard input, for data lakes and clusters.
struct WorkerCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "worker",
    abstract: "Compute rows of data from standard input, for DuckDB, Apache Spark and other engines.",
    discussion: """
      Each line of the input is a JSON object with a task and its data; each line of the output is its result, in the \
      same order and with the same 'id'. The worker runs until the end of its input, and its memory does not grow with \
      the number of lines. A line that cannot be computed yields {"error": …, "id": …}, and the next line is read.

      TASKS:
        rebuild        decode the frames of a journal again, and compute the daily metrics ('halo rebuild')
        daily-metrics  compute the daily metrics of decoded data
        completeness   which days have data ('halo day')
        heart-rate     heart rate in windows of PPG ('halo analyze heart-rate')
        hrv            HRV of PPG or ECG ('halo analyze hrv')
        steps          steps in acceleration ('halo analyze steps')
        sleep-stages   sleep stages of epochs ('halo analyze sleep')
        decode         frames into messages ('halo decode')

      A journal is given by the rows of its tables, as columns. docs/worker.md describes every field. halodata \
      (Tools/python) makes the input from a data lake and runs workers on one machine or on a cluster.

      EXAMPLES:
        echo '{"id":1,"task":"decode","family":"colmi-ring","frames":["03400000000000000000000000000043"]}' | halo worker
          {"id":1,"result":[{"charging":false,"percent":64,"type":"battery"}]}

      EXIT STATUS: 0, also if some lines yield errors; 74 if the output cannot be written; 128 and the signal's number \
      after a signal to stop, such as 143 after SIGTERM.
      """)

  @Option(
    help: ArgumentHelp(
      "A folder for the worker's temporary file, which holds one row at a time (default: the system's).",
      valueName: "folder"))
  var temporary: String?

  /// The longest line, in bytes: the journal of a wearer for some years.
  private static let longestLine = 1 << 30

  func validate() throws {
    if let temporary, !Self.isFolder(temporary) {
      throw ValidationError(Phrase("--temporary must name a folder; \(temporary) is not a folder."))
    }
  }

  private static func isFolder(_ path: String) -> Bool {
    (try? FileDescriptor.open(FilePath(path), .readOnly, options: .directory).close()) != nil
  }

  func run() async throws {
    if Terminal.isTerminal(.standardInput) {
      StandardError.write(Phrase("Reading tasks from the keyboard, one per line. Press Control-D to end.").text + "\n")
    }
    // Programs read the output.
    try await Wording.$current.withValue(Wording()) {
      guard let signals = ProgramContext.current.signals else { return try computeLines() }
      try await signals.trapping { numbers in
        // The line that is being computed is lost.
        let end = Task { for await number in numbers { signals.end(128 + number) } }
        defer { end.cancel() }
        try await BlockingWork.run { try computeLines() }
      }
    }
  }

  private func computeLines() throws {
    let worker = Worker(folder: temporary)
    var splitter = LineSplitter(limit: Self.longestLine)
    var failure: (any Error)?
    func compute(_ number: Int, _ line: UnsafeRawBufferPointer?) {
      guard failure == nil else { return }
      do {
        // A result is written immediately: the engine waits for it.
        if let answer = worker.answer(line, number: number) { try StandardOutput.write(answer) }
      } catch { failure = error }
    }
    var buffer = [UInt8](repeating: 0, count: 1 << 18)
    let input = StandardStreams.current[.standardInput]
    while failure == nil, !splitter.isEndless {
      let count = try buffer.withUnsafeMutableBytes { try input.read(into: $0) }
      guard count > 0 else { break }
      buffer.withUnsafeBytes {
        splitter.receive(UnsafeRawBufferPointer(rebasing: $0[..<count]), body: compute)
      }
    }
    splitter.finish(body: compute)
    if let failure { throw failure }
  }
}
