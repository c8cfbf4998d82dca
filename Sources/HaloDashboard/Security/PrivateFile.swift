#if Dashboard
  import Foundation
  import SystemPackage

  /// A small file beside the journal, readable by its owner alone. What somebody else may have put there is not believed: the journal may
  /// be in a folder in which others write.
  struct PrivateFile: Sendable {
    let path: String

    /// What is in it; `nil` where it is not there, is damaged, or others may write it.
    func read<Value: Decodable>(_: Value.Type) -> Value? {
      guard let file = try? FileDescriptor.open(FilePath(path), .readOnly, options: [.noFollow, .closeOnExec]) else {
        return nil
      }
      return try? file.closeAfter {
        var facts = stat()
        guard fstat(file.rawValue, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG, facts.st_uid == geteuid(),
          facts.st_mode & (S_IWGRP | S_IWOTH) == 0
        else { return nil }
        var data = Data(count: min(Int(facts.st_size), 1 << 22))
        let count = try data.withUnsafeMutableBytes { try file.read(fromAbsoluteOffset: 0, into: $0) }
        return try JSONDecoder().decode(Value.self, from: data.prefix(count))
      }
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
