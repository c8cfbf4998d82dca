/// The values of a number in frame after frame, in short.
public struct NumberSeries: Hashable, Sendable {
  /// Which way it goes.
  public enum Trend: String, Sendable {
    /// It never changes.
    case constant
    /// It never falls, but for going round at the end of its range.
    case rises
    /// It never rises, but for going round.
    case falls
    /// Up and down.
    case varies
  }

  /// The values, a frame each; at least one.
  public let values: [Int]
  /// The lowest value.
  public let min: Int
  /// The highest one.
  public let max: Int
  /// Which way it goes.
  public let trend: Trend
  /// The step from frame to frame, where nine of ten are the same and not 0.
  public let step: Int?

  /// The first value.
  public var first: Int { values.first ?? 0 }
  /// The last one.
  public var last: Int { values.last ?? 0 }

  /// The series of a format at an offset; `nil` where a frame ends before it, or where there is no frame.
  public init?(_ frames: [CharacteristicFrame], _ format: NumberFormat, at offset: Int) {
    var values: [Int] = []
    values.reserveCapacity(frames.count)
    for frame in frames {
      guard let value = format.read(frame.bytes, at: offset) else { return nil }
      values.append(value)
    }
    guard let min = values.min(), let max = values.max() else { return nil }
    (self.values, self.min, self.max) = (values, min, max)
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

  /// Whether each value but the first is another than the one before.
  public var changes: [Bool] { zip(values, values.dropFirst()).map { $0 != $1 } }

  /// How far it goes from value to value altogether, 1 being once from the lowest to the highest.
  var movement: Double {
    guard max > min else { return 0 }
    return zip(values, values.dropFirst()).reduce(0) { $0 + Double(abs($1.1 - $1.0)) / Double(max - min) }
  }

  /// From value to value, the short way round a clock of `span` numbers.
  static func steps(_ values: [Int], span: Int) -> [Int] {
    zip(values, values.dropFirst()).map { before, after in
      let step = (after - before) & (span - 1)
      return step >= span / 2 ? step - span : step
    }
  }
}
