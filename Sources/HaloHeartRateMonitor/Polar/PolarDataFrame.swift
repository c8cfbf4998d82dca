public import HaloWearables

extension HeartRateMonitor.Polar {
  /// Samples of one sensor.
  ///
  /// ```
  /// 00 38 6D 44 2A 5C 1F 08 08 00 E4 FF FF …
  /// 0  1–8                     9  10…
  /// 0 kind · 1–8 time of the last sample in ns since 2000, u64, on the sensor's clock · 9 frame type, bit 7: compressed · 10… samples
  /// ```
  ///
  /// Samples that are not compressed stand one after the other, each channel in the bytes of the frame type, two's complement:
  ///
  /// | kind | type | channels and bytes |
  /// |---|---|---|
  /// | ECG | 0 | 1 × 3, µV |
  /// | PPG | 0 | 4 × 3: three lights and the ambient one |
  /// | acceleration | 0, 1, 2 | 3 × 1, 2 or 3, thousandths of a g |
  /// | pulse intervals | 0 | 6 bytes: rate, interval in ms, error in ms, flags |
  ///
  /// For compressed ones see ``DeltaFrame``.
  public struct DataFrame: CharacteristicMessage {
    /// What was measured.
    public let kind: Kind?
    private let kindByte: UInt8
    /// When the last sample was taken, in nanoseconds since 2000-01-01 on the sensor's own clock. Nobody need have set that.
    public let timestamp: UInt64
    /// How the samples stand, 0…127.
    public let type: Int
    /// Whether they are compressed.
    public let isCompressed: Bool
    /// The samples' bytes.
    public let content: [UInt8]

    /// A frame of samples.
    public init(_ kind: Kind, timestamp: UInt64, type: Int = 0, isCompressed: Bool = false, content: [UInt8]) {
      self.kind = kind
      kindByte = kind.rawValue
      self.timestamp = timestamp
      self.type = type & 0x7F
      self.isCompressed = isCompressed
      self.content = content
    }

    public init?(value: [UInt8]) {
      guard value.count >= 10 else { return nil }
      kindByte = value[0]
      kind = Kind(rawValue: value[0] & 0x3F)
      timestamp = (0..<8).reduce(0) { $0 | UInt64(value[1 + $1]) << ($1 * 8) }
      type = Int(value[9] & 0x7F)
      isCompressed = value[9].has(bit: 7)
      content = [UInt8](value[10...])
    }

    public var value: [UInt8] {
      [kindByte] + (0..<8).map { UInt8(truncatingIfNeeded: timestamp >> ($0 * 8)) }
        + [UInt8(type) | (isCompressed ? 0x80 : 0)] + content
    }

    /// The samples, each with its channels, oldest first: µV of an ECG, thousandths of a g of acceleration that is not compressed,
    /// otherwise counts. `nil` where nobody knows this type of frame. What is cut off at the end is left out.
    public var samples: [[Int]]? {
      guard let (channels, width) = shape else { return nil }
      if isCompressed { return DeltaFrame.samples(content, channels: channels, bits: width * 8) }
      let size = channels * width
      var reader = ByteReader(content)
      return (0..<(content.count / size)).map { _ in (0..<channels).map { _ in reader.signed(width) ?? 0 } }
    }

    /// Channels, and bytes of each.
    private var shape: (channels: Int, width: Int)? {
      switch (kind, isCompressed, type) {
      case (.ecg, false, 0): (1, 3)
      case (.ppg, _, 0): (4, 3)
      case (.acceleration, false, 0...2): (3, type + 1)
      case (.acceleration, true, 0...1): (3, 2)
      case (.gyroscope, true, 0), (.magnetometer, true, 0): (3, 2)
      default: nil
      }
    }

    /// Pulse intervals, where the frame has them.
    public var pulseIntervals: [PulseInterval]? {
      guard kind == .pulseIntervals, !isCompressed, type == 0 else { return nil }
      return (0..<(content.count / 6)).map { PulseInterval(content[($0 * 6)..<($0 * 6 + 6)]) }
    }

    private struct Axes: MessageFields {
      let axes: [Int]

