/// The mean of a value over a span of days, compared with the mean over as many days before. A month is compared with
/// the month before it, never with the baseline of the same days.
public struct PeriodComparison: Sendable, Hashable {
  /// A mean of days, with their number.
  public struct Mean: Codable, Sendable, Hashable {
    /// The mean.
    public let value: Double
    /// The number of days.
    public let days: Int

    /// The mean of some values; `nil` if the array is empty, or if fewer than half of the `known` days have a value.
    public init?(_ values: [Double], of known: Int = 0) {
      guard !values.isEmpty, values.count * 2 >= known else { return nil }
      self.init(value: values.reduce(0, +) / Double(values.count), days: values.count)
    }

    private init(value: Double, days: Int) { (self.value, self.days) = (value, days) }

    /// The mean in multiples of 1 / `parts`.
    public func rounded(parts: Double = 1) -> Self { Self(value: value.rounded(parts: parts), days: days) }
  }

  /// The mean of the span; `nil` if no day has a value, or fewer than half of the days with data.
  public let mean: Mean?
  /// The mean of the span before; `nil` if fewer than half of its days have a value.
  public let before: Mean?

  /// Compares the days from `first` to `last`, of which `known` have data, with as many days before. The values must be
  /// from complete days.
  public init(
    from first: CalendarDate, to last: CalendarDate, _ values: [(date: CalendarDate, value: Double)], known: Int = 0
  ) {
    let start = Self.start(from: first, to: last)
    mean = Mean(values.filter { $0.date >= first && $0.date <= last }.map(\.value), of: known)
    let length = first.daysSince1970 - start.daysSince1970
    before = Mean(values.filter { $0.date >= start && $0.date < first }.map(\.value)).flatMap {
      $0.days * 2 >= length ? $0 : nil
    }
  }

  /// The first day of the span before.
  public static func start(from first: CalendarDate, to last: CalendarDate) -> CalendarDate {
    first.adding(days: first.daysSince1970 - last.daysSince1970 - 1)
  }

  /// The position of the span relative to the one before, by the rounded numbers, like ``Trend/verdict``; `nil` if
  /// there is no comparison.
  public var verdict: Trend.Verdict? {
    guard let mean, let before else { return nil }
    let difference = mean.value.rounded() - before.value.rounded()
    return difference == 0 ? .usual : difference > 0 ? .above : .below
  }
}
