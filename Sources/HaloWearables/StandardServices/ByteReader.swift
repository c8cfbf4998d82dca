/// Reads little-endian integers from a byte array, with bounds checks.
public struct ByteReader: Sendable {
  private let bytes: [UInt8]
  /// The number of bytes read.
  public private(set) var position = 0

  /// Creates a reader of `bytes`.
  public init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// The number of bytes left.
  public var remainingCount: Int { bytes.count - position }

  /// Reads an unsigned integer of `width` bytes, 1…7; returns `nil` and reads nothing if fewer are left.
  public mutating func unsigned(_ width: Int) -> Int? {
    guard width <= remainingCount else { return nil }
    var value = 0
    for index in (0..<width).reversed() { value = value << 8 | Int(bytes[position + index]) }
    position += width
    return value
  }

  /// Reads a two's-complement integer of `width` bytes, 1…7; returns `nil` and reads nothing if fewer are left.
  public mutating func signed(_ width: Int) -> Int? {
    unsigned(width).map { $0 >> (width * 8 - 1) & 1 == 0 ? $0 : $0 - 1 << (width * 8) }
  }

  /// Reads all remaining bytes.
  public mutating func rest() -> [UInt8] {
    defer { position = bytes.count }
    return [UInt8](bytes[position...])
  }
}

extension [UInt8] {
  /// Appends the low `width` bytes, 1…7, of an integer in little-endian order.
  public mutating func append(littleEndian value: Int, width: Int) {
    for index in 0..<width { append(UInt8(truncatingIfNeeded: value >> (index * 8))) }
  }
}
