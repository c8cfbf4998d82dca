import HaloFoundation
public import HaloInterchange

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

  /// Recognizes the file at `path`, which messages call `name`. Local times of a file without a zone are those of `zone`, by
  /// default that of this computer.
  ///
  /// - Throws: ``HaloInterchange/ImportError`` if it cannot be opened, or is of no format that Halo imports.
  public init(path: String, name: String, zone: ImportZone? = nil) throws {
    let time = WallTime.system
    let zone =
      zone
      ?? ImportZone(here: time.zone) { time.secondsFromGMT(at: Date(timeIntervalSince1970: Double($0))) }
    let head = try ArchivedExport.head(of: FileBytes(path: path, name: name))
    switch ArchivedExport.Kind(head: head, haloHeader: ExportedLine.header) {
    case .appleHealth:
      contents = .reader(
        AppleHealthReader(try FileBytes(path: path, name: name), zone: zone) { try FileBytes(path: path, name: name) })
    case .database: contents = try Self.database(path: path, name: name, zone)
    case nil where Self.isArchive(head): contents = try Self.archive(path: path, name: name, zone)
    case .halo, nil: contents = .reader(ExportReader(try FileBytes(path: path, name: name), name: name))
    }
  }

  /// True if a file that begins with these bytes, at least 64 kB, may be imported: it has a format, or lines.
  package static func isPossible(head: [UInt8]) -> Bool {
    isArchive(head) || ArchivedExport.Kind(head: head, haloHeader: ExportedLine.header) != nil
      || head.contains { $0 == 0x0A || $0 == 0x0D }
  }

  private static func database(
    path: String, name: String, _ zone: ImportZone, copy: ArchivedDatabase? = nil
  ) throws -> Contents {
    let database = try ImportDatabase(path: path, name: name)
    let reader = try database.reader(secondsFromGMT: zone.secondsFromGMT)
    return reader.map { .reader(DatabaseFileReader(reader: $0, zone: zone, copy: copy)) } ?? .journal
  }

  private static func archive(path: String, name: String, _ zone: ImportZone) throws -> Contents {
    let export = try ArchivedExport(path: path, name: name, haloHeader: ExportedLine.header)
    switch export.kind {
    case .appleHealth:
      return .reader(
        AppleHealthReader(export.bytes, file: export.file, zone: zone) {
          try ArchivedExport(path: path, name: name, haloHeader: ExportedLine.header).bytes
        })
    case .halo: return .reader(ExportReader(export.bytes, name: name, file: export.file))
    case .database:
      let copy = try ArchivedDatabase(export.bytes, name: name)
      let found = try database(path: copy.path, name: "\(name), \(export.file)", zone, copy: copy)
      guard case .reader = found else {
        throw ImportError(Phrase("\(name) has a journal of Halo in it. Unpack it, and import the journal."))
      }
      return found
    }
  }

  /// The first bytes of zip, gzip, 7-Zip, xz, bzip2 and zstd; tar has its mark later.
  private static func isArchive(_ head: [UInt8]) -> Bool {
    let marks: [[UInt8]] = [
      [0x50, 0x4B, 0x03, 0x04], [0x50, 0x4B, 0x05, 0x06], [0x1F, 0x8B], [0x37, 0x7A, 0xBC, 0xAF], [0xFD, 0x37, 0x7A],
      [0x42, 0x5A, 0x68], [0x28, 0xB5, 0x2F, 0xFD],
    ]
    return marks.contains { head.starts(with: $0) } || head.dropFirst(257).starts(with: "ustar".utf8)
  }
}

/// A reader of a database, which may be copied out of an archive: the reader keeps the copy.
private struct DatabaseFileReader: ImportReader {
  let reader: any ImportReader
  let zone: ImportZone
  let copy: ArchivedDatabase?

  var format: ImportFormat { reader.format }

  func read(into receiver: any ImportReceiver) throws {
    try withExtendedLifetime(copy) { try reader.read(into: receiver) }
    // Entries of Health Connect have their own offsets.
    if format != .healthConnect { try receiver.note(zone.sentence, isDamage: false) }
  }
}
