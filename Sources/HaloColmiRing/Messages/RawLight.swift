public import HaloWearables

extension ColmiRing {
  /// One raw reading of the light sensor: green light for the pulse, red for oxygen.
  ///
  /// ```
  /// ← A1 02 32 5E 32 76 31 1E 01 58 01 …      A1 01 for red light
  ///   0  1  2     4     6     8     10
  ///   2–3 reading (0: no sample) · 4–5 highest · 6–7 lowest · 8–9 highest − lowest, u16 BE
  /// ```
  public struct RawLight: RingMessage {
    /// Which light.
    public enum Kind: UInt8, Sendable, CaseIterable {
      /// Red light, for oxygen saturation.
      case spo2 = 1
      /// Green light, for the pulse: photoplethysmography.
      case ppg = 2
    }

    /// Which light.
    public let kind: Kind
    /// The reading in raw counts, 0…65535; 0 means no sample.
    public let raw: Int
    /// Highest reading of the present window.
    public let maximum: Int
    /// Lowest reading of the present window.
    public let minimum: Int
    /// Highest less lowest.
    public let difference: Int

    /// A reading in raw counts (0…65535 each).
    public init(_ kind: Kind, raw: Int, maximum: Int, minimum: Int, difference: Int) {
      self.kind = kind
      self.raw = raw
      self.maximum = maximum
      self.minimum = minimum
      self.difference = difference
    }

    init(_ packet: Packet, kind: Kind) {
      self.init(
        kind, raw: packet.u16BE(at: 2), maximum: packet.u16BE(at: 4), minimum: packet.u16BE(at: 6),
        difference: packet.u16BE(at: 8))
    }

    /// The frame that says so.
    public var packet: Packet {
      var payload = [kind.rawValue]
      for value in [raw, maximum, minimum, difference] { payload.appendU16BE(value) }
      return Packet(Command.rawSensors, payload + [1])
    }

    public func write<Fields: FieldWriter>(to fields: inout Fields) {
      fields.field("difference", difference)
      fields.field("maximum", maximum)
      fields.field("minimum", minimum)
      fields.field("raw", raw)
      fields.field("type", kind == .ppg ? "rawPPG" : "rawSpO2")
    }
  }
}
