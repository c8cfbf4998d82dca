import Foundation
import HaloHome
import HaloLibc
package import Logging
import Subprocess
import SystemPackage

/// Handles the requests that clients send to the daemon's socket.
package actor DaemonServer {
  private let supervisor: Supervisor
  private let journal: Journal
  private let environment: DriverEnvironment
  private let program: Daemon.Program
  private let logger: Logger
  private var running: [Int32: Running] = [:]

  private struct Running {
    let command: DaemonStatus.Command
    /// Ends the command with an exit status.
    let end: AsyncStream<Int32>.Continuation
  }

  /// The variable that passes `--lang` to a command.
  package static let languageVariable = "HALO_LANG"

  /// The variables of the caller's environment that a command gets.
  package static let clientVariables = [
    "TERM", "COLUMNS", "LINES", "NO_COLOR", "LANG", "LC_ALL", "LC_CTYPE", "LC_MESSAGES", "TZ", languageVariable,
  ]

  /// Creates a server for `supervisor`'s devices, in `program`.
  package init(
    _ supervisor: Supervisor, journal: Journal, environment: DriverEnvironment, program: Daemon.Program, logger: Logger
  ) {
    self.supervisor = supervisor
    self.journal = journal
    self.environment = environment
    self.program = program
    self.logger = logger
  }

  /// Handles the requests from `socket` until the client disconnects.
  package func serve(_ socket: LineSocket) async {
    defer { socket.close() }
    var lines = socket.lines.makeAsyncIterator()
    guard let line = await lines.next(isolation: self) else { return }
    if let mismatch = Self.mismatch(line) {
      logger.warning("request refused", metadata: ["reason": "\(mismatch)"])
      return Self.reply(.refused(reason: "\(mismatch)"), to: socket)
    }
    guard let request = Self.request(line) else {
      return Self.reply(
        .refused(reason: "This daemon (version \(program.version)) does not know the request."), to: socket)
    }
    switch request {
    case .hold(let device):
      let device = DeviceID(device)
      await supervisor.release(of: device)
      Self.reply(.held, to: socket)
      while await lines.next(isolation: self) != nil {}
      await supervisor.reclaim(device)
    case .run(let verb):
      await run(verb, line.files.take(), for: socket)
    case .status:
      for await statuses in await supervisor.updates() { return Self.reply(.status(status(statuses)), to: socket) }
    case .follow:
      await follow(socket)
    case .end(let process):
      guard let running = running[process], running.command.isBackground else {
        return Self.reply(.refused(reason: "Nothing runs in the background as process \(process)."), to: socket)
      }
      running.end.yield(SIGINT)
      Self.reply(.ended(status: 0), to: socket)
    case .reload:
      await supervisor.reload()
    case .attend:
      while await lines.next(isolation: self) != nil {}
    case .signal:
      break
    }
  }

  private func follow(_ socket: LineSocket) async {
    await withTaskGroup(of: Void.self) { group in
      group.addTask {
        for await statuses in await self.supervisor.updates() {
          Self.reply(.status(await self.status(statuses)), to: socket)
        }
      }
      group.addTask { for await _ in socket.lines {} }
      await group.next()
      group.cancelAll()
    }
  }

  private func status(_ statuses: [Supervisor.Status]) -> DaemonStatus {
    DaemonStatus(
      version: program.version, process: getpid(), journal: journal.path, devices: statuses.map { .init($0) },
      commands: running.values.map(\.command).sorted { $0.process < $1.process })
  }

  /// Runs a command as a separate process, so that a crash does not affect the daemon.
  private func run(_ verb: DaemonRequest.Verb, _ files: [FileDescriptor], for socket: LineSocket) async {
    // The files belong to the child process; they are closed here after it has started.
    var files = files
    defer { for file in files { try? file.close() } }
    if let reason = program.refusal(verb) {
      return Self.refuse(verb, reason, to: socket)
    }
    do {
      if verb.isBackground {
        for file in files { try? file.close() }
        files = []
        files.append(try .open("/dev/null", .readOnly, options: [.closeOnExec]))
        files.append(try .open("/dev/null", .writeOnly, options: [.closeOnExec]))
        files.append(try FileDescriptor.standardError.duplicate())
      }
      guard files.count == 3, let executable = Bundle.main.executablePath else {
        return Self.refuse(verb, Phrase("The request has no input and output files."), to: socket)
      }
      let input = files[0]
      let output = files[1]
      let error = files[2]
      files = []
      var options = PlatformOptions()
      options.teardownSequence = [.gracefulShutDown(allowedDurationToNextStep: .seconds(1))]
      let result = try await Subprocess.run(
        .path(FilePath(executable)), arguments: Arguments(verb.arguments),
        environment: .inherit.updating(changes(verb)),
        platformOptions: options,
        input: .fileDescriptor(input, closeAfterSpawningProcess: true),
        output: .fileDescriptor(output, closeAfterSpawningProcess: true),
        error: .fileDescriptor(error, closeAfterSpawningProcess: true)
      ) { execution in
        let process = execution.processIdentifier.value
        let (signals, continuation) = AsyncStream<Int32>.makeStream()
        self.began(process, verb, continuation)
        Self.reply(.started(process: process), to: socket)
        await withTaskGroup(of: Void.self) { group in
          group.addTask {
            for await signal in signals { try? execution.send(signal: Signal(rawValue: signal)) }
          }
          group.addTask {
            for await line in socket.lines {
              if case .signal(let number)? = Self.request(line) { continuation.yield(number) }
            }
            guard !verb.isBackground, !Task.isCancelled else { return }
            // The caller disconnected: end a command that would continue running.
            continuation.yield(SIGHUP)
            if (try? await Task.sleep(for: .seconds(10))) != nil { continuation.yield(SIGKILL) }
          }
          await ProcessEnd.wait(for: process)
          group.cancelAll()
        }
        self.ended(process)
      }
      Self.reply(.ended(status: result.terminationStatus.exitStatus), to: socket)
      logger.info("command ended", metadata: ["command": "\(verb.arguments.joined(separator: " "))"])
    } catch {
      logger.error("command failed", metadata: ["error": "\(error)"])
      Self.refuse(verb, Phrase("The daemon cannot run the command: \(error)"), to: socket)
    }
    // The command may have paired or unpaired a device.
    await supervisor.reload()
  }

  private func began(_ process: Int32, _ verb: DaemonRequest.Verb, _ end: AsyncStream<Int32>.Continuation) {
    running[process] = Running(
      command: .init(
        process: process, arguments: verb.arguments, since: "\(environment.time.moment)",
        isBackground: verb.isBackground), end: end)
    logger.info(
      "command",
      metadata: ["command": "\(verb.arguments.joined(separator: " "))", "process": "\(process)"])
  }

  private func ended(_ process: Int32) { running[process] = nil }

  private func changes(_ verb: DaemonRequest.Verb) -> [Environment.Key: String?] {
    var changes: [Environment.Key: String?] = [:]
    for name in Self.clientVariables { changes[.init(stringLiteral: name)] = verb.environment[name] }
    for (name, value) in program.variables { changes[.init(stringLiteral: name)] = value }
    return changes
  }

  /// Returns why a line's sender is incompatible; `nil` if it is compatible or the line has no readable version.
  private static func mismatch(_ line: LineSocket.Line) -> DaemonMismatch? {
    let message = try? JSONDecoder().decode(DaemonMessageVersion.self, from: Data(line.bytes))
    return message.flatMap { DaemonProtocol.current.mismatch(withProgram: $0.version) }
  }

  private static func request(_ line: LineSocket.Line) -> DaemonRequest? {
    try? JSONDecoder().decode(DaemonMessage<DaemonRequest>.self, from: Data(line.bytes)).content
  }

  /// Refuses a command, in the caller's language.
  private static func refuse(_ verb: DaemonRequest.Verb, _ reason: Phrase, to socket: LineSocket) {
    let tags = [languageVariable, "LC_ALL", "LC_MESSAGES", "LANG"].compactMap { verb.environment[$0] }
    reply(.refused(reason: reason.text(in: Wording(Language(preferred: tags)))), to: socket)
  }

  /// Sends a reply; drops it if the client has disconnected.
  private static func reply(_ reply: DaemonReply, to socket: LineSocket) {
    guard let text = try? VisibleText.json(DaemonMessage(reply)) else { return }
    // Never block on a slow client.
    do { try socket.send(Array(text.utf8), isBlocking: false) } catch { socket.close() }
  }
}

extension TerminationStatus {
  /// The exit status as a shell reports it: 128 plus the signal's number if a signal ended the process.
  fileprivate var exitStatus: Int32 {
    switch self {
    case .exited(let code): code
    case .signaled(let signal): 128 + signal
    }
  }
}
