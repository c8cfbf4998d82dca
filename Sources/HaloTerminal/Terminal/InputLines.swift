import Foundation
import Synchronization
package import SystemPackage

/// The lines of a run's standard input.
package final class InputLines: Sendable {
  private struct State {
    /// The bytes that were read beyond the last line.
    var bytes: [UInt8] = []
    var isAtEnd = false
    /// A seekable copy of the input, for readers that need one.
    var copy: OpenFile?
  }

  /// The longest line, in bytes. A longer one is the end of the input.
  private static let longestLine = 1 << 16

  private let state = Mutex(State())

  /// Returns all following lines, or at most `count`, as an async stream. A dedicated thread reads them, because files and
  /// /dev/null cannot be polled.
  package static func stream(of count: Int = .max) -> AsyncStream<String> {
    let (lines, continuation) = AsyncStream<String>.makeStream()
    let streams = StandardStreams.current
    Thread.detachNewThread {
      for _ in 0..<count {
        guard let line = streams.input.next(from: streams[.standardInput]) else { break }
        continuation.yield(line)
      }
      continuation.finish()
    }
    return lines
  }

  /// Returns true if the answer to a question is yes.
  package static func isYes(_ line: String) -> Bool {
    ["y", "yes", "j", "ja"].contains(line.lowercased().filter { !$0.isWhitespace })
  }

  /// Waits for the next line; nil at the end of the input.
  package static func next() async -> String? { await stream(of: 1).first { _ in true } }

  /// Returns standard input as a seekable file: itself, or the copy that `make` returns when it is first needed.
  package static func seekable(_ make: (FileDescriptor) throws -> OpenFile) throws -> OpenFile {
    let streams = StandardStreams.current
    return try streams.input.state.withLock { state in
      let file = try state.copy ?? make(streams[.standardInput])
      state.copy = file
      return file
    }
  }

  /// Reads the next line without its line break; nil at the end.
  private func next(from file: FileDescriptor) -> String? {
    state.withLock { state in
      while true {
        if let end = state.bytes.firstIndex(of: UInt8(ascii: "\n")) {
          defer { state.bytes.removeSubrange(...end) }
          let line = state.bytes[..<end]
          return String(decoding: line.last == UInt8(ascii: "\r") ? line.dropLast() : line, as: UTF8.self)
        }
        let more = state.isAtEnd ? [] : Self.read(file)
        if more.isEmpty || state.bytes.count > Self.longestLine {
          state.isAtEnd = true
          defer { state.bytes.removeAll() }
          return state.bytes.isEmpty || !more.isEmpty ? nil : String(decoding: state.bytes, as: UTF8.self)
        }
        state.bytes += more
      }
    }
  }

  private static func read(_ file: FileDescriptor) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: 4096)
    let count = (try? bytes.withUnsafeMutableBytes { try file.read(into: $0) }) ?? 0
    return [UInt8](bytes.prefix(count))
  }
}
