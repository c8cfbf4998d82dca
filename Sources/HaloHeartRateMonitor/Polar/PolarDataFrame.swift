extension HeartRateMonitor.Polar {
  /// Samples of one sensor.
  ///
  /// ```
  /// 00 38 6D 44 2A 5C 1F 08 08 00 E4 FF FF …
  /// 0  1–8                     9  10…
  /// 0 kind · 1–8 time of the last sample in ns since 2000, u64, sensor clock · 9 frame type, bit 7: compressed · 10…
  /// samples
  /// ```
  ///
  /// Uncompressed samples are consecutive. The frame type determines the bytes per channel, in two's complement:
  ///
  /// | kind | type | channels and bytes |
  /// |---|---|---|
  /// | ECG | 0 | 1 × 3, µV; also compressed |
  /// | PPG | 0 | 4 × 3: three LEDs and ambient light |
  /// | acceleration | 0, 1, 2 | 3 × 1, 2 or 3, thousandths of a g |
  /// | pulse intervals | 0 | 6 bytes: rate, interval in ms, error in ms, flags |
  ///
  /// For compressed samples see ``DeltaFrame``. Those of an ECG are one channel of 24 bits.
  public struct DataFrame: CharacteristicMessage {
    /// The kind of measurement; `nil` if it is unknown.
    public let kind: Kind?
    private let kindByte: UInt8
    /// The time of the last sample, in nanoseconds since 2000-01-01 on the sensor's own clock, which may never have
    /// been set.
    public let timestamp: UInt64
    /// The frame type, which determines the layout of the samples, 0…127.
    public let type: Int
    /// True if the samples are compressed.
    public let isCompressed: Bool
    /// The encoded samples.
    public let content: [UInt8]

    /// Creates a frame of samples.
    public init(_ kind: Kind, timestamp: UInt64, type: Int = 0, isCompressed: Bool = false, content: [UInt8]) {
      self.kind = kind
      kindByte = kind.rawValue
      self.timestamp = timestamp
      self.type = type & 0x7F
      self.isCompressed = isCompressed
      self.content = content
    }

    /// Decodes a value; `nil` if it is too short.
    public init?(value: [UInt8]) {
      guard value.count >= 10 else { return nil }
      kindByte = value[0]
      kind = Kind(rawValue: value[0] & 0x3F)
      timestamp = (0..<8).reduce(0) { $0 | UInt64(value[1 + $1]) << ($1 * 8) }
      type = Int(value[9] & 0x7F)
      isCompressed = value[9].has(bit: 7)
      content = [UInt8](value[10...])
    }

    /// The encoded bytes.
    public var value: [UInt8] {
      [kindByte] + timestamp.littleEndianBytes + [UInt8(type) | (isCompressed ? 0x80 : 0)] + content
    }

    /// The samples, each with its channels, oldest first: µV for ECG, thousandths of a g for uncompressed acceleration,
    /// raw counts otherwise. `nil` if the frame type is unknown. A truncated last sample is dropped.
    public var samples: [[Int]]? {
      guard let (channels, width) = shape else { return nil }
      if isCompressed { return DeltaFrame.samples(content, channels: channels, bits: width * 8) }
      let size = channels * width
      var reader = ByteReader(content)
      return (0..<(content.count / size)).map { _ in (0..<channels).map { _ in reader.signed(width) ?? 0 } }
    }

    /// The number of channels, and the bytes of each.
    private var shape: (channels: Int, width: Int)? {
      switch (kind, isCompressed, type) {
      case (.ecg, _, 0): (1, 3)
      case (.ppg, _, 0): (4, 3)
      case (.acceleration, false, 0...2): (3, type + 1)
      case (.acceleration, true, 0...1): (3, 2)
      case (.gyroscope, true, 0), (.magnetometer, true, 0): (3, 2)
      default: nil
      }
    }

    /// The pulse intervals; `nil` for other frames.
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

    /// Writes the fields in alphabetical order.
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

  /// The interval between two pulses, detected by the armband's own algorithm.
  ///
  /// ```
  /// 48 40 03 0A 00 06
  /// 0  1–2   3–4   5
  /// 0 beats per minute · 1–2 interval in ms · 3–4 error estimate in ms
  /// 5 bit 0: too much movement · bit 1 skin contact · bit 2: bit 1 is valid
  /// ```
  public struct PulseInterval: MessageFields, Hashable {
    /// The six encoded bytes.
    public let bytes: [UInt8]
    /// Beats per minute.
    public var bpm: Int { Int(bytes[0]) }
    /// The interval between two pulses, in milliseconds.
    public var milliseconds: Int { Int(bytes[1]) | Int(bytes[2]) << 8 }
    /// The error estimate in milliseconds.
    public var errorMilliseconds: Int { Int(bytes[3]) | Int(bytes[4]) << 8 }
    private var flags: UInt8 { bytes[5] }

    /// True if the arm moved too much for a valid interval.
    public var isBlocked: Bool { flags.has(bit: 0) }
    /// True if the armband has skin contact; `nil` if it does not report that.
    public var hasContact: Bool? { flags.has(bit: 2) ? flags.has(bit: 1) : nil }
    /// True if the interval is accurate enough to count as a beat interval: not too much movement, skin contact, and an
    /// error estimate of at most 30 ms. Polar calls intervals with a larger error likely artifacts.
    public var isGood: Bool { !isBlocked && hasContact != false && errorMilliseconds <= 30 && milliseconds > 0 }

    init(_ bytes: ArraySlice<UInt8>) { self.bytes = [UInt8](bytes) }

    /// Creates an interval.
    public init(bpm: Int, milliseconds: Int, errorMilliseconds: Int, isBlocked: Bool = false, hasContact: Bool? = nil) {
      var bytes = [UInt8(truncatingIfNeeded: bpm)]
      bytes.append(littleEndian: milliseconds, width: 2)
      bytes.append(littleEndian: errorMilliseconds, width: 2)
      self.bytes = bytes + [flagByte([isBlocked, hasContact == true, hasContact != nil])]
    }

    /// Writes the fields in alphabetical order.
    public func write<Fields: FieldWriter>(to fields: inout Fields) {
      fields.field("blocked", isBlocked)
      fields.field("bpm", bpm)
      fields.field("contact", ifPresent: hasContact)
      fields.field("errorMilliseconds", errorMilliseconds)
      fields.field("milliseconds", milliseconds)
    }
  }
}
