import Foundation

/// Writes the return addresses of a thread that traps to standard error, for the report of the parent.
enum DeathNote {
  private typealias Backtrace = @convention(c) (UnsafeMutablePointer<UnsafeMutableRawPointer?>?, Int32) -> Int32
  private typealias Symbols = @convention(c) (UnsafeMutablePointer<UnsafeMutableRawPointer?>?, Int32, Int32) -> Void
  private static let (backtrace, writeSymbols) = (
    unsafeBitCast(dlsym(nil, "backtrace"), to: Backtrace?.self),
    unsafeBitCast(dlsym(nil, "backtrace_symbols_fd"), to: Symbols?.self)
  )
  private static let signals = [SIGILL, SIGTRAP, SIGSEGV, SIGBUS, SIGABRT, SIGFPE]

  static func prepare() {
    // The first call loads a library, which a signal handler must not.
    var frames = [UnsafeMutableRawPointer?](repeating: nil, count: 4)
    _ = backtrace?(&frames, 4)
    _ = writeSymbols
    for number in signals {
      signal(number) { number in
        withUnsafeTemporaryAllocation(of: UnsafeMutableRawPointer?.self, capacity: 48) { frames in
          let count = DeathNote.backtrace?(frames.baseAddress, 48) ?? 0
          DeathNote.writeSymbols?(frames.baseAddress, count, 2)
        }
        signal(number, SIG_DFL)
        raise(number)
      }
    }
  }

  /// Reads the offsets of frames in the program from standard error of a dead process, that of the trap first.
  static func frames(in text: String) -> [String] {
    let program = URL(filePath: program).lastPathComponent + "("
    // The handler's own frames end where the system called it.
    let lines = text.split(separator: "\n").drop { !$0.contains("libc.so") }
    return lines.filter { $0.contains(program) }.compactMap { line in
      line.firstRange(of: "(+").map { String(line[$0.upperBound...].prefix { $0 != ")" }) }
    }
  }

  /// Returns the places in the project's sources of frames, innermost first.
  static func places(of frames: [String]) -> [String] {
    guard !frames.isEmpty else { return [] }
    let process = Process()
    let output = Pipe()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["llvm-symbolizer", "--no-inlines", "-e", program] + frames
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    guard (try? process.run()) != nil else { return frames }
    let text = String(decoding: (try? output.fileHandleForReading.readToEnd()) ?? Data(), as: UTF8.self)
    process.waitUntilExit()
    let places = text.split(separator: "\n").compactMap { line in
      line.firstRange(of: "/Sources/Halo").map { "Sources/Halo\(line[$0.upperBound...])" }
    }
    return places.isEmpty ? frames : places
  }

  /// The path of this program.
  static let program =
    (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? CommandLine.arguments[0]
}
