import Foundation
import SystemPackage

/// A small file beside the journal, readable only by its owner. The folder may be writable by others, so files of
/// other users are ignored.
struct PrivateFile: Sendable {
  let path: String

  /// Reads the file. Returns `nil` if it is missing, damaged, or writable by other users.
  func read<Value: Decodable>(_: Value.Type) -> Value? {
    guard isOwn, let file = try? FileDescriptor.open(FilePath(path), .readOnly, options: [.noFollow, .closeOnExec])
    else {
      return nil
    }
    var data = Data(count: Self.most)
    let count = try? file.closeAfter {
      try data.withUnsafeMutableBytes { try file.read(fromAbsoluteOffset: 0, into: $0) }
    }
    return count.flatMap { try? JSONDecoder().decode(Value.self, from: data.prefix($0)) }
  }

  /// Maximum number of bytes to read. Halo's own files are far smaller.
  private static let most = 1 << 18

  /// True if this is a regular file of this user that no other user can write.
  private var isOwn: Bool {
    guard let facts = try? FileManager.default.attributesOfItem(atPath: path),
      facts[.type] as? FileAttributeType == .typeRegular, facts[.ownerAccountID] as? Int == Int(geteuid())
    else { return false }
    return (facts[.posixPermissions] as? Int).map { $0 & 0o022 == 0 } ?? false
  }

  /// Replaces the file with `value` atomically.
  func write(_ value: some Encodable) throws {
    let text = try VisibleText.json(value)
    let other = FilePath(path + ".new")
    // A leftover of a program that crashed, or a file that another user put there to read the contents.
    _ = unlink(other.string)
    let file = try FileDescriptor.open(
      other, .writeOnly, options: [.create, .exclusiveCreate, .noFollow, .closeOnExec], permissions: .ownerReadWrite)
    do {
      try file.closeAfter { _ = try file.writeAll(text.utf8) }
      guard rename(other.string, path) == 0 else { throw Errno(rawValue: errno) }
    } catch {
      _ = unlink(other.string)
      throw error
    }
  }

  /// Deletes the file.
  func remove() { _ = unlink(path) }
}
