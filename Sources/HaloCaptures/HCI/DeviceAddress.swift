/// A 48-bit Bluetooth device address.
public struct DeviceAddress: Hashable, Sendable, CustomStringConvertible {
  /// The address as a number; the first byte in text form is the most significant.
  public let value: UInt64

  /// Creates an address from the lowest 48 bits.
  init(value: UInt64) { self.value = value & 0xFFFF_FFFF_FFFF }

  /// Reads the little-endian address at `offset`, as in HCI; `nil` if there are not enough bytes.
  init?(_ parameters: ArraySlice<UInt8>, at offset: Int) {
    guard let low = parameters.le32(offset), let high = parameters.le16(offset + 4) else { return nil }
    value = UInt64(high) << 32 | UInt64(low)
  }

  /// Parses `C3:11:22:33:44:55`.
  public init?(_ text: some StringProtocol) {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    let bytes = parts.compactMap { $0.count == 2 ? UInt8($0, radix: 16) : nil }
    guard parts.count == 6, bytes.count == 6 else { return nil }
    value = bytes.reduce(0) { $0 << 8 | UInt64($1) }
  }

  /// The six bytes in little-endian order, as in HCI.
  var bytes: [UInt8] { (0..<6).map { UInt8(truncatingIfNeeded: value >> (8 * UInt64($0))) } }

  /// The address as `C3:11:22:33:44:55`.
  public var description: String {
    bytes.reversed().map { String(hexadecimal: $0, width: 2, uppercase: true) }.joined(separator: ":")
  }

  /// The identifier of the device with this address.
  public var device: DeviceID { DeviceID(description) }
}
