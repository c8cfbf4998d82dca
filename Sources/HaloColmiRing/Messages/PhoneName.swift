extension ColmiRing {
  /// The phone's name, which an app sends to the ring; the ring acknowledges it.
  ///
  /// ```
  /// → 04 02 0A 70 68 6F 6E 65 …
  ///   0  1  2  3
  ///   3 … up to 12 bytes of UTF-8
  /// ```
  enum PhoneName {
    static let command: UInt8 = 0x04
    static let form = PacketForm(
      command: command,
      request: { packet in
        guard packet.starts(with: prefix) else { return nil }
        return .phoneName(String(decoding: packet.bytes[3..<15].prefix { $0 != 0 }, as: UTF8.self))
      })
    private static let prefix: [UInt8] = [0x02, 0x0A]

    /// Encodes as many whole characters as fit into 12 bytes.
    static func request(_ name: String) -> Packet {
      var bytes: [UInt8] = []
      for character in name where character != "\0" {
        guard bytes.count + character.utf8.count <= 12 else { break }
        bytes += character.utf8
      }
      return Packet(command, prefix + bytes)
    }
  }
}
