extension HeartRateService {
  /// The heart rate, sent about once a second (0x2A37).
  ///
  /// ```
  /// 16 73 0F 02 11 02
  /// 0  1  2–3   4–5
  /// 0 flags: bit 0 the rate has 16 bits, otherwise 8 · bits 1–2 contact: 2 no, 3 yes, 0 and 1 not supported
  /// 1 beats per minute · bit 3 energy in kJ, u16 · bit 4 beat intervals in 1/1024 s, u16 each, oldest first, to the
  /// end
  /// ```
  public struct Measurement: CharacteristicMessage {
    private let flags: UInt8
    /// Beats per minute; 0 if the monitor finds no beat.
    public let bpm: Int
    /// The monitor's estimate of the energy since its last reset, in kilojoules; it saturates at 65535.
    public let energyKilojoules: Int?
    /// Beat intervals in 1/1024 s, oldest first.
    public let beatIntervals: [Int]
    private let trailing: [UInt8]

    /// True if the monitor has skin contact; `nil` if it does not report that.
    public var hasContact: Bool? { flags.has(bit: 2) ? flags.has(bit: 1) : nil }
    /// Beat intervals in milliseconds, oldest first.
    public var beatIntervalsMilliseconds: [Double] { beatIntervals.map { Double($0) * 1000 / 1024 } }
    /// The rate if it is valid; `nil` without skin contact, or if no beat was found.
    public var measuredRate: Int? { hasContact == false || bpm == 0 ? nil : bpm }

    /// Creates a measurement. The rate is encoded in 16 bits if necessary, or if `isWide`.
    public init(
      bpm: Int, hasContact: Bool? = nil, energyKilojoules: Int? = nil, beatIntervals: [Int] = [], isWide: Bool = false
    ) {
      self.bpm = bpm & 0xFFFF
      self.energyKilojoules = energyKilojoules.map { $0 & 0xFFFF }
      self.beatIntervals = beatIntervals.map { $0 & 0xFFFF }
      flags = flagByte([
        isWide || self.bpm > 0xFF, hasContact == true, hasContact != nil, energyKilojoules != nil,
        !beatIntervals.isEmpty,
      ])
      trailing = []
    }

    /// Decodes a value; `nil` if it is too short.
    public init?(value: [UInt8]) {
      var reader = FlaggedReader(value)
      guard let flags = reader.unsigned(1).map({ UInt8($0) }), let bpm = reader.unsigned(flags.has(bit: 0) ? 2 : 1)
      else { return nil }
      self.flags = flags
      self.bpm = bpm
      energyKilojoules = reader.unsigned(2, if: flags.has(bit: 3))
      var beatIntervals: [Int] = []
      while flags.has(bit: 4), !reader.isTruncated, let interval = reader.unsigned(2) { beatIntervals.append(interval) }
      self.beatIntervals = beatIntervals
      trailing = reader.rest()
    }

    /// The encoded bytes.
    public var value: [UInt8] {
      var bytes = [flags]
      bytes.append(littleEndian: bpm, width: flags.has(bit: 0) ? 2 : 1)
      bytes.append(energyKilojoules, width: 2)
      for interval in beatIntervals { bytes.append(littleEndian: interval, width: 2) }
      return bytes + trailing
    }

    /// Writes the fields in alphabetical order.
    public func write<Fields: FieldWriter>(to fields: inout Fields) {
      if !beatIntervals.isEmpty {
        fields.field(
          "beatIntervalsMilliseconds",
          beatIntervals.map { FixedDecimal($0 * 10_000, dividedBy: 1024, places: 1) })
      }
      fields.field("bpm", bpm)
      fields.field("contact", ifPresent: hasContact)
      fields.field("energyKilojoules", ifPresent: energyKilojoules)
      let isCut = flags.has(bit: 3) && energyKilojoules == nil || flags.has(bit: 4) && !trailing.isEmpty
      fields.ending(trailing, isTruncated: isCut)
      fields.field("type", "heartRateMeasurement")
    }
  }
}
