import Dispatch
import Foundation
import HaloLibc
import Synchronization
import SystemPackage

/// Reads single key presses from the terminal.
package enum Keys {
  /// The terminal settings before single keys were read.
  private static let before = Mutex<(file: Int32, settings: termios)?>(nil)
  /// The source of the keys that are being read, and whether it is suspended.
  private static let running = Mutex<(source: SharedSource, isPaused: Bool)?>(nil)

  /// `@unchecked` because dispatch sources may be used from any thread, but are not declared so.
  private struct SharedSource: @unchecked Sendable {
    let dispatch: any DispatchSourceRead
  }

  /// Calls `body`, which reads a line of standard input, without reading keys meanwhile.
  package static func pausing<Result>(_ body: () async -> Result) async -> Result {
    let input = StandardStreams.current[.standardInput].rawValue
    let mode = settings(input)
    let line = before.withLock { $0?.settings }
    running.withLock { running in
      running?.source.dispatch.suspend()
      running?.isPaused = true
    }
    apply(line, input)
    defer {
      apply(line == nil ? nil : mode, input)
      resume()
    }
    return await body()
  }

  private static func resume() {
    running.withLock { running in
      if running?.isPaused == true { running?.source.dispatch.resume() }
      running?.isPaused = false
    }
  }

  private static func settings(_ file: Int32) -> termios? {
    var settings = termios()
    // An input that only stands for a terminal has no settings.
    return tcgetattr(file, &settings) == 0 ? settings : nil
  }

  private static func apply(_ settings: termios?, _ file: Int32) {
    if var settings { tcsetattr(file, TCSANOW, &settings) }
  }

  /// Calls `body` with the names of keys as they are pressed, without echo. The stream is empty if standard input is
  /// not a terminal.
  package static func reading<Result>(_ body: (AsyncStream<String>) async throws -> Result) async rethrows -> Result {
    try await reading({ names($0[...]) }, endsWithInput: false, body)
  }

  /// Calls `body` with the bytes of keys as they are pressed, without echo. The stream is empty if standard input is
  /// not a terminal.
  package static func readingBytes<Result>(_ body: (AsyncStream<[UInt8]>) async throws -> Result) async rethrows
    -> Result
  {
    try await reading({ [$0] }, endsWithInput: true, body)
  }

  private static func reading<Key: Sendable, Result>(
    _ keys: @escaping @Sendable ([UInt8]) -> [Key], endsWithInput: Bool,
    _ body: (AsyncStream<Key>) async throws -> Result
  ) async rethrows -> Result {
    let (stream, continuation) = AsyncStream<Key>.makeStream()
    guard Terminal.isTerminal(.standardInput) else {
      continuation.finish()
      return try await body(stream)
    }
    let input = StandardStreams.current[.standardInput].rawValue
    if var settings = settings(input) {
      before.withLock { [settings] in $0 = (input, settings) }
      settings.c_lflag &= ~tcflag_t(ICANON | ECHO)
      apply(settings, input)
    }
    let source = DispatchSource.makeReadSource(fileDescriptor: input)
    source.setEventHandler {
      var bytes = [UInt8](repeating: 0, count: 64)
      let count = read(input, &bytes, bytes.count)
      // At the end of input the descriptor stays readable, so stop.
      if count <= 0 {
        if endsWithInput { continuation.finish() }
        return source.cancel()
      }
      for key in keys([UInt8](bytes.prefix(count))) { continuation.yield(key) }
    }
    source.resume()
    let shared = SharedSource(dispatch: source)
    running.withLock { $0 = (shared, false) }
    defer {
      source.cancel()
      // A suspended source may not be deallocated.
      resume()
      running.withLock { $0 = nil }
      restoreTerminal()
    }
    return try await body(stream)
  }

  /// Restores the terminal settings.
  package static func restoreTerminal() {
    before.withLock { before in
      if let (file, settings) = before.take() { apply(settings, file) }
    }
  }

  /// Returns the pressed keys: printable characters as themselves, other keys by name.
  package static func names(_ bytes: ArraySlice<UInt8>) -> [String] {
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
