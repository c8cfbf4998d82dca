#if Dashboard
  import HaloWearables
  import HaloHealth
  import HaloJournal

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

    /// The values of samples in order of time, of one device.
    init(_ metric: Metric, _ samples: [StoredSample], highest: [StoredSample] = []) {
      let highs = Dictionary(highest.map { ($0.start.milliseconds, $0.value) }, uniquingKeysWith: { $1 })
      let points = samples.map { sample in
        Point(
          time: sample.start, low: sample.value,
          high: max(sample.value, highs[sample.start.milliseconds] ?? sample.value),
          isOfMoment: sample.source.isOfMoment)
      }
      let lengths = Set(samples.map(\.length))
      let interval = lengths.count == 1 ? lengths.first.flatMap { $0 > 0 ? $0 / 1000 : nil } : nil
      self.init(metric, points: points, interval: interval)
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

    /// The values within a time.
    static func read(
      _ metric: Metric, of wearer: Wearer, in time: Range<Moment>, _ journal: Journal, on date: CalendarDate? = nil
    ) throws -> PageSeries {
      func samples(_ metric: Metric) throws -> [StoredSample] {
        let all = try journal.samples(of: metric, wearer: wearer.name, in: time)
        return (date.map { date in all.filter { $0.start.wallClock.date == date } } ?? all).ofOneDevice()
      }
      switch metric {
      case .oxygenSaturation:
        let lowest = try samples(.oxygenSaturationMinimum)
        if lowest.isEmpty { return PageSeries(metric, try samples(.oxygenSaturation)) }
        return PageSeries(metric, lowest, highest: try samples(.oxygenSaturationMaximum))
      case .heartRateVariability:
        let told = try samples(.heartRateVariability)
        return told.isEmpty
          ? PageSeries(.heartRateVariabilityRMSSD, try samples(.heartRateVariabilityRMSSD)) : PageSeries(metric, told)
      case .steps:
        // The device whose steps are the day's, so that the bars add up to its number.
        guard let date, let counted = try journal.movement(of: wearer.name, from: date, to: date)[date] else {
          return PageSeries(metric, try samples(metric))
        }
        let all = try journal.samples(of: metric, wearer: wearer.name, in: time)
        return PageSeries(metric, all.filter { $0.device == counted.device && $0.start.wallClock.date == date })
      default: return PageSeries(metric, try samples(metric))
      }
    }

    /// The series as an answer has it. `reason` says why it is empty.
    func json(_ name: String? = nil, reason: String) -> JSON {
      let hasPairs = points.contains { $0.high != $0.low }
      let members: [JSON.Member] = [
        .init(name: "metric", value: .string(metric.exportName)),
        .init(name: "name", value: .string(name ?? metric.title)),
        .init(name: "unit", value: .string(metric.unit.rawValue)),
        .init(name: "low", value: JSON(points.map(\.low).min())),
        .init(name: "high", value: JSON(points.map(\.high).max())),
        .init(name: "average", value: JSON(average.map { ($0 * 10).rounded() / 10 })),
        .init(name: "explain", value: .null),
        .init(
          name: "points",
          value: .array(
            points.map {
              .array([.string($0.time.description), .number($0.low)] + (hasPairs ? [.number($0.high)] : []))
            })),
      ]
      let more: [JSON.Member?] = [
        interval.map { .init(name: "interval", value: JSON($0)) },
        points.isEmpty ? .init(name: "reason", value: .string(reason)) : nil,
      ]
      return .object(members + more.compactMap(\.self))
    }
  }
#endif
