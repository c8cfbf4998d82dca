extension ColmiRing {
  /// One frame of big data, assembled from one or more notifications.
  ///
  /// ```
  /// BC 27 02 00 81 80 FF 01
  /// 0  1  2–3   4–5   6 …
  /// mark, id, length of the payload u16 LE, CRC-16/MODBUS of the payload u16 LE, payload
  /// ```
  public struct BigData: Hashable, Sendable {
    /// The first byte of every frame.
    public static let mark: UInt8 = 0xBC
    static let headerLength = 6

    /// The type of the payload.
    public let id: UInt8
    /// The payload, at most 65,535 bytes.
    public let payload: [UInt8]

    /// Creates a frame; payload beyond 65,535 bytes is cut off.
    public init(id: UInt8, payload: [UInt8]) {
      self.id = id
      self.payload = payload.count > 0xFFFF ? [UInt8](payload[..<0xFFFF]) : payload
    }

    /// The encoded frame, to be split into notifications.
    public var bytes: [UInt8] {
      var bytes = [Self.mark, id]
      bytes.reserveCapacity(Self.headerLength + payload.count)
      bytes.appendU16LE(payload.count)
      bytes.appendU16LE(Int(CRC16.modbus(payload)))
      return bytes + payload
    }

    /// Returns whether the bytes are exactly one frame, by the length in its header. The checksum is not checked.
    static func isWhole(_ bytes: [UInt8]) -> Bool {
      bytes.first == mark && bytes.count >= headerLength && bytes.count == headerLength + bytes.u16LE(at: 2)
    }

    /// The ids that the ring family is known to use, except firmware update.
    static let knownIDs: Set<UInt8> = [
      0x11, 0x25, 0x27, 0x28, 0x29, 0x2A, 0x2C, 0x2D, 0x2E, 0x30, 0x3E, 0x41, 0x42, 0x47, 0x4A, 0x5F, 0x74, 0x75, 0x77,
    ]
  }
}
