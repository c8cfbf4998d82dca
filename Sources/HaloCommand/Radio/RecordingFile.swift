import ArgumentParser
import HaloReports
import Synchronization
import SystemPackage

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A new file that is written bit by bit, readable by its owner alone.
final class RecordingFile: Sendable {
  /// The file that is recorded to, while a command runs that is recorded.
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
      StandardError.report(
        error == .fileExists
          ? Phrase("cannot make \(path): it is there already, and is not overwritten.")
          : Phrase("cannot make \(path): \(error)."))
      throw ExitCode(EX.cannotCreate)
    }
  }

  deinit { try? descriptor.close() }

  /// Whether anything was written.
  var isUsed: Bool { count.withLock { $0 > 0 } }

  func append(_ bytes: some Collection<UInt8>) throws {
    do {
      try count.withLock { count in
        count += bytes.count
        _ = try descriptor.writeAll(bytes)
      }
    } catch let error as Errno {
      StandardError.report("cannot write \(path): \(error)")
      throw ExitCode(EX.ioError)
    }
  }

  /// Takes the file away again.
  func remove() { unlink(path) }
}
