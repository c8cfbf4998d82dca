public import HaloHealth

/// The mean of a value over a span of days, beside the mean over as many days before. A month is compared with the month before it, never with
/// what is usual of the same days.
public struct PeriodComparison: Sendable, Hashable {
  /// A mean of days.
  public struct Mean: Sendable, Hashable {
    /// The mean.
    public let value: Double
    /// How many days it is of.
    public let days: Int

    /// The mean of some values; `nil` if there are none.
    public init?(_ values: [Double]) {
      guard !values.isEmpty else { return nil }
      (value, days) = (values.reduce(0, +) / Double(values.count), values.count)
    }
  }

  /// The mean of the span; `nil` if no day has a value.
  public let mean: Mean?
  /// The mean of the span before; `nil` if fewer than half of its days have a value.
  public let before: Mean?

  /// A comparison of the days from `first` to `last` with as many before, of values of days that are known as a whole.
  public init(from first: CalendarDate, to last: CalendarDate, _ values: [(date: CalendarDate, value: Double)]) {
    let start = Self.start(from: first, to: last)
    mean = Mean(values.filter { $0.date >= first && $0.date <= last }.map(\.value))
    let length = first.daysSince1970 - start.daysSince1970
    before = Mean(values.filter { $0.date >= start && $0.date < first }.map(\.value)).flatMap {
      $0.days * 2 >= length ? $0 : nil
    }
  }

  /// The first day of the span before.
  public static func start(from first: CalendarDate, to last: CalendarDate) -> CalendarDate {
    first.adding(days: first.daysSince1970 - last.daysSince1970 - 1)
  }

  /// How the span stands to the one before, by the numbers that are shown, as ``Trend/verdict``; `nil` if there is nothing to compare.
  public var verdict: Trend.Verdict? {
    guard let mean, let before else { return nil }
    let difference = mean.value.rounded() - before.value.rounded()
    return difference == 0 ? .usual : difference > 0 ? .above : .below
  }
}
