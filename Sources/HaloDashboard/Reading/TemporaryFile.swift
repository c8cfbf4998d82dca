import Foundation
import SystemPackage

/// A temporary file that only its owner can read. It is deleted with this object.
final class TemporaryFile: Sendable {
  let path: String
  private let descriptor: FileDescriptor

  /// Path prefix of all temporary files of a journal's page.
  private static func pathPrefix(_ journal: String) -> String {
    let folder = FileManager.default.temporaryDirectory.path(percentEncoded: false)
    return (folder.hasSuffix("/") ? folder : folder + "/") + "halo-page-\(Secret.hash(journal).prefix(16))-"
  }

  /// Creates a temporary file for a journal's page.
  init(_ ending: String, of journal: String) throws {
    path = Self.pathPrefix(journal) + "\(Secret.random()).\(ending)"
    descriptor = try FileDescriptor.open(
      FilePath(path), .readWrite, options: [.create, .exclusiveCreate, .noFollow, .closeOnExec],
      permissions: .ownerReadWrite)
  }

  /// Deletes files that a crashed process left. Call it only in the process that serves the page, because no other
  /// creates such files.
  static func deleteLeftovers(of journal: String) {
    let file = FilePath(pathPrefix(journal))
    guard let start = file.lastComponent?.string else { return }
    let folder = file.removingLastComponent()
    for name in (try? FileManager.default.contentsOfDirectory(atPath: folder.string)) ?? []
    where name.hasPrefix(start) {
      _ = unlink(folder.appending(name).string)
    }
    StagedFile.removeLeftovers(beside: file.string)
  }

  /// Takes ownership of an existing file, which is then deleted like the others.
  init(taking path: String) throws {
    self.path = path
    descriptor = try FileDescriptor.open(FilePath(path), .readOnly, options: [.closeOnExec])
  }

  func append(_ bytes: [UInt8]) throws { try descriptor.writeAll(bytes) }

  /// Size in bytes.
  func size() throws -> Int { Int(try descriptor.seek(offset: 0, from: .end)) }

  /// Reads a part of the file; empty at the end.
  func bytes(from offset: Int, count: Int) throws -> [UInt8] {
    try [UInt8](unsafeUninitializedCapacity: count) { buffer, length in
      length = try descriptor.read(fromAbsoluteOffset: Int64(offset), into: UnsafeMutableRawBufferPointer(buffer))
    }
  }

  deinit {
    try? descriptor.close()
    // SQLite's files stay if the process that read an uploaded journal was killed.
    for ending in ["", "-journal", "-wal", "-shm"] { _ = unlink(path + ending) }
  }
}
