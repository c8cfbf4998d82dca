/// What a byte of a kind of frames does from frame to frame.
public struct ByteColumn: Hashable, Sendable {
  /// What it seems to be.
  public enum Role: Hashable, Sendable {
    /// It is always this.
    case constant(UInt8)
    /// It goes on by the same step nearly always (nine of ten times), round at 256: a step of 255 counts down.
    case counter(step: UInt8)
    /// It has few values: at most eight, each four times on average.
    case enumeration
    /// Neither of these.
    case varying
  }

  /// Where the byte is, from 0.
  public let offset: Int
  /// What it seems to be.
  public let role: Role
  /// Its values over time.
  public let series: NumberSeries
  /// How often each value came, the lowest value first.
  public let counts: [(value: UInt8, count: Int)]

  /// The byte at `offset`; `nil` where a frame lacks it, or where there is no frame.
  public init?(_ frames: [CharacteristicFrame], at offset: Int) {
    guard let series = NumberSeries(frames, NumberFormat(width: 1), at: offset) else { return nil }
    self.offset = offset
    self.series = series
    var histogram = [Int](repeating: 0, count: 256)
    for value in series.values where histogram.indices.contains(value) { histogram[value] += 1 }
    counts = histogram.enumerated().filter { $0.element > 0 }.map {
      (UInt8(truncatingIfNeeded: $0.offset), $0.element)
    }
    if series.min == series.max {
      role = .constant(UInt8(truncatingIfNeeded: series.min))
    } else if let step = series.step {
      role = .counter(step: UInt8(truncatingIfNeeded: step))
    } else if counts.count <= 8, counts.count * 4 <= frames.count {
      role = .enumeration
    } else {
      role = .varying
    }
  }

  /// Whether it is always the same.
  public var isConstant: Bool { series.min == series.max }

  public static func == (left: ByteColumn, right: ByteColumn) -> Bool {
    left.offset == right.offset && left.series == right.series
  }
  public func hash(into hasher: inout Hasher) {
    hasher.combine(offset)
    hasher.combine(series)
  }
}
