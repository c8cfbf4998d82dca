import HaloLibc
package import SystemPackage

/// A file that is closed when it is released.
package final class OpenFile: Sendable {
  package let descriptor: FileDescriptor

  package init(_ descriptor: FileDescriptor) { self.descriptor = descriptor }

  /// Creates a file without a name, which the system removes when it is closed.
  package static func temporary() throws -> OpenFile {
    var name = [CChar]("/tmp/halo-XXXXXX".utf8CString)
    let descriptor = mkstemp(&name)
    guard descriptor >= 0 else { throw Errno(rawValue: errno) }
    unlink(name)
    return OpenFile(FileDescriptor(rawValue: descriptor))
  }

  deinit { try? descriptor.close() }

  /// Reads at most `count` bytes at a position; empty at the end.
  package func read(_ count: Int, at position: Int64) throws -> [UInt8] {
    try [UInt8](unsafeUninitializedCapacity: count) { buffer, size in
      size = try descriptor.read(fromAbsoluteOffset: position, into: UnsafeMutableRawBufferPointer(buffer))
    }
  }

  /// Reads the whole file.
  package func contents() throws -> [UInt8] {
    var bytes: [UInt8] = []
    while case let more = try read(1 << 18, at: Int64(bytes.count)), !more.isEmpty { bytes += more }
    return bytes
  }
}
