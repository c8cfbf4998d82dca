import HaloLibc
import Synchronization
import SystemPackage

/// A new file that is written incrementally and readable only by its owner.
final class RecordingFile: Sendable {
  /// The file for the recording of the current command.
  @TaskLocal static var current: RecordingFile?

  private let path: String
  private let descriptor: FileDescriptor
  private let count = Mutex(0)

  init(_ path: String) throws {
    self.path = path
    do {
      descriptor = try FileDescriptor.open(
        FilePath(path), .writeOnly, options: [.create, .exclusiveCreate], permissions: .ownerReadWrite)
    } catch let error as Errno {
      throw Failure(
        EX.cannotCreate,
        error == .fileExists
          ? Phrase("cannot create \(path): the file already exists and will not be overwritten.")
          : Phrase("cannot create \(path): \(error)."))
    }
  }

  deinit { try? descriptor.close() }

  /// True if anything was written.
  var isUsed: Bool { count.withLock { $0 > 0 } }

  func append(_ bytes: some Collection<UInt8>) throws {
    do {
      try count.withLock { count in
        count += bytes.count
        _ = try descriptor.writeAll(bytes)
      }
    } catch let error as Errno {
      throw Failure(EX.ioError, "cannot write \(path): \(error)")
    }
  }

  /// Deletes the file.
  func remove() { unlink(path) }
}
