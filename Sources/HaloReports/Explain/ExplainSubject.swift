/// A number that can be explained down to its source bytes.
public enum ExplainSubject: Sendable, Hashable {
  /// The value of a metric nearest to a time. If `value` is set, only samples with that value in the five minutes from
  /// then are considered.
  case sample(Metric, LocalTime, value: Double? = nil, SampleSource? = nil)
  /// A computed value of a day.
  case computed(DerivedMetric, CalendarDate)
  /// Steps, distance and energy of a day.
  case movement(CalendarDate)
  /// The sleep that began at a time.
  case sleep(LocalTime)
  /// The main sleep that ended on a day.
  case night(CalendarDate)
  /// A workout, by its number in the journal.
  case workout(Int)

  /// Parses an id from reports: `resting-heart-rate@2026-11-20`, `movement@2026-11-20`,
  /// `heart-rate@2026-11-20T08:15:00+01:00`, `sleep@` with a day or a start time, `workout@7`. Returns `nil` for other
  /// text.
  public init?(_ id: some StringProtocol) {
    let parts = id.split(separator: "@", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2 else { return nil }
    let name = String(parts[0])
    let rest = parts[1]
    if name == "workout" {
      guard let number = Int(rest) else { return nil }
      self = .workout(number)
    } else if let date = CalendarDate(rest) {
      if name == "movement" {
        self = .movement(date)
      } else if let metric = DerivedMetric(name: name) {
        self = .computed(metric, date)
      } else if let subject = MetricName(name)?.subject(on: date) {
        self = subject
      } else {
        return nil
      }
    } else if let time = Moment(rest), name == "sleep" {
      self = .sleep(LocalTime(time))
    } else if let time = Moment(rest), let metric = Metric(name: name) {
      self = .sample(metric, LocalTime(time))
    } else {
      return nil
    }
  }

  /// The id. It does not distinguish between several values at the same time.
  public var id: String {
    switch self {
    case .sample(let metric, let time, _, _): "\(metric.exportName)@\(time)"
    case .computed(let metric, let date): "\(metric.exportName)@\(date)"
    case .movement(let date): "movement@\(date)"
    case .sleep(let time): "sleep@\(time)"
    case .night(let date): "sleep@\(date)"
    case .workout(let number): "workout@\(number)"
    }
  }
}
