public import HaloInterchange
import HaloText

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A file to import, whose format is recognized by its contents.
public struct ImportFile {
  /// The kind of a file.
  public enum Contents {
    /// Data of another program, or an export of Halo.
    case reader(any ImportReader)
    /// A journal of Halo.
    case journal
  }

  /// The recognized contents.
  public let contents: Contents

  /// Recognizes the file at `path`, which messages call `name`.
  ///
  /// - Throws: ``HaloInterchange/ImportError`` if it cannot be opened, or is of no format that Halo imports.
  public init(path: String, name: String) throws {
    let head = try Self.head(of: FileBytes(path: path, name: name))
    contents =
      Self.isAppleHealth(head)
      ? .reader(AppleHealthReader(try FileBytes(path: path, name: name)))
      : .reader(ExportReader(try FileBytes(path: path, name: name), name: name))
  }

  private static func head(of bytes: FileBytes) throws -> [UInt8] {
    var head = [UInt8](repeating: 0, count: 1 << 12)
    let count = try head.withUnsafeMutableBytes { try bytes.read(into: $0) }
    return Array(head.prefix(count))
  }

  private static func isAppleHealth(_ head: [UInt8]) -> Bool {
    let text = String(decoding: head, as: UTF8.self)
    return text.contains("<HealthData") || text.contains("<!DOCTYPE HealthData")
  }
}
