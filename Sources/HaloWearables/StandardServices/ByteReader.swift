/// Reads little-endian numbers one after the other and never past the end.
public struct ByteReader: Sendable {
  private let bytes: [UInt8]
  /// How many bytes were read.
  public private(set) var position = 0

  /// A reader of `bytes`.
  public init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// How many bytes are left.
  public var remainingCount: Int { bytes.count - position }

  /// The next number of `width` bytes, 1…7; `nil`, and nothing is read, where fewer are left.
  public mutating func unsigned(_ width: Int) -> Int? {
    guard width <= remainingCount else { return nil }
    var value = 0
    for index in (0..<width).reversed() { value = value << 8 | Int(bytes[position + index]) }
    position += width
    return value
  }

  /// The same as two's complement.
  public mutating func signed(_ width: Int) -> Int? {
    unsigned(width).map { $0 >> (width * 8 - 1) & 1 == 0 ? $0 : $0 - 1 << (width * 8) }
  }

  /// Everything that is left.
  public mutating func rest() -> [UInt8] {
    defer { position = bytes.count }
    return [UInt8](bytes[position...])
  }
}

extension [UInt8] {
  /// Appends a number of `width` bytes, 1…7, little-endian; what it has beyond them is cut off.
  public mutating func append(littleEndian value: Int, width: Int) {
    for index in 0..<width { append(UInt8(truncatingIfNeeded: value >> (index * 8))) }
  }
}
