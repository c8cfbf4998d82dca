/// Bytes in memory.
public final class MemoryBytes: ImportBytes {
  private let bytes: [UInt8]
  private var position = 0

  /// The bytes of a file.
  public init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// The bytes of a text.
  public convenience init(_ text: String) { self.init([UInt8](text.utf8)) }

  /// Copies the next bytes; 0 at the end.
  public func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
    let count = min(buffer.count, bytes.count - position)
    buffer.copyBytes(from: bytes[position..<position + count])
    position += count
    return count
  }

  /// The part of the bytes that was read.
  public var fraction: Double { bytes.isEmpty ? 1 : Double(position) / Double(bytes.count) }
}
