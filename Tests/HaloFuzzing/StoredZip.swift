/// A zip archive of files that are not compressed, by PKWARE's APPNOTE.
package struct StoredZip: Sendable {
  /// The bytes of the archive.
  package let bytes: [UInt8]

  /// An archive of files; `flags` are the general purpose bits of each.
  package init(_ files: [(name: String, bytes: [UInt8])], flags: UInt16 = 0) {
    var (all, directory): ([UInt8], [UInt8]) = ([], [])
    for (name, bytes) in files {
      let (start, label) = (all.count, [UInt8](name.utf8))
      let common =
        Self.little(20, 2) + Self.little(Int(flags), 2) + Self.little(0, 2) + Self.little(0, 4)
        + Self.little(Int(Self.checksum(bytes)), 4) + Self.little(bytes.count, 4) + Self.little(bytes.count, 4)
        + Self.little(label.count, 2)
      all += [0x50, 0x4B, 3, 4] + common + Self.little(0, 2) + label + bytes
      directory +=
        [0x50, 0x4B, 1, 2] + Self.little(20, 2) + common + Self.little(0, 12) + Self.little(start, 4) + label
    }
    bytes =
      all + directory + [0x50, 0x4B, 5, 6] + Self.little(0, 4) + Self.little(files.count, 2)
      + Self.little(files.count, 2) + Self.little(directory.count, 4) + Self.little(all.count, 4) + Self.little(0, 2)
  }

  private static func little(_ value: Int, _ count: Int) -> [UInt8] {
    (0..<count).map { $0 < 8 ? UInt8(truncatingIfNeeded: value >> (8 * $0)) : 0 }
  }

  /// CRC-32 of ISO 3309.
  private static func checksum(_ bytes: [UInt8]) -> UInt32 {
    ~bytes.reduce(~0) { sum, byte in
      (0..<8).reduce(sum ^ UInt32(byte)) { sum, _ in sum >> 1 ^ (sum & 1 == 1 ? 0xEDB8_8320 : 0) }
    }
  }
}
