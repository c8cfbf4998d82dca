/// The encoding of an integer in bytes.
public struct NumberFormat: Hashable, Sendable, CustomStringConvertible {
  /// The number of bytes, 1…4.
  public let width: Int
  /// True if the number is signed (two's complement).
  public let isSigned: Bool
  /// True if the most significant byte comes first; irrelevant for a single byte.
  public let isBigEndian: Bool

  /// Creates a format; `width` is clamped to 1…4.
  public init(width: Int, isSigned: Bool = false, isBigEndian: Bool = false) {
    self.width = min(max(width, 1), 4)
    self.isSigned = isSigned
    self.isBigEndian = isBigEndian && self.width > 1
  }

  /// All formats, narrow ones first.
  public static let all: [NumberFormat] = (1...4).flatMap { width in
    [false, true].flatMap { isSigned in
      (width == 1 ? [false] : [false, true]).map {
        NumberFormat(width: width, isSigned: isSigned, isBigEndian: $0)
      }
    }
  }

  /// Reads the number at `offset`; `nil` if there are not enough bytes.
  public func read(_ bytes: [UInt8], at offset: Int) -> Int? {
    guard offset >= 0, offset <= bytes.count - width else { return nil }
    var value = 0
    for index in 0..<width {
      value = value << 8 | Int(bytes[isBigEndian ? offset + index : offset + width - 1 - index])
    }
    return isSigned && value >= span / 2 ? value - span : value
  }

  /// The number of values: 256 to the power of the width.
  public var span: Int { 1 << (8 * width) }

  /// Returns the offset of the most significant byte of a number at `offset`.
  func highOffset(_ offset: Int) -> Int { isBigEndian ? offset : offset + width - 1 }

  /// Returns the offset of the least significant byte of a number at `offset`.
  func lowOffset(_ offset: Int) -> Int { isBigEndian ? offset + width - 1 : offset }

  /// The format's name, such as `u16 LE`.
  public var description: String {
    "\(isSigned ? "s" : "u")\(8 * width)" + (width == 1 ? "" : isBigEndian ? " BE" : " LE")
  }
}
