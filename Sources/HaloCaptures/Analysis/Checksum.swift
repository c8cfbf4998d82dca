/// Checksum algorithms that devices commonly use.
public enum Checksum: String, CaseIterable, Sendable {
  /// The sum of the bytes modulo 256.
  case sum = "sum"
  /// The two's complement of the sum modulo 256.
  case negatedSum = "negated sum"
  /// The exclusive or of the bytes.
  case xor = "XOR"
  /// CRC-8 with the polynomial 0x07.
  case crc8 = "CRC-8"
  /// CRC-8/MAXIM-DOW (1-Wire).
  case crc8Maxim = "CRC-8/MAXIM"
  /// CRC-16/MODBUS.
  case crc16Modbus = "CRC-16/MODBUS"
  /// CRC-16/CCITT-FALSE (CRC-16/IBM-3740).
  case crc16CCITT = "CRC-16/CCITT-FALSE"
  /// CRC-16/XMODEM.
  case crc16XModem = "CRC-16/XMODEM"
  /// CRC-16/KERMIT.
  case crc16Kermit = "CRC-16/KERMIT"

  /// The checksum's size in bytes, 1 or 2.
  public var width: Int {
    switch self {
    case .sum, .negatedSum, .xor, .crc8, .crc8Maxim: 1
    case .crc16Modbus, .crc16CCITT, .crc16XModem, .crc16Kermit: 2
    }
  }

  /// Returns the checksum of `bytes`; the upper byte of a one-byte checksum is 0.
  public func value(_ bytes: some Sequence<UInt8>) -> UInt16 {
    switch self {
    case .sum: UInt16(bytes.reduce(UInt8(0), &+))
    case .negatedSum: UInt16(0 &- bytes.reduce(UInt8(0), &+))
    case .xor: UInt16(bytes.reduce(UInt8(0), ^))
    // An eight-bit polynomial, shifted left, occupies the upper half of a 16-bit register.
    case .crc8: Self.shiftingUp(bytes, 0x0700, 0) >> 8
    case .crc8Maxim: Self.shiftingDown(bytes, 0x8C, 0)
    case .crc16Modbus: Self.shiftingDown(bytes, 0xA001, 0xFFFF)
    case .crc16CCITT: Self.shiftingUp(bytes, 0x1021, 0xFFFF)
    case .crc16XModem: Self.shiftingUp(bytes, 0x1021, 0)
    case .crc16Kermit: Self.shiftingDown(bytes, 0x8408, 0)
    }
  }

  private static func shiftingUp(_ bytes: some Sequence<UInt8>, _ polynomial: UInt16, _ start: UInt16) -> UInt16 {
    bytes.reduce(start) { state, byte in
      (0..<8).reduce(state ^ UInt16(byte) << 8) { state, _ in
        state & 0x8000 == 0 ? state << 1 : state << 1 ^ polynomial
      }
    }
  }

  private static func shiftingDown(_ bytes: some Sequence<UInt8>, _ polynomial: UInt16, _ start: UInt16) -> UInt16 {
    bytes.reduce(start) { state, byte in
      (0..<8).reduce(state ^ UInt16(byte)) { state, _ in state & 1 == 0 ? state >> 1 : state >> 1 ^ polynomial }
    }
  }
}
