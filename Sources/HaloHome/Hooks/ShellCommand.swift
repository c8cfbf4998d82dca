import Dispatch
import HaloLibc
import Subprocess
import SystemPackage

/// A command that runs with its own environment, in its own session, without inherited files and with a time limit.
struct ShellCommand: Sendable {
  /// How a command ended.
  enum End: Sendable, Hashable {
    case exited(Int32)
    case signalled(Int32)
    case timedOut
    case cancelled
    case startFailed(String)
  }

  /// How a command ended, and its output.
  struct Result: Sendable, Hashable {
    let end: End
    /// The beginning of the output of both streams, without terminal control characters.
    let lines: [String]
  }

  private let arguments: [String]
  private let environment: [String: String]
  private let input: String
  private let limit: Duration

  /// The most bytes of a command's output that are kept.
  private static let maxBytes = 8192

  /// Creates a command: a program found on `PATH`, with `environment` added to the few of our variables that programs
  /// need, and `input` as its standard input.
  init(_ arguments: [String], environment: [String: String], input: String, limit: Duration) {
    self.arguments = arguments
    var all = environment
    for name in ["PATH", "HOME", "USER", "LANG", "TZ", "XDG_RUNTIME_DIR", "DBUS_SESSION_BUS_ADDRESS"] {
      all[name] = getenv(name).map { String(cString: $0) }
    }
    self.environment = all
    self.input = input
    self.limit = limit
  }

  /// Runs the command. If the task is canceled, the command and its child processes are killed.
  func run() async -> Result {
    do {
      let input = try Pipe()
      let output = try Pipe()
      // Wait only for the end of the command, not for the end of its output.
      defer { for end in [input.read, output.write] { try? end.close() } }
      // The input fits into the pipe; bytes that the command does not read are dropped.
      _ = fcntl(input.write.rawValue, F_SETFL, O_NONBLOCK)
      _ = try? input.write.writeAll(self.input.utf8)
      try input.write.close()
      let printed = CapturedOutput(output.read, maxBytes: Self.maxBytes)
      var options = PlatformOptions()
      options.createSession = true
      let program = arguments[0]
      let result = try await Subprocess.run(
        program.contains("/") ? .path(FilePath(program)) : .name(program),
        arguments: Arguments(Array(arguments.dropFirst())),
        environment: .custom(
          Dictionary(uniqueKeysWithValues: environment.map { (Environment.Key(stringLiteral: $0), $1) })),
        platformOptions: options, input: .fileDescriptor(input.read, closeAfterSpawningProcess: false),
        output: .fileDescriptor(output.write, closeAfterSpawningProcess: false),
        error: .fileDescriptor(output.write, closeAfterSpawningProcess: false)
      ) { execution in await self.follow(execution.processIdentifier.value) }
      let end: End =
        switch result.terminationStatus {
        case .exited(let status): .exited(status)
        case .signaled(let signal): .signalled(signal)
        }
      return Result(end: result.closureResult ?? end, lines: Self.lines(printed.finish()))
    } catch {
      if Task.isCancelled { return Result(end: .cancelled, lines: []) }
      let reason = (error as? SubprocessError)?.underlyingError.map { "\($0)" } ?? "\(error)"
      return Result(end: .startFailed(reason), lines: [])
    }
  }

  /// Waits for the end of a process. Ends the process if it exceeds the time limit or the task is canceled, and returns
  /// that reason.
  private func follow(_ process: Int32) async -> End? {
    await withTaskGroup(of: End?.self) { group in
      group.addTask {
        await ProcessEnd.wait(for: process)
        return nil
      }
      group.addTask { (try? await Task.sleep(for: limit)) == nil ? .cancelled : .timedOut }
      let first = await group.next() ?? nil
      let end = Task.isCancelled ? .cancelled : first
      // Kill the session with all child processes. Until its status is read the process is a zombie, so its ID cannot
      // be reused.
      if end != nil { kill(-process, SIGKILL) }
      group.cancelAll()
      return end
    }
  }

  private static func lines(_ printed: [UInt8]) -> [String] {
    let text = String(decoding: printed, as: UTF8.self)
    var lines = text.split(whereSeparator: \.isNewline).map { line in
      String(String.UnicodeScalarView(line.unicodeScalars.filter { $0.properties.generalCategory != .control }))
    }
    if printed.count >= maxBytes { lines.append("… (more was printed)") }
    return lines
  }
}
