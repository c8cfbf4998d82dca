extension ColmiRing {
  /// One raw reading of the accelerometer.
  ///
  /// ```
  /// ← A1 03 12 03 0B 0D 17 04 …     12 bits (R02 and similar): Y, Z, X
  /// ← A1 03 1F DA FE 35 00 2F …     16 bits (RT08 and similar): X, Y, Z
  ///   0  1  2–3   4–5   6–7
  ///   12 bits: signed, 8 bits of the first byte above the low 4 of the second; 512 counts per g
  ///   16 bits: signed, BE; 8192 counts per g
  /// ```
  ///
  /// Gravity confirms both: 0.994 g in the captured 12-bit frame, 0.997 g in the 16-bit one.
  public struct RawAccelerometer: RingMessage {
    /// Maps the bytes of a 12-bit packet to the fields of the JSON line.
    public static let byteMap = [ByteField("y", 2..<4), ByteField("z", 4..<6), ByteField("x", 6..<8)]
    /// Maps the bytes of a 16-bit packet to the fields of the JSON line.
    public static let sixteenBitByteMap = [ByteField("x", 2..<4), ByteField("y", 4..<6), ByteField("z", 6..<8)]

    static func byteMap(of packet: Packet) -> [ByteField] {
      Encoding.isCertainlySixteenBit(packet) ? sixteenBitByteMap : byteMap
    }

    /// Makes up a reading at rest in the same encoding, for a redacted copy.
    static func randomized(_ packet: Packet, _ redaction: Redaction) -> Packet {
      let isSixteenBit = Encoding.isCertainlySixteenBit(packet)
      let x = redaction.number(-40...40)
      let y = redaction.number(-40...40)
      let z = redaction.number(-20...20)
      guard isSixteenBit else { return RawAccelerometer(x: x, y: y, z: 512 + z).packet }
      // 16 sets the high nibble of the low byte for any noise, which marks the encoding as 16 bits.
      return RawAccelerometer(x: x * 16, y: 16 + abs(y) % 16, z: 8192 + z * 16, encoding: .sixteenBit).packet
    }

    static let subtype: UInt8 = 3

    /// The encoding of the readings. All readings of a stream have the same encoding.
    public enum Encoding: Sendable, Hashable, CaseIterable {
      /// Signed 12 bits, −2048…2047: R02 and similar.
      case twelveBit
      /// Signed 16 bits, −32768…32767: RT08 and similar.
      case sixteenBit

      /// Raw counts per g.
      public var countsPerG: Int { 1 << shift }

      /// The binary logarithm of ``countsPerG``.
      fileprivate var shift: Int { self == .twelveBit ? 9 : 13 }

      /// Returns whether a reading cannot have 12 bits, which leave the high nibble of each second byte 0.
      static func isCertainlySixteenBit(_ packet: Packet) -> Bool {
        (packet[3] | packet[5] | packet[7]) & 0xF0 != 0
      }
    }

    /// Raw counts along X.
    public let x: Int
    /// Raw counts along Y.
    public let y: Int
    /// Raw counts along Z.
    public let z: Int
    /// The encoding of the stream.
    public let encoding: Encoding

    /// Creates a reading in raw counts, in the range of `encoding`.
    public init(x: Int, y: Int, z: Int, encoding: Encoding = .twelveBit) {
      self.x = x
      self.y = y
      self.z = z
      self.encoding = encoding
    }

    /// Decodes a reading of a stream with a known encoding.
    init(_ packet: Packet, _ encoding: Encoding) {
      switch encoding {
      case .twelveBit: self.init(twelveBit: packet)
      case .sixteenBit:
        func signed16(at index: Int) -> Int { Int(Int16(truncatingIfNeeded: packet.u16BE(at: index))) }
        self.init(x: signed16(at: 2), y: signed16(at: 4), z: signed16(at: 6), encoding: encoding)
      }
    }

    /// Decodes a single reading: as 16 bits if it cannot have 12.
    init(_ packet: Packet) {
      self.init(packet, Encoding.isCertainlySixteenBit(packet) ? .sixteenBit : .twelveBit)
    }

    private init(twelveBit packet: Packet) {
      func signed12(at index: Int) -> Int {
        let bits = Int(packet[index]) << 4 | Int(packet[index + 1] & 0x0F)
        return bits < 2048 ? bits : bits - 4096
      }
      self.init(x: signed12(at: 6), y: signed12(at: 2), z: signed12(at: 4))
    }

    /// The encoded message.
    public var packet: Packet {
      let payload =
        switch encoding {
        case .twelveBit:
          [y, z, x].flatMap { [UInt8(truncatingIfNeeded: $0 >> 4), UInt8(truncatingIfNeeded: $0 & 0x0F)] }
        case .sixteenBit: [x, y, z].flatMap(Digits.u16BE)
        }
      return Packet(RawLight.command, [Self.subtype] + payload)
    }

    /// Acceleration along X, Y and Z in g.
    public var g: (x: Double, y: Double, z: Double) {
      let scale = Double(encoding.countsPerG)
      return (Double(x) / scale, Double(y) / scale, Double(z) / scale)
    }

    private struct Gravity: MessageFields {
      let counts: RawAccelerometer

      /// Converts to thousandths of a g, rounded half to even. The shift divides by the counts per g, rounding down.
      private func thousandths(_ count: Int) -> FixedDecimal {
        let shift = counts.encoding.shift
        let half = counts.encoding.countsPerG / 2
        let whole = (count * 1000) >> shift
        let rest = (count * 1000) & (counts.encoding.countsPerG - 1)
        let roundsUp = rest > half || (rest == half && !whole.isMultiple(of: 2))
        return FixedDecimal(roundsUp ? whole + 1 : whole, places: 3)
      }

      func write<Fields: FieldWriter>(to fields: inout Fields) {
        fields.field("x", thousandths(counts.x))
        fields.field("y", thousandths(counts.y))
        fields.field("z", thousandths(counts.z))
      }
    }

    /// Writes the fields in alphabetical order.
    public func write<Fields: FieldWriter>(to fields: inout Fields) {
      if encoding == .sixteenBit { fields.field("countsPerG", encoding.countsPerG) }
      fields.field("g", Gravity(counts: self))
      fields.field("type", "rawAccelerometer")
      fields.field("x", x)
      fields.field("y", y)
      fields.field("z", z)
    }
  }
}
