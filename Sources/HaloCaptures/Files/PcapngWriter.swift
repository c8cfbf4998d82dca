/// Writes captures as pcapng, which supports a comment (draft-ietf-opsawg-pcapng).
public enum PcapngWriter {
  /// Converts a capture to one section with a comment, truncated to 65,535 bytes.
  public static func file(_ reader: CaptureReader, comment: String) throws -> [UInt8] {
    var file = section(comment: comment)
    // One interface: link type 201 (Bluetooth HCI with direction), no snapshot limit, microseconds.
    file += block(1, u16(201) + u16(0) + u32(0))
    var reader = reader
    try reader.forEach { record in
      let direction: UInt32 = record.direction == .received ? 1 : 0
      // The 32-bit direction is big-endian, unlike the rest of the file.
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
    // Byte order, version 1.0, unspecified section length; then the comment and the end of the options.
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
