/// The behavior of one byte across the frames of a kind.
public struct ByteColumn: Sendable {
  /// The role that the values suggest.
  public enum Role: Hashable, Sendable {
    /// The byte never changes.
    case constant(UInt8)
    /// The byte advances by the same step in at least nine of ten frames, modulo 256; a step of 255 counts down.
    case counter(step: UInt8)
    /// The byte has at most eight values, each seen four times on average.
    case enumeration
    /// None of the above.
    case varying
  }

  /// The byte's offset in the frame, from 0.
  public let offset: Int
  /// The role that the values suggest.
  public let role: Role
  /// The byte's values over time.
  public let series: NumberSeries
  /// Each value and its number of frames, in ascending order of values.
  public let counts: [(value: UInt8, count: Int)]

  /// The byte at `offset`; `nil` if a frame is too short or there are no frames.
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

  /// True if the byte advances by the same step.
  var isCounter: Bool { if case .counter = role { true } else { false } }

  /// True if the byte is the same in every frame.
  public var isConstant: Bool { series.min == series.max }
}
