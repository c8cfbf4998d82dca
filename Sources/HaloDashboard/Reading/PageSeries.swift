#if Dashboard
  import HaloWearables
  import HaloHealth
  import HaloJournal
  import HaloReports

  /// Values of a metric within a time, as a chart wants them.
  struct PageSeries {
    /// A value, or the lowest and highest of what came close together.
    struct Point {
      let time: Moment
      let low: Double
      let high: Double
      var isOfMoment = false
    }

    let metric: Metric
    let points: [Point]
    let count: Int
    let average: Double?
    /// Seconds that each value stands for, where that is always the same.
    let interval: Int?

    /// More points than a screen has dots say nothing more.
    private static let most = 800

    /// Values in order of time.
    init(_ metric: Metric, points: [Point], interval: Int? = nil) {
      self.metric = metric
      count = points.count
      average = points.meanOverTime(
        { $0.time.milliseconds / 1000 }, isOfMoment: \.isOfMoment, { ($0.low + $0.high) / 2 })
      self.points = Self.thinned(points, isCount: metric.isCount)
      self.interval = interval
    }

    private static func thinned(_ points: [Point], isCount: Bool) -> [Point] {
      guard points.count > most, !isCount, let first = points.first, let last = points.last else { return points }
      let width = max((last.time.milliseconds - first.time.milliseconds) / (most / 2), 1)
      var thin: [Point] = []
      var place = Int.min
      for point in points {
        let own = (point.time.milliseconds - first.time.milliseconds) / width
        if own == place, let before = thin.last {
          thin[thin.count - 1] = Point(
            time: before.time, low: min(before.low, point.low), high: max(before.high, point.high))
        } else {
          thin.append(point)
          place = own
        }
      }
      return thin
    }

    /// The series as an answer has it, as columns: `values`, and `highest` if two values came close together anywhere, each at its place of
    /// `times`. `reason` says why it is empty.
    func json(_ name: String? = nil, reason: String) -> JSON {
      let hasPairs = points.contains { $0.high != $0.low }
      let members: [JSON.Member] = [
        .init(name: "metric", value: .string(metric.exportName)),
        .init(name: "name", value: .string(name ?? metric.title.english)),
        .init(name: "unit", value: .string(metric.unit.rawValue)),
        .init(name: "low", value: JSON(points.map(\.low).min())),
        .init(name: "high", value: JSON(points.map(\.high).max())),
        .init(name: "average", value: JSON(average.map { ($0 * 10).rounded() / 10 })),
        .init(name: "interval", value: JSON(interval)),
        .init(name: "reason", value: points.isEmpty ? .string(reason) : .null),
        .init(name: "values", value: .array(points.map { .number($0.low) })),
        .init(name: "highest", value: hasPairs ? .array(points.map { .number($0.high) }) : .null),
      ]
      return .object(members + JSON.times(points.map(\.time)))
    }
  }
#endif
