import Foundation

/// A process that runs trials, one after the other, and says when it begins and ends each.
final class FuzzChild {
  /// What became of a trial.
  enum Event {
    case end(Int, isVoid: Bool)
    case fault(Int, kind: String, text: String)
  }

  private static let lineBreak = UInt8(ascii: "\n")

  let trials: [Trial]
  private let process = Process()
  private let output = Pipe()
  let folder: String
  private var errors: String { folder + "/errors" }
  private var buffer: [UInt8] = []
  /// The number of the current trial in its batch; `nil` before the first.
  private(set) var current: Int?
  private var begun = ContinuousClock.now
  private var timeAtBegin = 0.0
  /// The peak memory in kilobytes.
  private(set) var peak = 0

  var descriptor: Int32 { output.fileHandleForReading.fileDescriptor }

  init(_ kind: ValueKind, _ trials: [Trial], templates: String, number: Int) throws {
    self.trials = trials
    folder = "\(templates)/child-\(number)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try JSONEncoder().encode(trials).write(to: URL(filePath: folder + "/batch"))
    _ = FileManager.default.createFile(atPath: errors, contents: nil)
    process.executableURL = URL(filePath: DeathNote.program)
    process.arguments = ["values-child", kind.rawValue, templates, folder]
    process.environment = ProcessInfo.processInfo.environment.merging([
      "SWIFT_BACKTRACE": "enable=no", "TMPDIR": folder, "HOME": folder, "LANG": "C", "LC_ALL": "C",
    ]) { $1 }
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = output
    process.standardError = FileHandle(forWritingAtPath: errors)
    try process.run()
    try? output.fileHandleForWriting.close()
  }

  /// Reads what the process says, after its descriptor became readable.
  ///
  /// - Returns: The events; `nil` at the end of the process.
  func receive() -> [Event]? {
    var chunk = [UInt8](repeating: 0, count: 1 << 14)
    let count = read(descriptor, &chunk, chunk.count)
    guard count > 0 else { return nil }
    buffer += chunk[..<count]
    var events: [Event] = []
    while let end = buffer.firstIndex(of: Self.lineBreak) {
      let words = String(decoding: buffer[..<end], as: UTF8.self).split(separator: " ", maxSplits: 2)
      buffer.removeFirst(end + 1)
      guard words.count > 1, let number = Int(words[1]) else { continue }
      switch words[0] {
      case "begin": (current, begun, timeAtBegin) = (number, .now, time)
      case "end", "void":
        peak = max(peak, words.count > 2 ? Int(words[2]) ?? 0 : 0)
        events.append(.end(number, isVoid: words[0] == "void"))
      case "fault":
        let parts = (words.count > 2 ? words[2] : "").split(separator: "|", maxSplits: 1)
        events.append(.fault(number, kind: String(parts.first ?? ""), text: String(parts.last ?? "")))
      default: break
      }
    }
    return events
  }

  /// True if the current trial takes too long: five seconds of its own, or many in all.
  var hangs: Bool {
    let waited = ContinuousClock.now - begun
    return waited > .seconds(60) || waited > .seconds(5) && time - timeAtBegin > 5
  }

  /// The processor time in seconds.
  var time: Double {
    guard let text = try? String(contentsOfFile: "/proc/\(process.processIdentifier)/stat", encoding: .utf8) else {
      return 0
    }
    let fields = text.split(separator: " ")
    guard fields.count > 15, let user = Double(fields[13]), let system = Double(fields[14]) else { return 0 }
    return (user + system) / 100
  }

  func kill() { Foundation.kill(process.processIdentifier, SIGKILL) }

  /// Waits for the end.
  ///
  /// - Returns: The signal that ended it, or its status if that is not 0; `nil` after success.
  func end() -> String? {
    process.waitUntilExit()
    if process.terminationReason == .uncaughtSignal { return "signal \(process.terminationStatus)" }
    return process.terminationStatus == 0 ? nil : "status \(process.terminationStatus)"
  }

  /// What it wrote to standard error.
  var problems: String { (try? String(contentsOfFile: errors, encoding: .utf8)) ?? "" }

  // MARK: In the process

  /// Runs the trials of a batch.
  static func run(_ arguments: [String]) async {
    do { try await runAll(arguments) } catch {
      FileHandle.standardError.write(Data("\(error)\n".utf8))
      exit(1)
    }
  }

  private static func runAll(_ arguments: [String]) async throws {
    guard arguments.count == 3, let kind = ValueKind(rawValue: arguments[0]) else { return }
    DeathNote.prepare()
    // A trial that takes far more than is allowed ends before the computer suffers.
    var limit = rlimit(rlim_cur: 4 << 30, rlim_max: 4 << 30)
    setrlimit(__rlimit_resource_t(RLIMIT_DATA.rawValue), &limit)
    let (templates, folder) = (arguments[1], arguments[2])
    let trials = try JSONDecoder().decode([Trial].self, from: Data(contentsOf: URL(filePath: folder + "/batch")))
    let runner = try TrialRunner(kind, templates: templates, work: folder + "/work")
    for (number, trial) in trials.enumerated() {
      say("begin \(number)")
      let outcome = try await runner.run(trial)
      let peak = Limits.peakMemory ?? 0
      switch outcome {
      case .void: say("void \(number) \(peak)")
      case .done: say("end \(number) \(peak)")
      case .fault(let kind, let text):
        say("fault \(number) \(kind)|\(text.replacing("\n", with: " ").prefix(400))")
        say("end \(number) \(peak)")
      }
    }
  }

  private static func say(_ line: String) {
    let bytes = Array("\(line)\n".utf8)
    _ = write(1, bytes, bytes.count)
  }
}
