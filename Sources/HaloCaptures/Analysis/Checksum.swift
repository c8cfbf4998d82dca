/// Ways to sum bytes up that devices use to notice damage.
public enum Checksum: String, CaseIterable, Sendable {
  case sum = "sum"
  case negatedSum = "negated sum"
  case xor = "XOR"
  case crc8 = "CRC-8"
  case crc8Maxim = "CRC-8/MAXIM"
  case crc16Modbus = "CRC-16/MODBUS"
  case crc16CCITT = "CRC-16/CCITT-FALSE"
  case crc16XModem = "CRC-16/XMODEM"
  case crc16Kermit = "CRC-16/KERMIT"

  /// Bytes, 1 or 2.
  public var width: Int {
    switch self {
    case .sum, .negatedSum, .xor, .crc8, .crc8Maxim: 1
    case .crc16Modbus, .crc16CCITT, .crc16XModem, .crc16Kermit: 2
    }
  }

  /// The checksum of some bytes; of those one byte wide, the higher byte is 0.
  public func value(_ bytes: some Sequence<UInt8>) -> UInt16 {
    switch self {
    case .sum: UInt16(bytes.reduce(UInt8(0), &+))
    case .negatedSum: UInt16(0 &- bytes.reduce(UInt8(0), &+))
    case .xor: UInt16(bytes.reduce(UInt8(0), ^))
    // Shifting upwards, an eight-bit polynomial works in the upper half of sixteen.
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
