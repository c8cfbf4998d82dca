import GRDB
public import HaloHealth

/// A sample as the journal keeps it.
public struct StoredSample: Sendable, Hashable, DeviceValue {
  /// The device, by its number in the journal.
  public let device: Int
  /// What was measured.
  public let metric: Metric
  /// When, or when the interval begins.
  public let start: Moment
  /// Length of the interval in milliseconds; 0 for a moment.
  public let length: Int
  /// How the device came by it.
  public let source: SampleSource
  /// The value in the metric's unit.
  public let value: Double
  /// Whether the time is doubtful: the device's clock was wrong, or showed this time twice.
  public let isDoubtful: Bool
  /// The statement that it comes from; `nil` for what was imported.
  public let statement: Int?

  public var deviceNumber: Int { device }
  public var milliseconds: Int { start.milliseconds }
  public var isOfMoment: Bool { source.isOfMoment }
}

/// A day of one metric in numbers.
public struct DayStatistics: Sendable, Hashable {
  /// The day, on the wearer's wall clock.
  public let date: CalendarDate
  /// How many samples.
  public let count: Int
  /// Lowest value.
  public let minimum: Double
  /// Mean of the values.
  public let average: Double
  /// Highest value.
  public let maximum: Double
  /// Sum of the values; means something for counts.
  public let sum: Double
}

extension Journal {
  /// Who wears devices.
  public func wearers() throws -> [String] {
    try read { try String.fetchAll($0, sql: "SELECT name FROM wearer ORDER BY id") }
  }

  /// The samples of a metric whose interval begins within a time, in order.
  public func samples(of metric: Metric, wearer: String? = nil, in time: Range<Moment>) throws -> [StoredSample] {
    try read { db in
      try Self.samples(
        db, "metric = :metric AND start >= :from AND start < :to",
        ["metric": metric.code, "from": time.lowerBound.milliseconds, "to": time.upperBound.milliseconds], wearer)
    }
  }

  /// What is known of a day on the wall clock of a wearer, or of everybody. Provenance names frames by their numbers here.
  /// `metrics` are those whose samples are wanted. Movement is of one device: ``movement(of:from:to:)``.
  public func day(
    _ date: CalendarDate, wearer: String? = nil, metrics: [Metric] = Metric.allCases
  ) throws -> Readings {
    try read { db in
      let mover = try Self.mover(db, on: date, wearer: wearer)
      let byMetric = try Self.samples(db, on: date, wearer: wearer, metrics: metrics, mover: mover)
      let samples = metrics.flatMap { byMetric[$0] ?? [] }
      let episodes = try Self.episodes(db, from: date, to: date, wearer: wearer)
      let totals = try mover.map { try Self.totals(db, of: $0, on: date) } ?? []
      let origins = try StatementOrigins(
        of: samples.compactMap(\.statement) + episodes.flatMap(\.statements) + totals.compactMap(\.statement), db)
      return Readings(
        samples: samples.map { sample in
          Sample(
            sample.metric, sample.value, start: sample.start.wallClock, minutes: sample.length / Milliseconds.minute,
            source: sample.source, provenance: origins.provenance(of: [sample.statement].compactMap(\.self)))
        },
        nights: episodes.map { $0.night(origins.provenance(of: $0.statements)) },
        totals: totals.map { $0.totals(on: date, origins) })
    }
  }

  /// The samples of a day on the wall clock of a wearer, or of everybody, in order of time: of each metric those of the device that
  /// counts. Metrics without any are absent.
  public func samples(
    on date: CalendarDate, wearer: String?, metrics: [Metric]
  ) throws -> [Metric: [StoredSample]] {
    try read { db in
      let mover =
        metrics.contains(where: Self.movementMetrics.contains) ? try Self.mover(db, on: date, wearer: wearer) : nil
      return try Self.samples(db, on: date, wearer: wearer, metrics: metrics, mover: mover)
    }
  }

  /// The totals of a day, of the device whose movement counts on that day. Provenance names frames by their numbers here.
  public func totals(on date: CalendarDate, wearer: String?) throws -> [DailyTotals] {
    try read { db in
      guard let mover = try Self.mover(db, on: date, wearer: wearer) else { return [] }
      let totals = try Self.totals(db, of: mover, on: date)
      let origins = try StatementOrigins(of: totals.compactMap(\.statement), db)
      return totals.map { $0.totals(on: date, origins) }
    }
  }

  /// Of movement the samples of `mover`, of every other metric those of the device that covers most of the day.
  private static func samples(
    _ db: Database, on date: CalendarDate, wearer: String?, metrics: [Metric], mover: Int?
  ) throws -> [Metric: [StoredSample]] {
    try metrics.reduce(into: [:]) { chosen, metric in
      guard metric != .beatInterval else { return }
      let all = try samples(db, metric, on: date, wearer)
      let isMoved = mover != nil && movementMetrics.contains(metric)
      let samples = isMoved ? all.filter { $0.device == mover } : all.ofOneDevice()
      if !samples.isEmpty { chosen[metric] = samples }
    }
  }

