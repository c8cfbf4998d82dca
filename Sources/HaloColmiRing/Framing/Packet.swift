extension ColmiRing {
  /// A command packet: always 16 bytes.
  ///
  /// ```
  /// 03 40 00 00 00 00 00 00 00 00 00 00 00 00 00 43
  /// 0  1 … 14                                    15
  /// command, payload filled with zeros, sum of bytes 0…14 modulo 256
  /// ```
  ///
  /// The sum is modulo 256 (568 of 568 captured frames), although several published notes say 255.
  public struct Packet: Hashable, Sendable {
    /// Length of every packet in bytes.
    public static let length = 16

    private let storage: SIMD16<UInt8>

    /// Creates a packet with zero padding; payload beyond 14 bytes is cut off.
    public init(_ command: UInt8, _ payload: [UInt8] = []) {
      var bytes = SIMD16<UInt8>(repeating: 0)
      bytes[0] = command
      for (index, byte) in payload.prefix(14).enumerated() { bytes[index + 1] = byte }
      bytes[15] = bytes.wrappedSum()
      storage = bytes
    }

    /// Decodes a packet; `nil` unless it has 16 bytes and a valid checksum.
    public init?(_ bytes: [UInt8]) {
      guard bytes.count == Self.length else { return nil }
      let loaded = bytes.withUnsafeBytes { $0.loadUnaligned(as: SIMD16<UInt8>.self) }
      // The sum of all 16 bytes is twice the checksum if and only if the checksum is right.
      guard loaded.wrappedSum() == loaded[15] &+ loaded[15] else { return nil }
      storage = loaded
    }

    /// The byte at `index`, 0…15.
    public subscript(index: Int) -> UInt8 { storage[index] }

    /// The command code, byte 0.
    public var command: UInt8 { storage[0] }

    /// All 16 bytes.
    public var bytes: [UInt8] {
      withUnsafeBytes(of: storage) { [UInt8]($0) }
    }

    /// Appends the payload bytes from `index` up to the checksum.
    func append(from index: Int, to bytes: inout [UInt8]) {
      withUnsafeBytes(of: storage) { bytes.append(contentsOf: $0[index..<15]) }
    }

    /// Returns whether all bytes from `index` up to the checksum are zero.
    func isZero(from index: Int) -> Bool {
      for position in index..<15 where storage[position] != 0 { return false }
      return true
    }

    func u16LE(at index: Int) -> Int { Int(storage[index]) | Int(storage[index + 1]) << 8 }
    func u24LE(at index: Int) -> Int { u16LE(at: index) | Int(storage[index + 2]) << 16 }
    func u32LE(at index: Int) -> UInt32 { UInt32(u16LE(at: index)) | UInt32(u16LE(at: index + 2)) << 16 }
    func u16BE(at index: Int) -> Int { Int(storage[index]) << 8 | Int(storage[index + 1]) }
    func u24BE(at index: Int) -> Int { u16BE(at: index) << 8 | Int(storage[index + 2]) }
  }
}

extension [UInt8] {
  /// Appends the low 16 bits, low byte first.
  mutating func appendU16LE(_ value: Int) {
    append(UInt8(truncatingIfNeeded: value))
    append(UInt8(truncatingIfNeeded: value >> 8))
  }

  /// Reads 16 bits at `index`, low byte first.
  func u16LE(at index: Int) -> Int { Int(self[index]) | Int(self[index + 1]) << 8 }
}
