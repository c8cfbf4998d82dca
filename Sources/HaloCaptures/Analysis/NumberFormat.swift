/// How bytes may be read as a whole number.
public struct NumberFormat: Hashable, Sendable, CustomStringConvertible {
  /// Bytes, 1…4.
  public let width: Int
  /// Whether the highest bit makes it negative (two's complement).
  public let isSigned: Bool
  /// Whether the highest byte comes first. A single byte has no order.
  public let isBigEndian: Bool

  /// A format; widths outside 1…4 become the nearest of these.
  public init(width: Int, isSigned: Bool = false, isBigEndian: Bool = false) {
    self.width = min(max(width, 1), 4)
    self.isSigned = isSigned
    self.isBigEndian = isBigEndian && self.width > 1
  }

  /// All of them, narrow ones first.
  public static let all: [NumberFormat] = (1...4).flatMap { width in
    [false, true].flatMap { isSigned in
      (width == 1 ? [false] : [false, true]).map {
        NumberFormat(width: width, isSigned: isSigned, isBigEndian: $0)
      }
    }
  }

  /// The number at `offset`; `nil` where the bytes end before it does.
  public func read(_ bytes: [UInt8], at offset: Int) -> Int? {
    guard offset >= 0, offset <= bytes.count - width else { return nil }
    var value = 0
    for index in 0..<width {
      value = value << 8 | Int(bytes[isBigEndian ? offset + index : offset + width - 1 - index])
    }
    return isSigned && value >= span / 2 ? value - span : value
  }

  /// How many numbers there are: 256 to the power of the width.
  public var span: Int { 1 << (8 * width) }

  /// Where the highest byte of a number at `offset` is.
  func highOffset(_ offset: Int) -> Int { isBigEndian ? offset : offset + width - 1 }

  /// Where the lowest one is.
  func lowOffset(_ offset: Int) -> Int { isBigEndian ? offset + width - 1 : offset }

  /// `u16 LE`.
  public var description: String {
    "\(isSigned ? "s" : "u")\(8 * width)" + (width == 1 ? "" : isBigEndian ? " BE" : " LE")
  }
}
