import SystemPackage

/// The bytes of a file or a pipe.
public final class FileBytes: ImportBytes {
  private let file: FileDescriptor
  private let name: String
  private let size: Int64
  private var position: Int64 = 0

  /// Opens the file at `path`, which messages call `name`.
  ///
  /// - Throws: ``ImportError``.
  public init(path: String, name: String) throws {
    self.name = name
    do {
      file = try FileDescriptor.open(FilePath(path), .readOnly, options: [.closeOnExec])
      // A pipe has no size.
      size = (try? file.seek(offset: 0, from: .end)) ?? 0
      if size > 0 { try file.seek(offset: 0, from: .start) }
    } catch {
      throw ImportError(
        Phrase("cannot open \(name). Check that it exists and that you may read it."), isMissingFile: true)
    }
  }

  deinit { try? file.close() }

  /// Reads the next bytes; 0 at the end.
  public func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
    do {
      let count = try file.read(into: buffer)
      position += Int64(count)
      return count
    } catch { throw ImportError(Phrase("\(name) cannot be read: \("\(error)").")) }
  }

  /// The part of the file that was read.
  public var fraction: Double { size > 0 ? min(1, Double(position) / Double(size)) : 0 }
}