  /// The newest sample of a metric that a device told.
  public func latest(_ metric: Metric, of device: Device) throws -> StoredSample? {
    try read { db in
      let start = try Int.fetchOne(
        db, sql: "SELECT max(start) FROM sample WHERE device = ? AND metric = ?", arguments: [device.id, metric.code])
      guard let start else { return nil }
      return try Self.samples(
        db, "device = :device AND metric = :metric AND start = :start",
        ["device": device.id, "metric": metric.code, "start": start], nil
      ).first
    }
  }

  /// A metric day by day, on the wearer's wall clock; each day of the device that ``DeviceChoice`` takes.
  public func trend(
    of metric: Metric, source: SampleSource = .log, from first: CalendarDate, to last: CalendarDate,
    wearer: String? = nil
  ) throws -> [DayStatistics] {
    return try read { db in
      func rows(spans: String) throws -> [Row] {
        let sql = """
          SELECT \(WallDays.day), count(*), min(value), avg(value), max(value), sum(value), device, \(spans) FROM sample
          WHERE device IN (\(Self.devices(of: wearer))) AND metric = :metric AND \(WallDays.condition)
            AND source = :source
          GROUP BY \(WallDays.day), device ORDER BY 1, device
          """
        var arguments = WallDays(first, last).arguments &+ ["metric": metric.code, "source": source.code]
        if let wearer { arguments = arguments &+ ["wearer": wearer] }
        return try Row.fetchAll(db.cachedStatement(sql: sql), arguments: arguments)
      }
      var all = try rows(spans: "0")
      // Spans are counted only if there is something to choose: that takes longer.
      let isOfSeveral = try zip(all, all.dropFirst()).contains { try ($0.value(0) as Int) == $1.value(0) }
      if isOfSeveral { all = try rows(spans: "count(DISTINCT start / \(5 * Milliseconds.minute))") }
      var days: [(day: DayStatistics, of: DeviceChoice.Candidate)] = []
      for row in all {
        let day = try DayStatistics(
          date: CalendarDate(daysSince1970: row.value(0)), count: row.value(1), minimum: row.value(2),
          average: row.value(3), maximum: row.value(4),
          sum: row.value(5))
        let candidate = try DeviceChoice.Candidate(device: row.value(6), logged: row.value(7), others: 0)
        if let last = days.last, last.day.date == day.date {
          if candidate > last.of { days[days.count - 1] = (day, candidate) }
        } else {
          days.append((day, candidate))
        }
      }
      return days.map(\.day)
    }
  }

  /// The logs and days of a device that need not be asked for again: they were told after the day had ended.
  public func completeDays(of device: Device) throws -> [(log: String, day: CalendarDate)] {
    try read { db in
      try Row.fetchAll(
        db, sql: "SELECT log, day FROM coverage WHERE device = ? AND complete = 1", arguments: [device.id]
      ).compactMap { row in try CalendarDate((row.value(1) as String)[...]).map { (try row.value(0), $0) } }
    }
  }

  /// The samples of a metric on a day on the wall clock.
  static func samples(
    _ db: Database, _ metric: Metric, on date: CalendarDate, _ wearer: String?
  ) throws -> [StoredSample] {
    try samples(
      db, "metric = :metric AND \(WallDays.condition)", WallDays(date).arguments &+ ["metric": metric.code], wearer)
  }

  static func samples(
    _ db: Database, _ condition: String, _ arguments: StatementArguments, _ wearer: String?
  ) throws -> [StoredSample] {
    let sql = """
      SELECT device, metric, start, length, source, wall, value, doubtful, statement FROM sample
      WHERE device IN (\(devices(of: wearer))) AND \(condition) ORDER BY start, device, source
      """
    let rows = try Row.fetchCursor(
      db.cachedStatement(sql: sql), arguments: arguments &+ (wearer.map { ["wearer": $0] } ?? [:]))
    var samples: [StoredSample] = []
    while let row = try rows.next() {
      guard let metric = try Metric(code: row.value(1)), let source = try SampleSource(code: row.value(4)) else {
        continue
      }
      samples.append(
        try StoredSample(
          device: row.value(0), metric: metric,
          start: Moment(start: row.value(2), wall: row.value(5)), length: row.value(3),
          source: source, value: row.value(6), isDoubtful: row.value(7), statement: row.value(8)))
    }
    return samples
  }

  private static func totals(_ db: Database, of device: Int, on date: CalendarDate) throws -> [TotalRow] {
    try TotalRow.fetchAll(
      db.cachedStatement(
        sql: "SELECT steps, meters, kilocalories, minutes, statement FROM total WHERE device = ? AND day = ?"),
      arguments: [device, date.description])
  }
}

/// A device's own total of a day.
private struct TotalRow: FetchableRecord {
  let steps: Int
  let meters: Int
  let kilocalories: Double
  let minutes: Int
  let statement: Int?

  init(row: Row) throws {
    steps = try row.value("steps")
    meters = try row.value("meters")
    kilocalories = try row.value("kilocalories")
    minutes = try row.value("minutes")
    statement = try row.value("statement")
  }

  func totals(on date: CalendarDate, _ origins: StatementOrigins) -> DailyTotals {
    DailyTotals(
      date: date, steps: steps, meters: meters, kilocalories: kilocalories, activeMinutes: minutes,
      provenance: origins.provenance(of: [statement].compactMap(\.self)))
  }
}
