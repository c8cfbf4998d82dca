/// The file of an archive that is imported.
public struct ArchivedExport {
  /// The kind of a file by its first bytes, in the order in which they are preferred.
  public enum Kind: Int, Sendable {
    /// The export of Apple Health.
    case appleHealth
    /// A SQLite database.
    case database
    /// An export of Halo.
    case halo

    /// The number of bytes that show the kind.
    public static let headLength = 1 << 13

    /// The kind of a file that begins with these bytes; `nil` if it cannot be imported.
    public init?(head: [UInt8], haloHeader: String) {
      let text = String(decoding: head, as: UTF8.self)
      if head.starts(with: "SQLite format 3\0".utf8) {
        self = .database
      } else if text.contains("<!DOCTYPE HealthData") || text.contains("<HealthData") {
        self = .appleHealth
      } else if text.contains(haloHeader) || text.hasPrefix("{\"device\":") {
        self = .halo
      } else {
        return nil
      }
    }
  }

  /// The file's kind.
  public let kind: Kind
  /// The file's name in the archive.
  public let file: String
  /// The bytes of the file.
  public let bytes: ArchiveBytes

  /// Finds the file to import in the archive at `path`, which messages call `name`: Apple Health's export, otherwise a
  /// database, otherwise an export of Halo.
  ///
  /// - Throws: ``ImportError`` if the archive has no such file.
  public init(path: String, name: String, haloHeader: String) throws {
    var found: (kind: Kind, number: Int)?
    let entries = try ArchiveBytes(path: path, name: name)
    var number = 0
    while try entries.next() != nil {
      if let kind = Kind(head: try Self.head(of: entries), haloHeader: haloHeader),
        found.map({ kind.rawValue < $0.kind.rawValue }) ?? true
      {
        found = (kind, number)
        if kind == .appleHealth { break }
      }
      number += 1
    }
    guard let found else {
      throw ImportError(
        Phrase(
          "the archive \(name) has no file that Halo imports: no export of Apple Health, Gadgetbridge, Health Connect or Halo."
        ))
    }
    bytes = try ArchiveBytes(path: path, name: name)
    var file = ""
    for _ in 0...found.number { file = try bytes.next() ?? "" }
    kind = found.kind
    self.file = file
  }

  /// The first bytes of a file.
  public static func head(of bytes: any ImportBytes) throws -> [UInt8] {
    var head = [UInt8](repeating: 0, count: Kind.headLength)
    var count = 0
    while count < head.count {
      let read = try head.withUnsafeMutableBytes {
        try bytes.read(into: UnsafeMutableRawBufferPointer(rebasing: $0[count...]))
      }
      if read == 0 { break }
      count += read
    }
    return Array(head.prefix(count))
  }
}
