import SystemPackage

/// The entries of an archive, one after the other, and the bytes of the current one. Names of entries are only shown:
/// nothing is stored by them.
public final class ArchiveBytes: ImportBytes {
  /// The largest number of entries that are looked at.
  private static let mostEntries = 100_000
  /// The largest size of the data as a multiple of the archive's. Real exports are up to 50 times larger; the data of bombs
  /// is a thousand times larger.
  private static let largestRatio: Int64 = 500
  /// The size up to which the ratio does not matter, in bytes.
  private static let smallSize: Int64 = 64 << 20

  private let library: ArchiveLibrary
  private let archive: ArchiveLibrary.Archive
  private let name: String
  private let size: Int64
  private var entryCount = 0
  private var readCount: Int64 = 0

  /// Opens the archive at `path`, which messages call `name`.
  ///
  /// - Throws: ``ImportError`` if it cannot be opened, or libarchive is not installed.
  public init(path: String, name: String) throws {
    library = try ArchiveLibrary()
    archive = try library.archive(path: path, name: name)
    self.name = name
    let file = try? FileDescriptor.open(FilePath(path), .readOnly, options: [.closeOnExec])
    defer { try? file?.close() }
    size = (try? file?.seek(offset: 0, from: .end)) ?? 0
  }

  deinit { _ = library.free(archive) }

  /// Goes to the next entry and returns its name; `nil` at the end.
  ///
  /// - Throws: ``ImportError`` if the archive is damaged or has too many entries.
  public func next() throws -> String? {
    var entry: ArchiveLibrary.Entry?
    let code = library.nextHeader(archive, &entry)
    if code == ArchiveLibrary.Code.endOfFile { return nil }
    guard code == ArchiveLibrary.Code.ok || code == ArchiveLibrary.Code.warning, let entry else {
      throw library.failure(archive, name)
    }
    entryCount += 1
    guard entryCount <= Self.mostEntries else {
      throw ImportError(Phrase("the archive \(name) has too many files. Nothing was imported."))
    }
    if library.isEncrypted(entry) != 0 {
      throw ImportError(Phrase("the archive \(name) is encrypted. Unpack it, and import the file in it."))
    }
    return library.pathname(entry).map { String(cString: $0) } ?? ""
  }

  /// Reads the next bytes of the current entry; 0 at its end.
  public func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
    let count = library.readData(archive, buffer.baseAddress, buffer.count)
    guard count >= 0 else { throw library.failure(archive, name) }
    readCount += Int64(count)
    if readCount > Self.smallSize, readCount / Self.largestRatio > max(size, 1) {
      throw ImportError(
        Phrase("the archive \(name) contains far more data than an export has. Nothing was imported."))
    }
    return count
  }

  /// The part of the archive that was read.
  public var fraction: Double {
    size > 0 ? min(1, Double(library.filterBytes(archive, -1)) / Double(size)) : 0
  }
}
