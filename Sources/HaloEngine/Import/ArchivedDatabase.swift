import HaloFoundation
import HaloInterchange
import SystemPackage

/// A private temporary copy of a database in an archive, because SQLite reads only files. It is removed with this object.
final class ArchivedDatabase {
  /// The largest database, in bytes.
  private static let largest: Int64 = 16 << 30

  private let staged: StagedFile
  /// The path of the copy.
  var path: String { staged.path }

  /// Copies the bytes. The copy takes at most a quarter of the free space.
  ///
  /// - Throws: ``HaloInterchange/ImportError``.
  init(_ bytes: any ImportBytes, name: String) throws {
    let folder = FileManager.default.temporaryDirectory
    staged = try StagedFile(for: folder.appending(path: "halo-import-\(UUID()).sqlite").path(percentEncoded: false))
    let free =
      (try? FileManager.default.attributesOfFileSystem(forPath: folder.path(percentEncoded: false)))?[.systemFreeSize]
      as? any BinaryInteger
    let most = min(Self.largest, free.map { Int64(clamping: $0) / 4 } ?? Self.largest)
    do {
      let file = try FileDescriptor.open(FilePath(staged.path), .writeOnly, options: [.closeOnExec])
      try file.closeAfter {
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        var total: Int64 = 0
        while case let count = try buffer.withUnsafeMutableBytes({ try bytes.read(into: $0) }), count > 0 {
          total += Int64(count)
          guard total <= most else {
            throw ImportError(
              Phrase("the database in \(name) is too large for the free space of this disk. Nothing was imported."))
          }
          try file.writeAll(buffer.prefix(count))
        }
      }
    } catch let error as Errno {
      throw ImportError(Phrase("the database in \(name) cannot be unpacked: \("\(error)")."))
    }
  }
}
