#if Dashboard
  import Foundation
  import SystemPackage

  /// A small file beside the journal, readable by its owner alone. What somebody else may have put there is not believed: the journal may
  /// be in a folder in which others write.
  struct PrivateFile: Sendable {
    let path: String

    /// What is in it; `nil` where it is not there, is damaged, or others may write it.
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

    /// Bytes that are read; what is written here is far smaller.
    private static let most = 1 << 18

    /// Whether it is a file of this user that nobody else may write.
    private var isOwn: Bool {
      guard let facts = try? FileManager.default.attributesOfItem(atPath: path),
        facts[.type] as? FileAttributeType == .typeRegular, facts[.ownerAccountID] as? Int == Int(geteuid())
      else { return false }
      return (facts[.posixPermissions] as? Int).map { $0 & 0o022 == 0 } ?? false
    }

    /// Puts `value` in its place; who reads sees the old or the new.
    func write(_ value: some Encodable) throws {
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
      let data = try encoder.encode(value)
      let other = FilePath(path + ".new")
      // It is there where a program died meanwhile, or where somebody else would like to be told.
      _ = unlink(other.string)
      let file = try FileDescriptor.open(
        other, .writeOnly, options: [.create, .exclusiveCreate, .noFollow, .closeOnExec], permissions: .ownerReadWrite)
      do {
        try file.closeAfter { _ = try file.writeAll(data) }
        guard rename(other.string, path) == 0 else { throw Errno(rawValue: errno) }
      } catch {
        _ = unlink(other.string)
        throw error
      }
    }

    /// Takes it away.
    func remove() { _ = unlink(path) }
  }
#endif
