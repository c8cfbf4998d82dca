/// Reads the records of Apple's PacketLogger (`.pklg`), which has no file header. Version 1 is big-endian, version 2
/// little-endian.
///
/// | bytes | a record |
/// |---|---|
/// | 0–3 | length of the rest of the record |
/// | 4–7 | seconds since 1970 |
/// | 8–11 | microseconds |
/// | 12 | record type |
/// | 13… | the packet, without the type byte |
struct PacketLoggerParser: RecordParser {
  static let lookahead = headerSize
  private static let headerSize = 13

  let isBigEndian: Bool

  init(isBigEndian: Bool) { self.isBigEndian = isBigEndian }

  /// Creates a parser for a file that begins with these bytes; `nil` if its first five records are invalid in both byte
  /// orders.
  init?(beginning: ArraySlice<UInt8>, isWhole: Bool) {
    let fitting = [false, true].filter { order in
      let parser = PacketLoggerParser(isBigEndian: order)
      var rest = beginning
      for number in 0..<5 {
        if rest.isEmpty { return number > 0 }
        guard rest.count >= Self.headerSize else { return number > 0 && isWhole }
        guard let size = parser.plausibleSize(rest, after: nil) else { return false }
        guard rest.count >= size else { return number > 0 || isWhole }
        rest = rest.from(size)
      }
      return true
    }
    guard let order = fitting.first else { return nil }
    isBigEndian = order
  }

  var format: CaptureFormat { .packetLogger(isBigEndian: isBigEndian) }

  mutating func next(_ bytes: ArraySlice<UInt8>) throws(CaptureError) -> RecordStep {
    guard let length = u32(bytes, 0), let seconds = u32(bytes, 4), let fraction = u32(bytes, 8),
      let type = bytes.u8(12)
    else { return .needs(Self.headerSize) }
    guard length >= 9, length <= maximumRecordSize, fraction < 1_000_000 else { return .damage }
    let size = 4 + Int(length)
    guard bytes.count >= size else { return .needs(size) }
    let kind: CaptureRecord.Kind
    switch type {
    case 0x00: kind = .command
    case 0x01: kind = .event
    case 0x02, 0x03: kind = .acl
    case 0x08, 0x09: kind = .synchronous
    // btstack writes 0C and 0D; BlueZ reads 12 and 13.
    case 0x0C, 0x0D, 0x12, 0x13: kind = .isochronous
    case 0x0A, 0x0B: return .other(name: "link-manager packets", size: size)
    case 0xF7...0xFE: return .other(name: "notes of the system", size: size)
    default: return .unknown("PacketLogger type \(type)", size: size)
    }
    let time = CaptureTime(microseconds: Int64(seconds) * 1_000_000 + Int64(fraction))
    return .packet(
      CaptureRecord(
        time: time, kind: kind, direction: type & 1 == 0 ? .sent : .received,
        bytes: bytes.from(Self.headerSize, length: Int(length) - 9)),
      size: size)
  }

  func plausibleSize(_ bytes: ArraySlice<UInt8>, after time: CaptureTime?) -> Int? {
    guard let length = u32(bytes, 0), let seconds = u32(bytes, 4), let fraction = u32(bytes, 8),
      let type = bytes.u8(12), (9...65_544).contains(length), fraction < 1_000_000,
      isPlausible(CaptureTime(microseconds: Int64(seconds) * 1_000_000), after: time)
    else { return nil }
    switch type {
    case 0x00...0x03, 0x08...0x0D, 0x12, 0x13, 0xF7...0xFE: return 4 + Int(length)
    default: return nil
    }
  }
}
