import Dispatch
import Foundation
import Synchronization
import SystemPackage

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The keys that a person presses while something runs.
enum Keys {
  /// How the terminal was before keys were read one by one.
  private static let before = Mutex<termios?>(nil)

  /// Calls `body` with the keys by their names, each as it is pressed, without showing them. None where standard input is no
  /// terminal.
  static func reading<Result>(_ body: (AsyncStream<String>) async throws -> Result) async rethrows -> Result {
    let (keys, continuation) = AsyncStream<String>.makeStream()
    return try await reading(
      { bytes in for name in names(bytes[...]) { continuation.yield(name) } }, isNone: { continuation.finish() },
      hungUp: {}, body: { try await body(keys) })
  }

  /// Calls `body` with what the terminal sends for keys, as soon as they are pressed, without showing them. Nothing comes where standard
  /// input is no terminal.
  static func readingBytes<Result>(_ body: (AsyncStream<[UInt8]>) async throws -> Result) async rethrows -> Result {
    let (keys, continuation) = AsyncStream<[UInt8]>.makeStream()
    return try await reading(
      { continuation.yield($0) }, isNone: { continuation.finish() }, hungUp: { continuation.finish() },
      body: { try await body(keys) })
  }

  private static func reading<Result>(
    _ take: @escaping @Sendable ([UInt8]) -> Void, isNone: () -> Void, hungUp: @escaping @Sendable () -> Void,
    body: () async throws -> Result
  ) async rethrows -> Result {
    var settings = termios()
    guard Terminal.isTerminal(.standardInput), tcgetattr(STDIN_FILENO, &settings) == 0 else {
      isNone()
      return try await body()
    }
    before.withLock { $0 = settings }
    settings.c_lflag &= ~tcflag_t(ICANON | ECHO)
    tcsetattr(STDIN_FILENO, TCSANOW, &settings)
    let source = DispatchSource.makeReadSource(fileDescriptor: STDIN_FILENO)
    source.setEventHandler {
      var bytes = [UInt8](repeating: 0, count: 64)
      let count = read(STDIN_FILENO, &bytes, bytes.count)
      // The end of input would be readable for ever.
      if count <= 0 {
        hungUp()
        return source.cancel()
      }
      take([UInt8](bytes.prefix(count)))
    }
    source.resume()
    defer {
      source.cancel()
      restoreTerminal()
    }
    return try await body()
  }

  /// Waits until a person presses Return, or there is no more input. A thread of its own reads: neither a file nor /dev/null can be
  /// waited for otherwise.
  static func waitForReturn() async throws {
    let (presses, continuation) = AsyncStream<Void>.makeStream()
    Thread.detachNewThread {
      _ = readLine()
      continuation.finish()
    }
    for await _ in presses {}
    try Task.checkCancellation()
  }

  /// Gives the terminal back as it was.
  static func restoreTerminal() {
    before.withLock { settings in
      if var before = settings { tcsetattr(STDIN_FILENO, TCSANOW, &before) }
      settings = nil
    }
  }

  /// What was pressed: printable characters as themselves, other keys by their names.
  static func names(_ bytes: ArraySlice<UInt8>) -> [String] {
    if bytes.first == 0x1B { return [bytes.count == 1 ? "escape" : "special key"] }
    return String(decoding: bytes, as: UTF8.self).unicodeScalars.compactMap { scalar in
      switch scalar {
      case "\n", "\r": "enter"
      case "\t": "tab"
      case " ": "space"
      case "\u{7F}": "backspace"
      default: scalar.properties.generalCategory == .control ? nil : String(scalar)
      }
    }
  }
}
