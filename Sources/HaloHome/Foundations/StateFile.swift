import SystemPackage

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A small file that is always whole: what is in it is the old value or the new one, whenever the program or the machine ends.
struct StateFile: Sendable {
  let path: String

  /// A file of that name in a folder.
  init(_ name: String, in folder: String) { path = FilePath(folder).appending(name).string }

  /// What is in it: `nil` where there is no such file.
  ///
  /// - Throws: Where it cannot be read, or is not what it should be.
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

  /// Puts a value in the place of what is there, readable by its owner alone.
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

  /// Moves a file that cannot be read out of the way. Returns where it is now.
  func moveAway() -> String {
    let away = path + ".damaged"
    _ = rename(path, away)
    return away
  }
}
