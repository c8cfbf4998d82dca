import HaloFoundation
import HaloLibc
import SystemPackage

/// A small file that is replaced atomically: after a crash it holds either the old value or the new one.
struct StateFile: Sendable {
  let path: String

  /// Creates a reference to the file with that name in a folder.
  init(_ name: String, in folder: String) { path = FilePath(folder).appending(name).string }

  /// Reads the value; `nil` if the file does not exist.
  ///
  /// - Throws: An error if the file cannot be read or decoded.
  func read<Value: Decodable>(_ type: Value.Type) throws -> Value? {
    let file: FileDescriptor
    do { file = try FileDescriptor.open(path, .readOnly, options: .closeOnExec) } catch Errno.noSuchFileOrDirectory {
      return nil
    }
    let data = try file.closeAfter {
      var data = Data()
      var bytes = [UInt8](repeating: 0, count: 65_536)
      while case let count = try bytes.withUnsafeMutableBytes({ try file.read(into: $0) }), count > 0 {
        data += bytes[..<count]
      }
      return data
    }
    return try JSONDecoder().decode(type, from: data)
  }

  /// Replaces the value. Only the file's owner may read it.
  func write(_ value: some Encodable) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes]
    let data = try encoder.encode(value)
    let new = path + ".new"
    let file = try FileDescriptor.open(
      FilePath(new), .writeOnly, options: [.create, .truncate, .closeOnExec], permissions: .ownerReadWrite)
    try file.closeAfter {
      try file.writeAll(data)
      guard fsync(file.rawValue) == 0 else { throw Errno(rawValue: errno) }
    }
    guard rename(new, path) == 0 else { throw Errno(rawValue: errno) }
    let folder = try FileDescriptor.open(
      FilePath(path).removingLastComponent(), .readOnly, options: [.directory, .closeOnExec])
    try folder.closeAfter { _ = fsync(folder.rawValue) }
  }

  /// Renames a file that cannot be read. Returns its new path.
  func moveAside() -> String {
    let away = path + ".damaged"
    _ = rename(path, away)
    return away
  }
}
