/// The bytes of a file, or of a file in an archive, in order.
public protocol ImportBytes: AnyObject {
  /// Reads the next bytes into a buffer.
  ///
  /// - Returns: The number of bytes; 0 at the end.
  /// - Throws: ``ImportError`` if the file cannot be read or is damaged.
  func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int
  /// The part of the file that was read, from 0 to 1; for an archive, the part of the archive.
  var fraction: Double { get }
}
