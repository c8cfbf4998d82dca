import HaloText
public import HaloHealth

/// What is usual for a wearer: the median of the days before, and how far days are from it.
public struct Baseline: Sendable, Hashable {
  /// The days that a baseline is of.
  public static let days = 28
  /// The days that it is of where those have too few values.
  public static let longestDays = 60
  /// Values that it takes.
  public static let fewestValues = 7

  /// The median.
  public let usual: Double
  /// How far days are from it: 1.4826 times the median absolute deviation, which is the standard deviation where they are spread
  /// normally.
  public let spread: Double
  /// How many days have a value.
  public let count: Int
  /// Of how many days.
  public let ofDays: Int

  /// What is usual on `date` by the values of days before it.
  ///
  /// - Throws: ``InsightGap`` where there are too few.
  public init(on date: CalendarDate, _ values: [(date: CalendarDate, value: Double)]) throws(InsightGap) {
    func before(_ days: Int) -> [Double] {
      values.filter { $0.date < date && $0.date >= date.adding(days: -days) }.map(\.value)
    }
    var (kept, days) = (before(Self.days), Self.days)
    if kept.count < Self.fewestValues { (kept, days) = (before(Self.longestDays), Self.longestDays) }
    guard kept.count >= Self.fewestValues, let usual = kept.median else {
      throw InsightGap(
        kept.count == 1
          ? Phrase("what is usual is not known yet: 1 day before, \(Self.fewestValues) are needed")
          : Phrase("what is usual is not known yet: \(kept.count) days before, \(Self.fewestValues) are needed")
      )
    }
    self.usual = usual
    spread = 1.4826 * (kept.map { abs($0 - usual) }.median ?? 0)
    count = kept.count
    ofDays = days
  }

  /// What a value is beside it.
  public func trend(of value: Double) -> Trend { Trend(value: value, baseline: self) }
}

/// A value beside what is usual for its wearer. It says how far it is from that, and nothing about health.
public struct Trend: Sendable, Hashable {
  /// How a value stands to what is usual.
  public enum Verdict: String, Sendable, Codable {
    case usual, above, below
  }

  /// The value.
  public let value: Double
  /// What is usual.
  public let baseline: Baseline

  /// The value less what is usual.
  public var difference: Double { value - baseline.usual }
  /// The difference as people see it: of both numbers in whole beats, milliseconds, minutes or steps. What is less is less than a device
  /// can measure, and a sentence about it would contradict the numbers beside it.
  public var shownDifference: Double { value.rounded() - baseline.usual.rounded() }
  /// Whether the difference is worth a sentence: it is if the numbers that are shown differ.
  public var verdict: Verdict { shownDifference == 0 ? .usual : shownDifference > 0 ? .above : .below }
  /// Whether it is further from what is usual than two spreads, which one day in twenty is where days are spread normally.
  public var isRare: Bool { verdict != .usual && baseline.spread > 0 && abs(difference) > 2 * baseline.spread }
}

extension [Double] {
  /// The middle of the values, or the mean of the two in the middle; `nil` where there are none.
  var median: Double? {
    guard !isEmpty else { return nil }
    let sorted = sorted()
    let middle = count / 2
    return count.isMultiple(of: 2) ? (sorted[middle - 1] + sorted[middle]) / 2 : sorted[middle]
  }
}
