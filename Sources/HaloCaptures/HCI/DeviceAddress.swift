public import HaloBluetooth

/// A Bluetooth device address of 48 bits.
public struct DeviceAddress: Hashable, Sendable, CustomStringConvertible {
  /// The address as a number: the byte that people write first is the highest.
  public let value: UInt64

  /// The address whose lowest 48 bits these are.
  init(value: UInt64) { self.value = value & 0xFFFF_FFFF_FFFF }

  /// The address whose bytes stand at `offset`, last one first, as in HCI; `nil` where they are not all there.
  init?(_ parameters: ArraySlice<UInt8>, at offset: Int) {
    guard let low = parameters.le32(offset), let high = parameters.le16(offset + 4) else { return nil }
    value = UInt64(high) << 32 | UInt64(low)
  }

  /// Reads `C3:11:22:33:44:55`.
  public init?(_ text: some StringProtocol) {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    let bytes = parts.compactMap { $0.count == 2 ? UInt8($0, radix: 16) : nil }
    guard parts.count == 6, bytes.count == 6 else { return nil }
    value = bytes.reduce(0) { $0 << 8 | UInt64($1) }
  }

  /// The six bytes, last one first, as in HCI.
  var bytes: [UInt8] { (0..<6).map { UInt8(truncatingIfNeeded: value >> (8 * UInt64($0))) } }

  public var description: String {
    bytes.reversed().map { byte in
      let digits = String(byte, radix: 16, uppercase: true)
      return digits.count == 1 ? "0\(digits)" : digits
    }.joined(separator: ":")
  }

  /// The device of this address.
  public var device: DeviceID { DeviceID(description) }
}
