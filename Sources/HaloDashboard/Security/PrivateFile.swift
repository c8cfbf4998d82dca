#if Dashboard
  import Foundation
  import SystemPackage

  /// A small file beside the journal, readable by its owner alone.
  struct PrivateFile: Sendable {
    let path: String

    /// What is in it; `nil` where it is not there, or is damaged.
    func read<Value: Decodable>(_: Value.Type) -> Value? {
      guard let data = FileManager.default.contents(atPath: path) else { return nil }
      return try? JSONDecoder().decode(Value.self, from: data)
    }

    /// Puts `value` in its place; who reads sees the old or the new.
    func write(_ value: some Encodable) throws {
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
      let data = try encoder.encode(value)
      let other = FilePath(path + ".new")
      let file = try FileDescriptor.open(
        other, .writeOnly, options: [.create, .truncate], permissions: .ownerReadWrite)
      try file.closeAfter { _ = try file.writeAll(data) }
      guard rename(other.string, path) == 0 else { throw Errno(rawValue: errno) }
    }

    /// Takes it away.
    func remove() { _ = unlink(path) }
  }
#endif
