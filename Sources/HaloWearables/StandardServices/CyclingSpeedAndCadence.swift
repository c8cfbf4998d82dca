/// Turns of a bicycle's wheel and crank (CSC Measurement, 0x2A5B).
///
/// ```
/// 03 10 27 00 00 00 04 32 00 00 08
/// 0  1–4         5–6   7–8   9–10
/// 0 flags: bit 0 wheel, bit 1 crank · 1–4 turns of the wheel · 5–6 time of the last one · 7–8 turns of the crank
/// 9–10 time of the last one; times in 1/1024 s, which begin anew after 64 s
/// ```
///
/// What it says of speed lies between two of them: see ``TurnRate``.
public struct CyclingSpeedAndCadence: CharacteristicMessage {
  /// How often something has turned, and when it last did.
  public struct Turns: Hashable, Sendable {
    /// Turns, counted on for as long as the sensor lives: to 2³²−1 for a wheel, to 65535 for a crank.
    public let count: Int
    /// When the last one ended, in 1/1024 s, 0…65535.
    public let time: Int

    /// Turns so far.
    public init(count: Int, time: Int) {
      self.count = count
      self.time = time
    }
  }

  private let flags: UInt8
  /// The wheel.
  public let wheel: Turns?
  /// The crank.
  public let crank: Turns?
  private let trailing: [UInt8]

  /// A measurement.
  public init(wheel: Turns? = nil, crank: Turns? = nil) {
    flags = flagByte([wheel != nil, crank != nil])
    self.wheel = wheel.map { Turns(count: $0.count & 0xFFFF_FFFF, time: $0.time & 0xFFFF) }
    self.crank = crank.map { Turns(count: $0.count & 0xFFFF, time: $0.time & 0xFFFF) }
    trailing = []
  }

  public init?(value: [UInt8]) {
    var reader = FlaggedReader(value)
    guard let flags = reader.unsigned(1) else { return nil }
    self.flags = UInt8(flags)
    wheel = reader.unsigned(6, if: self.flags.has(bit: 0)).map { Turns(count: $0 & 0xFFFF_FFFF, time: $0 >> 32) }
    crank = reader.unsigned(4, if: self.flags.has(bit: 1)).map { Turns(count: $0 & 0xFFFF, time: $0 >> 16) }
    trailing = reader.rest()
  }

  public var value: [UInt8] {
    var bytes = [flags]
    bytes.append(wheel.map { $0.count | $0.time << 32 }, width: 6)
    bytes.append(crank.map { $0.count | $0.time << 16 }, width: 4)
    return bytes + trailing
  }

  public func write<Fields: FieldWriter>(to fields: inout Fields) {
    func seconds(_ turns: Turns) -> FixedDecimal { FixedDecimal(turns.time * 1000, dividedBy: 1024, places: 3) }
    fields.field("crankRevolutions", ifPresent: crank?.count)
    fields.field("crankSeconds", ifPresent: crank.map(seconds))
    fields.ending(trailing, isTruncated: flags & 3 != flagByte([wheel != nil, crank != nil]))
    fields.field("type", "cyclingSpeedAndCadence")
    fields.field("wheelRevolutions", ifPresent: wheel?.count)
    fields.field("wheelSeconds", ifPresent: wheel.map(seconds))
  }
}

/// How fast something turns, from one count of its turns to the next.
///
/// Counts and times begin anew when they are full, so only their differences mean something, and only where less than 64 seconds
/// lie between two. A sensor that says the same as before has not turned since.
public struct TurnRate: Sendable, Hashable {
  /// How far the count goes: 32 bits for a wheel, 16 for a crank.
  public enum Size: Int, Sendable {
    case wheel = 0xFFFF_FFFF
    case crank = 0xFFFF
  }

  private let size: Size
  private var last: CyclingSpeedAndCadence.Turns?

  /// Nothing counted yet.
  public init(_ size: Size) { self.size = size }

  /// Takes a count; turns a second since the one before. 0 where nothing turned since; `nil` for the first, where the time stood still
  /// though the count did not, and where it turned backwards.
  public mutating func next(_ turns: CyclingSpeedAndCadence.Turns) -> Double? {
    defer { last = turns }
    guard let last else { return nil }
    let count = (turns.count - last.count) & size.rawValue
    let time = (turns.time - last.time) & 0xFFFF
    guard count > 0 else { return 0 }
    // Half the range forwards is as far as backwards: a wheel that is pushed back.
    guard time > 0, count <= size.rawValue / 2 else { return nil }
    return Double(count) * 1024 / Double(time)
  }
}
