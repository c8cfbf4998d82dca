/// A wearer's baseline: the median of earlier days, and the spread of days around it.
public struct Baseline: Sendable, Hashable {
  /// The number of days of a baseline.
  public static let days = 28
  /// The number of days if those have too few values.
  public static let longestDays = 60
  /// The minimum number of values.
  public static let fewestValues = 7

  /// The median.
  public let usual: Double
  /// The spread of days around the median: 1.4826 times the median absolute deviation, which is the standard deviation
  /// of a normal distribution.
  public let spread: Double
  /// The number of days with a value.
  public let count: Int
  /// The number of days that were considered.
  public let ofDays: Int

  /// The baseline on `date` by the values of earlier days.
  ///
  /// - Throws: ``InsightGap`` if there are too few values.
  public init(on date: CalendarDate, _ values: [(date: CalendarDate, value: Double)]) throws(InsightGap) {
    func before(_ days: Int) -> [Double] {
      values.filter { $0.date < date && $0.date >= date.adding(days: -days) }.map(\.value)
    }
    var kept = before(Self.days)
    var days = Self.days
    if kept.count < Self.fewestValues { (kept, days) = (before(Self.longestDays), Self.longestDays) }
    guard kept.count >= Self.fewestValues, let usual = kept.median else {
      throw InsightGap(
        kept.count == 1
          ? Phrase("no baseline yet: 1 earlier day has a value, \(Self.fewestValues) are needed")
          : Phrase("no baseline yet: \(kept.count) earlier days have a value, \(Self.fewestValues) are needed")
      )
    }
    self.usual = usual
    spread = 1.4826 * (kept.map { abs($0 - usual) }.median ?? 0)
    count = kept.count
    ofDays = days
  }

  /// The usual range: a spread on both sides of the median.
  public var range: ClosedRange<Double> { usual - spread...usual + spread }

  /// The comparison of a value with the baseline.
  public func trend(of value: Double) -> Trend { Trend(value: value, baseline: self) }
}

/// A value compared with its wearer's baseline. It states the difference and makes no statement about health.
public struct Trend: Sendable, Hashable {
  /// The position of a value relative to the baseline.
  public enum Verdict: String, Sendable, Codable {
    /// In the usual range or equal to the median after rounding, above it, or below it.
    case usual, above, below
  }

  public let value: Double
  public let baseline: Baseline

  /// The value minus the median.
  public var difference: Double { value - baseline.usual }
  /// The difference of the rounded numbers, as they are shown: in whole beats, milliseconds, minutes or steps. A
  /// smaller difference is below what a device can measure, and a sentence about it would contradict the numbers.
  public var shownDifference: Double { value.rounded() - baseline.usual.rounded() }
  /// The position of the value. A difference is mentioned only beyond the usual range, and if the numbers that are shown
  /// differ.
  public var verdict: Verdict {
    shownDifference == 0 || abs(difference) <= baseline.spread ? .usual : difference > 0 ? .above : .below
  }
  /// True if the value is more than two spreads from the median, as for one day in twenty of a normal distribution.
  public var isRare: Bool { verdict != .usual && baseline.spread > 0 && abs(difference) > 2 * baseline.spread }
}

extension [Double] {
  /// The middle value, or the mean of the two middle values; `nil` if the array is empty.
  var median: Double? {
    guard !isEmpty else { return nil }
    let sorted = sorted()
    let middle = count / 2
    return count.isMultiple(of: 2) ? (sorted[middle - 1] + sorted[middle]) / 2 : sorted[middle]
  }
}
