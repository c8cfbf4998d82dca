/// 16-bit cyclic redundancy checks.
enum CRC16 {
  /// CRC-16/MODBUS: initial value 0xFFFF, polynomial 0x8005 reflected (0xA001), no final XOR. The CRC of "123456789" is
  /// 0x4B37, that of no bytes is 0xFFFF.
  static func modbus(_ bytes: some Sequence<UInt8>) -> UInt16 {
    var crc: UInt16 = 0xFFFF
    for byte in bytes {
      crc = (crc >> 8) ^ table[Int(UInt8(truncatingIfNeeded: crc) ^ byte)]
    }
    return crc
  }

  private static let table: [UInt16] = (0..<256).map { index in
    (0..<8).reduce(UInt16(index)) { crc, _ in crc & 1 == 1 ? (crc >> 1) ^ 0xA001 : crc >> 1 }
  }
}
