import Foundation
import HaloEngine
import SystemPackage

/// A private temporary copy of standard input, because databases and archives cannot be read from a pipe. It is removed
/// with this object.
final class StandardInputCopy: Sendable {
  /// The path of the copy.
  let path: String = FileManager.default.temporaryDirectory.appending(path: "halo-import-\(UUID()).input").path()

  /// Copies standard input until its end. Other data may be endless: only its beginning is copied.
  init() throws {
    do {
      let file = try FileDescriptor.open(
        FilePath(path), .writeOnly, options: [.create, .exclusiveCreate, .closeOnExec], permissions: .ownerReadWrite)
      try file.closeAfter {
        var bytes = [UInt8](repeating: 0, count: 1 << 16)
        let input = StandardStreams.current[.standardInput]
        var head: [UInt8] = []
        while case let count = try bytes.withUnsafeMutableBytes({ try input.read(into: $0) }),
          count > 0
        {
          try file.writeAll(bytes.prefix(count))
          guard head.count < bytes.count else { continue }
          head += bytes.prefix(count)
          if head.count >= bytes.count, !ImportFile.isPossible(head: head) { break }
        }
      }
    } catch {
      throw Failure(EX.ioError, "cannot write a temporary copy of the input. The disk may be full.")
    }
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }
}
