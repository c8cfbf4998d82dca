/// The values of a number in consecutive frames, with their range and trend.
public struct NumberSeries: Hashable, Sendable {
  /// The direction of change.
  public enum Trend: String, Sendable {
    /// The value never changes.
    case constant
    /// The value never falls, except when it wraps around.
    case rises
    /// The value never rises, except when it wraps around.
    case falls
    /// The value rises and falls.
    case varies
  }

  /// The values, one per frame; at least one.
  public let values: [Int]
  /// The lowest value.
  public let min: Int
  /// The highest value.
  public let max: Int
  /// The direction of change.
  public let trend: Trend
  /// The step between frames, if at least nine of ten steps are equal and not 0.
  public let step: Int?

  /// The first value.
  public var first: Int { values.first ?? 0 }
  /// The last value.
  public var last: Int { values.last ?? 0 }

  /// Reads the series of a format at an offset; `nil` if a frame is too short or there are no frames.
  public init?(_ frames: [CharacteristicFrame], _ format: NumberFormat, at offset: Int) {
    var values: [Int] = []
    values.reserveCapacity(frames.count)
    for frame in frames {
      guard let value = format.read(frame.bytes, at: offset) else { return nil }
      values.append(value)
    }
    guard let min = values.min(), let max = values.max() else { return nil }
    self.values = values
    self.min = min
    self.max = max
    let steps = Self.steps(values, span: format.span)
    if min == max {
      trend = .constant
    } else if steps.allSatisfy({ $0 >= 0 }) {
      trend = .rises
    } else {
      trend = steps.allSatisfy { $0 <= 0 } ? .falls : .varies
    }
    var counts: [Int: Int] = [:]
    for step in steps { counts[step, default: 0] += 1 }
    let most = counts.max { ($0.value, $1.key) < ($1.value, $0.key) }
    step = most.flatMap { $0.key != 0 && $0.value >= 3 && $0.value * 10 >= steps.count * 9 ? $0.key : nil }
  }

  /// For each value except the first, true if it differs from the previous one.
  public var changes: [Bool] { zip(values, values.dropFirst()).map { $0 != $1 } }

  /// The total movement from value to value, as a multiple of the range.
  var movement: Double {
    guard max > min else { return 0 }
    return zip(values, values.dropFirst()).reduce(0) { $0 + Double(abs($1.1 - $1.0)) / Double(max - min) }
  }

  /// Returns the steps between values, by the shorter way modulo `span`.
  static func steps(_ values: [Int], span: Int) -> [Int] {
    zip(values, values.dropFirst()).map { before, after in
      let step = (after - before) & (span - 1)
      return step >= span / 2 ? step - span : step
    }
  }
}
