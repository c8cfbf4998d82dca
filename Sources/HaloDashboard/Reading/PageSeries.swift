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
        return mostTelling(date.map { date in all.filter { $0.start.wallClock.date == date } } ?? all)
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

    /// Of several devices the one that knows most: two on one wearer are not two hearts. By five minutes, because an hour of training
    /// with a value each second is not more of a day than a ring's values.
    static func mostTelling(_ samples: [StoredSample]) -> [StoredSample] {
      let byDevice = Dictionary(grouping: samples, by: \.device)
      guard byDevice.count > 1 else { return samples }
      func reach(_ device: Int, _ samples: [StoredSample]) -> (Int, Int, Int) {
        (Set(samples.map { $0.start.milliseconds / 300_000 }).count, samples.count, -device)
      }
      return byDevice.max { reach($0.key, $0.value) < reach($1.key, $1.value) }?.value ?? []
    }

    /// The series as an answer has it, as columns: `values`, and `highest` if two values came close together anywhere, each at its place of
    /// `times`. `reason` says why it is empty.
    func json(_ name: String? = nil, reason: String) -> JSON {
      let hasPairs = points.contains { $0.high != $0.low }
      let members: [JSON.Member] = [
        .init(name: "metric", value: .string(metric.exportName)),
        .init(name: "name", value: .string(name ?? metric.title)),
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
