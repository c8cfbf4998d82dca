/// The UUID of a service, characteristic or descriptor: 16, 32 or 128 bits.
///
/// Short UUIDs are 128-bit UUIDs that end in the Bluetooth base UUID `-0000-1000-8000-00805F9B34FB` (Core
/// Specification, volume 3, part B, 2.5.1). Both forms are equal and print in the short form: `2A19`.
public struct BluetoothUUID: Hashable, Sendable {
  /// The first 64 bits.
  public let high: UInt64
  /// The last 64 bits.
  public let low: UInt64

  private static let baseHigh: UInt64 = 0x0000_0000_0000_1000
  private static let baseLow: UInt64 = 0x8000_0080_5F9B_34FB

  /// A UUID of 128 bits.
  public init(high: UInt64, low: UInt64) {
    self.high = high
    self.low = low
  }

  /// The UUID of an assigned number.
  public init(_ short: UInt16) {
    self.init(high: UInt64(short) << 32 | Self.baseHigh, low: Self.baseLow)
  }

  /// Parses `2A19`, `0x2A19`, eight digits, or the 36 characters of a long UUID, in either case. Returns nil for
  /// anything else.
  public init?(_ text: some StringProtocol) {
    var digits = String(text)
    if digits.hasPrefix("0x") || digits.hasPrefix("0X") { digits.removeFirst(2) }
    let groups = digits.split(separator: "-", omittingEmptySubsequences: false)
    if groups.count == 5 {
      guard groups.map(\.count) == [8, 4, 4, 4, 12] else { return nil }
      digits = groups.joined()
    }
    guard digits.allSatisfy({ $0.isASCII && $0.isHexDigit }) else { return nil }
    switch (digits.count, groups.count) {
    case (4, 1), (8, 1):
      guard let short = UInt64(digits, radix: 16) else { return nil }
      self.init(high: short << 32 | Self.baseHigh, low: Self.baseLow)
    case (32, 5), (32, 1):
      guard let high = UInt64(digits.prefix(16), radix: 16), let low = UInt64(digits.suffix(16), radix: 16) else {
        return nil
      }
      self.init(high: high, low: low)
    default:
      return nil
    }
  }

  /// The assigned number, if the UUID has 16 bits.
  public var short: UInt16? {
    low == Self.baseLow && high & 0xFFFF_FFFF == Self.baseHigh && high >> 48 == 0
      ? UInt16(truncatingIfNeeded: high >> 32) : nil
  }
}

extension BluetoothUUID: CustomStringConvertible {
  /// The short form if the UUID has 16 bits, otherwise 36 characters; upper case.
  public var description: String {
    if let short { return String(hexadecimal: short, width: 4, uppercase: true) }
    var digits = [high, low].map { String(hexadecimal: $0, width: 16, uppercase: true) }.joined()[...]
    let groups = [8, 4, 4, 4, 12].map { length in
      defer { digits = digits.dropFirst(length) }
      return digits.prefix(length)
    }
    return groups.joined(separator: "-")
  }
}

extension BluetoothUUID: ExpressibleByIntegerLiteral {
  /// The UUID of an assigned number: `0x2A19`.
  public init(integerLiteral value: UInt16) { self.init(value) }
}
