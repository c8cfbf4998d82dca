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
    let subject: ExplainSubject? =
      if name == "workout" {
        Int(parts[1]).map { .workout($0) }
      } else if let date = CalendarDate(parts[1]) {
        name == "movement"
          ? .movement(date)
          : DerivedMetric(name: name).map { .computed($0, date) } ?? MetricName(name)?.subject(on: date)
      } else {
        Moment(parts[1]).map { LocalTime($0) }.flatMap { time in
          name == "sleep" ? .sleep(time) : Metric(name: name).map { .sample($0, time) }
        }
      }
    guard let subject else { return nil }
    self = subject
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
