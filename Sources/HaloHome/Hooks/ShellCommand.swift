import Dispatch
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
    let cancellation: Pipe
    do { cancellation = try Pipe() } catch {
      return Result(end: .couldNotStart("\(error)"), lines: [])
    }
    // The pipe is closed when nobody can write into it any more.
    let writer = Mutex<FileDescriptor?>(cancellation.write)
    defer { try? cancellation.read.close() }
    let result = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        DispatchQueue(label: "halo.hook").async {
          continuation.resume(returning: runBlocking(cancelled: cancellation.read))
        }
      }
    } onCancel: {
      writer.withLock { _ = try? $0?.writeAll([1]) }
    }
    writer.withLock { descriptor in
      try? descriptor?.close()
      descriptor = nil
    }
    return result
  }

  private func runBlocking(cancelled: FileDescriptor) -> Result {
    do {
      let (input, output, exited) = (try Pipe(), try Pipe(), try Pipe())
      defer { for pipe in [input, output, exited] { try? pipe.read.close() } }
      // It fits into the pipe; what the command does not read is lost with it.
      _ = fcntl(input.write.rawValue, F_SETFL, O_NONBLOCK)
      _ = try? input.write.writeAll(self.input.utf8)
      try input.write.close()
      let process: pid_t
      do {
        defer { try? output.write.close() }
        process = try start(reading: input.read, writing: output.write)
      } catch {
        try? exited.write.close()
        throw error
      }
      DispatchQueue(label: "halo.hook.wait").async {
        var info = siginfo_t()
        // It stays a zombie, so that its number is not given to another before it was signalled for the last time.
        while waitid(P_PID, id_t(process), &info, WEXITED | WNOWAIT) != 0, errno == EINTR {}
        try? exited.write.close()
      }
      return follow(process, output: output.read, exited: exited.read, cancelled: cancelled)
    } catch {
      return Result(end: .couldNotStart("\(error)"), lines: [])
    }
  }

  /// Reads what it prints until it ends, and sees that it does.
  private func follow(
    _ process: pid_t, output: FileDescriptor, exited: FileDescriptor, cancelled: FileDescriptor
  ) -> Result {
    _ = fcntl(output.rawValue, F_SETFL, O_NONBLOCK)
    var printed: [UInt8] = []
    var killed: End?
    let deadline = ContinuousClock.now + limit
    var watched = [exited, output, cancelled].map { pollfd(fd: $0.rawValue, events: Int16(POLLIN), revents: 0) }
    while true {
      let left = killed == nil ? max(.zero, deadline - .now) : .seconds(60)
      guard poll(&watched, nfds_t(watched.count), Int32(left / .milliseconds(1)) + 1) >= 0 || errno == EINTR else {
        break
      }
      if killed == nil, watched[2].revents != 0 || ContinuousClock.now >= deadline {
        killed = watched[2].revents != 0 ? .cancelled : .tookTooLong
        kill(-process, SIGKILL)
        watched[2].fd = -1
      }
      if watched[1].revents != 0, !Self.read(output, into: &printed) { watched[1].fd = -1 }
      // Others that it started may hold the pipe open, so its end is not waited for.
      if watched[0].revents != 0 { break }
    }
    _ = Self.read(output, into: &printed)
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0, errno == EINTR {}
    let end: End = status & 0x7f == 0 ? .exited((status >> 8) & 0xff) : .signalled(status & 0x7f)
    return Result(end: killed ?? end, lines: Self.lines(printed))
  }

  /// Reads what is there; `false` at the end.
  private static func read(_ descriptor: FileDescriptor, into printed: inout [UInt8]) -> Bool {
    var bytes = [UInt8](repeating: 0, count: 4096)
    while true {
      guard let count = try? bytes.withUnsafeMutableBytes({ try descriptor.read(into: $0) }) else { return true }
      guard count > 0 else { return false }
      printed += bytes[..<count].prefix(max(0, most - printed.count))
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

  private func start(reading input: FileDescriptor, writing output: FileDescriptor) throws -> pid_t {
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
      var attributes: posix_spawnattr_t?
      let flags = POSIX_SPAWN_SETSID | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_CLOEXEC_DEFAULT
    #else
      var actions = posix_spawn_file_actions_t()
      var attributes = posix_spawnattr_t()
      // POSIX_SPAWN_SETSID of glibc and musl, which glibc's headers show to GNU's programs only.
      let newSession: Int32 = 0x80
      let flags = newSession | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK
    #endif
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, input.rawValue, 0)
    posix_spawn_file_actions_adddup2(&actions, output.rawValue, 1)
    posix_spawn_file_actions_adddup2(&actions, output.rawValue, 2)
    #if !canImport(Darwin)  // POSIX_SPAWN_CLOEXEC_DEFAULT
      // All of Halo's files are opened so that no program gets them, but libraries have theirs. Other threads may open some meanwhile, which
      // get the next free numbers; closing a number that is none does no harm.
      for descriptor in 3..<Self.descriptorEnd { posix_spawn_file_actions_addclose(&actions, descriptor) }
    #endif
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    posix_spawnattr_setflags(&attributes, Int16(flags))
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    sigfillset(&signals)
    posix_spawnattr_setsigdefault(&attributes, &signals)
    var process: pid_t = 0
    let program = arguments[0]
    let error = Self.withCStrings(arguments) { arguments in
      Self.withCStrings(environment.map { "\($0)=\($1)" }) { environment in
        posix_spawnp(&process, program, &actions, &attributes, arguments, environment)
      }
    }
    guard error == 0 else { throw Errno(rawValue: error) }
    return process
  }

  #if !canImport(Darwin)
    /// The first number that no file has here, with room for those that are opened right now.
    private static var descriptorEnd: Int32 {
      // glibc calls it an error to close what no file can be.
      let limit = Int32(clamping: max(3, sysconf(Int32(_SC_OPEN_MAX))))
      guard let folder = opendir("/proc/self/fd") else { return min(1024, limit) }
      defer { closedir(folder) }
      var highest: Int32 = 2
      while let entry = readdir(folder) {
        let name = withUnsafeBytes(of: entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
        highest = max(highest, Int32(name) ?? 0)
      }
      return min(highest + 256, limit)
    }
  #endif

  private static func withCStrings<Value>(
    _ texts: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> Value
  ) -> Value {
    let pointers = texts.map { strdup($0) }
    defer { for pointer in pointers { free(pointer) } }
    return body(pointers + [nil])
  }
}
