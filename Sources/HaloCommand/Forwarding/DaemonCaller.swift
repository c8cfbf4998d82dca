import HaloDaemon
import HaloLibc
import SystemPackage
import UnixSignals

/// Forwards a command to a daemon: to the service, which alone may open its journal, or to run in the background. The
/// terminal's file descriptors are passed too, so the command behaves as if it ran locally.
struct DaemonCaller {
  let verb: any DaemonForwardable
  /// The arguments from which `verb` was parsed.
  let arguments: [String]

  /// The value of `--lang`.
  let language: String?

  /// Runs the command in a daemon, if it should run there.
  ///
  /// - Returns: The exit status; `nil` if the command must run in this process.
  func run() async throws -> Int32? {
    if let verb = verb as? any BackgroundRunnable, verb.isBackground { return try await runInBackground(verb) }
    // Run here if a journal or radio was chosen, or if this is a command that the daemon itself started.
    guard !verb.runsLocally, !isChosen("--journal"), !isChosen("--replay"), !isChosen("--radio"),
      !JournalOptions.isChosen(nil), !RadioOptions.isSimulatedByDefault
    else { return nil }
    let path = DaemonSocket.chosen ?? DaemonSocket.ofService
    guard !path.isEmpty else { return nil }
    let connection: DaemonConnection
    do { connection = try DaemonConnection(path: path) } catch .permissionDenied {
      // Fall back to the user's own journal.
      if let journal = JournalLocation.path(EnvironmentVariable.all), access(journal, F_OK) == 0 { return nil }
      throw Failure(
        EX.noPermission,
        """
        The Halo service manages the journal on this computer, and you do not have access. Get access with 'sudo \
        adduser $USER halo' and log in again, or use your own journal with --journal FILE.
        """)
    } catch .wouldBlock {
      throw UnresponsiveDaemon(process: nil)
    } catch { return nil }
    guard connection.user != getuid() else { return nil }
    var arguments = arguments
    // A file is temporary until it is complete, unless it is usable even if truncated.
    var staged: StagedFile?
    if case .write(let path, _)? = verb.clientFile, path != "-" { staged = try StagedFile(for: path) }
    defer { extendLifetime(staged) }
    let files = try openFiles(verb.clientFile, staged, &arguments)
    defer { for file in files where file.rawValue > 2 { try? file.close() } }
    let status = try await run(arguments, files, over: connection)
    if status == 0 {
      try staged?.publish()
    } else if case .record(let path, _)? = verb.clientFile, path != "-", Self.size(path) == 0 {
      unlink(path)
    }
    return status
  }

  /// The size of a file in bytes; `nil` without a file.
  private static func size(_ path: String) -> Int? {
    var info = stat()
    return stat(path, &info) == 0 ? Int(info.st_size) : nil
  }

  private func isChosen(_ option: String) -> Bool {
    arguments.contains { $0 == option || $0.hasPrefix(option + "=") }
  }

  /// Returns the standard files for the command, with `file` opened in place of one of them.
  private func openFiles(
    _ file: ClientFile?, _ staged: StagedFile?, _ arguments: inout [String]
  ) throws -> [FileDescriptor] {
    var files = StandardStreams.current.files
    guard let file, file.path != "-" else { return files }
    do {
      switch file {
      case .read(let path, let name):
        // The daemon gets the file alone, and the newest data of an open database is beside it.
        guard Self.size(path + "-wal") ?? 0 == 0 else {
          throw Failure(
            EX.temporary,
            "another program uses \(path). Import a copy of it, made by 'halo backup COPY --journal \(path)' or that program."
          )
        }
        files[0] = try .open(FilePath(path), .readOnly, options: [.closeOnExec])
        arguments.insert(contentsOf: name, at: 1)
      case .write(let path, let format):
        files[1] = try .open(FilePath(staged?.path ?? path), .writeOnly, options: [.noFollow, .closeOnExec])
        arguments.insert(contentsOf: format, at: 1)
      case .record(let path, let format):
        files[1] = try .open(
          FilePath(path), .writeOnly, options: [.create, .exclusiveCreate, .closeOnExec], permissions: .ownerReadWrite)
        arguments.insert(contentsOf: format, at: 1)
      }
    } catch let error as Errno {
      if case .read = file { throw Failure.cannotOpen(file.path, error) }
      throw Failure(EX.ioError, "cannot open \(file.path): \(error)")
    }
    for (index, argument) in arguments.enumerated() {
      let before = index > 0 ? arguments[index - 1] : ""
      if argument == file.path, !before.hasPrefix("-") || ["-o", "--output", "--"].contains(before) {
        arguments[index] = "-"
        break
      }
      if argument == "--output=" + file.path { arguments[index] = "--output=-" }
    }
    return files
  }

  private func run(_ arguments: [String], _ files: [FileDescriptor], over connection: DaemonConnection) async throws
    -> Int32
  {
    let verb = DaemonRequest.Verb(arguments: arguments, environment: environment, isBackground: false)
    // Save the terminal settings: the daemon's command may change them, and cannot restore them if it is killed.
    var terminal = termios()
    let input = files[0].rawValue
    let isTerminal = tcgetattr(input, &terminal) == 0
    // Only in the foreground: a background process would be stopped by SIGTTOU.
    defer { if isTerminal, tcgetpgrp(input) == getpgrp() { tcsetattr(input, TCSANOW, &terminal) } }
    let signals = await ProgramContext.current.signals?.sequence()
    try connection.ask(.run(verb), files: files)
    return try await withThrowingTaskGroup(of: Int32?.self) { group in
      group.addTask {
        if let signals { for await signal in signals { try? connection.ask(.signal(signal.rawValue)) } }
        return nil
      }
      group.addTask {
        var reply = try await connection.firstReply()
        var replies = connection.replies.makeAsyncIterator()
        while let current = reply {
          switch current {
          case .ended(let status): return status
          case .refused(let reason):
            throw Failure(EX.unavailable, "\(reason)")
          case .held, .started, .status: break
          }
          reply = await replies.next(isolation: nil)
        }
        throw Failure.daemonEnded
      }
      defer { group.cancelAll() }
      while let status = try await group.next() { if let status { return status } }
      return EX.unavailable
    }
  }

  private func runInBackground(_ verb: any BackgroundRunnable) async throws -> Int32 {
    let (journal, isSimulated) = verb.backgroundJournal
    guard let connection = try DaemonSocket.connect(journal: journal, isSimulated: isSimulated) else {
      throw Failure(
        EX.unavailable, "--background needs the Halo daemon, which is not running. Start it with 'halo daemon'.")
    }
    let verb = DaemonRequest.Verb(
      arguments: arguments.filter { $0 != "--background" }, environment: [:], isBackground: true)
    try connection.ask(.run(verb))
    switch try await connection.firstReply() {
    case .started(let process):
      let number = String(process)
      try StandardOutput.write(
        Phrase("The daemon runs the command as process \(number). End it with 'halo daemon end \(number)'."))
      return 0
    case .refused(let reason): StandardError.report("\(reason)")
    case .held, .ended, .status, nil: break
    }
    return EX.unavailable
  }

  /// The environment variables for the terminal, the language and the time zone.
  private var environment: [String: String] {
    var variables = EnvironmentVariable.all.filter { DaemonServer.clientVariables.contains($0.key) }
    if let language { variables[DaemonServer.languageVariable] = language }
    return variables
  }
}

extension Failure {
  /// The daemon closed the connection before it answered.
  static var daemonEnded: Failure {
    Failure(EX.unavailable, "the daemon ended unexpectedly. See its log: journalctl -u halo")
  }
}