      func write<Fields: FieldWriter>(to fields: inout Fields) {
        fields.field("x", axes[0])
        fields.field("y", axes[1])
        fields.field("z", axes[2])
      }
    }

    private struct Lights: MessageFields {
      let lights: [Int]

      func write<Fields: FieldWriter>(to fields: inout Fields) {
        fields.field("ambient", lights[3])
        fields.field("light", lights[..<3].map { FixedDecimal($0, places: 0) })
      }
    }

    public func write<Fields: FieldWriter>(to fields: inout Fields) {
      let samples = samples
      if isCompressed { fields.field("compressed", true) }
      fields.field("frameType", type)
      if samples == nil, pulseIntervals == nil { fields.field("hex", hexadecimal: content) }
      if let pulseIntervals { fields.field("intervals", pulseIntervals) }
      switch (kind, samples) {
      case (.ecg, let samples?): fields.field("microvolts", samples.map { FixedDecimal($0[0], places: 0) })
      default: break
      }
      fields.field("of", kind?.name ?? "unknown")
      switch (kind, samples) {
      case (.ecg, _), (_, nil): break
      case (.ppg, let samples?): fields.field("samples", samples.map { Lights(lights: $0) })
      case (_, let samples?): fields.field("samples", samples.map { Axes(axes: $0) })
      }
      fields.field("timestampNanoseconds", String(timestamp))
      fields.field("type", "polarMeasurement")
    }
  }

  /// The time between two pulses, found by an armband's own algorithm.
  ///
  /// ```
  /// 48 40 03 0A 00 06
  /// 0  1–2   3–4   5
  /// 0 beats a minute · 1–2 interval in ms · 3–4 how wrong it may be, ms
  /// 5 bit 0: moved too much to be used · bit 1 touches the skin · bit 2: bit 1 means something
  /// ```
  public struct PulseInterval: MessageFields, Hashable {
    /// Beats a minute.
    public let bpm: Int
    /// Milliseconds between two pulses.
    public let milliseconds: Int
    /// How wrong it may be, in milliseconds.
    public let errorMilliseconds: Int
    private let flags: UInt8

    /// Whether the arm moved too much for it to be used.
    public var isBlocked: Bool { flags.has(bit: 0) }
    /// Whether the armband touches the skin; `nil` where it does not tell.
    public var hasContact: Bool? { flags.has(bit: 2) ? flags.has(bit: 1) : nil }
    /// Whether it is good enough to be taken for the time between two beats: the armband did not move too much, touches the skin, and
    /// is wrong by 30 ms at most. Polar calls what may be wrong by more a likely artefact.
    public var isGood: Bool { !isBlocked && hasContact != false && errorMilliseconds <= 30 && milliseconds > 0 }

    init(_ bytes: ArraySlice<UInt8>) {
      let bytes = [UInt8](bytes)
      bpm = Int(bytes[0])
      milliseconds = Int(bytes[1]) | Int(bytes[2]) << 8
      errorMilliseconds = Int(bytes[3]) | Int(bytes[4]) << 8
      flags = bytes[5]
    }

    /// An interval.
    public init(bpm: Int, milliseconds: Int, errorMilliseconds: Int, isBlocked: Bool = false, hasContact: Bool? = nil) {
      self.bpm = bpm & 0xFF
      self.milliseconds = milliseconds & 0xFFFF
      self.errorMilliseconds = errorMilliseconds & 0xFFFF
      flags = flagByte([isBlocked, hasContact == true, hasContact != nil])
    }

    /// Its six bytes.
    public var bytes: [UInt8] {
      var bytes = [UInt8(bpm)]
      bytes.append(littleEndian: milliseconds, width: 2)
      bytes.append(littleEndian: errorMilliseconds, width: 2)
      return bytes + [flags]
    }

    public func write<Fields: FieldWriter>(to fields: inout Fields) {
      fields.field("blocked", isBlocked)
      fields.field("bpm", bpm)
      fields.field("contact", ifPresent: hasContact)
      fields.field("errorMilliseconds", errorMilliseconds)
      fields.field("milliseconds", milliseconds)
    }
  }
}
