public import HaloWearables

extension ColmiRing {
  /// One raw reading of the accelerometer.
  ///
  /// ```
  /// ← A1 03 12 03 0B 0D 17 04 …
  ///   0  1  2–3   4–5   6–7
  ///   Y, Z and X, each signed 12 bit: the first byte's 8 bits above the second byte's low 4
  /// ```
  ///
  /// ±4 g, 512 counts a g (0.994 g at rest in the captured frame).
  public struct RawAccelerometer: RingMessage {
    /// Which bytes hold which field of the JSON line.
    public static let byteMap = [ByteField("y", 2..<4), ByteField("z", 4..<6), ByteField("x", 6..<8)]

    /// A reading at rest, for a copy without the wearer's movements.
    static func madeUp(_ redaction: Redaction) -> Packet {
      let (x, y, z) = (redaction.number(-40...40), redaction.number(-40...40), redaction.number(-20...20))
      return RawAccelerometer(x: x, y: y, z: 512 + z).packet
    }

    static let subtype: UInt8 = 3
    static let countsPerG = 512

    /// Raw counts along X, −2048…2047.
    public let x: Int
    /// Raw counts along Y, −2048…2047.
    public let y: Int
    /// Raw counts along Z, −2048…2047.
    public let z: Int

    /// A reading in raw counts (−2048…2047 each).
    public init(x: Int, y: Int, z: Int) {
      self.x = x
      self.y = y
      self.z = z
    }

    init(_ packet: Packet) {
      func signed12(at index: Int) -> Int {
        let bits = Int(packet[index]) << 4 | Int(packet[index + 1] & 0x0F)
        return bits < 2048 ? bits : bits - 4096
      }
      self.init(x: signed12(at: 6), y: signed12(at: 2), z: signed12(at: 4))
    }

    /// The frame that says so.
    public var packet: Packet {
      let payload = [y, z, x].flatMap { counts in
        [UInt8(truncatingIfNeeded: counts >> 4), UInt8(truncatingIfNeeded: counts & 0x0F)]
      }
      return Packet(RawLight.command, [Self.subtype] + payload)
    }

    /// Acceleration along X, Y and Z in units of the earth's (g).
    public var g: (x: Double, y: Double, z: Double) {
      let scale = Double(Self.countsPerG)
      return (Double(x) / scale, Double(y) / scale, Double(z) / scale)
    }

    private struct Gravity: MessageFields {
      let counts: RawAccelerometer

      /// Thousandths of a g, halves to even. The shift divides by the 512 counts a g, rounding down.
      private func thousandths(_ counts: Int) -> FixedDecimal {
        let (whole, rest) = ((counts * 1000) >> 9, (counts * 1000) & 511)
        let roundsUp = rest > 256 || (rest == 256 && !whole.isMultiple(of: 2))
        return FixedDecimal(roundsUp ? whole + 1 : whole, places: 3)
      }

      func write<Fields: FieldWriter>(to fields: inout Fields) {
        fields.field("x", thousandths(counts.x))
        fields.field("y", thousandths(counts.y))
        fields.field("z", thousandths(counts.z))
      }
    }

    public func write<Fields: FieldWriter>(to fields: inout Fields) {
      fields.field("g", Gravity(counts: self))
      fields.field("type", "rawAccelerometer")
      fields.field("x", x)
      fields.field("y", y)
      fields.field("z", z)
    }
  }
}
