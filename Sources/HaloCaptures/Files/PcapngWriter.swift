import HaloBluetooth

/// Writes captures as pcapng, which has room for a comment that goes with the file (draft-ietf-opsawg-pcapng).
public enum PcapngWriter {
  /// The packets of another capture, in one section with a comment: at most 65,535 bytes of it.
  public static func file(_ reader: CaptureReader, comment: String) throws -> [UInt8] {
    var file = section(comment: comment)
    // One interface: packets of a Bluetooth host with their direction (201), whole, in microseconds.
    file += block(1, u16(201) + u16(0) + u32(0))
    var reader = reader
    try reader.forEach { record in
      let direction: UInt32 = record.direction == .received ? 1 : 0
      // The direction's four bytes are big-endian, unlike the file's own.
      let packet = direction.bigEndianBytes + [record.kind.rawValue] + record.bytes
      let stamp = UInt64(bitPattern: record.time?.microseconds ?? 0)
      let padding = [UInt8](repeating: 0, count: (4 - packet.count % 4) % 4)
      file += block(
        6,
        u32(0) + u32(UInt32(truncatingIfNeeded: stamp >> 32)) + u32(UInt32(truncatingIfNeeded: stamp))
          + u32(UInt32(clamping: packet.count)) + u32(UInt32(clamping: packet.count + record.missingCount)) + packet
          + padding)
    }
    return file
  }

  private static func section(comment: String) -> [UInt8] {
    var text = [UInt8](comment.utf8.prefix(0xFFFF))
    let length = UInt16(text.count)
    text += [UInt8](repeating: 0, count: (4 - text.count % 4) % 4)
    // Byte order, version 1.0, length not said; then the comment, and the end of the options.
    return block(
      PcapngParser.sectionType,
      u32(0x1A2B_3C4D) + u16(1) + u16(0) + u32(.max) + u32(.max) + u16(1) + u16(length) + text + u32(0))
  }

  private static func block(_ type: UInt32, _ body: [UInt8]) -> [UInt8] {
    let length = u32(UInt32(clamping: body.count + 12))
    return u32(type) + length + body + length
  }

  private static func u16(_ value: UInt16) -> [UInt8] { value.littleEndianBytes }
  private static func u32(_ value: UInt32) -> [UInt8] { value.littleEndianBytes }
}
