/// A reader of a file of one format.
///
/// A reader keeps little of the file in memory, accepts any bytes, and never traps: entries that it cannot understand are
/// reported to the receiver, with their place.
public protocol ImportReader {
  /// The file's format.
  var format: ImportFormat { get }
  /// Reads the whole file.
  ///
  /// - Throws: ``ImportError`` if the file is not of the format, and errors of the receiver, which end the import.
  func read(into receiver: any ImportReceiver) throws
}
