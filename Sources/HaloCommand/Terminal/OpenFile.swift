import HaloLibc
import SystemPackage

/// A file that is closed when it is released.
final class OpenFile: Sendable {
  let descriptor: FileDescriptor

  init(_ descriptor: FileDescriptor) { self.descriptor = descriptor }

  /// Creates a file without a name, which the system removes when it is closed.
  static func temporary() throws -> OpenFile {
    var name = [CChar]("/tmp/halo-XXXXXX".utf8CString)
    let descriptor = mkstemp(&name)
    guard descriptor >= 0 else { throw Errno(rawValue: errno) }
    unlink(name)
    return OpenFile(FileDescriptor(rawValue: descriptor))
  }

  deinit { try? descriptor.close() }

  /// Reads at most `count` bytes at a position; empty at the end.
  func read(_ count: Int, at position: Int64) throws -> [UInt8] {
    try [UInt8](unsafeUninitializedCapacity: count) { buffer, size in
      size = try descriptor.read(fromAbsoluteOffset: position, into: UnsafeMutableRawBufferPointer(buffer))
    }
  }

  /// Reads the whole file.
  func contents() throws -> [UInt8] {
    var bytes: [UInt8] = []
    while case let more = try read(1 << 18, at: Int64(bytes.count)), !more.isEmpty { bytes += more }
    return bytes
  }
}
