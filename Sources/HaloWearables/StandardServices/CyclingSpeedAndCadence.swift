/// Revolutions of a bicycle's wheel and crank (CSC Measurement, 0x2A5B).
///
/// ```
/// 03 10 27 00 00 00 04 32 00 00 08
/// 0  1–4         5–6   7–8   9–10
/// 0 flags: bit 0 wheel, bit 1 crank · 1–4 wheel revolutions · 5–6 time of the last one · 7–8 crank revolutions
/// 9–10 time of the last one; times in 1/1024 s, which wrap around after 64 s
/// ```
///
/// Speed follows from the difference of two measurements: see ``TurnRate``.
public struct CyclingSpeedAndCadence: CharacteristicMessage {
  /// A cumulative revolution count, with the time of the last revolution.
  public struct Turns: Hashable, Sendable {
    /// Cumulative revolutions. The count wraps around after 2³²−1 for a wheel, and after 65535 for a crank.
    public let count: Int
    /// The end of the last revolution in 1/1024 s, 0…65535.
    public let time: Int

    /// Creates a count.
    public init(count: Int, time: Int) {
      self.count = count
      self.time = time
    }

    /// Decodes the six bytes of a wheel.
    package init(wheel number: Int) { self.init(count: number & 0xFFFF_FFFF, time: number >> 32) }
    /// Decodes the four bytes of a crank.
    package init(crank number: Int) { self.init(count: number & 0xFFFF, time: number >> 16) }
    /// The time in seconds; a wheel of a power meter counts 2048 per second, all others 1024.
    package func seconds(perSecond: Int = 1024) -> FixedDecimal {
      FixedDecimal(time * 1000, dividedBy: perSecond, places: 3)
    }
  }

  private let flags: UInt8
  /// The wheel; `nil` if not measured.
  public let wheel: Turns?
  /// The crank; `nil` if not measured.
  public let crank: Turns?
  private let trailing: [UInt8]

  /// Creates a measurement.
  public init(wheel: Turns? = nil, crank: Turns? = nil) {
    flags = flagByte([wheel != nil, crank != nil])
    self.wheel = wheel.map { Turns(count: $0.count & 0xFFFF_FFFF, time: $0.time & 0xFFFF) }
    self.crank = crank.map { Turns(count: $0.count & 0xFFFF, time: $0.time & 0xFFFF) }
    trailing = []
  }

  /// Decodes a value; `nil` if it is too short.
  public init?(value: [UInt8]) {
    var reader = FlaggedReader(value)
    guard let flags = reader.unsigned(1) else { return nil }
    self.flags = UInt8(flags)
    wheel = reader.unsigned(6, if: self.flags.has(bit: 0)).map(Turns.init(wheel:))
    crank = reader.unsigned(4, if: self.flags.has(bit: 1)).map(Turns.init(crank:))
    trailing = reader.rest()
  }

  /// The encoded bytes.
  public var value: [UInt8] {
    var bytes = [flags]
    bytes.append(wheel.map { $0.count | $0.time << 32 }, width: 6)
    bytes.append(crank.map { $0.count | $0.time << 16 }, width: 4)
    return bytes + trailing
  }

  /// Writes the fields in alphabetical order.
  public func write<Fields: FieldWriter>(to fields: inout Fields) {
    fields.field("crankRevolutions", ifPresent: crank?.count)
    fields.field("crankSeconds", ifPresent: crank?.seconds())
    fields.ending(trailing, isTruncated: flags & 3 != flagByte([wheel != nil, crank != nil]))
    fields.field("type", "cyclingSpeedAndCadence")
    fields.field("wheelRevolutions", ifPresent: wheel?.count)
    fields.field("wheelSeconds", ifPresent: wheel?.seconds())
  }
}

/// Computes the revolutions per second from consecutive counts.
///
/// Counts and times wrap around, so only their differences are meaningful, and only if two measurements are less than
/// 64 seconds apart. A repeated measurement means that no revolution was completed.
public struct TurnRate: Sendable, Hashable {
  /// The width of the counter: 32 bits for a wheel, 16 for a crank.
  public enum Size: Int, Sendable {
    case wheel = 0xFFFF_FFFF
    case crank = 0xFFFF
  }

  private let size: Size
  private var last: CyclingSpeedAndCadence.Turns?

  /// Creates a calculator without a count.
  public init(_ size: Size) { self.size = size }

  /// Adds a count, and returns the revolutions per second since the one before: 0 if nothing turned since. Returns
  /// `nil` for the first count, if the count changed but the time did not, and for backward rotation.
  public mutating func next(_ turns: CyclingSpeedAndCadence.Turns) -> Double? {
    defer { last = turns }
    guard let last else { return nil }
    let count = (turns.count - last.count) & size.rawValue
    let time = (turns.time - last.time) & 0xFFFF
    guard count > 0 else { return 0 }
    // A difference above half the range is negative: the wheel was pushed backward.
    guard time > 0, count <= size.rawValue / 2 else { return nil }
    return Double(count) * 1024 / Double(time)
  }
}
