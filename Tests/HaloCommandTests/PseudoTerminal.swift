import Foundation

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#endif

/// The program `halo` in a pseudo-terminal: tests write keystrokes to it and read its output.
final class PseudoTerminal {
  private struct Failure: Error {
    let what: String
  }

  private let testSide: Int32
  /// The program's side, kept open to check the terminal's final mode.
  private let programSide: Int32
  private let process: Process
  private(set) var shown = ""
  /// The terminal's mode before the program ran.
  private(set) var modeBefore: tcflag_t = 0

  init(_ arguments: [String]) throws {
    process = Program.process(arguments, environment: ["TERM": "xterm", "NO_COLOR": "1"])
    (testSide, programSide) = Self.open()
    guard testSide >= 0 else { throw Failure(what: "no pseudo-terminal") }
    guard programSide >= 0 else { throw Failure(what: "the other side of the pseudo-terminal cannot be opened") }
    let side = FileHandle(fileDescriptor: programSide, closeOnDealloc: false)
    (process.standardInput, process.standardOutput, process.standardError) = (side, side, side)
    modeBefore = mode
    try process.run()
  }

  deinit {
    if process.isRunning { kill(process.processIdentifier, SIGKILL) }
    close(testSide)
    close(programSide)
  }

  /// Opens both sides; negative values on failure.
  private static func open() -> (testSide: Int32, programSide: Int32) {
    #if canImport(Darwin)
      let testSide = posix_openpt(O_RDWR | O_NOCTTY)
      guard testSide >= 0, grantpt(testSide) == 0, unlockpt(testSide) == 0, let name = ptsname(testSide) else {
        return (-1, -1)
      }
      return (testSide, Darwin.open(name, O_RDWR | O_NOCTTY))
    #else
      // Replaces unlockpt and ptsname, which Swift's Glibc lacks (TIOCSPTLCK and TIOCGPTN of <asm-generic/ioctls.h>).
      let testSide = Glibc.open("/dev/ptmx", O_RDWR | O_NOCTTY)
      var (lock, number) = (Int32(0), Int32(0))
      guard testSide >= 0, ioctl(testSide, 0x4004_5431, &lock) == 0, ioctl(testSide, 0x8004_5430, &number) == 0 else {
        return (-1, -1)
      }
      return (testSide, Glibc.open("/dev/pts/\(number)", O_RDWR | O_NOCTTY))
    #endif
  }

  /// The terminal's local mode flags.
  var mode: tcflag_t {
    var settings = termios()
    tcgetattr(programSide, &settings)
    return settings.c_lflag
  }

  func type(_ keys: String) {
    let bytes = [UInt8](keys.utf8)
    _ = write(testSide, bytes, bytes.count)
  }

  /// Sends SIGINT, as a terminal does on Control-C; this one is no controlling terminal, so the signal is sent
  /// directly.
  func interrupt() { kill(process.processIdentifier, SIGINT) }

  /// Reads until `text` is shown, from where the last call ended, and returns the output up to it.
  @discardableResult func wait(for text: String) throws -> String {
    // Only a program that hangs reaches this limit, even on a busy machine.
    let limit = ContinuousClock.now + .seconds(600)
    while ContinuousClock.now < limit {
      if let range = shown.range(of: text) {
        defer { shown = String(shown[range.upperBound...]) }
        return String(shown[..<range.upperBound])
      }
      var side = pollfd(fd: testSide, events: Int16(POLLIN), revents: 0)
      guard poll(&side, 1, 200) > 0 else { continue }
      var bytes = [UInt8](repeating: 0, count: 4096)
      let count = read(testSide, &bytes, bytes.count)
      guard count > 0 else { break }
      shown += String(decoding: bytes.prefix(count), as: UTF8.self)
    }
    throw Failure(what: "'\(text)' was not shown; the output was: \(shown.debugDescription)")
  }

  /// Waits for the program's end, and returns its status.
  func end() -> Int32 {
    process.waitUntilExit()
    return process.terminationReason == .exit ? process.terminationStatus : -process.terminationStatus
  }
}
