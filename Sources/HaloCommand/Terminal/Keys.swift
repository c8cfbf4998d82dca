import Dispatch
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
  /// Calls `body` with the keys, each as it is pressed, without showing them. None where standard input is no terminal.
  static func reading<Result>(_ body: (AsyncStream<String>) async throws -> Result) async rethrows -> Result {
    let (keys, continuation) = AsyncStream<String>.makeStream()
    var before = termios()
    guard Terminal.isTerminal(.standardInput), tcgetattr(STDIN_FILENO, &before) == 0 else {
      continuation.finish()
      return try await body(keys)
    }
    var silent = before
    silent.c_lflag &= ~tcflag_t(ICANON | ECHO)
    tcsetattr(STDIN_FILENO, TCSANOW, &silent)
    let source = DispatchSource.makeReadSource(fileDescriptor: STDIN_FILENO)
    source.setEventHandler {
      var bytes = [UInt8](repeating: 0, count: 16)
      let count = read(STDIN_FILENO, &bytes, bytes.count)
      if count > 0 { continuation.yield(String(decoding: bytes.prefix(count), as: UTF8.self)) }
    }
    source.resume()
    defer {
      source.cancel()
      tcsetattr(STDIN_FILENO, TCSANOW, &before)
    }
    return try await body(keys)
  }
}
