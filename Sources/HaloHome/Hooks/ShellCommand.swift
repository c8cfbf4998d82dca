import Dispatch
import Subprocess
import Synchronization
import SystemPackage

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A command that is run with its own environment, in a session of its own, without any of this program's files, and for some time at
/// most.
struct ShellCommand: Sendable {
  /// How it ended.
  enum End: Sendable, Hashable {
    case exited(Int32)
    case signalled(Int32)
    case tookTooLong
    case cancelled
    case couldNotStart(String)
  }

  /// How it ended, and what it printed.
  struct Result: Sendable, Hashable {
    let end: End
    /// The beginning of what it printed, on either stream, without what a terminal would obey.
    let lines: [String]
  }

  private let arguments: [String]
  private let environment: [String: String]
  private let input: String
  private let limit: Duration

  /// More than this is not kept of what a command prints.
  private static let most = 8192

  /// A program, looked for on `PATH`, with `environment` beside the few variables of ours that programs want, and `input` to read.
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

  /// Runs it. Where the task is cancelled, it is killed with everything it started.
  func run() async -> Result {
    do {
      let (input, output) = (try Pipe(), try Pipe())
      // The end of the command is waited for, and not that of its output.
      defer { for end in [input.read, output.write] { try? end.close() } }
      // It fits into the pipe; what the command does not read is lost with it.
      _ = fcntl(input.write.rawValue, F_SETFL, O_NONBLOCK)
      _ = try? input.write.writeAll(self.input.utf8)
      try input.write.close()
      let printed = PrintedText(output.read, most: Self.most)
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
      return Result(end: .couldNotStart(reason), lines: [])
    }
  }

  /// Waits for the end of a process, and brings it about if it takes too long or the task is cancelled: then that is returned.
  private func follow(_ process: Int32) async -> End? {
    await withTaskGroup(of: End?.self) { group in
      group.addTask {
        await ProcessEnd.wait(for: process)
        return nil
      }
      group.addTask { (try? await Task.sleep(for: limit)) == nil ? .cancelled : .tookTooLong }
      let first = await group.next() ?? nil
      let end = Task.isCancelled ? .cancelled : first
      // Its session, with what it started. Until its status is read the process is a zombie, so no other process has its number.
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
    if printed.count >= most { lines.append("… (more was printed)") }
    return lines
  }
}
